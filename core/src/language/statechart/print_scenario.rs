//! Scenarios in canonical form: senders and receivers in columns.

use super::ast::ScenarioSyntax;
use super::print::{expression, word};
use crate::language::columns;

/// Appends a scenario.
pub(super) fn scenario(out: &mut String, it: &ScenarioSyntax) {
    if it.forbidden {
        out.push_str("neg ");
    }
    out.push_str(&format!("scenario {} {{\n", word(&it.name)));
    let width = |names: &mut dyn Iterator<Item = String>| {
        let widths = names.map(|it| columns::width(&it));
        widths.max().unwrap_or(0)
    };
    let senders = width(&mut it.messages.iter().map(|it| word(&it.from)));
    let receivers = width(&mut it.messages.iter().map(|it| word(&it.to)));
    for message in &it.messages {
        out.push_str("  ");
        columns::padded(out, &word(&message.from), senders);
        out.push_str(" -> ");
        columns::padded(out, &word(&message.to), receivers);
        out.push_str(&format!(" : {}", word(&message.event)));
        if let Some(arguments) = &message.arguments {
            let arguments: Vec<_> = arguments.iter().map(expression).collect();
            out.push_str(&format!("({})", arguments.join(", ")));
        }
        out.push('\n');
    }
    out.push_str("}\n");
}
