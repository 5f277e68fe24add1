//! Drop a message of the scenario. Only messages up to the failing one (and its message set) can
//! matter: what stands behind them was never reached.

use super::{Edit, Kind};
use crate::edit::change::Change;
use crate::repair::situation::Situation;

pub(super) const KIND: Kind = Kind {
    name: "drop message",
    candidates,
};

fn candidates(situation: &Situation<'_>) -> Vec<Edit> {
    let Some((index, scenario, _)) = situation.scenario() else {
        return Vec::new();
    };
    // Without messages a scenario says nothing, and is played by doing nothing.
    if scenario.messages.len() < 2 {
        return Vec::new();
    }
    let last = situation.last_relevant(scenario);
    (0..=last)
        .rev()
        .map(|message| Edit {
            cost: 6,
            changes: vec![Change::Remove {
                scenario: index,
                message,
            }],
            title: format!(
                "drop message {}, {}",
                message + 1,
                super::move_message::text(situation, scenario, message)
            ),
        })
        .collect()
}
