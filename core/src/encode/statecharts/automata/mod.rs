//! Statecharts in UML's reading as a transition system: local automata that meet in their pools.
//!
//! What an object does by itself is asked of the definitions once for each of its states, with everything in it but its
//! pool, so every construct of the language is there. What makes a system of objects is written here and shares nothing
//! with the interpreter or with explicit search: pools and their bounds, whose turn it is, what comes from outside, calls
//! that wait, time, and when nobody can do anything.
//!
//! A step of the transition system is one that counts, followed by any number of those that do not, so depths are those
//! of the definitions. What a running step does without anybody noticing belongs to the move before it, but where an overflow
//! can end the run in the middle of it.

mod automaton;
mod closure;
mod layout;
mod members;
mod outside;
mod pools;
mod stuck;
#[cfg(test)]
mod tests;
mod writer;

use super::terms::{and, not, or};
use super::{Beyond, asks, fragment};
use crate::expression::{Sort, Term};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{Atom, Property, Query, Reading, Subject};
use crate::language::statechart::semantics::{Grain, Machine, StatechartSystem};
use crate::language::transitions::{Subject as Question, TransitionModel};
pub use layout::Places;
use writer::Writer;

/// Room in a queue that nobody fills: how much there is, is a matter of the system.
const ROOM_FOR_ALL: usize = 1 << 20;

/// A check as a transition system.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The system; its only question is the check's.
    pub model: TransitionModel,
    /// What its variables are.
    pub places: Places,
}

/// Writes a check of UML's reading.
///
/// # Errors
/// Says what cannot be written.
pub fn compose(model: &StatechartModel, property: &Property) -> Result<Composed, Beyond> {
    if property.reading != Reading::Uml {
        return Err(Beyond::Reading);
    }
    fragment::of_subject(&property.subject)?;
    let mut roomy = model.clone();
    for chart in &mut roomy.charts {
        chart.queue = ROOM_FOR_ALL;
    }
    let machine = Machine::new(&roomy, property.reading);
    let system = StatechartSystem::new(model, property.reading, Grain::Behaviour, false);
    // An overflow ends the run where every object is then: of its receiver, its sender and all others.
    let passes = !machine.can_overflow();
    let mut writer = Writer::new(model, &machine, passes)?;
    writer.step()?;
    let stable = writer.is_stable();
    let subject = match &property.subject {
        Subject::Always(query) => {
            let holds = asked(&writer, &system, query);
            Question::Always(or(vec![not(stable), holds]))
        }
        Subject::Reach(goals) => {
            let goals = goals
                .iter()
                .map(|it| and(vec![stable.clone(), asked(&writer, &system, it)]));
            Question::Reach(goals.collect())
        }
        Subject::Deadlock => Question::Reach(vec![writer.stuck(false)]),
        Subject::DeadlockAlone => Question::Reach(vec![writer.stuck(true)]),
        Subject::Scenario(..) => return Err(Beyond::Scenario),
        Subject::Same(_) => return Err(Beyond::Reading),
    };
    let Writer {
        mut out, places, ..
    } = writer;
    asks(&mut out, subject, property);
    Ok(Composed { model: out, places })
}

/// A condition over the variables of the system.
fn asked(writer: &Writer<'_>, system: &StatechartSystem<'_>, query: &Query) -> Term {
    let mut term = query.term.clone();
    let places = &writer.places;
    term.substitute(&|number| {
        let atom = query.atoms[number];
        let object = atom.object();
        let is = || places.is(object, |own| system.seen(atom, own) == 1);
        match atom {
            Atom::In(..) => is(),
            Atom::Variable(_, variable) => {
                let chart = &writer.model.charts[writer.model.objects[object].chart];
                let sort: &Sort = &chart.variables[variable].sort;
                places.value(object, sort, |own| system.seen(atom, own))
            }
            Atom::QueueSize(_) => places.length(object),
            Atom::Overflows(_) => writer.is_too_full(object),
            Atom::Ended(_) => writer.has_ended(object),
        }
    });
    term
}
