//! The portfolio: what is cheap goes first, what is strong goes where the cheap gives up.
//!
//! 1. The start itself: by the ranks of its places it may have all there is to have.
//! 2. Small state spaces: explicit search to the end, which covers every length at once.
//! 3. Bounds: ceilings on what any run can do. Where the start already meets a ceiling, the answer
//!    is there; else the ceiling tells the others when they have found enough.
//! 4. Greedy search towards the ceiling, first briefly. Where it meets it, the value is known; only
//!    a witness, which must be a shortest one, is searched on for.
//! 5. Explicit search with a small budget: up to the bound, and to the end if that is near.
//! 6. With a bound: greedy search once more, then SAT in the gap that is left. Without: a visit of
//!    all states one message set at a time, then induction.

use super::bmc::Bmc;
use super::gap::Gap;
use super::{
    Coverage, Finding, Limits, Reached, Solvers, Stop, Watch, explicit, is_enough, is_full,
};
use crate::bounds::{Ceilings, by_pairs, by_steps};
use crate::cnf::{Formula, Lit};
use crate::network::relaxed::{earliest, soonest};
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
    /// A bound alone, or ranks alone.
    Bounds,
    /// Greedy search that met a ceiling.
    Greedy,
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
            Self::Greedy => "greedy",
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

/// How many states greedy search may find before explicit search is tried.
const BRIEFLY: u64 = 2_000;
/// How many it may find before SAT is.
const LONGER: u64 = 20_000;

/// A bound up to here is near: SAT is quick.
const NEAR: u32 = 10;
/// For each transaction beyond, a visit of all states may take so many.
const STATES_PER_STEP: u64 = 30_000;

/// Formulas with at most so many places in all frames are small.
const SMALL_FORMULA: usize = 1_000;

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
    formulas: Formulas<'t, 's>,
}

/// Where the formulas of an answer are.
enum Formulas<'t, 's> {
    None,
    Bmc(Box<Bmc<'t, 's>>),
    Gap(Box<Gap<'t, 's>>),
}

/// Computes the ceilings of a task and notes in it how much is enough. Not for small state spaces,
/// where an exhaustive visit is as quick and says more.
pub fn prepare(task: &mut Task, choice: Choice, limits: &Limits) -> Option<Ceilings> {
    if choice != Choice::Auto || task.combinations() <= limits.few_states {
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
    let mut portfolio = Portfolio {
        task,
        ceilings,
        limits,
        solvers,
        watch,
        known: None,
        covered: 0,
    };
    match choice {
        Choice::Auto => portfolio.auto(),
        Choice::Explicit => portfolio.explicit(limits),
        Choice::Sat => portfolio.bmc(),
    }
}

/// One engine after the other, with what they leave for those that follow.
struct Portfolio<'t, 's, 'w> {
    task: &'t Task,
    ceilings: Option<Ceilings>,
    limits: &'w Limits,
    solvers: Solvers<'s>,
    watch: &'w mut dyn Watch,
    /// The run of the greatest value so far.
    known: Option<Finding>,
    /// All paths of so many transactions were seen.
    covered: u32,
}

/// A step of the portfolio before SAT.
#[derive(Clone, Copy)]
enum Step {
    Start,
    Greedy(u64),
    Explicit(Limits),
    Closure,
}

/// The steps in their order.
const STEPS: [Step; 5] = [
    Step::Start,
    Step::Greedy(BRIEFLY),
    Step::Explicit(SMALL),
    Step::Closure,
    Step::Greedy(LONGER),
];

