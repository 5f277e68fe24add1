//! Mark states as final: where the machines get stuck in what looks like an end, all of it at once.

use super::{Edit, Kind};
use crate::edit::change::Change;
use crate::repair::situation::Situation;

pub(super) const KIND: Kind = Kind {
    name: "mark final",
    candidates,
};

fn candidates(situation: &Situation<'_>) -> Vec<Edit> {
    if situation.ends.is_empty() {
        return Vec::new();
    }
    let marks: Vec<_> = situation
        .ends
        .iter()
        .map(|&(machine, state)| {
            let machine = &situation.model.machines[machine];
            format!("`{}` of `{}`", machine.states[state].name, machine.name)
        })
        .collect();
    let what = if marks.len() == 1 { "an end" } else { "ends" };
    let changes = situation.ends.iter();
    vec![Edit {
        // Nothing that happens changes; it is only said to be fine.
        cost: 0,
        changes: changes
            .map(|&(machine, state)| Change::MarkFinal(machine, state))
            .collect(),
        title: format!("mark {} as {what}", marks.join(" and ")),
    }]
}
