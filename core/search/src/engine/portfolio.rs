//! The portfolio: what is cheap goes first, what is strong goes where the cheap gives up.
//!
//! 1. The start itself: by the ranks of its places it may have all there is to have.
//! 2. Small state spaces: explicit search to the end, which covers every length at once.
//! 3. Bounds: ceilings on what any run can do. Where the start already meets a ceiling, the answer
//!    is there; else the ceiling tells the others when they have found enough.
//! 4. Greedy search towards the ceiling, first briefly. Where it meets it, the value is known; only
//!    a witness, which must be a shortest one, is searched on for.
//! 5. Explicit search with a small budget: up to the bound, and to the end if that is near.
//! 6. What is left goes to a race (`engine::race`): visits of states, in transactions and one message
//!    set at a time, and SAT, after greedy search once more: with a bound in the gap that is left,
//!    without one lengths one by one, with induction.

use std::cell::Cell;
use std::rc::Rc;

pub use super::answered::Answered;

use super::answered::Formulas;
use super::bmc::Bmc;
use super::explicit::{self, Pace};
use super::gap::Gap;
use super::race::Race;
use super::{Coverage, Finding, Limits, Solvers, Stop, Watch, is_enough};
use crate::bounds::{Ceilings, by_pairs, by_steps};
use crate::network::Task;
use crate::network::relaxed::{earliest, soonest};
use crate::sat::Pause;

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
    memory: u64::MAX,
    solving: u64::MAX,
    few_states: 0,
};

/// So many states are visited in no time, however many may follow.
const FEW: Limits = Limits {
    states: 1_000,
    transactions: 4_000,
    ..SMALL
};

/// How many states greedy search may find before explicit search is tried.
const BRIEFLY: u64 = 2_000;
/// The most bytes that a state takes in greedy search, besides 4 for each coordinate.
const GREEDY_STATE: u64 = 800;
/// How many it may find before SAT is.
const LONGER: u64 = 20_000;

/// A bound up to here is near: SAT is quick.
const NEAR: u32 = 10;
/// For each transaction beyond, a visit of all states may take so many.
const STATES_PER_STEP: u64 = 30_000;

/// Formulas with at most so many places in all frames are small.
const SMALL_FORMULA: usize = 1_000;

/// Answers a task with one engine after the other, and notes in it how much is enough.
pub fn solve<'t, 's>(
    task: &'t mut Task,
    choice: Choice,
    limits: &Limits,
    solvers: Solvers<'s>,
    watch: &mut dyn Watch,
) -> Answered<'t, 's> {
    let ceilings = ceilings(task, choice, limits, watch);
    let task = &*task;
    let tables = task.bytes();
    let mut portfolio = Portfolio {
        task,
        ceilings,
        limits: Limits {
            memory: limits.memory.saturating_sub(tables),
            ..*limits
        },
        solvers,
        watch,
        known: None,
        covered: 0,
    };
    if tables > limits.memory {
        return portfolio.nothing(tables);
    }
    match choice {
        Choice::Auto => portfolio.auto(),
        Choice::Explicit => {
            let limits = portfolio.limits;
            portfolio.explicit(&limits)
        }
        Choice::Sat => portfolio.bmc(None),
    }
}

/// Computes the ceilings of a task and notes in it how much is enough. Not for small state spaces,
/// where an exhaustive visit is as quick and says more. Bounds that take too long are done without.
fn ceilings(
    task: &mut Task,
    choice: Choice,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Option<Ceilings> {
    if choice != Choice::Auto || task.combinations() <= limits.few_states {
        return None;
    }
    let mut ceilings = by_steps(task)?;
    let start = task.objective.value(&task.network, &task.start());
    if start < ceilings.always {
        ceilings = by_pairs(task, ceilings, watch);
    }
    task.enough = ceilings.least();
    Some(ceilings)
}

/// One engine after the other, with what they leave for those that follow.
struct Portfolio<'t, 's, 'w> {
    task: &'t Task,
    ceilings: Option<Ceilings>,
    limits: Limits,
    solvers: Solvers<'s>,
    watch: &'w mut dyn Watch,
    /// The run of the greatest value so far.
    known: Option<Finding>,
    /// All paths of so many transactions were seen.
    covered: u32,
}

