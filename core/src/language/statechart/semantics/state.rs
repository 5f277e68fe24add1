//! States of a system of statecharts: the tuples of the rules (section 2), one for each object, and what comes from outside.

use super::super::model::{Chart, EventId, ObjectId, TransitionId, VertexId};
use super::code::Position;
use super::marks::{Clocks, Marks};
use super::term::Term;

/// A state of the whole system.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SystemState {
    /// The objects.
    pub objects: Vec<ObjectState>,
    /// How far each script has got.
    pub scripts: Vec<ScriptState>,
    /// What was shown last, where that is a part of states, and whether an even number of times before.
    pub shown: Option<(Vec<usize>, bool)>,
}

/// How far what comes from outside has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScriptState {
    /// The next stimulus, of a script with an order.
    pub next: usize,
    /// Whether it waits for the end of a call.
    pub waits: bool,
}

/// The state of an object: ⟨A, F, E, R, K, P, D, X, J, H, σ, σ₀, τ, status⟩.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectState {
    /// A: the active states.
    pub active: Marks,
    /// F: the regions that are complete.
    pub complete: Marks,
    /// E: the states whose entry behaviour is done.
    pub entered: Marks,
    /// R: the states that have raised their completion event.
    pub raised: Marks,
    /// K: completion events, the oldest first.
    pub completions: Vec<VertexId>,
    /// P: the event pool, the oldest first.
    pub pool: Vec<Message>,
    /// How many events at the front of the pool are SCXML's internal queue.
    pub internal: usize,
    /// D: deferred events with the deferring state, in order of deferral.
    pub deferred: Vec<(Message, VertexId)>,
    /// X: running do behaviours, in the order of their states.
    pub activities: Vec<Activity>,
    /// J: traversed incoming segments of joins.
    pub joined: Marks,
    /// H: for each region the state that was left last.
    pub history: Vec<Option<VertexId>>,
    /// σ: the values of variables.
    pub values: Vec<i64>,
    /// σ₀: those at the dispatch of the present step; empty between steps.
    pub dispatched: Vec<i64>,
    /// For each timed state how long it has been active.
    pub clocks: Clocks,
    /// e: the event of the present step.
    pub current: Option<Message>,
    /// τ: the rest of the running step.
    pub rest: Term,
    /// How it stands.
    pub status: ObjectStatus,
}

impl ObjectState {
    /// A vertex is no longer completed, as BMC4UML counts it.
    pub(super) fn forget(&mut self, vertex: VertexId) {
        self.raised.set(vertex, false);
        self.completions.retain(|&it| it != vertex);
    }

    /// An object that runs with so many regions: nothing is active, nothing waits, and its variables have no values yet.
    pub(super) fn empty(regions: usize) -> Self {
        Self {
            active: Marks::default(),
            complete: Marks::default(),
            entered: Marks::default(),
            raised: Marks::default(),
            completions: Vec::new(),
            pool: Vec::new(),
            internal: 0,
            deferred: Vec::new(),
            activities: Vec::new(),
            joined: Marks::default(),
            history: vec![None; regions],
            values: Vec::new(),
            dispatched: Vec::new(),
            clocks: Clocks::default(),
            current: None,
            rest: Term::Done,
            status: ObjectStatus::Run,
        }
    }

    /// The same for an object of a statechart.
    #[must_use]
    pub fn of(chart: &Chart) -> Self {
        Self::empty(chart.regions.len())
    }
}

/// An event with what it brings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Message {
    /// The event.
    pub event: EventId,
    /// What it brings.
    pub arguments: Vec<i64>,
    /// The script that waits for its end.
    pub caller: Option<usize>,
}

/// A running do behaviour.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Activity {
    /// Its state.
    pub state: VertexId,
    /// How far it has got.
    pub at: Position,
    /// Whether it is registered for the event that it accepts next.
    pub waits: bool,
    /// What the event of the step in which it began, or that it accepted last, brought.
    pub data: Vec<i64>,
}

