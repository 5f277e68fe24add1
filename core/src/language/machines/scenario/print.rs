//! Scenarios: from lifelines and messages to text, in columns.

use super::ast::{LifelinesSyntax, ScenarioSyntax};
use crate::language::{Name, columns};

/// Appends a scenario.
pub fn scenario(out: &mut String, scenario: &ScenarioSyntax) {
    if scenario.forbidden {
        out.push_str("neg ");
    }
    out.push_str(&format!("scenario {} {{\n", scenario.name.written()));
    lifelines(out, &scenario.lifelines);
    if !scenario.lifelines.is_empty() && !scenario.messages.is_empty() {
        out.push('\n');
    }
    let (mut senders, mut receivers) = (0, 0);
    for message in &scenario.messages {
        senders = senders.max(columns::width(&message.from.written()));
        receivers = receivers.max(columns::width(&message.to.written()));
    }
    for message in &scenario.messages {
        out.push_str("  ");
        columns::padded(out, &message.from.written(), senders);
        out.push_str(" -> ");
        columns::padded(out, &message.to.written(), receivers);
        out.push_str(&format!(" : {}\n", message.symbol.written()));
    }
    out.push_str("}\n");
}

/// Appends lifelines. Single names stand in a column; lists do not push it to the right.
pub fn lifelines(out: &mut String, all: &[LifelinesSyntax]) {
    let singles = all.iter().filter(|it| it.names.len() == 1);
    let column = singles
        .map(|it| columns::width(&it.names[0].written()))
        .max()
        .unwrap_or(0);
    for lifelines in all {
        let names: Vec<_> = lifelines.names.iter().map(Name::written).collect();
        out.push_str("  ");
        match names.as_slice() {
            [only] => columns::padded(out, only, column),
            _ => out.push_str(&names.join(", ")),
        }
        out.push_str(&format!(" : {}\n", lifelines.machine.written()));
    }
}
