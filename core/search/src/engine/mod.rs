//! Engines: from a task to a finding with its evidence.
//!
//! Engines know networks, not languages; limits, the clock and the wish to stop come from outside.

mod answered;
pub mod blame;
pub mod bmc;
pub mod explicit;
pub mod gap;
pub mod induction;
pub mod portfolio;
mod race;
pub mod survey;
pub mod symbolic;
pub mod systems;

pub use crate::budget::{Limits, Reached, Stop, Unwatched, Watch};
use crate::cnf::{Formula, Lit};
use crate::network::{LocalPlace, Task};
use crate::sat::{Answer, Interrupted, Solver};

/// Makes fresh solvers; engines do not know which.
pub type Solvers<'s> = &'s dyn Fn() -> Box<dyn Solver + 's>;

/// Makes solvers that can be stopped.
pub type Backend<'b> = &'b dyn for<'a> Fn(&'a dyn Fn() -> bool) -> Box<dyn Solver + 'a>;

/// What an engine found out about a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The greatest value that was seen.
    pub value: u32,
    /// Whether that is all there is to have: the path shows what was asked for.
    pub met: bool,
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
        let value = task.objective.value(&task.network, &start);
        Self {
            value,
            met: task.objective.is_met(value),
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

/// Whether as much was found as engines have to look for.
#[must_use]
pub fn is_enough(task: &Task, value: u32) -> bool {
    value >= task.enough
}

/// A watch that is told of a depth which those who build formulas do not know.
struct Deep<'w> {
    watch: &'w mut dyn Watch,
    depth: u32,
}

impl Watch for Deep<'_> {
    fn keep_going(&mut self, reached: Reached) -> bool {
        let depth = reached.depth.max(self.depth);
        self.watch.keep_going(Reached { depth, ..reached })
    }

    fn now_ms(&self) -> f64 {
        self.watch.now_ms()
    }
}

/// Clauses that a solver reads between two looks at the watch.
const CLAUSES_PER_LOOK: usize = 20_000;

/// Has a solver read what a formula gained, and asks it. `memory` is what the solver may take.
fn ask(
    solver: &mut dyn Solver,
    (formula, read): (&Formula, &mut usize),
    assumptions: &[Lit],
    memory: u64,
    (watch, reached): (&mut dyn Watch, Reached),
) -> Result<Answer, Stop> {
    let too_much = |solver: &dyn Solver| solver.bytes() > memory;
    while solver.read_some(formula, read, CLAUSES_PER_LOOK) {
        if too_much(solver) {
            return Err(Stop::Memory);
        }
        let bytes = reached.bytes + solver.bytes();
        if !watch.keep_going(Reached { bytes, ..reached }) {
            return Err(Stop::Asked);
        }
    }
    solver.limit_bytes(memory);
    match solver.solve_under(assumptions) {
        Err(Interrupted) if too_much(solver) => Err(Stop::Memory),
        answer => Ok(answer?),
    }
}
