//! Bounded model checking with induction beside it, a piece at a time.
//!
//! A solver that was stopped in the middle of a question cannot go on, so a piece that was too short for its question
//! is lost: the unrolling is written anew for the next piece, which is longer. What was answered stays answered.
//!
//! Where runs are deep it is found out how counters grow, and up to which length no run can be bad for that reason ([`Growth`]): these
//! lengths are passed over, and a run of the next one may be found at once. What is left to be asked is easy then, and it is asked in
//! windows: several lengths in one question ([`Bmc::bad_ahead`]), twice as many in the next one. Where a window is hard all the same,
//! single lengths are asked about from there on.

use std::cell::Cell;
use std::rc::Rc;

use super::growth::Growth;
use super::proofs;
use super::{Engine, Evidence, Finding, Way};
use crate::cnf::Formula;
use crate::engine::symbolic::{Bmc, GrowthExclusion, Induction, Run, bytes_of_step};
use crate::engine::{Backend, Coverage, Limits, Reached, Stop};
use crate::sat::{Interrupted, Solver};
use crate::symbolic::{Bit, Relation};

/// What a piece of work came to.
pub(super) enum Piece {
    /// It goes on.
    More,
    /// What was looked for can be reached.
    Found(Run),
    /// A run goes beyond what the bits can say.
    Cut,
    /// There is nothing to be found within the bound.
    Bound,
    /// No run is longer.
    Ends,
    /// The k of an induction that holds.
    Induction(usize),
    /// The formula is too large.
    Large,
    /// It takes more memory than there is.
    Full,
    /// Somebody asked to stop.
    Asked,
}

/// How far bounded model checking has got with a relation.
pub(super) struct Unrolling<'r> {
    relation: &'r Relation,
    within: Option<u32>,
    /// Every run of fewer steps is good.
    pub(super) covered: usize,
    /// The k from which induction is worth a try; `None` once it has been given up.
    k: Option<usize>,
    /// Lengths that are asked about at once next; `None` once a window was too hard.
    pub(super) window: Option<usize>,
    /// The length from which on it is asked again whether there are runs at all, in windows.
    any_after: usize,
    /// How fast counters grow, once that was looked for.
    pub(super) growth: Option<Rc<Growth>>,
    pub(super) clauses: u64,
    /// Questions whether to stop that were asked in the last piece.
    pub(super) spent: u64,
}

/// How much solvers have been asked whether to stop, and when a window is given up.
struct WindowBudget<'m> {
    spent: &'m Cell<u64>,
    hard: &'m Cell<u64>,
}

impl WindowBudget<'_> {
    /// Begins a question about so many clauses.
    fn begin(&self, clauses: u64) {
        let most = HARD + clauses / CLAUSES_PER_STOP;
        self.hard.set(self.spent.get() + most);
    }

    fn end(&self) {
        self.hard.set(u64::MAX);
    }

    /// Whether a window was being asked about when the search ended.
    fn is_open(&self) -> bool {
        self.hard.get() != u64::MAX
    }

    fn is_hard(&self) -> bool {
        self.spent.get() > self.hard.get()
    }
}

/// The work of the first piece.
const QUESTIONS: u64 = 400;
/// How much longer pieces are that are likely to be the last.
const LONGER: u64 = 4;
/// The first bit of a state says that it is beyond what can be said.
const CUT: usize = 0;
/// Runs of fewer steps are asked about one length at a time, and without bounds on growth; so they are covered where lengths are passed over.
const DEEP: usize = GrowthExclusion::SHORTEST;
/// Lengths in one question at most.
const MOST_LENGTHS: usize = 16;
/// Questions whether to stop after which a window is too hard.
const HARD: u64 = 64;
/// A solver that writes down what it does is asked while it reads its formula and tells a model, too: once for so many clauses, about.
const CLAUSES_PER_STOP: u64 = 500;
/// Induction is not tried with more steps: its states are pairwise different.
const MOST_STEPS: usize = 40;

impl<'r> Unrolling<'r> {
    pub(super) fn new(relation: &'r Relation, within: Option<u32>, covered: usize) -> Self {
        Self {
            relation,
            within,
            covered,
            k: Some(0),
            window: Some(2),
            any_after: 2 * DEEP,
            growth: None,
            clauses: 0,
            spent: 0,
        }
    }

