//! Engines: from a task to a finding with its evidence.
//!
//! Engines know networks, not languages; limits, the clock and the wish to stop come from outside.

pub mod blame;
pub mod bmc;
pub mod explicit;
pub mod gap;
mod induction;
pub mod portfolio;
pub mod survey;
pub mod symbolic;
pub mod systems;

use crate::network::{LocalPlace, Task};
use crate::sat::Solver;

/// Makes fresh solvers; engines do not know which.
pub type Solvers<'s> = &'s dyn Fn() -> Box<dyn Solver + 's>;

/// How far an engine got, told to a [`Watch`] now and then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Every path of at most so many transactions is covered.
    pub depth: u32,
    /// Global states visited, those included that differ from a visited one only in which of several
    /// equal lifelines is where.
    pub states: u64,
    /// Clauses built.
    pub clauses: u64,
}

/// Somebody outside who is told how far a search got and may ask it to stop.
pub trait Watch {
    /// Told now and then; `false` asks the engine to stop.
    fn keep_going(&mut self, reached: Reached) -> bool;

    /// Milliseconds since some fixed moment; 0 where there is no clock.
    fn now_ms(&self) -> f64 {
        0.0
    }
}

/// A watch that never stops anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn keep_going(&mut self, _reached: Reached) -> bool {
        true
    }
}

/// What an engine may use before it gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most global states that explicit search may hold.
    pub states: u64,
    /// Most transactions that explicit search may try.
    pub transactions: u64,
    /// Most clauses of a formula.
    pub clauses: u64,
    /// State spaces of at most so many combinations of places are searched to the end before
    /// anything else is tried.
    pub few_states: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            states: 2_000_000,
            transactions: 50_000_000,
            clauses: 5_000_000,
            few_states: 100_000,
        }
    }
}

/// What an engine found out about a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The greatest value that was seen.
    pub value: u32,
    /// The transactions of the path: the fewest to a state of this value where it is `shortest`.
    pub depth: u32,
    /// Whether it is known that no shorter path leads to a state of this value. Engines see to it
    /// where the path is a witness; where it only shows the longest prefix of a scenario that
    /// cannot be played, any path will do.
    pub shortest: bool,
    /// A path to a state of this value: all states on it with all their coordinates.
    pub path: Vec<Vec<LocalPlace>>,
    /// What is known of greater values.
    pub coverage: Coverage,
    /// How far the search got.
    pub reached: Reached,
}

impl Finding {
    /// What is known before any search: the start has its value, and a path to itself.
    #[must_use]
    pub fn start(task: &Task) -> Self {
        let start = task.start();
        Self {
            value: task.objective.value(&task.network, &start),
            depth: 0,
            shortest: true,
            path: vec![start],
            coverage: Coverage::Open(Stop::Size),
            reached: Reached::default(),
        }
    }
}

/// How much of the question a finding covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// No path of any length gives more.
    Every,
    /// No path within the bound gives more.
    Bound,
    /// A limit was hit or somebody asked to stop: there may be more.
    Open(Stop),
}

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Somebody outside asked for it. Why, engines do not know.
    Asked,
    /// Somebody outside asked for it because the time was over; said by who knows that.
    Late,
    /// More global states than allowed.
    States,
    /// More transactions than allowed.
    Transactions,
    /// More clauses than allowed.
    Clauses,
    /// The engine cannot handle a network of this size.
    Size,
}

/// Whether as much was found as engines have to look for.
#[must_use]
pub fn is_enough(task: &Task, value: u32) -> bool {
    value >= task.enough
}

/// Whether the objective's greatest value was found: the goal, the whole scenario, a deadlock.
#[must_use]
pub fn is_full(task: &Task, value: u32) -> bool {
    value == task.objective.max()
}
