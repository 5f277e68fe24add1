//! Changes: what an edit does to a model, one statement or one part of a statement at a time.
//!
//! Changes refer to the model as it was before all of them, so that several can be applied at once
//! and in any order; [`clash`] says which cannot stand together.

use crate::language::machines::scenario::Message;
use crate::language::machines::{MachineId, StateId, Transition, TransitionId};
use crate::language::{LifelineId, Model, Symbol};
use crate::text::Span;

/// One change of a resolved model.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// A new message of a scenario.
    Insert {
        /// Index of the scenario.
        scenario: usize,
        /// Index of the message before which it stands; the number of messages for the end.
        before: usize,
        /// The sender.
        from: LifelineId,
        /// The receiver.
        to: LifelineId,
        /// What is sent.
        symbol: Symbol,
    },
    /// A message of a scenario goes.
    Remove {
        /// Index of the scenario.
        scenario: usize,
        /// Index of the message.
        message: usize,
    },
    /// A transition leads elsewhere.
    Target(MachineId, TransitionId, StateId),
    /// A transition has another trigger, or none.
    Trigger(MachineId, TransitionId, Option<Symbol>),
    /// A transition has other effects, or none.
    Effects(MachineId, TransitionId, Vec<Symbol>),
    /// A state is marked as one where it is fine to end.
    MarkFinal(MachineId, StateId),
    /// A new transition of a machine.
    Add {
        /// The machine.
        machine: MachineId,
        /// The state it leaves.
        source: StateId,
        /// What starts it.
        trigger: Option<Symbol>,
        /// What it sends.
        effects: Vec<Symbol>,
        /// The state it leads to.
        target: StateId,
    },
}

impl Change {
    /// The machine that is changed; `None` where a scenario is.
    #[must_use]
    pub fn machine(&self) -> Option<MachineId> {
        match *self {
            Self::Insert { .. } | Self::Remove { .. } => None,
            Self::Target(machine, ..)
            | Self::Trigger(machine, ..)
            | Self::Effects(machine, ..)
            | Self::MarkFinal(machine, ..)
            | Self::Add { machine, .. } => Some(machine),
        }
    }

    /// The scenario that is changed; `None` where a machine is.
    #[must_use]
    pub fn scenario(&self) -> Option<usize> {
        match *self {
            Self::Insert { scenario, .. } | Self::Remove { scenario, .. } => Some(scenario),
            _ => None,
        }
    }
}

/// Whether two changes decide the same thing, or insert at the same place, where their order would
/// be left to chance.
#[must_use]
pub fn clash(one: &Change, other: &Change) -> bool {
    use Change::{Add, Effects, Insert, MarkFinal, Remove, Target, Trigger};
    match (one, other) {
        (Target(m, t, _), Target(n, u, _))
        | (Trigger(m, t, _), Trigger(n, u, _))
        | (Effects(m, t, _), Effects(n, u, _)) => (m, t) == (n, u),
        (
            Insert {
                scenario, before, ..
            },
            Insert {
                scenario: other,
                before: at,
                ..
            },
        ) => (scenario, before) == (other, at),
        (Remove { .. }, Remove { .. })
        | (Add { .. }, Add { .. })
        | (MarkFinal(..), MarkFinal(..)) => one == other,
        _ => false,
    }
}

/// The model with all changes. Spans of what is new are empty: the text does not have it yet.
#[must_use]
pub fn changed(model: &Model, changes: &[Change]) -> Model {
    let mut model = model.clone();
    for change in changes {
        match change {
            Change::Insert { .. } | Change::Remove { .. } => {}
            &Change::Target(machine, transition, target) => {
                model.machines[machine].transitions[transition].target = target;
            }
            &Change::Trigger(machine, transition, trigger) => {
                model.machines[machine].transitions[transition].trigger = trigger;
            }
            Change::Effects(machine, transition, effects) => {
                model.machines[*machine].transitions[*transition]
                    .effects
                    .clone_from(effects);
            }
            &Change::MarkFinal(machine, state) => {
                model.machines[machine].states[state].is_final = true;
            }
            Change::Add {
                machine,
                source,
                trigger,
                effects,
                target,
            } => model.machines[*machine].transitions.push(Transition {
                source: *source,
                trigger: *trigger,
                effects: effects.clone(),
                target: *target,
                span: Span::default(),
            }),
        }
    }
    let mut scenarios: Vec<_> = changes.iter().filter_map(Change::scenario).collect();
    scenarios.sort();
    scenarios.dedup();
    for index in scenarios {
        let messages = messages(&model.scenarios[index].messages, index, changes);
        model.scenarios[index].messages = messages;
    }
    model
}

/// The messages of a scenario after all changes.
fn messages(old: &[Message], index: usize, changes: &[Change]) -> Vec<Message> {
    let mut new = Vec::new();
    for at in 0..=old.len() {
        for change in changes {
            match *change {
                Change::Insert {
                    scenario,
                    before,
                    from,
                    to,
                    symbol,
                } if (scenario, before) == (index, at) => new.push(Message {
                    from,
                    to,
                    symbol,
                    span: Span::default(),
                }),
                _ => {}
            }
        }
        let gone = Change::Remove {
            scenario: index,
            message: at,
        };
        if at < old.len() && !changes.contains(&gone) {
            new.push(old[at].clone());
        }
    }
    new
}
