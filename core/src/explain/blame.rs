//! Blame: a few demands of the model that together make a scenario or a goal impossible, or keep a condition true.
//!
//! The demands are, for each transition, that it starts only on its trigger and that it completes
//! only with its effects delivered, and for each message of the scenario that it is exchanged. A
//! waived trigger lets the transition start by itself as well, waived effects let it complete
//! without them as well, a waived message may be skipped. *Blamed* is a set of demands that is
//! impossible whatever else is waived, and from which no demand can be left out: waive any one of
//! them, with all that is not blamed, and there is a run.
//!
//! There can be several such sets. Which one is told follows from the order in which demands are
//! given up: triggers, then effects, then messages, each from those that the reason of the failure
//! does not mention to those that it does, and from first to last. So what stands next to the
//! failing message stays.

use super::reason::Reason;
use crate::language::machines::{MachineId, TransitionId};
use crate::language::questions::Mode;
use crate::language::{Check, Model, Question};
use crate::network::relaxation::{Aim, Relaxation, Waiver, silent_diameter, waived};
use crate::network::{PlaceSet, Task, place_number};
use crate::question::{messages_of, violations};
use crate::text::Span;

/// A demand of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Demand {
    /// The transition starts only on its trigger.
    Trigger(MachineId, TransitionId),
    /// The transition completes only with its effects delivered.
    Effects(MachineId, TransitionId),
    /// The message of the check's scenario is exchanged.
    Message(usize),
}

/// What can be blamed for a check, and how to find out.
#[derive(Clone, Debug)]
pub struct Charges {
    /// The demands, as the relaxation counts them.
    pub demands: Vec<Demand>,
    /// The question in which they can be waived.
    pub relaxation: Relaxation,
    /// The order in which they are given up.
    pub order: Vec<usize>,
}

/// Prepares the search for what makes a check impossible within `bound` transactions: a scenario
/// with this longest prefix, or a goal. `None` for a deadlock, whose absence is nobody's fault.
#[must_use]
pub fn charges(
    model: &Model,
    check: &Check,
    task: &Task,
    bound: u32,
    prefix: usize,
    reason: Option<&Reason>,
) -> Option<Charges> {
    let lifelines = model.lifelines_of(check);
    let mut demands = Vec::new();
    for (machine, it) in model.machines.iter().enumerate() {
        if lifelines.iter().all(|lifeline| lifeline.machine != machine) {
            continue;
        }
        for (index, transition) in it.transitions.iter().enumerate() {
            if transition.trigger.is_some() {
                demands.push(Demand::Trigger(machine, index));
            }
            if !transition.effects.is_empty() {
                demands.push(Demand::Effects(machine, index));
            }
        }
    }
    let waivers = waivers(model, check, &demands);
    let relaxed = waived(&task.network, &waivers);
    let (aim, steps) = match &check.question {
        Question::Deadlock => return None,
        Question::Reach { goal } => {
            let components = task.network.components.iter();
            let mut region: Vec<_> = components
                .map(|it| PlaceSet::full(it.places.len()))
                .collect();
            for &(lifeline, place) in goal {
                let machine = &model.machines[lifelines[lifeline].machine];
                let mut only = PlaceSet::empty(machine.place_count());
                only.insert(usize::from(place_number(machine, place)));
                region[lifeline].intersect_with(&only);
            }
            (Aim::OneOf(vec![region]), bound)
        }
        Question::Always { condition } => {
            let sizes = task.network.components.iter().map(|it| it.places.len());
            let sizes: Vec<_> = sizes.collect();
            let regions = violations(model, lifelines, condition, &sizes);
            (Aim::OneOf(regions), bound)
        }
        Question::Scenario { scenario, mode } => {
            let all = &model.scenarios[*scenario].messages;
            // What stands behind the failing message was never reached; it is not needed for the
            // impossibility. Only a message set could bring messages from there along.
            let count = if task.network.largest_set() <= 1 {
                prefix + 1
            } else {
                all.len()
            };
            all.get(prefix)?;
            let messages = messages_of(&all[..count]).into_iter().enumerate();
            let messages: Vec<_> = messages
                .map(|(index, message)| {
                    demands.push(Demand::Message(index));
                    (message, demands.len() - 1)
                })
                .collect();
            let gap = silent_diameter(&relaxed) + 1;
            let count = u32::try_from(count).ok()?;
            let (path, steps) = match mode {
                Mode::Strict => (Some(bound), bound.saturating_add(count.saturating_mul(gap))),
                Mode::Loose => (None, bound),
            };
            (Aim::Play { messages, path }, steps)
        }
    };
    let order = order(model, check, &demands, reason);
    let relaxation = Relaxation {
        demands: demands.len(),
        waivers,
        aim,
        steps,
    };
    Some(Charges {
        demands,
        relaxation,
        order,
    })
}

