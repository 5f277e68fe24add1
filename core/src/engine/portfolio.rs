//! The portfolio: the cheap engine first, the strong one where it gives up.
//!
//! 1. Explicit search to the end, with a small budget: covers every length at once.
//! 2. With a bound: explicit search up to the bound, with the same budget; then SAT.
//! 3. Without a bound: explicit search with the whole budget; then SAT for a witness.

use super::bmc::Bmc;
use super::{Coverage, Finding, Limits, Reached, Stop, Watch, explicit};
use crate::cnf::{Formula, Lit};
use crate::network::{PlaceSet, Task};
use crate::sat::Solver;

/// Which engines may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// As the portfolio sees fit.
    #[default]
    Auto,
    /// Explicit search only.
    Explicit,
    /// SAT only.
    Sat,
}

/// The engine that gave an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Explicit search.
    Explicit,
    /// Bounded model checking with a solver.
    Sat,
}

impl Engine {
    /// The name in options and answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Explicit => "explicit",
            Self::Sat => "sat",
        }
    }
}

/// Makes fresh solvers; the portfolio does not know which.
pub type Solvers<'s> = &'s dyn Fn() -> Box<dyn Solver + 's>;

/// Explicit search with this budget runs before anything else.
const SMALL: Limits = Limits {
    states: 20_000,
    transactions: 300_000,
    clauses: 0,
};

/// An answer with what is needed to ask on.
pub struct Answered<'t, 's> {
    /// What was found.
    pub finding: Finding,
    /// Who found it.
    pub engine: Engine,
    task: &'t Task,
    limits: Limits,
    bmc: Option<Bmc<'t, 's>>,
}

/// Answers a task with one engine after the other.
pub fn solve<'t, 's>(
    task: &'t Task,
    choice: Choice,
    limits: &Limits,
    solvers: Solvers<'s>,
    watch: &mut dyn Watch,
) -> Answered<'t, 's> {
    let explicitly = |limits: &Limits, bound: Option<u32>, watch: &mut dyn Watch| Answered {
        finding: explicit::solve(&with_bound(task, bound), limits, watch),
        engine: Engine::Explicit,
        task,
        limits: *limits,
        bmc: None,
    };
    let budgets: &[Limits] = match choice {
        Choice::Auto if task.bound.is_some() => &[SMALL],
        Choice::Auto => &[SMALL, *limits],
        Choice::Explicit => &[*limits],
        Choice::Sat => &[],
    };
    let mut last = None;
    for budget in budgets {
        let budget = budget.at_most(limits);
        for bound in [None, task.bound] {
            let answered = explicitly(&budget, bound, watch);
            if answered.covers(task) || answered.finding.coverage == Coverage::Open(Stop::Asked) {
                return answered;
            }
            last = Some(answered);
            if task.bound.is_none() {
                break;
            }
        }
    }
    match last {
        Some(answered) if choice == Choice::Explicit => answered,
        last => {
            let mut bmc = Bmc::new(task, limits, solvers());
            let finding = bmc.run(watch);
            let deepest = last.map_or(0, |explicit| explicit.finding.reached.depth);
            let answered = Answered {
                finding,
                engine: Engine::Sat,
                task,
                limits: *limits,
                bmc: Some(bmc),
            };
            answered.at_least(deepest)
        }
    }
}

fn with_bound(task: &Task, bound: Option<u32>) -> Task {
    Task {
        bound,
        ..task.clone()
    }
}

impl Limits {
    /// The smaller of both, limit by limit.
    fn at_most(&self, other: &Self) -> Self {
        Self {
            states: self.states.min(other.states),
            transactions: self.transactions.min(other.transactions),
            clauses: self.clauses.min(other.clauses),
        }
    }
}

impl Answered<'_, '_> {
    /// Whether the finding settles the task: for a search without a bound, the best that exists
    /// must also be there within the task's bound.
    fn covers(&self, task: &Task) -> bool {
        match self.finding.coverage {
            Coverage::Every => task.bound.is_none_or(|bound| self.finding.depth <= bound),
            Coverage::Bound => true,
            Coverage::Open(_) => false,
        }
    }

    /// Notes that another engine had covered more lengths before this one gave up.
    fn at_least(mut self, depth: u32) -> Self {
        let reached: &mut Reached = &mut self.finding.reached;
        reached.depth = reached.depth.max(depth);
        self
    }

    /// Milliseconds that were spent on building formulas.
    #[must_use]
    pub fn encode_ms(&self) -> f64 {
        self.bmc.as_ref().map_or(0.0, Bmc::encode_ms)
    }

    /// The formula that was built, and the literal that contradicts it where the answer is that
    /// there is nothing greater within the bound.
    #[must_use]
    pub fn formula(&self) -> Option<(&Formula, Option<Lit>)> {
        self.bmc.as_ref().map(|bmc| (bmc.formula(), bmc.refuted()))
    }

    /// Says for each region whether a state of greatest value within the bound lies in it; `None`
    /// where a limit was hit.
    pub fn survey(
        &mut self,
        regions: &[Vec<PlaceSet>],
        watch: &mut dyn Watch,
    ) -> Option<Vec<bool>> {
        if let Some(bmc) = &mut self.bmc {
            return bmc.survey(regions).ok();
        }
        let (finding, met) = explicit::survey(self.task, &self.limits, watch, regions);
        (!matches!(finding.coverage, Coverage::Open(_))).then_some(met)
    }
}
