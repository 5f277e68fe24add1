//! Places that somebody writes outside of a text, such as `alice.waiting, cm.<on/coin/tea/on>`.
//!
//! They are read and looked up as if they stood after the `from` of a check: quotes, places inside
//! transitions and what is said about mistakes are those of the language.

use super::analysis::place_view;
use crate::language::Name;
use crate::language::machines::document::ast::{CheckSyntax, Item, Subject};
use crate::language::machines::document::{parse, resolve};
use crate::text::{Diagnostic, Severity};
use crate::view::PlaceView;

/// The places of a text's lifelines, by their index among those of the scenario, or of the system where
/// none is named.
///
/// # Errors
/// Says what is wrong with the places, and what to write instead.
pub fn places(
    text: &str,
    scenario: Option<&str>,
    written: &str,
) -> Result<Vec<(usize, PlaceView)>, String> {
    let (mut line, diagnostics) = parse(&format!("check deadlock from {written}"));
    wrong(&diagnostics)?;
    let syntax = match (line.items.pop(), line.items.as_slice()) {
        (Some(Item::Check(it)), []) if it.within.is_none() && it.expect.is_none() => it,
        _ => return Err(format!("`{written}` is more than a list of places")),
    };
    let subject = scenario.map_or(Subject::Deadlock, |name| Subject::Scenario {
        name: Name {
            text: name.into(),
            span: syntax.span,
        },
        mode: None,
    });
    let (mut document, _) = parse(text);
    document.items.retain(|it| !matches!(it, Item::Check(_)));
    let check = CheckSyntax { subject, ..syntax };
    document.items.push(Item::Check(check));
    let (model, diagnostics) = resolve(&document);
    wrong(&diagnostics)?;
    let from = model.checks.iter().flat_map(|check| &check.from);
    let from = from.map(|&(lifeline, place)| (lifeline, place_view(place)));
    Ok(from.collect())
}

/// The first mistake in words, with what to do about it.
fn wrong(diagnostics: &[Diagnostic]) -> Result<(), String> {
    let mut errors = diagnostics.iter();
    let Some(first) = errors.find(|it| it.severity == Severity::Error) else {
        return Ok(());
    };
    Err(match &first.hint {
        Some(hint) => format!("{}. {hint}", first.title),
        None => first.title.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "machine \"auth server\" {\n  [*] --> on\n  on --> on : coin / tea\n}\n\
        machine B { [*] --> \"x, y\"\n \"x, y\" --> b : tea }\n\
        scenario s {\n  one, other : B\n  one -> other : tea\n}\n";

    #[test]
    fn places_are_written_as_in_checks() {
        let both = "\"auth server\".<on/coin/tea/on>, B.\"x, y\"";
        let (inside, state) = (PlaceView::Transition(0), PlaceView::State(0));
        assert_eq!(places(TEXT, None, both), Ok(vec![(0, inside), (1, state)]));
        let other = vec![(1, PlaceView::State(1))];
        assert_eq!(places(TEXT, Some("s"), "other.b"), Ok(other));
        for (scenario, written, told) in [
            (None, "B", "Expected `.` and a state"),
            (None, "B.c", "`B` has no state `c`"),
            (None, "C.b", "no lifeline `C`"),
            (None, "auth server.on", "quotes"),
            (None, "B.<b//tea/b>", "no such transition"),
            (Some("s"), "B.b", "lifeline `B`"),
            (None, "B.b, B.b", "twice"),
            (None, "B.b within 3", "more than a list of places"),
            (None, "B.b; check deadlock", "more than a list of places"),
        ] {
            let what = places(TEXT, scenario, written).expect_err(written);
            assert!(what.contains(told), "{written}: {what}");
        }
    }
}
