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
mod fragments;
mod hand;
mod known;
mod machines;
mod model;
mod named;
mod onward;
mod outside;
mod run;
mod shown;
mod space;
mod stepwise;
mod traces;
mod transitions;

use crate::text::{Diagnostic, Severity};

pub use all::{simulate_all, simulate_run_to, simulate_states_to};
pub use chance::simulate_by_chance;
pub(super) use fragments::{grain, rules};
pub use hand::simulate_by_hand;
pub use model::{Goal, Listed, Offers, Simulate, SimulatedModel, Tracked, Wanted};
pub use onward::onward_by_answer;

pub use run::{simulate_run, simulate_run_tracking};
pub use space::simulate_space;

pub use traces::simulate_traces;

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

impl NoSimulation {
    /// Refuses a text with errors.
    fn of(diagnostics: &[Diagnostic]) -> Result<(), Self> {
        match diagnostics.iter().any(|it| it.severity == Severity::Error) {
            true => Err(Self::Errors),
            false => Ok(()),
        }
    }
}

/// A kind of model that is run. Code that no value refers to is not in the program, so a part of it that runs one kind is
/// without the others.
#[derive(Clone, Copy)]
pub struct SimulatedKind {
    simulate: &'static dyn Simulate,
}

impl SimulatedKind {
    /// Communicating machines.
    pub const MACHINES: Self = Self::new(&machines::Machines);

    /// A transition system.
    pub const TRANSITIONS: Self = Self::new(&transitions::Transitions);

    /// Statecharts.
    pub const STATECHARTS: Self = Self::new(&charts::Statecharts);

    /// What opens models of one kind.
    #[must_use]
    pub const fn new(simulate: &'static dyn Simulate) -> Self {
        Self { simulate }
    }

    /// What a terminal offers in runs of this kind.
    #[must_use]
    pub fn offers(self) -> Offers {
        self.simulate.offers()
    }
}

impl PartialEq for SimulatedKind {
    fn eq(&self, other: &Self) -> bool {
        self.simulate.name() == other.simulate.name()
    }
}

impl std::fmt::Debug for SimulatedKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.simulate.name())
    }
}