    /// The same, but nothing is proved for every length by induction.
    pub(super) fn without_induction(self) -> Self {
        Self { k: None, ..self }
    }

    /// Goes on with so much work, counted in the questions of solvers whether to stop.
    ///
    /// `limits` say how many clauses and bytes that may take.
    pub(super) fn go_on(
        &mut self,
        backend: Backend<'_>,
        work: u64,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
    ) -> Piece {
        let memory = limits.memory;
        self.spent = 0;
        if bytes_of_step(self.relation).saturating_mul(self.covered as u64 + 1) > memory {
            return Piece::Full;
        }
        let spent = Cell::new(0_u64);
        let asked = Cell::new(false);
        // After so many a window is given up.
        let hard = Cell::new(u64::MAX);
        let over = || {
            spent.set(spent.get() + 1);
            asked.set(asked.get() || stop());
            asked.get() || spent.get() > work.min(hard.get())
        };
        let window = WindowBudget {
            spent: &spent,
            hard: &hard,
        };
        let mut for_growth = 0;
        let ended = loop {
            if self.asks_for_growth() {
                // That is looked for once, and has limits of its own.
                let patient = || {
                    asked.set(asked.get() || stop());
                    asked.get()
                };
                let (work, answer) = self.look_for_growth((backend, memory), &patient);
                for_growth = work;
                if let Some(piece) = answer {
                    break piece;
                }
            }
            let Some(ended) = self.unroll(backend(&over), &window, limits, (&over, stop)) else {
                continue;
            };
            let is_given_up = match ended {
                Piece::More => window.is_hard() && !asked.get() && spent.get() <= work,
                Piece::Full => window.is_open(),
                _ => false,
            };
            if !is_given_up {
                break ended;
            }
            // The unrolling is written anew, and asked about one length at a time.
            self.window = None;
            window.end();
        };
        self.spent = spent.get() + for_growth;
        if matches!(ended, Piece::More) && asked.get() {
            return Piece::Asked;
        }
        match ended {
            Piece::More | Piece::Large | Piece::Full => {}
            ended => return ended,
        }
        match self.induct(backend, (work, memory), stop) {
            Some(k) => Piece::Induction(k),
            None => ended,
        }
    }

    fn asks_for_growth(&self) -> bool {
        let has_counters = !self.relation.counters.is_empty();
        has_counters && self.growth.is_none() && self.covered >= DEEP
    }

