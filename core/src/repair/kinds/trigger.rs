//! Change, drop or add the trigger of a transition.

use super::{Edit, Kind};
use crate::edit::change::Change;
use crate::repair::situation::Situation;

pub(super) const KIND: Kind = Kind {
    name: "trigger",
    candidates,
};

fn candidates(situation: &Situation<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let symbols = situation.model.symbols.len();
    for (machine, index, transition) in situation.transitions() {
        let suspect = u32::from(!situation.is_suspect(machine, index));
        for trigger in std::iter::once(None).chain((0..symbols).map(Some)) {
            if trigger == transition.trigger {
                continue;
            }
            let how = match trigger {
                None => "start by itself".to_string(),
                Some(symbol) => format!("start with `{}`", situation.model.symbols[symbol]),
            };
            edits.push(Edit {
                cost: 8 + suspect,
                changes: vec![Change::Trigger(machine, index, trigger)],
                title: format!(
                    "let {} of `{}` {how}",
                    situation.transition_text(machine, index),
                    situation.model.machines[machine].name
                ),
            });
        }
    }
    edits
}
