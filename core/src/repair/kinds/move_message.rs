//! Move a message of the scenario to another place. Moves that leave everything up to the failing
//! message as it is cannot help.

use super::{Edit, Kind};
use crate::edit::change::Change;
use crate::language::machines::scenario::Scenario;
use crate::repair::situation::Situation;

pub(super) const KIND: Kind = Kind {
    name: "move message",
    candidates,
};

fn candidates(situation: &Situation<'_>) -> Vec<Edit> {
    let Some((index, scenario, _)) = situation.scenario() else {
        return Vec::new();
    };
    let count = scenario.messages.len();
    let last = situation.last_relevant(scenario);
    let mut edits = Vec::new();
    for message in 0..count {
        for before in 0..=count {
            let stays = before == message || before == message + 1;
            // Neighbours change places in one way, not in two.
            let doubled = before + 1 == message;
            if stays || doubled || message.min(before) > last {
                continue;
            }
            let moved = &scenario.messages[message];
            let to = match before {
                0 => "to the beginning".to_string(),
                before => format!("behind message {before}"),
            };
            edits.push(Edit {
                cost: 5,
                changes: vec![
                    Change::Remove {
                        scenario: index,
                        message,
                    },
                    Change::Insert {
                        scenario: index,
                        before,
                        from: moved.from,
                        to: moved.to,
                        symbol: moved.symbol,
                    },
                ],
                title: format!(
                    "move message {}, {}, {to}",
                    message + 1,
                    text(situation, scenario, message)
                ),
            });
        }
    }
    edits
}

/// A message in the words of the language.
pub(super) fn text(situation: &Situation<'_>, scenario: &Scenario, message: usize) -> String {
    let it = &scenario.messages[message];
    let name = |lifeline: usize| &scenario.lifelines[lifeline].name;
    let symbol = &situation.model.symbols[it.symbol];
    format!("`{} -> {} : {symbol}`", name(it.from), name(it.to))
}
