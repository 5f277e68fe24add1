//! What somebody sees of a run of statecharts who looks at the objects from outside.
//!
//! That is which object takes which event, or lets its time come, in which of its configurations, and where everybody is when
//! all are at rest, that is in no step and with no completion to handle. A configuration is what is active and the values of
//! variables. Not seen are completions, do behaviours, sending and waiting, what comes from outside before it is taken, and how
//! much time passes; they show by what is taken next.

use crate::language::statechart::model::{Atom, ObjectId, VertexId, VertexKind};
use crate::language::statechart::semantics::{
    Message, Move, ObjectState, ObjectStatus, StatechartSystem, SystemState,
};

/// What is seen of an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sight {
    /// The states that are active, and the final states of regions that have ended.
    pub active: Vec<VertexId>,
    /// The values of its variables.
    pub values: Vec<i64>,
    /// How it stands.
    pub status: ObjectStatus,
}

/// Something that is seen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seen {
    /// An object takes an event.
    Takes(ObjectId, Message, Sight),
    /// The time of a transition of an object has come, and it fires.
    Time(ObjectId, Sight),
    /// All are at rest.
    Rest(Vec<Sight>),
}

/// What is seen of an object in a state.
pub(super) fn sight(system: &StatechartSystem<'_>, state: &SystemState, object: ObjectId) -> Sight {
    let own = &state.objects[object];
    let model = system.machine().model;
    let chart = &model.charts[model.objects[object].chart];
    let is_seen = |vertex: &VertexId| {
        let kind = chart.vertices[*vertex].kind;
        matches!(kind, VertexKind::State | VertexKind::Final)
            && system.seen(Atom::In(object, *vertex), own) == 1
    };
    Sight {
        active: (0..chart.vertices.len()).filter(is_seen).collect(),
        values: own.values.clone(),
        status: own.status,
    }
}

/// What is seen of a step from a state, if anything.
#[must_use]
pub fn seen(system: &StatechartSystem<'_>, state: &SystemState, what: Move) -> Option<Seen> {
    match what {
        Move::Event(object) => {
            let first = state.objects[object].pool.first()?;
            let message = Message {
                caller: None,
                ..first.clone()
            };
            Some(Seen::Takes(object, message, sight(system, state, object)))
        }
        Move::Timed(object) => Some(Seen::Time(object, sight(system, state, object))),
        _ => None,
    }
}

/// Whether an object is in no step and has no completion to handle.
fn rests(system: &StatechartSystem<'_>, object: ObjectId, own: &ObjectState) -> bool {
    let completes = system.machine().completes(object, own);
    own.is_stable() && !completes && own.activities.iter().all(|it| it.waits)
}

/// What is seen where all are at rest.
#[must_use]
pub fn rest(system: &StatechartSystem<'_>, state: &SystemState) -> Option<Seen> {
    let mut objects = state.objects.iter().enumerate();
    let all = 0..state.objects.len();
    objects
        .all(|(object, own)| rests(system, object, own))
        .then(|| Seen::Rest(all.map(|it| sight(system, state, it)).collect()))
}