fn waivers(model: &Model, check: &Check, demands: &[Demand]) -> Vec<Waiver> {
    use crate::language::machines::Place::{Intermediate, State};
    let lifelines = model.lifelines_of(check);
    let mut waivers = Vec::new();
    for (demand, it) in demands.iter().enumerate() {
        let &(Demand::Trigger(machine, index) | Demand::Effects(machine, index)) = it else {
            continue;
        };
        let resolved = &model.machines[machine];
        let transition = &resolved.transitions[index];
        let (from, to) = match it {
            Demand::Trigger(..) => (State(transition.source), Intermediate(index)),
            _ => (Intermediate(index), State(transition.target)),
        };
        let all = lifelines.iter().enumerate();
        for (component, _) in all.filter(|(_, lifeline)| lifeline.machine == machine) {
            waivers.push(Waiver {
                component,
                from: place_number(resolved, from),
                to: place_number(resolved, to),
                demand,
            });
        }
    }
    waivers
}

fn order(model: &Model, check: &Check, demands: &[Demand], reason: Option<&Reason>) -> Vec<usize> {
    let lifelines = model.lifelines_of(check);
    let is_suspect = |machine: MachineId, index: TransitionId| {
        let inside = model.machines[machine].states.len() + index;
        let waits = reason.into_iter().flat_map(|it| &it.waits);
        let mut waits = waits.filter(|wait| lifelines[wait.lifeline].machine == machine);
        waits.any(|wait| usize::from(wait.place) == inside)
    };
    let mut order: Vec<_> = (0..demands.len()).collect();
    order.sort_by_key(|&index| match demands[index] {
        Demand::Trigger(machine, transition) => (0, is_suspect(machine, transition), index),
        Demand::Effects(machine, transition) => (1, is_suspect(machine, transition), index),
        Demand::Message(_) => (2, false, index),
    });
    order
}

impl Demand {
    /// Where the text makes the demand.
    #[must_use]
    pub fn span(self, model: &Model, check: &Check) -> Span {
        match (self, &check.question) {
            (Self::Trigger(machine, index) | Self::Effects(machine, index), _) => {
                model.machines[machine].transitions[index].span
            }
            (Self::Message(index), Question::Scenario { scenario, .. }) => {
                model.scenarios[*scenario].messages[index].span
            }
            (Self::Message(_), _) => check.span,
        }
    }

    /// What is demanded, in words; names stand in backticks.
    #[must_use]
    pub fn words(self, model: &Model, check: &Check) -> String {
        let symbol = |symbol: usize| format!("`{}`", model.symbols[symbol]);
        match self {
            Self::Trigger(machine, index) | Self::Effects(machine, index) => {
                let name = &model.machines[machine].name;
                let machine = &model.machines[machine];
                let transition = &machine.transitions[index];
                let (source, target) = (
                    &machine.states[transition.source].name,
                    &machine.states[transition.target].name,
                );
                let what = match (self, transition.trigger) {
                    (Self::Trigger(..), Some(trigger)) => {
                        format!("starts only when it receives {}", symbol(trigger))
                    }
                    _ => {
                        let effects: Vec<_> =
                            transition.effects.iter().map(|&it| symbol(it)).collect();
                        format!("ends only when {} is received", effects.join(" and "))
                    }
                };
                format!("`{source} --> {target}` of `{name}` {what}")
            }
            Self::Message(index) => {
                let Question::Scenario { scenario, .. } = check.question else {
                    return format!("message {}", index + 1);
                };
                let scenario = &model.scenarios[scenario];
                let message = &scenario.messages[index];
                format!(
                    "message {}: `{}` sends {} to `{}`",
                    index + 1,
                    scenario.lifelines[message.from].name,
                    symbol(message.symbol),
                    scenario.lifelines[message.to].name
                )
            }
        }
    }
}
