//! Requests to run a model: by hand, by chance, and every way there is.
//!
//! A run by hand is a list of numbers, one for each choice, the first for the start. So a request says
//! everything, nobody has to remember a session, and a run can be sent as a link.

mod all;
mod along;
mod blocked;
mod chance;
mod charts;
mod ending;
mod hand;
mod machines;
mod named;
mod onward;
mod outside;
mod run;
mod space;
mod stage;
mod staged;
mod step_in_words;
mod transitions;

pub use all::{simulate_all, simulate_run_to, simulate_states_to};
pub use chance::simulate_by_chance;
pub use charts::simulate_traces;
pub use hand::simulate_by_hand;
pub use onward::onward_by_answer;
pub use run::{simulate_run, simulate_run_tracking};
pub use space::simulate_space;
pub(super) use staged::{grain, rules};

/// Why a model cannot be simulated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSimulation {
    /// The text has errors.
    Errors,
    /// An option has a value that does not exist, or what is to be tracked cannot be read.
    Option(String),
    /// A choice of the run is not possible: the number of the choice, from 0.
    Choice(usize),
    /// There are more different runs than can be drawn.
    TooMany,
}

/// What kind of model a text holds: how a text of it is made ready. Code that no value refers to is not in the program,
/// so a part of it that runs one kind is without the others.
#[derive(Clone, Copy)]
pub struct SimulatedKind {
    name: &'static str,
    stage: stage::Staging,
}

impl SimulatedKind {
    /// Communicating machines.
    pub const MACHINES: Self = Self {
        name: "machines",
        stage: staged::machines_staged,
    };

    /// A transition system.
    pub const TRANSITIONS: Self = Self {
        name: "transitions",
        stage: staged::transitions_staged,
    };

    /// Statecharts.
    pub const STATECHARTS: Self = Self {
        name: "statecharts",
        stage: charts::charts_staged,
    };
}

impl PartialEq for SimulatedKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl std::fmt::Debug for SimulatedKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}
