//! Let a transition lead to another state of its machine.

use super::{Edit, Kind};
use crate::edit::change::Change;
use crate::repair::situation::Situation;

pub(super) const KIND: Kind = Kind {
    name: "redirect",
    candidates,
};

fn candidates(situation: &Situation<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (machine, index, transition) in situation.transitions() {
        let states = &situation.model.machines[machine].states;
        for target in (0..states.len()).filter(|&it| it != transition.target) {
            edits.push(Edit {
                cost: if situation.is_suspect(machine, index) {
                    6
                } else {
                    7
                },
                changes: vec![Change::Target(machine, index, target)],
                title: format!(
                    "let {} of `{}` lead to `{}`",
                    situation.transition_text(machine, index),
                    situation.model.machines[machine].name,
                    states[target].name
                ),
            });
        }
    }
    edits
}
