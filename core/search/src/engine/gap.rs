//! SAT in the gap between what was found and what the bounds leave possible.
//!
//! Lower and upper bound are known: some run has the value L, none within K exceeds U. Each value
//! between is a question of its own, "at least v within k", and the formula of a question has only
//! the places that matter for it ([`Unrolling::towards`]), which makes it several times smaller than
//! one that serves all questions. Both directions are monotone: a refuted value refutes all greater
//! ones, a refuted length all shorter ones. So it is enough to refute L + 1 at the length K once L is
//! the greatest; and a run is shortest once the length below it is refuted.
//!
//! The gap is closed from below, k deepened: to refute L + 1 is needed in any case, and
//! greedy search has usually found the greatest value, so that nothing else is. From U downwards
//! took 1.8 times as long over all large instances of the papers' generator that come this far.

use super::{Coverage, Deep, Finding, Limits, Reached, Solvers, Stop, Unwatched, Watch, is_enough};
use crate::cnf::{Formula, Lit};
use crate::encode::Unrolling;
use crate::network::relaxed::{earliest, soonest};
use crate::network::{LocalPlace, Objective, PlaceSet, Task};
use crate::sat::{Answer, Pause};

/// Lengths of a run that must be a shortest one are tried one by one up to here, then in strides
/// that grow with them.
const SINGLE_STEPS: u32 = 8;

/// A search in the gap; afterwards it answers questions about where it ended.
pub struct Gap<'t, 's> {
    task: &'t Task,
    bound: u32,
    limits: Limits,
    solvers: Solvers<'s>,
    pause: Option<Pause>,
    earliest: Vec<Vec<u32>>,
    /// No run of fewer transactions exceeds what was found before, or reaches it if that is everything.
    open: u32,
    encode_ms: f64,
    clauses: u64,
    /// The question that was refuted at the bound: its formula and the literal that asks it.
    refuted: Option<(Unrolling<'t>, Lit)>,
    value: u32,
}

/// A path by its states.
type Path = Vec<Vec<LocalPlace>>;

impl<'t, 's> Gap<'t, 's> {
    /// A search up to a bound that has not begun; `None` for objectives that are not met place by
    /// place, and with messages to observe.
    #[must_use]
    pub fn new(task: &'t Task, bound: u32, limits: &Limits, solvers: Solvers<'s>) -> Option<Self> {
        let can = matches!(task.objective, Objective::Allowed { .. }) && task.observed.is_empty();
        can.then(|| Self {
            task,
            bound,
            limits: *limits,
            solvers,
            pause: None,
            earliest: earliest(&task.network),
            open: 0,
            encode_ms: 0.0,
            clauses: 0,
            refuted: None,
            value: 0,
        })
    }

    /// Takes it as known that no run of at most so many transactions has more than any run did then, who
    /// had less than is known now.
    #[must_use]
    pub fn beyond(mut self, covered: u32) -> Self {
        self.open = covered + 1;
        self
    }

    /// Has somebody called in the pauses of the solvers.
    pub fn set_pause(&mut self, pause: Option<Pause>) {
        self.pause = pause;
    }

    /// Closes the gap above a finding: raises its value until the next one is refuted within the
    /// bound, or enough is found. Where that is all there is, its path becomes a shortest one.
    pub fn run(&mut self, found: Finding, watch: &mut dyn Watch) -> Finding {
        let mut best = found;
        let closed = self.close(&mut best, watch);
        self.value = best.value;
        best.coverage = match closed {
            Ok(()) if is_enough(self.task, best.value) => Coverage::Every,
            Ok(()) => Coverage::Bound,
            Err(stop) => Coverage::Open(stop),
        };
        best.reached.clauses = self.clauses;
        if best.coverage == Coverage::Open(Stop::Memory) {
            best.reached.bytes = self.bytes();
        }
        best
    }

    fn close(&mut self, best: &mut Finding, watch: &mut dyn Watch) -> Result<(), Stop> {
        // Lengths below this are refuted, for the value at hand and so for all greater ones.
        let mut open = self.open;
        while !is_enough(self.task, best.value) {
            let value = best.value + 1;
            let mut length = open.max(self.soonest(value)).min(self.bound);
            let mut stride = 1;
            let path = loop {
                let path = self.at_least(length, value, best.reached.depth, watch)?;
                if path.is_some() || length == self.bound {
                    break path;
                }
                open = length + 1;
                best.reached.depth = length;
                // Only a run of everything must be a shortest one. On the way to less, to refute the
                // length below that of the shortest run can cost more than all the rest.
                stride = match self.task.objective.is_met(value) {
                    true => (length / SINGLE_STEPS).max(1),
                    false => 2 * stride,
                };
                length = (length + stride).min(self.bound);
            };
            let Some(path) = path else {
                best.reached.depth = self.bound;
                return Ok(());
            };
            self.improve(best, path);
        }
        if best.met {
            self.shorten(best, open, watch)?;
        }
        Ok(())
    }

