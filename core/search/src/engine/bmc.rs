//! Bounded model checking: one growing formula, one solver for all lengths and values.
//!
//! Frame k holds exactly the states that at most k transactions reach, so both questions are
//! monotone: what a frame cannot offer, no earlier one can, and a greater value is harder. The
//! search walks up through the lengths and raises the value as far as each allows; lengths are
//! passed in growing strides, and a value that is found is brought down to its minimal length by
//! halving. An answer "no more than this" leaves the formula and the literal that cannot hold, for
//! a proof.

use super::induction::Induction;
use super::{Coverage, Deep, Finding, Limits, Reached, Solvers, Stop, Unwatched, Watch, is_enough};
use crate::cnf::{Formula, Lit};
use crate::encode::Unrolling;
use crate::network::{LocalPlace, PlaceSet, Task, relaxed};
use crate::sat::{Answer, Interrupted, Pause, Solver};

/// Lengths are walked one by one up to here; afterwards in strides of a quarter of the length.
const SINGLE_STEPS: u32 = 12;

/// A search in progress; asks further questions after its finding.
pub struct Bmc<'t, 's> {
    task: &'t Task,
    unrolling: Unrolling<'t>,
    solver: Box<dyn Solver + 's>,
    read: usize,
    last_value: u32,
    refuted: Option<Lit>,
    encode_ms: f64,
    induction: Option<Induction<'t, 's>>,
    proved: bool,
    /// Every length up to this is covered.
    covered: u32,
    memory: u64,
}

/// The best that was found so far.
struct Best {
    value: u32,
    depth: u32,
    path: Vec<Vec<LocalPlace>>,
}

impl From<Interrupted> for Stop {
    fn from(_: Interrupted) -> Self {
        Self::Asked
    }
}

impl<'t, 's> Bmc<'t, 's> {
    /// A search that has not begun. The solver must be fresh.
    #[must_use]
    pub fn new(task: &'t Task, limits: &Limits, solver: Box<dyn Solver + 's>) -> Self {
        Self {
            task,
            unrolling: Unrolling::new(task, limits),
            solver,
            read: 0,
            last_value: 0,
            refuted: None,
            encode_ms: 0.0,
            induction: None,
            proved: false,
            covered: 0,
            memory: limits.memory,
        }
    }

    /// Tries to prove, after each length that is covered, that no length exceeds the value found.
    #[must_use]
    pub fn with_induction(mut self, limits: &Limits, solvers: Solvers<'s>) -> Self {
        self.induction = Induction::new(self.task, limits, solvers);
        self
    }

    /// Has somebody called in the pauses of the solvers.
    pub fn set_pause(&mut self, pause: Option<Pause>) {
        if let Some(induction) = &mut self.induction {
            induction.set_pause(pause.clone());
        }
        self.solver.set_pause(pause);
    }

    /// The formula of the induction step and the literal that contradicts it, once it is proved.
    #[must_use]
    pub fn induction(&self) -> Option<(&Formula, Lit)> {
        self.induction.as_ref().and_then(Induction::formula)
    }

    /// The formula as far as it was built.
    #[must_use]
    pub fn formula(&self) -> &Formula {
        self.unrolling.formula()
    }

    /// The literal that was shown to contradict the formula: "a greater value within the bound".
    #[must_use]
    pub fn refuted(&self) -> Option<Lit> {
        self.refuted
    }

    /// Milliseconds that were spent on building the formula, by the watch's clock.
    #[must_use]
    pub fn encode_ms(&self) -> f64 {
        self.encode_ms
    }

