//! What happens with events at an entry of a run of statecharts, what waits, and what was read. The words for it stand in `wording::events`.

use serde::{Deserialize, Serialize};

/// What happens with an event, or that time passes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// So many units of time pass.
    Time(u64),
    /// An object takes an event out of its queue.
    Dispatched {
        /// The object.
        by: String,
        /// The event.
        event: Occurrence,
        /// What becomes of it.
        becomes: Dispatch,
    },
    /// An event is sent.
    Sent {
        /// Who sends it.
        from: Sender,
        /// The object it is sent to.
        to: String,
        /// The event.
        event: Occurrence,
        /// Whether it is lost: no object receives it, or there is no room for it.
        is_lost: bool,
    },
}

impl Event {
    /// Whether something is sent.
    #[must_use]
    pub fn is_sent(&self) -> bool {
        matches!(self, Self::Sent { .. })
    }
}

/// Who sends an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sender {
    /// An object.
    Object(String),
    /// The environment, as the text says.
    Environment,
    /// The user who makes a run by hand, in place of the environment.
    Hand,
}

/// What becomes of an event that an object takes out of its queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dispatch {
    /// Something comes of it.
    Taken,
    /// It waits on, until the state that defers it is left.
    Deferred,
    /// Nothing comes of it.
    Discarded,
}

/// An event with what it brings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Occurrence {
    /// The name of the event.
    pub name: String,
    /// The values that it brings, as the language writes them.
    pub arguments: Vec<String>,
}

/// An input that a guard has read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InputRead {
    /// The object whose guard it is.
    pub object: String,
    /// The input.
    pub name: String,
    /// What it was.
    pub value: String,
}

/// What waits for an object, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queue {
    /// What it takes next.
    pub pool: Vec<Occurrence>,
    /// What is put aside until its state is left.
    pub deferred: Vec<Occurrence>,
}

impl Queue {
    /// How many events wait.
    #[must_use]
    pub fn count(&self) -> usize {
        self.pool.len() + self.deferred.len()
    }
}