    /// Looks for bounds on growth, and passes over what they exclude: the work, and what it comes to where that is an answer.
    fn look_for_growth(
        &mut self,
        (backend, memory): (Backend<'_>, u64),
        stop: &dyn Fn() -> bool,
    ) -> (u64, Option<Piece>) {
        let whole = Bit {
            index: CUT,
            value: false,
        };
        let wanted = (self.covered, self.within, &[whole][..]);
        let (growth, run, work) = Growth::look_for(self.relation, wanted, (backend, memory), stop);
        let excluded = growth.excluded;
        self.growth = Some(Rc::new(growth));
        let Some(GrowthExclusion { longest }) = excluded else {
            return (work, None);
        };
        let answer = match run {
            Some(run) => Some(Piece::Found(run)),
            None if self.within.is_some_and(|it| longest >= it as usize) => Some(Piece::Bound),
            None => None,
        };
        // An unrolling must have room for what is passed over.
        let room = memory / 2 / bytes_of_step(self.relation).max(1);
        let room = match answer {
            Some(_) => usize::MAX,
            None => usize::try_from(room).unwrap_or(usize::MAX),
        };
        self.covered = self.covered.max(longest.min(room) + 1);
        (work, answer)
    }

    fn has_growth_bounds(&self) -> bool {
        self.growth.as_ref().is_some_and(|it| !it.bounds.is_empty())
    }

    /// The work of its piece in a round, in questions of solvers whether to stop: longer where it is likely to get to its bound, since it
    /// is known how fast counters grow and windows have not been too hard.
    pub(super) fn piece(&self, round: u32) -> u64 {
        let is_likely = self.has_growth_bounds() && self.within.is_some() && self.window.is_some();
        let longer = if is_likely { LONGER } else { 1 };
        (QUESTIONS << round) * longer
    }

    /// What is known of how fast counters grow.
    fn growth(&self) -> Rc<Growth> {
        self.growth.clone().unwrap_or_default()
    }

    /// Writes the unrolling of what is covered, and goes on from there until that has come to something; `None` where runs are deep by now,
    /// and how fast counters grow is worth knowing.
    fn unroll(
        &mut self,
        solver: Box<dyn Solver + '_>,
        budget: &WindowBudget<'_>,
        limits: &Limits,
        (over, stop): (&dyn Fn() -> bool, &dyn Fn() -> bool),
    ) -> Option<Piece> {
        let memory = limits.memory;
        let mut bmc = Bmc::new(self.relation, &self.growth().bounds, solver);
        bmc.limit_bytes(memory);
        for _ in 0..self.covered {
            if stop() {
                return Some(Piece::Asked);
            }
            bmc.is_good();
            bmc.extend();
        }
        loop {
            let left = self.within.map_or(usize::MAX, |most| {
                (most as usize + 1).saturating_sub(self.covered)
            });
            if left == 0 {
                return Some(Piece::Bound);
            }
            self.clauses = bmc.clauses();
            if self.clauses > limits.clauses {
                return Some(Piece::Large);
            }
            if self.asks_for_growth() {
                return None;
            }
            let answered = match self.lengths(&bmc, limits).min(left) {
                0 | 1 => self.deeper(&mut bmc),
                lengths => self.deeper_by(&mut bmc, (lengths, lengths == left), budget),
            };
            match answered {
                Ok(None) if bmc.bytes() > memory => return Some(Piece::Full),
                Ok(None) => {}
                Ok(Some(piece)) => return Some(piece),
                Err(_) if bmc.bytes() > memory => return Some(Piece::Full),
                Err(_) => return Some(Piece::More),
            }
            // A question costs something even where it is answered at once.
            if over() {
                return Some(Piece::More);
            }
        }
    }

    /// How many lengths are asked about next: as many as the limits have room for.
    fn lengths(&self, bmc: &Bmc<'_, '_>, limits: &Limits) -> usize {
        // Without bounds on growth the longest of several lengths is too hard too often.
        let Some(lengths) = self.window.filter(|_| self.has_growth_bounds()) else {
            return 1;
        };
        let steps = bmc.depth() as u64 + 1;
        let room = |most: u64, taken: u64| most.saturating_sub(taken) / (taken / steps).max(1);
        let room = room(limits.memory, bmc.bytes()).min(room(limits.clauses, bmc.clauses()));
        lengths.min(usize::try_from(room).unwrap_or(usize::MAX))
    }

    /// Asks about runs that are longer by any of so many lengths, two at least; the last of them may be the bound.
    fn deeper_by(
        &mut self,
        bmc: &mut Bmc<'_, '_>,
        (lengths, is_last): (usize, bool),
        budget: &WindowBudget<'_>,
    ) -> Result<Option<Piece>, Interrupted> {
        let mut last = lengths - 1;
        bmc.look_ahead(last);
        let mut found = None;
        // What is found is nearest where nothing shorter is.
        loop {
            budget.begin(bmc.clauses());
            let Some((at, run)) = bmc.bad_ahead(last)? else {
                break;
            };
            found = Some((at, run));
            match at.checked_sub(1) {
                Some(shorter) => last = shorter,
                None => break,
            }
        }
        budget.end();
        if let Some((at, run)) = found {
            self.covered += at;
            if !run.states[self.covered][CUT] {
                return Ok(Some(Piece::Found(run)));
            }
            for _ in 0..at {
                bmc.is_good();
                bmc.extend();
            }
            return self.deeper(bmc);
        }
        bmc.is_good_ahead(last);
        // That no run is longer may be found out later: what is asked of runs that are not there is answered at once. At a bound it says more.
        if is_last || self.covered + last >= self.any_after {
            if !bmc.any(last)? {
                self.covered += last;
                return Ok(Some(Piece::Ends));
            }
            self.any_after = 2 * (self.covered + last);
        }
        for _ in 0..lengths {
            bmc.extend();
        }
        self.covered += lengths;
        self.window = Some((2 * lengths).min(MOST_LENGTHS));
        Ok(None)
    }

    /// Asks about runs that are one step longer.
    fn deeper(&mut self, bmc: &mut Bmc<'_, '_>) -> Result<Option<Piece>, Interrupted> {
        let whole = Bit {
            index: CUT,
            value: false,
        };
        let cut = Bit {
            index: CUT,
            value: true,
        };
        if let Some(run) = bmc.bad_where(&[])? {
            if !run.states[self.covered][CUT] {
                return Ok(Some(Piece::Found(run)));
            }
            if let Some(run) = bmc.bad_where(&[whole])? {
                return Ok(Some(Piece::Found(run)));
            }
            debug_assert!(bmc.bad_where(&[cut])?.is_some(), "it was there before");
            return Ok(Some(Piece::Cut));
        }
        bmc.is_good();
        if !bmc.any(0)? {
            return Ok(Some(Piece::Ends));
        }
        self.covered += 1;
        bmc.extend();
        Ok(None)
    }

    /// Tries to prove what is covered for every length.
    fn induct(
        &mut self,
        backend: Backend<'_>,
        (work, memory): (u64, u64),
        stop: &dyn Fn() -> bool,
    ) -> Option<usize> {
        let most = self.covered.checked_sub(1)?.min(MOST_STEPS);
        if self.k? > most {
            return None;
        }
        let spent = Cell::new(0_u64);
        let over = || {
            spent.set(spent.get() + 1);
            stop() || spent.get() > work
        };
        let mut induction = Induction::new(self.relation, backend(&over));
        induction.limit_bytes(memory);
        let mut found = None;
        for k in 0..=most {
            match induction.holds() {
                Ok(true) => {
                    found = Some(k);
                    break;
                }
                Ok(false) if induction.bytes() <= memory => self.k = Some(k + 1),
                Ok(false) | Err(_) => {
                    // Longer ones are harder still.
                    self.k = None;
                    break;
                }
            }
        }
        drop(induction);
        self.spent += spent.get();
        found
    }

    /// The steps of the longest formula of [`Self::refuted`].
    pub(super) fn steps_refuted(&self, bad: Option<usize>, longest: Option<usize>) -> usize {
        let growth = self.growth();
        let bad = bad.map_or(0, |it| growth.last_left(it));
        bad.max(longest.unwrap_or(0)).max(growth.steps())
    }

    /// The formulas that are refuted where no run of at most `bad` steps is bad and none has so many steps as `longest`: these, and what
    /// would be against the bounds on growth that they are given, and against what those exclude.
    pub(super) fn refuted(
        &self,
        bad: Option<usize>,
        longest: Option<usize>,
    ) -> impl Iterator<Item = Formula> + '_ {
        let is_deep = bad.max(longest).is_some_and(|it| it >= DEEP);
        let growth = match is_deep {
            true => self.growth(),
            false => Rc::default(),
        };
        let relation = self.relation;
        let denied = Rc::clone(&growth).negations(relation);
        let bad = bad.into_iter().map({
            let growth = Rc::clone(&growth);
            move |it| proofs::runs(relation, it, &growth)
        });
        let longest = longest.into_iter();
        let longest = longest.map(move |it| proofs::lengths(relation, it, &growth.bounds));
        denied.chain(longest).chain(bad)
    }

    /// The finding of a run.
    pub(super) fn found(&self, run: Run, width: usize, reached: Reached) -> Finding {
        Finding {
            depth: u32::try_from(run.states.len() - 1).unwrap_or(u32::MAX),
            way: Some(Way::Bits(width, run)),
            shortest: true,
            coverage: Coverage::Every,
            engine: Engine::Bounded,
            evidence: Evidence::None,
            reached,
            layers: Vec::new(),
        }
    }
}

/// What is said where nothing was found and nobody knows.
pub(super) fn open(stop: Stop, engine: Engine, reached: Reached) -> Finding {
    Finding {
        way: None,
        depth: 0,
        shortest: false,
        coverage: Coverage::Open(stop),
        engine,
        evidence: Evidence::None,
        reached,
        layers: Vec::new(),
    }
}
