//! From lifelines of a model to a network.
//!
//! The halves of definition 2 become table entries: `s --tr/--> int(t)` is a silent move (tr = ε)
//! or a reception in the row of `s`; `int(t) --/eff--> s'` is a silent move (no effect) or the
//! sending in the row of `int(t)`.

use super::{Component, LocalPlace, Network};
use crate::language::machines::{Machine, Place};
use crate::language::{Lifeline, LifelineId, Model};

/// The number of a place inside its component.
///
/// The parser's limits keep states and transitions of a model well below 2^16 together.
#[must_use]
pub fn place_number(machine: &Machine, place: Place) -> LocalPlace {
    LocalPlace::try_from(machine.place_index(place)).expect("the language limits places to 2^16")
}

/// Compiles lifelines that start in their initial states, save those that `from` names.
///
/// Linear in the states and transitions of all lifelines.
#[must_use]
pub fn compile(model: &Model, lifelines: &[Lifeline], from: &[(LifelineId, Place)]) -> Network {
    let machine = |lifeline: &Lifeline| &model.machines[lifeline.machine];
    let mut start: Vec<_> = lifelines
        .iter()
        .map(|lifeline| {
            let machine = machine(lifeline);
            place_number(machine, Place::State(machine.initial))
        })
        .collect();
    for &(lifeline, place) in from {
        start[lifeline] = place_number(machine(&lifelines[lifeline]), place);
    }
    Network {
        components: lifelines
            .iter()
            .map(|lifeline| component(machine(lifeline)))
            .collect(),
        start,
    }
}

fn component(machine: &Machine) -> Component {
    let mut component = Component::idle(machine.place_count());
    for (index, state) in machine.states.iter().enumerate() {
        component.places[index].is_final = state.is_final;
    }
    for (index, transition) in machine.transitions.iter().enumerate() {
        let number = |place| place_number(machine, place);
        let source = number(Place::State(transition.source));
        let inside = number(Place::Intermediate(index));
        let target = number(Place::State(transition.target));
        let trigger = transition.trigger;
        component.enter([source, inside, target], trigger, &transition.effects);
    }
    component
}
