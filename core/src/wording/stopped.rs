//! What stops a branch, in words.

use crate::expression::{Reason, Undefined};
use crate::language::transitions::TransitionModel;
use crate::language::transitions::branches::Stopped;
use crate::language::transitions::configuration::Cause;
use crate::text::Span;

/// Characters of a text that are shown at most.
const MOST_SHOWN: usize = 60;

/// Why a branch cannot be completed; the model is that of the system that runs.
pub(crate) fn reason(text: &str, model: &TransitionModel, it: &Stopped) -> String {
    let written = format!("`{}`", written(text, it.span));
    let said = match it.cause {
        Cause::Assumption => format!("{written} is false"),
        Cause::Undefined(why) => undefined(text, why),
        Cause::OutsideRange(variable) => {
            let variable = &model.variables[variable];
            let (name, sort) = (&variable.name, &variable.sort);
            format!(
                "{written} gives `{name}` a value that is not in `{}`",
                sort.name()
            )
        }
        Cause::NoBranch => format!("{written} has no branch"),
        Cause::TooLong => format!("{written} takes more substeps than are followed"),
    };
    match it.later {
        false => said,
        true => format!("after it {said}"),
    }
}

/// Why an expression has no value.
pub(crate) fn undefined(text: &str, why: Undefined) -> String {
    let written = written(text, why.span);
    match why.reason {
        Reason::DivisionByZero => format!("`{written}` divides by zero"),
        Reason::NoSuchPlace => format!("`{written}` is no place of the array"),
        Reason::OutsideRange => format!("`{written}` is not in the range of the elements"),
        Reason::Beyond64Bits => format!("`{written}` needs more than 64 bits"),
    }
}

/// A part of the text in one line, cut off where it is long.
pub(crate) fn written(text: &str, span: Span) -> String {
    let words: Vec<_> = span.text(text).split_whitespace().collect();
    let line = words.join(" ");
    let line = line.trim_end_matches(';');
    match line.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.into(),
    }
}