    fn improve(&self, best: &mut Finding, path: Path) {
        let end = path.last().expect("a path has a start");
        best.value = self.task.objective.value(&self.task.network, end);
        best.met = self.task.objective.is_met(best.value);
        best.depth = path.len() as u32 - 1;
        best.shortest = best.depth == 0;
        best.path = path;
    }

    /// Brings a run down to the fewest transactions, by halving; lengths below `open` are refuted.
    fn shorten(
        &mut self,
        best: &mut Finding,
        open: u32,
        watch: &mut dyn Watch,
    ) -> Result<(), Stop> {
        let mut low = open.max(self.soonest(best.value));
        while !best.shortest && low < best.depth {
            let middle = low + (best.depth - low) / 2;
            match self.at_least(middle, best.value, best.reached.depth, watch)? {
                Some(path) => self.improve(best, path),
                None => low = middle + 1,
            }
        }
        best.shortest = true;
        Ok(())
    }

    /// A length below which no such value is possible.
    fn soonest(&self, value: u32) -> u32 {
        soonest(&self.task.objective, &self.earliest, value)
    }

    /// The bytes of what is kept.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let refuted = self.refuted.as_ref();
        refuted.map_or(0, |(unrolling, _)| unrolling.bytes())
    }

    /// A path of at most `length` transactions to a value of at least this; all of `depth` are covered.
    fn at_least(
        &mut self,
        length: u32,
        value: u32,
        depth: u32,
        watch: &mut dyn Watch,
    ) -> Result<Option<Path>, Stop> {
        let reached = Reached {
            depth,
            clauses: self.clauses,
            bytes: self.bytes(),
            ..Reached::default()
        };
        if !watch.keep_going(reached) {
            return Err(Stop::Asked);
        }
        let started = watch.now_ms();
        let frame = length as usize;
        let left = self.limits.memory.saturating_sub(self.bytes());
        let limits = Limits {
            memory: left,
            ..self.limits
        };
        let mut deep = Deep { depth, watch };
        let unrolling = Unrolling::towards(self.task, frame, value, &limits, &mut deep);
        let mut unrolling = unrolling?;
        let demanded = unrolling.demand_value(frame, value, &mut deep)?;
        self.encode_ms += watch.now_ms() - started;
        self.clauses = self.clauses.max(unrolling.formula().clause_count() as u64);
        let reached = Reached {
            clauses: self.clauses,
            bytes: self.bytes() + unrolling.bytes(),
            ..reached
        };
        let mut solver = (self.solvers)();
        solver.set_pause(self.pause.clone());
        let memory = self.limits.memory.saturating_sub(reached.bytes);
        let formula = (unrolling.formula(), &mut 0);
        let answer = super::ask(&mut *solver, formula, &[demanded], memory, (watch, reached));
        match answer? {
            Answer::Satisfiable(assignment) => Ok(Some(unrolling.decode(&assignment, frame))),
            Answer::Unsatisfiable(_) => {
                if length == self.bound {
                    self.refuted = Some((unrolling, demanded));
                }
                Ok(None)
            }
        }
    }

    /// Says for each region whether a state of the greatest value lies in it, within the bound.
    /// Only after [`Self::run`] covered the bound.
    ///
    /// # Errors
    /// Where a limit was hit or somebody asked to stop.
    pub fn survey(&mut self, regions: &[Vec<PlaceSet>]) -> Result<Vec<bool>, Stop> {
        let (task, bound, value) = (self.task, self.bound, self.value);
        let asked = (bound, value, regions);
        // Solvers ask by themselves whether to stop.
        super::survey::within(task, asked, &self.limits, (self.solvers)(), &mut Unwatched)
    }

    /// Milliseconds that were spent on building formulas, by the watch's clock.
    #[must_use]
    pub fn encode_ms(&self) -> f64 {
        self.encode_ms
    }

    /// The formula in which a greater value was refuted within the bound, and the literal that
    /// demands it; `None` where nothing had to be refuted.
    #[must_use]
    pub fn formula(&self) -> Option<(&Formula, Lit)> {
        let (unrolling, demanded) = self.refuted.as_ref()?;
        Some((unrolling.formula(), *demanded))
    }
}
