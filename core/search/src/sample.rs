//! Models of the languages as tasks of this crate, for its unit tests.
//!
//! While this crate's own tests are compiled, the crate that the languages build on is another copy of it, whose types are not
//! these. So what languages make is carried over by hand, and what was found is carried back to be judged.

use lockstep_core::language::machines::Place;
use lockstep_core::language::{Check, Lifeline, LifelineId, Model};
use lockstep_core::{engine as theirs, network as tables, question};

use crate::engine::Finding;
use crate::network::{
    Component, LocalMoves, Network, Objective, PlaceSet, ScenarioMessage, Send, Task,
};

/// The network of some lifelines.
pub fn compile(model: &Model, lifelines: &[Lifeline], from: &[(LifelineId, Place)]) -> Network {
    network(&tables::compile(model, lifelines, from))
}

/// The task of a check.
pub fn task(model: &Model, check: &Check) -> Task {
    let task = question::task(model, check);
    Task {
        network: network(&task.network),
        observed: messages(&task.observed),
        objective: objective(&task.objective),
        enough: task.enough,
        bound: task.bound,
    }
}

/// The messages of a scenario.
pub fn messages_of(model: &Model, scenario: usize) -> Vec<ScenarioMessage> {
    messages(&question::messages_of(&model.scenarios[scenario].messages))
}

/// Whether the run of a finding is one of the definitions and shows what was found.
pub fn is_witnessed(model: &Model, check: &Check, finding: &Finding) -> bool {
    let found = theirs::Finding {
        value: finding.value,
        met: finding.met,
        depth: finding.depth,
        shortest: finding.shortest,
        path: finding.path.clone(),
        coverage: theirs::Coverage::Every,
        reached: theirs::Reached::default(),
    };
    question::witness(model, check, &question::task(model, check), &found).is_ok()
}

fn network(network: &tables::Network) -> Network {
    let row = |row: &tables::LocalMoves| LocalMoves {
        silent: row.silent.clone(),
        send: row.send.as_ref().map(|send| Send {
            effects: send.effects.clone(),
            to: send.to,
        }),
        receive: row.receive.clone(),
        is_final: row.is_final,
    };
    let component = |component: &tables::Component| Component {
        places: component.places.iter().map(row).collect(),
    };
    Network {
        components: network.components.iter().map(component).collect(),
        start: network.start.clone(),
    }
}

fn messages(messages: &[tables::ScenarioMessage]) -> Vec<ScenarioMessage> {
    let message = |it: &tables::ScenarioMessage| ScenarioMessage {
        from: it.from,
        to: it.to,
        symbol: it.symbol,
    };
    messages.iter().map(message).collect()
}

fn objective(objective: &tables::Objective) -> Objective {
    let tables::Objective::Allowed {
        max,
        numbers,
        by_place,
    } = objective
    else {
        return Objective::Stuck;
    };
    let size = *numbers as usize + 1;
    let set = |from: &tables::PlaceSet| {
        let mut set = PlaceSet::empty(size);
        for number in (0..size).filter(|&it| from.contains(it)) {
            set.insert(number);
        }
        set
    };
    let row = |row: &Vec<tables::PlaceSet>| row.iter().map(set).collect();
    Objective::Allowed {
        max: *max,
        numbers: *numbers,
        by_place: by_place.iter().map(row).collect(),
    }
}
