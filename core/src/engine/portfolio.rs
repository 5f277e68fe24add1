//! The portfolio: what is cheap goes first, what is strong goes where the cheap gives up.
//!
//! 1. Small state spaces: explicit search to the end, which covers every length at once.
//! 2. Bounds: ceilings on what any run can do. Where the start already meets a ceiling, the answer
//!    is there; else the ceiling tells the engines when they have found enough.
//! 3. Explicit search with a small budget: to the end, then up to the bound.
//! 4. With a bound: SAT. Without: explicit search with the whole budget, then induction.

use super::bmc::Bmc;
use super::{Coverage, Finding, Limits, Reached, Solvers, Stop, Watch, explicit, is_full};
use crate::bounds::{Ceilings, by_pairs, by_steps};
use crate::cnf::{Formula, Lit};
use crate::network::{PlaceSet, Task};

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
    /// A bound alone.
    Bounds,
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
            Self::Bounds => "bounds",
            Self::Explicit => "explicit",
            Self::Sat => "sat",
        }
    }
}

/// Explicit search with this budget runs before SAT.
const SMALL: Limits = Limits {
    states: 4_000,
    transactions: 20_000,
    clauses: 0,
    few_states: 0,
};

/// A survey may cost more than an answer: it visits every state within the bound.
const SURVEY: Limits = Limits {
    states: 200_000,
    transactions: 3_000_000,
    ..SMALL
};

/// An answer with what is needed to ask on.
pub struct Answered<'t, 's> {
    /// What was found.
    pub finding: Finding,
    /// Who found it.
    pub engine: Engine,
    /// The ceilings, where they were computed.
    pub ceilings: Option<Ceilings>,
    task: &'t Task,
    limits: Limits,
    bmc: Option<Bmc<'t, 's>>,
}

/// Computes the ceilings of a task and notes in it how much is enough. Not for small state spaces,
/// where an exhaustive visit is as quick and says more.
pub fn prepare(task: &mut Task, choice: Choice, limits: &Limits) -> Option<Ceilings> {
    let combinations = task
        .sizes()
        .iter()
        .fold(1_u64, |product, &size| product.saturating_mul(size as u64));
    if choice != Choice::Auto || combinations <= limits.few_states {
        return None;
    }
    let mut ceilings = by_steps(task)?;
    let start = task.objective.value(&task.network, &task.start());
    if start < ceilings.always {
        ceilings = by_pairs(task, ceilings);
    }
    task.enough = ceilings.least();
    Some(ceilings)
}

/// Answers a prepared task with one engine after the other.
pub fn solve<'t, 's>(
    task: &'t Task,
    ceilings: Option<Ceilings>,
    choice: Choice,
    limits: &Limits,
    solvers: Solvers<'s>,
    watch: &mut dyn Watch,
) -> Answered<'t, 's> {
    let answered = |finding: Finding, engine: Engine| Answered {
        finding,
        engine,
        ceilings,
        task,
        limits: *limits,
        bmc: None,
    };
    if let Some(finding) = at_the_start(task)
        .filter(|found| ceilings.is_some() || choice == Choice::Auto && is_full(task, found.value))
    {
        return answered(finding, Engine::Bounds).covered();
    }
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
            let finding = explicit::solve(&with_bound(task, bound), &budget, watch);
            let found = answered(finding, Engine::Explicit).covered();
            let asked = found.finding.coverage == Coverage::Open(Stop::Asked);
            if asked || found.settles(task) {
                return found;
            }
            last = Some(found);
            if task.bound.is_none() {
                break;
            }
        }
    }
    match last {
        Some(found) if choice == Choice::Explicit => found,
        last => {
            let mut bmc = Bmc::new(task, limits, solvers());
            if task.bound.is_none() {
                bmc = bmc.with_induction(limits, solvers);
            }
            let mut found = answered(bmc.run(watch), Engine::Sat).covered();
            found.bmc = Some(bmc);
            found.at_least(last.map_or(0, |explicit| explicit.finding.reached.depth))
        }
    }
}

/// The start itself, where it already has all that is possible.
fn at_the_start(task: &Task) -> Option<Finding> {
    let start = task.start();
    let value = task.objective.value(&task.network, &start);
    (value >= task.enough).then(|| Finding {
        value,
        depth: 0,
        path: vec![start],
        coverage: Coverage::Every,
        reached: Reached::default(),
    })
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
            few_states: other.few_states,
        }
    }
}

impl Answered<'_, '_> {
    /// Whether the finding settles the task: for a search without a bound, the best that exists
    /// must also be there within the task's bound.
    fn settles(&self, task: &Task) -> bool {
        let in_time = task.bound.is_none_or(|bound| self.finding.depth <= bound);
        in_time && !matches!(self.finding.coverage, Coverage::Open(_))
    }

    /// What a finding covers that stopped at a ceiling: every length only if the ceiling does.
    fn covered(mut self) -> Self {
        if self.is_bounded() && self.ceilings.is_some_and(|c| self.finding.value < c.always) {
            self.finding.coverage = Coverage::Bound;
        }
        self
    }

    /// Whether a ceiling, not a search, says that there is nothing greater.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        let stopped_early = self.finding.value >= self.task.enough;
        stopped_early
            && self.ceilings.is_some()
            && !is_full(self.task, self.finding.value)
            && !matches!(self.finding.coverage, Coverage::Open(_))
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

    /// The formula of the induction step and the literal that contradicts it, where the answer
    /// rests on one.
    #[must_use]
    pub fn induction(&self) -> Option<(&Formula, Lit)> {
        self.bmc.as_ref().and_then(Bmc::induction)
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
        let limits = SURVEY.at_most(&self.limits);
        let (finding, met) = explicit::survey(self.task, &limits, watch, regions);
        (!matches!(finding.coverage, Coverage::Open(_))).then_some(met)
    }
}
