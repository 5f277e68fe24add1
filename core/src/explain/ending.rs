//! Deadlocks that look like ends: nothing can happen, and nobody has anything left to do.
//!
//! By decision 8 a stuck state is a deadlock as long as some lifeline is not in a state marked final. Who
//! writes a protocol that ends often does not mark its ends. A lifeline looks as if it had ended where its
//! state has no transitions, and as if it were *at rest* where it only takes messages and could be without
//! ever having had one: a server that has served and waits for the next request. One that waits anywhere
//! else is in the middle of something, and then nothing is said: there a message is missing.

use crate::language::machines::{GlobalState, Machine, MachineId, Place, StateId};
use crate::language::{Lifeline, LifelineId, Model};

/// A stuck state that looks like an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The states that are not marked as final, each once, in the order of the lifelines.
    pub unmarked: Vec<(MachineId, StateId)>,
    /// Whether every lifeline is in a state that it never leaves; else some are at rest.
    pub is_left_by_nobody: bool,
}

/// What is missing to make a stuck state an end; `None` where it does not look like one, or is one.
#[must_use]
pub fn ending(
    model: &Model,
    lifelines: &[Lifeline],
    from: &[(LifelineId, Place)],
    state: &GlobalState,
) -> Option<Ending> {
    let mut ending = Ending {
        unmarked: Vec::new(),
        is_left_by_nobody: true,
    };
    let mut has_ended = false;
    for (index, (lifeline, &place)) in lifelines.iter().zip(state).enumerate() {
        let machine = &model.machines[lifeline.machine];
        let Place::State(here) = place else {
            return None;
        };
        let is_final = machine.states[here].is_final;
        let is_left = machine.transitions.iter().any(|it| it.source == here);
        let start = from.iter().find(|(it, _)| *it == index);
        let start = start.map_or(Place::State(machine.initial), |&(_, place)| place);
        if is_left && !is_final && !is_at_rest(machine, start, here) {
            return None;
        }
        has_ended |= is_final || !is_left;
        ending.is_left_by_nobody &= !is_left;
        let mark = (lifeline.machine, here);
        if !is_final && !ending.unmarked.contains(&mark) {
            ending.unmarked.push(mark);
        }
    }
    // Where all are at rest nothing has begun.
    (has_ended && !ending.unmarked.is_empty()).then_some(ending)
}

/// Whether a lifeline can be in a state before it has had any message.
fn is_at_rest(machine: &Machine, start: Place, state: StateId) -> bool {
    let mut places = vec![start];
    let mut at = 0;
    while let Some(&place) = places.get(at) {
        at += 1;
        let next: Vec<_> = match place {
            Place::Intermediate(index) if machine.transitions[index].effects.is_empty() => {
                vec![Place::State(machine.transitions[index].target)]
            }
            Place::Intermediate(_) => Vec::new(),
            Place::State(source) => {
                let all = machine.transitions.iter().enumerate();
                let own = all.filter(|(_, it)| it.source == source && it.trigger.is_none());
                own.map(|(index, _)| Place::Intermediate(index)).collect()
            }
        };
        for place in next {
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    places.contains(&Place::State(state))
}

impl Ending {
    /// What the state looks like and what to write if that is meant; names stand in backticks.
    #[must_use]
    pub fn sentence(&self, model: &Model) -> String {
        let marks: Vec<_> = self
            .unmarked
            .iter()
            .map(|&(machine, state)| {
                let machine = &model.machines[machine];
                format!(
                    "`{} --> [*]` in `{}`",
                    machine.states[state].name, machine.name
                )
            })
            .collect();
        let marks = super::phrase::list(&marks, "and");
        if self.is_left_by_nobody {
            format!(
                "Every lifeline is in a state that it never leaves; if that is where it should end, \
                 write {marks}."
            )
        } else {
            format!(
                "Every lifeline is in a state that it never leaves or where it may end, or waits where \
                 it could wait before its first message; if that is where it should end, write {marks}."
            )
        }
    }
}
