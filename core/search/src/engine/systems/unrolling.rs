//! Bounded model checking with induction beside it, a piece at a time.
//!
//! A solver that was stopped in the middle of a question cannot go on, so a piece that was too short for its question
//! is lost: the unrolling is written anew for the next piece, which is longer. What was answered stays answered.

use std::cell::Cell;

use super::proofs;
use super::{Engine, Evidence, Finding, Way};
use crate::cnf::Formula;
use crate::engine::symbolic::{Bmc, Induction, Run, bytes_of_step};
use crate::engine::{Coverage, Limits, Reached, Stop};
use crate::sat::Solver;
use crate::symbolic::{Bit, Relation};

/// Makes solvers that can be stopped.
pub type Backend<'b> = &'b dyn for<'a> Fn(&'a dyn Fn() -> bool) -> Box<dyn Solver + 'a>;

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
    pub(super) clauses: u64,
    /// Questions whether to stop that were asked in the last piece.
    pub(super) spent: u64,
}

/// The first bit of a state says that it is beyond what can be said.
const CUT: usize = 0;
/// Induction is not tried with more steps: its states are pairwise different.
const MOST_STEPS: usize = 40;

impl<'r> Unrolling<'r> {
    pub(super) fn new(relation: &'r Relation, within: Option<u32>, covered: usize) -> Self {
        Self {
            relation,
            within,
            covered,
            k: Some(0),
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
        let over = || {
            spent.set(spent.get() + 1);
            asked.set(asked.get() || stop());
            asked.get() || spent.get() > work
        };
        let mut bmc = Bmc::new(self.relation, backend(&over));
        bmc.limit_bytes(memory);
        for _ in 0..self.covered {
            if stop() {
                return Piece::Asked;
            }
            bmc.is_good();
            bmc.extend();
        }
        let ended = loop {
            if self.within.is_some_and(|most| self.covered > most as usize) {
                break Piece::Bound;
            }
            self.clauses = bmc.clauses();
            if self.clauses > limits.clauses {
                break Piece::Large;
            }
            match self.deeper(&mut bmc) {
                Ok(None) if bmc.bytes() > memory => break Piece::Full,
                Ok(None) => {}
                Ok(Some(piece)) => break piece,
                Err(_) if bmc.bytes() > memory => break Piece::Full,
                Err(_) => break Piece::More,
            }
            // A question costs something even where it is answered at once.
            if over() {
                break Piece::More;
            }
        };
        self.spent = spent.get();
        if matches!(ended, Piece::More) && asked.get() {
            return Piece::Asked;
        }
        match ended {
            Piece::More | Piece::Large | Piece::Full => {}
            ended => return ended,
        }
        drop(bmc);
        match self.induct(backend, (work, memory), stop) {
            Some(k) => Piece::Induction(k),
            None => ended,
        }
    }

    /// Asks about runs that are one step longer.
    fn deeper(&mut self, bmc: &mut Bmc<'_, '_>) -> Result<Option<Piece>, crate::sat::Interrupted> {
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
        if !bmc.any()? {
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

    /// The formula that holds where some run of fewer than so many steps is bad.
    pub(super) fn formula(&self, depth: usize) -> Formula {
        proofs::runs(self.relation, depth)
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
