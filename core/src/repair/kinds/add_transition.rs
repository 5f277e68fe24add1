//! Add a transition: one that takes what nobody takes, sends what nobody sends, or moves on.
//!
//! Guided by the symbols that the failure is about; where it is about none (a goal, a deadlock),
//! every symbol is tried. Only one trigger or one effect: anything longer is two edits.

use super::{Edit, Kind};
use crate::edit::change::Change;
use crate::language::machines::MachineId;
use crate::language::{Question, Symbol};
use crate::repair::situation::Situation;

pub(super) const KIND: Kind = Kind {
    name: "add transition",
    candidates,
};

/// Trigger and effects of a new transition.
type Label = (Option<Symbol>, Vec<Symbol>);

fn candidates(situation: &Situation<'_>) -> Vec<Edit> {
    if !situation.wants_transitions() {
        return Vec::new();
    }
    let mut edits = Vec::new();
    for machine in situation.machines() {
        let states = situation.model.machines[machine].states.len();
        for (trigger, effects) in labels(situation, machine) {
            for source in 0..states {
                for target in 0..states {
                    let idle = trigger.is_none() && effects.is_empty() && source == target;
                    if idle || exists(situation, machine, source, trigger, &effects, target) {
                        continue;
                    }
                    let arrow = situation.arrow_text(machine, source, target, trigger, &effects);
                    let name = &situation.model.machines[machine].name;
                    edits.push(Edit {
                        cost: 10,
                        title: format!("add {arrow} to `{name}`"),
                        changes: vec![Change::Add {
                            machine,
                            source,
                            trigger,
                            effects: effects.clone(),
                            target,
                        }],
                    });
                }
            }
        }
    }
    edits
}

/// What new transitions of a machine could be about.
fn labels(situation: &Situation<'_>, machine: MachineId) -> Vec<Label> {
    let mut labels: Vec<Label> = vec![(None, Vec::new())];
    let takes = |symbol| (Some(symbol), Vec::new());
    let sends = |symbol| (None, vec![symbol]);
    let Question::Scenario { scenario, .. } = situation.check.question else {
        let symbols = 0..situation.model.symbols.len();
        labels.extend(symbols.flat_map(|symbol| [takes(symbol), sends(symbol)]));
        return labels;
    };
    let failing = situation.value as usize;
    if let Some(message) = situation.model.scenarios[scenario].messages.get(failing) {
        if situation.machine_of(message.to) == machine {
            labels.push(takes(message.symbol));
        }
        if situation.machine_of(message.from) == machine {
            labels.push(sends(message.symbol));
        }
    }
    for wait in situation.reason.iter().flat_map(|reason| &reason.waits) {
        labels.extend(wait.sends.iter().map(|&symbol| takes(symbol)));
        labels.extend(wait.takes.iter().map(|&symbol| sends(symbol)));
    }
    labels
}

fn exists(
    situation: &Situation<'_>,
    machine: MachineId,
    source: usize,
    trigger: Option<Symbol>,
    effects: &[Symbol],
    target: usize,
) -> bool {
    situation.model.machines[machine]
        .transitions
        .iter()
        .any(|it| {
            (it.source, it.trigger, it.effects.as_slice(), it.target)
                == (source, trigger, effects, target)
        })
}