impl<'t, 's> Portfolio<'t, 's, '_> {
    fn auto(&mut self) -> Answered<'t, 's> {
        let steps: [fn(&mut Self) -> Option<Answered<'t, 's>>; 3] = [
            |it| Some(it.start()),
            |it| it.greedy(BRIEFLY),
            |it| Some(it.briefly()),
        ];
        for step in steps {
            match step(self) {
                Some(found) if found.settles() => return found,
                Some(found) => self.learn(found.finding),
                None => {}
            }
        }
        self.race()
    }

    fn answered(&self, finding: Finding, engine: Engine) -> Answered<'t, 's> {
        let answered = Answered {
            finding,
            engine,
            ceilings: self.ceilings,
            task: self.task,
            limits: self.limits,
            formulas: Formulas::None,
        };
        answered.covered().at_least(self.covered)
    }

    /// The answer where the tables of the task are too much already.
    fn nothing(&self, bytes: u64) -> Answered<'t, 's> {
        let mut finding = Finding::start(self.task);
        finding.coverage = Coverage::Open(Stop::Memory);
        finding.reached.bytes = bytes;
        self.answered(finding, Engine::Bounds)
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
        let bytes = states * (4 * task.sizes().len() as u64 + GREEDY_STATE);
        if states > BRIEFLY && formula_is_small(task) || bytes > self.limits.memory {
            return None;
        }
        let mut found = explicit::greedy(task, states, self.watch)?;
        let steps = earliest(&task.network);
        found.shortest |= soonest(&task.objective, &steps, found.value) == found.depth;
        Some(self.answered(found, Engine::Greedy))
    }

    /// Explicit search in transactions: up to the bound, and beyond it to the end if that is near.
    fn explicit(&mut self, budget: &Limits) -> Answered<'t, 's> {
        let budget = budget.at_most(&self.limits);
        let finding = explicit::solve_beyond(self.task, &budget, self.watch);
        self.answered(finding, Engine::Explicit)
    }

    /// Explicit search with a small budget: first for every length, if the states are few; then within the bound only.
    fn briefly(&mut self) -> Answered<'t, 's> {
        let (bound, combinations) = (self.task.bound, self.task.combinations());
        if bound.is_none() || combinations <= self.limits.few_states {
            return self.explicit(&SMALL);
        }
        let found = self.explicit(&FEW);
        if found.settles() {
            return found;
        }
        let known = self.known.as_ref().map_or(0, |it| it.value);
        let budget = SMALL.at_most(&self.limits);
        let finding = explicit::solve_towards(self.task, known, &budget, self.watch);
        self.answered(finding, Engine::Explicit)
    }

    /// The searches that may take long, all at once.
    fn race(&mut self) -> Answered<'t, 's> {
        let race = self.visits();
        let is_on = race.run_visits(false, self.watch);
        let mut found = self.hear(&race);
        if !is_on && found.is_none() {
            found = Some(self.stopped(&race));
        }
        let mut longer = true;
        while found.is_none() {
            let by_sat = match longer.then(|| self.greedy(LONGER)).flatten() {
                Some(greedy) if greedy.settles() => greedy,
                greedy => {
                    greedy.into_iter().for_each(|it| self.learn(it.finding));
                    self.sat(&race)
                }
            };
            longer = false;
            self.covered = self.covered.max(by_sat.finding.reached.depth);
            found = self.hear(&race);
            if found.is_none() && !race.has_spoken() {
                found = Some(match by_sat.settles() {
                    true => by_sat,
                    false => self.without_sat(by_sat, &race),
                });
            }
        }
        race.close();
        found.expect("the loop ends with an answer")
    }

    /// The visits of states that take part. One message set at a time all states are seen soonest: where
    /// every length is asked about or the states are few; within a far bound for a while, because that
    /// costs SAT more and this no more. Whole transactions tell a shortest run, and see what the bound
    /// leaves.
    fn visits(&self) -> Race {
        let task = self.task;
        let (bound, max) = (task.bound, task.objective.max());
        let can_shorten = Gap::new(task, 0, &self.limits, self.solvers).is_some();
        let matters = move |pace: Pace, finding: &Finding| {
            let in_time = bound.is_none_or(|bound| finding.depth <= bound);
            let is_shown = finding.value < max || finding.shortest || can_shorten;
            !matches!(finding.coverage, Coverage::Open(_))
                && (pace == Pace::Transactions || in_time && is_shown)
        };
        let few = task.combinations() <= self.limits.few_states;
        let far = u64::from(bound.map_or(0, |bound| bound.saturating_sub(NEAR)));
        let states = match bound {
            Some(_) if !few => (far * STATES_PER_STEP).min(self.limits.states),
            _ => self.limits.states,
        };
        let hopeless = 4 * self.limits.transactions;
        let race = Race::new(self.limits.memory, hopeless, matters);
        let has_all = |known: &Finding| known.value == max;
        let closes = states > 0 && !self.known.as_ref().is_some_and(has_all);
        if closes {
            let limits = Limits {
                states,
                ..self.limits
            };
            let head_start = match (few, bound) {
                (true, _) => 5_000_000,
                (false, None) => 500_000,
                (false, Some(_)) => 200_000,
            };
            let unbounded = with_bound(task, None);
            let visit = explicit::visit(&unbounded, Pace::MessageSets, None, &limits);
            race.enter(visit, Pace::MessageSets, 1, head_start);
        }
        let price = match (closes, bound) {
            (false, _) => 1,
            (true, None) => 4,
            (true, Some(_)) => 2,
        };
        // Where the states are few they are all visited, for an answer that covers every length.
        let known = self.known.as_ref().map_or(0, |it| it.value);
        let value = (!few && bound.is_some()).then_some(known);
        let visit = explicit::visit(task, Pace::Transactions, value, &self.limits);
        let head_start = if few { 2_000_000 } else { 0 };
        race.enter(visit, Pace::Transactions, price, head_start);
        race
    }

    /// What the visits have come to, if that is an answer; else it is learned.
    fn hear(&mut self, race: &Race) -> Option<Answered<'t, 's>> {
        let found = self.answered(race.take_news()?, Engine::Explicit);
        if found.settles() {
            return Some(found);
        }
        self.learn(found.finding);
        None
    }

    /// The answer where somebody asked to stop before SAT began.
    fn stopped(&mut self, race: &Race) -> Answered<'t, 's> {
        let known = self.known.take();
        let mut finding = known.unwrap_or_else(|| Finding::start(self.task));
        finding.coverage = Coverage::Open(Stop::Asked);
        finding.reached = race.reached();
        finding.reached.bytes = 0;
        self.answered(finding, Engine::Explicit)
    }

    /// What the visits come to, once SAT has given up.
    fn without_sat(&mut self, by_sat: Answered<'t, 's>, race: &Race) -> Answered<'t, 's> {
        let max = self.task.objective.max();
        let was_all = by_sat.finding.value == max;
        let mut found = by_sat;
        while race.run_visits(true, self.watch) {
            if let Some(found) = self.hear(race) {
                return found;
            }
            if !race.is_on() {
                break;
            }
        }
        // Where a run of everything has turned up, what is left is to shorten it.
        let has_all = self.known.as_ref().is_some_and(|it| it.value == max);
        if has_all && !was_all && found.finding.coverage != Coverage::Open(Stop::Asked) {
            found = self.sat(race);
        }
        let known = self.known.take();
        if let Some(known) = known.filter(|it| it.value > found.finding.value) {
            let Finding {
                coverage, reached, ..
            } = found.finding;
            found.finding = Finding {
                coverage,
                reached,
                ..known
            };
        }
        let finding = &mut found.finding;
        finding.reached.states = race.reached().states;
        if finding.coverage == Coverage::Open(Stop::Memory) {
            finding.reached.bytes = finding.reached.bytes.max(race.most_bytes());
        }
        found
    }

    /// SAT: in the gap where there is a bound or a run to shorten, else bounded model checking.
    fn sat(&mut self, race: &Race) -> Answered<'t, 's> {
        let known = self.known.clone();
        let known = known.unwrap_or_else(|| Finding::start(self.task));
        let bound = self.task.bound.or(known.met.then_some(known.depth));
        let limits = race.limits_of_sat(&self.limits);
        let gap = bound.and_then(|bound| Gap::new(self.task, bound, &limits, self.solvers));
        let Some(gap) = gap else {
            return self.bmc(Some(race));
        };
        let mut gap = gap.beyond(self.covered);
        gap.set_pause(Some(race.pause()));
        let finding = gap.run(known, &mut race.watch(self.watch));
        gap.set_pause(None);
        let mut found = self.answered(finding, Engine::Sat);
        found.formulas = Formulas::Gap(Box::new(gap));
        found
    }

    fn bmc(&mut self, race: Option<&Race>) -> Answered<'t, 's> {
        let limits = race.map_or(self.limits, |race| race.limits_of_sat(&self.limits));
        let mut bmc = Bmc::new(self.task, &limits, (self.solvers)());
        if self.task.bound.is_none() {
            bmc = bmc.with_induction(&limits, self.solvers);
        }
        let left = Rc::new(Cell::new(match self.task.bound {
            None => self.limits.solving,
            // Lengths come to an end.
            Some(_) => u64::MAX,
        }));
        bmc.set_pause(Some(counted(Rc::clone(&left), race.map(Race::pause))));
        let mut finding = match race {
            Some(race) => bmc.run(&mut race.watch(self.watch)),
            None => bmc.run(self.watch),
        };
        bmc.set_pause(None);
        if left.get() == 0 && finding.coverage == Coverage::Open(Stop::Asked) {
            finding.coverage = Coverage::Open(Stop::Solving);
        }
        let mut found = self.answered(finding, Engine::Sat);
        found.formulas = Formulas::Bmc(Box::new(bmc));
        found
    }
}

/// A pause that ends a solver once there have been so many, or somebody else does.
fn counted(left: Rc<Cell<u64>>, other: Option<Pause>) -> Pause {
    Rc::new(move || {
        left.set(left.get().saturating_sub(1));
        left.get() == 0 || other.as_ref().is_some_and(|pause| pause())
    })
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