    /// The bytes that it takes, formulas and solvers.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let induction = self.induction.as_ref().map_or(0, Induction::bytes);
        self.own_bytes() + induction
    }

    /// Those of its formula and of its solver, who has read it or will.
    fn own_bytes(&self) -> u64 {
        let solver = self.solver.bytes().max(self.unrolling.bytes_to_solve());
        self.unrolling.bytes() + solver
    }

    /// Searches up to the task's bound, or until a limit where the task has none.
    pub fn run(&mut self, watch: &mut dyn Watch) -> Finding {
        let mut best = Best {
            value: 0,
            depth: 0,
            path: vec![self.task.start()],
        };
        let coverage = match self.search(&mut best, watch) {
            Ok(()) if self.proved || is_enough(self.task, best.value) => Coverage::Every,
            Ok(()) => Coverage::Bound,
            Err(stop) => Coverage::Open(stop),
        };
        self.last_value = best.value;
        let mut reached = self.reached();
        if coverage != Coverage::Open(Stop::Memory) {
            reached.bytes = 0;
        }
        Finding {
            value: best.value,
            met: self.task.objective.is_met(best.value),
            depth: best.depth,
            shortest: true,
            path: best.path,
            coverage,
            reached,
        }
    }

    fn reached(&self) -> Reached {
        Reached {
            depth: self.covered,
            clauses: self.formula().clause_count() as u64,
            bytes: self.bytes(),
            ..Reached::default()
        }
    }

    fn search(&mut self, best: &mut Best, watch: &mut dyn Watch) -> Result<(), Stop> {
        let start = self.value_of(&best.path[0]);
        best.value = start;
        // Every length below `open` is known to offer nothing greater than the best value.
        let mut open = 0_u32;
        let mut length = self.soonest(start + 1);
        if let Some(bound) = self.task.bound {
            length = length.min(bound);
        }
        loop {
            if is_enough(self.task, best.value) {
                return Ok(());
            }
            self.covered = open.saturating_sub(1);
            if !watch.keep_going(self.reached()) {
                return Err(Stop::Asked);
            }
            match self.at_least(length, best.value + 1, watch)? {
                Some(path) => {
                    let value = self.value_of(&path[path.len() - 1]);
                    (best.depth, best.path) = self.shorten(path, value, open..length, watch)?;
                    best.value = value;
                    open = best.depth;
                }
                None => {
                    open = length + 1;
                    self.covered = length;
                    if self.task.bound.is_some_and(|bound| length >= bound) {
                        return Ok(());
                    }
                    if self.induces(length, best.value, watch)? {
                        self.proved = true;
                        return Ok(());
                    }
                    let stride = if length < SINGLE_STEPS { 1 } else { length / 4 };
                    length += stride;
                    if let Some(bound) = self.task.bound {
                        length = length.min(bound);
                    }
                }
            }
        }
    }

    /// Whether induction shows that no length exceeds the value, where there is one.
    fn induces(&mut self, length: u32, value: u32, watch: &mut dyn Watch) -> Result<bool, Stop> {
        let others = self.own_bytes();
        let reached = self.reached();
        match &mut self.induction {
            None => Ok(false),
            Some(induction) => {
                let memory = self.memory.saturating_sub(others);
                induction.proves(length, value, memory, (watch, reached))
            }
        }
    }

    /// Brings a path for at least `value` down to the fewest transactions, by halving between the
    /// lengths that are known not to do and the length of the path at hand.
    fn shorten(
        &mut self,
        path: Vec<Vec<LocalPlace>>,
        value: u32,
        lengths: std::ops::Range<u32>,
        watch: &mut dyn Watch,
    ) -> Result<(u32, Vec<Vec<LocalPlace>>), Stop> {
        let steps = |path: &[Vec<LocalPlace>]| path.len() as u32 - 1;
        let mut low = lengths.start;
        let mut high = steps(&path).min(lengths.end);
        let mut path = path;
        while low < high {
            let middle = low + (high - low) / 2;
            match self.at_least(middle, value, watch)? {
                Some(shorter) => {
                    high = steps(&shorter).min(middle);
                    path = shorter;
                }
                None => low = middle + 1,
            }
        }
        Ok((high, path))
    }

    /// A length below which no such value is possible.
    fn soonest(&self, value: u32) -> u32 {
        let earliest = self.unrolling.earliest();
        match relaxed::soonest(&self.task.objective, earliest, value) {
            // A place that is never possible is no reason to unroll for ever.
            relaxed::NEVER => 0,
            steps => steps,
        }
    }

    fn value_of(&self, state: &[LocalPlace]) -> u32 {
        self.task.objective.value(&self.task.network, state)
    }

    /// A path of at most `length` transactions to a value of at least this.
    fn at_least(
        &mut self,
        length: u32,
        value: u32,
        watch: &mut dyn Watch,
    ) -> Result<Option<Vec<Vec<LocalPlace>>>, Stop> {
        let frame = length as usize;
        let started = watch.now_ms();
        let induction = self.bytes() - self.own_bytes();
        self.unrolling.allow(self.memory.saturating_sub(induction));
        let mut deep = Deep {
            depth: self.covered,
            watch,
        };
        self.unrolling.extend_to(frame, &mut deep)?;
        let demanded = self.unrolling.demand_value(frame, value, &mut deep)?;
        self.encode_ms += watch.now_ms() - started;
        match self.ask(&[demanded], watch)? {
            Answer::Satisfiable(assignment) => Ok(Some(self.unrolling.decode(&assignment, frame))),
            Answer::Unsatisfiable(_) => {
                if self.task.bound.is_none_or(|bound| bound == length) {
                    self.refuted = Some(demanded);
                }
                // What a frame cannot offer stays true; saying so helps the solver.
                self.solver.add_clause(&[!demanded]);
                Ok(None)
            }
        }
    }

    fn ask(&mut self, assumptions: &[Lit], watch: &mut dyn Watch) -> Result<Answer, Stop> {
        let reached = self.reached();
        let induction = reached.bytes - self.own_bytes();
        let others = induction + self.unrolling.bytes();
        let memory = self.memory.saturating_sub(others);
        let formula = (self.unrolling.formula(), &mut self.read);
        let told = Reached {
            bytes: others,
            ..reached
        };
        super::ask(
            &mut *self.solver,
            formula,
            assumptions,
            memory,
            (watch, told),
        )
    }

    /// Says for each region whether a state of the greatest value lies in it, within the bound.
    /// Only after [`Self::run`] covered the bound.
    ///
    /// # Errors
    /// Where a limit was hit or somebody asked to stop.
    pub fn survey(&mut self, regions: &[Vec<PlaceSet>]) -> Result<Vec<bool>, Stop> {
        let Some(bound) = self.task.bound else {
            // Without a bound the states beyond the last frame are unknown.
            return Err(Stop::Size);
        };
        let frame = bound as usize;
        // Solvers ask by themselves whether to stop.
        let watch = &mut Unwatched;
        self.unrolling.extend_to(frame, watch)?;
        let mut met = Vec::with_capacity(regions.len());
        let mut assumptions = Vec::new();
        if self.last_value > 0 {
            let demanded = self.unrolling.demand_value(frame, self.last_value, watch)?;
            assumptions.push(demanded);
        }
        for region in regions {
            assumptions.push(self.unrolling.demand_region(frame, region));
            let answer = self.ask(&assumptions, watch)?;
            met.push(matches!(answer, Answer::Satisfiable(_)));
            assumptions.pop();
        }
        Ok(met)
    }
}