impl<'t, 's> Portfolio<'t, 's, '_> {
    fn auto(&mut self) -> Answered<'t, 's> {
        for step in STEPS {
            let found = match step {
                Step::Start => Some(self.start()),
                Step::Greedy(states) => self.greedy(states),
                Step::Explicit(budget) => Some(self.explicit(&budget)),
                Step::Closure => self.closure(),
            };
            match found {
                Some(found) if found.settles() => return found,
                Some(found) => self.learn(found.finding),
                None => {}
            }
        }
        self.sat()
    }

    fn answered(&self, finding: Finding, engine: Engine) -> Answered<'t, 's> {
        let answered = Answered {
            finding,
            engine,
            ceilings: self.ceilings,
            task: self.task,
            limits: *self.limits,
            formulas: Formulas::None,
        };
        answered.covered().at_least(self.covered)
    }

    /// Takes note of a run, if it is better than what is known.
    fn learn(&mut self, found: Finding) {
        self.covered = self.covered.max(found.reached.depth);
        let in_time = self.task.bound.is_none_or(|bound| found.depth <= bound);
        let better = |known: &Finding| found.value > known.value;
        if in_time && self.known.as_ref().is_none_or(better) {
            self.known = Some(found);
        }
    }

    /// The start itself: it may have all that is possible.
    fn start(&mut self) -> Answered<'t, 's> {
        let mut finding = Finding::start(self.task);
        if is_enough(self.task, finding.value) {
            finding.coverage = Coverage::Every;
        }
        self.answered(finding, Engine::Bounds)
    }

    /// Greedy search towards a ceiling, where there is one that nobody has met yet.
    fn greedy(&mut self, states: u64) -> Option<Answered<'t, 's>> {
        let task = self.task;
        self.ceilings?;
        let met = |known: &Finding| is_enough(task, known.value);
        if self.known.as_ref().is_some_and(met) {
            return None;
        }
        if states > BRIEFLY && formula_is_small(task) {
            return None;
        }
        let mut found = explicit::greedy(task, states, self.watch)?;
        let steps = earliest(&task.network);
        found.shortest |= soonest(&task.objective, &steps, found.value) == found.depth;
        Some(self.answered(found, Engine::Greedy))
    }

    /// Explicit search in transactions: up to the bound, and beyond it to the end if that is near.
    fn explicit(&mut self, budget: &Limits) -> Answered<'t, 's> {
        let budget = budget.at_most(self.limits);
        let finding = explicit::solve_beyond(self.task, &budget, self.watch);
        self.answered(finding, Engine::Explicit)
    }

    /// A visit of all states, one message set at a time: where every length is asked about, or the
    /// states are few; within a far bound for a while, because it costs SAT more and this no more. A
    /// run that shows all there is to show must be a shortest one, so that case is searched once
    /// more in transactions.
    fn closure(&mut self) -> Option<Answered<'t, 's>> {
        let to_the_end =
            self.task.bound.is_none() || self.task.combinations() <= self.limits.few_states;
        let states = match self.task.bound {
            Some(bound) if !to_the_end => u64::from(bound.saturating_sub(NEAR)) * STATES_PER_STEP,
            _ => self.limits.states,
        };
        if !self.task.observed.is_empty() || states == 0 {
            return None;
        }
        let met = |known: &Finding| is_full(self.task, known.value);
        if !self.known.as_ref().is_some_and(met) {
            let unbounded = with_bound(self.task, None);
            let limits = Limits {
                states,
                ..*self.limits
            };
            let finding = explicit::closure(&unbounded, &limits, self.watch);
            let found = self.answered(finding, Engine::Explicit);
            if !is_full(self.task, found.finding.value) {
                return Some(found);
            }
            self.learn(found.finding);
        }
        let limits = *self.limits;
        to_the_end.then(|| self.explicit(&limits))
    }

    /// SAT: in the gap where there is a bound or a run to shorten, else bounded model checking.
    fn sat(&mut self) -> Answered<'t, 's> {
        let known = self
            .known
            .take()
            .unwrap_or_else(|| Finding::start(self.task));
        let in_full = is_full(self.task, known.value);
        let bound = self.task.bound.or(in_full.then_some(known.depth));
        let gap = bound.and_then(|bound| Gap::new(self.task, bound, self.limits, self.solvers));
        let Some(mut gap) = gap else {
            return self.bmc();
        };
        let finding = gap.run(known, self.watch);
        let mut found = self.answered(finding, Engine::Sat);
        found.formulas = Formulas::Gap(Box::new(gap));
        found
    }

    fn bmc(&mut self) -> Answered<'t, 's> {
        let mut bmc = Bmc::new(self.task, self.limits, (self.solvers)());
        if self.task.bound.is_none() {
            bmc = bmc.with_induction(self.limits, self.solvers);
        }
        let finding = bmc.run(self.watch);
        let mut found = self.answered(finding, Engine::Sat);
        found.formulas = Formulas::Bmc(Box::new(bmc));
        found
    }
}

fn with_bound(task: &Task, bound: Option<u32>) -> Task {
    Task {
        bound,
        ..task.clone()
    }
}

/// Whether SAT is as quick as a longer greedy search: few places within a near bound.
fn formula_is_small(task: &Task) -> bool {
    let places: usize = task.sizes().iter().sum();
    let frames = task.bound.map_or(usize::MAX, |bound| bound as usize + 1);
    places.saturating_mul(frames) <= SMALL_FORMULA
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
    /// Whether nobody else need be asked: the finding settles the task, or somebody wants to stop.
    /// For a search without a bound, the best that exists must also be there within the task's
    /// bound; and a witness must be a shortest one.
    fn settles(&self) -> bool {
        let finding = &self.finding;
        let in_time = self.task.bound.is_none_or(|bound| finding.depth <= bound);
        let shown = finding.shortest || !is_full(self.task, finding.value);
        match finding.coverage {
            Coverage::Open(stop) => stop == Stop::Asked,
            Coverage::Every | Coverage::Bound => in_time && shown,
        }
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
        match &self.formulas {
            Formulas::None => 0.0,
            Formulas::Bmc(bmc) => bmc.encode_ms(),
            Formulas::Gap(gap) => gap.encode_ms(),
        }
    }

    /// The formula that was built, and the literal that contradicts it where the answer is that
    /// there is nothing greater within the bound.
    #[must_use]
    pub fn formula(&self) -> Option<(&Formula, Option<Lit>)> {
        match &self.formulas {
            Formulas::None => None,
            Formulas::Bmc(bmc) => Some((bmc.formula(), bmc.refuted())),
            Formulas::Gap(gap) => gap.formula().map(|(formula, lit)| (formula, Some(lit))),
        }
    }

    /// The formula of the induction step and the literal that contradicts it, where the answer
    /// rests on one.
    #[must_use]
    pub fn induction(&self) -> Option<(&Formula, Lit)> {
        match &self.formulas {
            Formulas::Bmc(bmc) => bmc.induction(),
            Formulas::None | Formulas::Gap(_) => None,
        }
    }

    /// Says for each region whether a state of greatest value within the bound lies in it; `None`
    /// where a limit was hit.
    pub fn survey(
        &mut self,
        regions: &[Vec<PlaceSet>],
        watch: &mut dyn Watch,
    ) -> Option<Vec<bool>> {
        match &mut self.formulas {
            Formulas::None => {}
            Formulas::Bmc(bmc) => return bmc.survey(regions).ok(),
            Formulas::Gap(gap) => return gap.survey(regions).ok(),
        }
        let limits = SURVEY.at_most(&self.limits);
        let (finding, met) = explicit::survey(self.task, &limits, watch, regions);
        (!matches!(finding.coverage, Coverage::Open(_))).then_some(met)
    }
}