/// How an object stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectStatus {
    /// It goes on.
    Run,
    /// All its top regions are complete.
    Final,
    /// A terminate pseudostate was entered.
    Terminated,
    /// Something happened that must not.
    Fault(Fault),
}

impl ObjectStatus {
    /// Whether the object has come to its end.
    #[must_use]
    pub fn is_ended(self) -> bool {
        matches!(self, Self::Final | Self::Terminated)
    }
}

/// What must not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// No way out of a choice is open.
    NoWayOut(VertexId),
    /// A value is outside the range of its variable, or there is none.
    Value(usize),
    /// An event is sent to nobody.
    NoReceiver,
    /// The queue of the object has no room.
    Overflow,
    /// A step does not come to its end.
    Endless,
    /// The value of an integer without a range needs more than 64 bits: a limit of the analysis, not of the model.
    Beyond64Bits(usize),
}

impl Fault {
    /// Its number in a state vector, from 3 on; and the number of what it is about.
    #[must_use]
    pub fn number(self) -> (i64, usize) {
        match self {
            Self::NoWayOut(vertex) => (3, vertex),
            Self::Value(variable) => (4, variable),
            Self::NoReceiver => (5, 0),
            Self::Overflow => (6, 0),
            Self::Endless => (7, 0),
            Self::Beyond64Bits(variable) => (8, variable),
        }
    }
}

/// A message on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sending {
    /// Who sends it; `None` where it comes from outside.
    pub from: Option<ObjectId>,
    /// Who receives it.
    pub to: ObjectId,
    /// The event with what it brings.
    pub message: Message,
    /// Where it is put.
    pub put: Put,
}

/// Where an event is put that is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Put {
    /// Nowhere: its receiver takes no more, or has no room for it.
    #[default]
    Nowhere,
    /// Behind all that waits.
    Last,
    /// Behind the last of SCXML's internal queue.
    Internal,
}

/// What a step shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What behaviours show, in order.
    pub labels: Vec<usize>,
    /// What is sent, in order.
    pub sent: Vec<Sending>,
    /// The transitions and segments that fire, in order.
    pub fired: Vec<(ObjectId, TransitionId)>,
    /// The inputs that guards read, each with what it was, in order.
    pub read: Vec<(ObjectId, usize, i64)>,
    /// The states that are left and give back what they deferred, in order.
    pub freed: Vec<(ObjectId, VertexId)>,
}

impl ObjectState {
    /// The active state of a region.
    #[must_use]
    pub fn active_in(&self, vertices: &[VertexId]) -> Option<VertexId> {
        vertices.iter().copied().find(|&it| self.active[it])
    }

    /// Takes the event at the head of the pool.
    pub fn take_head(&mut self) -> Option<Message> {
        self.internal = self.internal.saturating_sub(1);
        (!self.pool.is_empty()).then(|| self.pool.remove(0))
    }

    /// Puts an event into the pool: behind what is there, or behind the last of the internal queue.
    pub fn put(&mut self, message: Message, internal: bool) {
        match internal {
            true => {
                self.pool.insert(self.internal, message);
                self.internal += 1;
            }
            false => self.pool.push(message),
        }
    }

    /// Forgets all events that wait.
    pub fn forget_pool(&mut self) {
        self.pool.clear();
        self.internal = 0;
    }

    /// Whether it ended since a value needs more than 64 bits.
    #[must_use]
    pub fn exceeds_bits(&self) -> bool {
        matches!(self.status, ObjectStatus::Fault(Fault::Beyond64Bits(_)))
    }

    /// Whether no step is running.
    #[must_use]
    pub fn is_stable(&self) -> bool {
        self.rest.is_done()
    }

    /// Whether its queue has overflowed, where that is an error.
    #[must_use]
    pub fn overflows(&self) -> bool {
        self.status == ObjectStatus::Fault(Fault::Overflow)
    }
}
