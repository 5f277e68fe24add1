//! Drop, change or add one effect of a transition.

use super::{Edit, Kind};
use crate::edit::change::Change;
use crate::language::Symbol;
use crate::language::machines::{MachineId, TransitionId};
use crate::repair::situation::Situation;

pub(super) const KIND: Kind = Kind {
    name: "effects",
    candidates,
};

fn candidates(situation: &Situation<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (machine, index, transition) in situation.transitions() {
        let suspect = u32::from(!situation.is_suspect(machine, index));
        let old = &transition.effects;
        for at in 0..old.len() {
            let mut fewer = old.clone();
            fewer.remove(at);
            edits.push(edit(situation, (machine, index), fewer, 6 + suspect));
        }
        let others: Vec<_> = (0..situation.model.symbols.len())
            .filter(|symbol| !old.contains(symbol))
            .collect();
        for at in 0..old.len() {
            for &symbol in &others {
                let mut other = old.clone();
                other[at] = symbol;
                edits.push(edit(situation, (machine, index), other, 8 + suspect));
            }
        }
        for &symbol in &others {
            let more = [old.as_slice(), &[symbol]].concat();
            edits.push(edit(situation, (machine, index), more, 8 + suspect));
        }
    }
    edits
}

fn edit(
    situation: &Situation<'_>,
    (machine, index): (MachineId, TransitionId),
    effects: Vec<Symbol>,
    cost: u32,
) -> Edit {
    let transition = situation.transition_text(machine, index);
    let name = &situation.model.machines[machine].name;
    let what = if effects.is_empty() {
        "nothing".to_string()
    } else {
        format!("`{}`", situation.symbols(&effects))
    };
    Edit {
        cost,
        changes: vec![Change::Effects(machine, index, effects)],
        title: format!("let {transition} of `{name}` send {what}"),
    }
}
