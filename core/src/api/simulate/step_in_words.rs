//! What a step does, in words: what is sent, or what a transition system executes; and the values in such words.

use crate::expression::Value;
use crate::language::transitions::{OperationId, OperationKind, TransitionModel};
use crate::system::{Events, Schema};

/// The messages of a step.
pub(super) fn messages(schema: &Schema, events: &Events) -> Vec<String> {
    let name = |group: usize| schema.groups[group].name.as_str();
    let sent = events.messages.iter().map(|it| {
        let from = it.from.map_or(String::new(), |it| format!("{} ", name(it)));
        format!("{from}-> {}: {}", name(it.to), it.what)
    });
    sent.collect()
}

/// The words of a step: whose turn it is, and what is done.
pub(super) fn in_words(relation: &str, fired: Vec<Option<String>>) -> String {
    let fired: Vec<_> = fired.into_iter().flatten().collect();
    match fired.is_empty() {
        true => relation.into(),
        false => format!("{relation}: {}", fired.join("; ")),
    }
}

/// The integers that a step gives to variables, read back from the words that [`in_words`] and [`told`] make of it: links
/// and files tell a step by its words.
pub(super) fn given(what: &str) -> impl Iterator<Item = (&str, i64)> {
    done(what).filter_map(|(variable, value)| Some((variable, value.parse().ok()?)))
}

/// The same with all values, as they are written.
pub(super) fn done(what: &str) -> impl Iterator<Item = (&str, &str)> {
    let done = what.split_once(": ").map_or("", |it| it.1);
    done.split("; ").filter_map(|it| it.split_once(" := "))
}

/// An operation as it is written, with the value that a havoc chose; what only leads to others is not told.
pub(super) fn told(
    text: &str,
    model: &TransitionModel,
    operation: OperationId,
    values: &[Value],
) -> Option<String> {
    let it = &model.operations[operation];
    let written = |span: crate::text::Span| {
        let words: Vec<_> = span.text(text).split_whitespace().collect();
        words.join(" ").trim_end_matches(';').to_string()
    };
    match &it.kind {
        OperationKind::Assign(..) | OperationKind::Assume(_) => Some(written(it.span)),
        OperationKind::Havoc(variable) => {
            let name = &model.variables[*variable].name;
            let sort = &model.variables[*variable].sort;
            let value = values.get(*variable).map(|it| it.show(sort));
            Some(format!("{name} := {}", value.unwrap_or("any".into())))
        }
        OperationKind::If(condition, ..) => Some(format!("if ({})", written(condition.span))),
        OperationKind::For { counter, .. } => {
            Some(format!("for {}", model.variables[*counter].name))
        }
        OperationKind::Declare(..)
        | OperationKind::Sequence(..)
        | OperationKind::Choice(_)
        | OperationKind::Parallel(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_back() {
        let done = ["x := 3", "assume x > 2", "light := Red", "y := -1000"];
        let what = in_words("trans", done.map(|it| Some(it.to_owned())).into());
        let given: Vec<_> = given(&what).collect();
        assert_eq!(given, [("x", 3), ("y", -1000)]);
    }
}
