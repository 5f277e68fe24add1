//! varisat, the product's solver: fast, deterministic, and able to write proofs.
//!
//! It has no way to be stopped. It does write proofs, though, and gives up when writing fails:
//! [`ProofThatStops`] throws the proof away, or keeps it, and fails when it is told to stop.
//!
//! Nor does it tell what it counts: of its statistics there is a line in its log for every 5,000
//! conflicts, and nothing in its interface. Each learned clause is a step of the proof, but steps of
//! the native format have no marks, so counting them would mean to read that format whole.
//!
//! Version 0.2.2 has a flaw that shows in growing formulas: where an assumption contradicts a fact
//! it had learned, the search for the failed core leaves a mark behind, and a later core may come
//! out too small. [`Varisat::confirmed_core`] tests cores that may be affected.

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;

use varisat::{ExtendFormula, ProofFormat};

use super::{Answer, Backend, Interrupted, Pause, Solver, Statistics, Stop, bytes_for};
use crate::cnf::{Assignment, ClauseSink, Formula, Lit, Var};

/// The entry in [`super::ALL`].
pub const BACKEND: Backend = Backend {
    name: "varisat",
    about: "The default; writes proofs.",
    create: |stop| Box::new(Varisat::new(stop)),
};

struct Varisat<'a> {
    solver: varisat::Solver<'a>,
    /// Every clause travels through this buffer.
    buffer: Vec<varisat::Lit>,
    counted: Statistics,
    literals: u64,
    gauge: Rc<Gauge>,
    /// Set once a mark may have been left behind, see the head of this file.
    cores_in_doubt: bool,
    spent: bool,
}

/// What the adapter and the writer of its proof know of each other.
struct Gauge {
    /// Bytes for the clauses that were given.
    given: Cell<u64>,
    /// Bytes of the proof so far.
    written: Cell<u64>,
    /// The most bytes that the solver may take.
    most: Cell<u64>,
    pause: RefCell<Option<Pause>>,
}

/// One in so many bytes of a proof is a byte of a learned clause that is still kept: the rest tells how
/// clauses follow, or of clauses that were given up.
const WRITTEN_PER_KEPT: u64 = 8;
/// Cores that come out too small one after the other before no core is told.
const MOST_MARKS: usize = 4;
/// Clauses that are read between two questions whether to stop.
const CLAUSES_PER_QUESTION: usize = 20_000;

impl Gauge {
    fn new() -> Rc<Self> {
        Rc::new(Self {
            given: Cell::new(0),
            written: Cell::new(0),
            most: Cell::new(u64::MAX),
            pause: RefCell::new(None),
        })
    }

    fn bytes(&self) -> u64 {
        self.given.get() + self.written.get() / WRITTEN_PER_KEPT
    }

    fn is_full(&self) -> bool {
        self.bytes() > self.most.get()
    }
}

/// Solves a formula from scratch and appends the proof, in binary DRAT, to `drat`, as long as everything
/// takes at most so many bytes.
///
/// # Errors
/// Where the search was stopped. The proof is then worth nothing.
pub fn refute(
    formula: &Formula,
    drat: &mut Vec<u8>,
    most: u64,
    stop: Option<Stop<'_>>,
) -> Result<Answer, Interrupted> {
    let mut solver = varisat::Solver::new();
    let gauge = Gauge::new();
    gauge.most.set(most);
    let proof = ProofThatStops {
        stop,
        stopped: false,
        kept: Some(drat),
        gauge: Rc::clone(&gauge),
    };
    solver.write_proof(proof, ProofFormat::BinaryDrat);
    let mut solver = Varisat::from(solver, gauge);
    let mut read = 0;
    while solver.read_some(formula, &mut read, CLAUSES_PER_QUESTION) {
        if solver.gauge.is_full() || stop.is_some_and(|stop| stop()) {
            return Err(Interrupted);
        }
    }
    // Without assumptions in between: DRAT has no word for them.
    match solver.solver.solve() {
        Err(_) => Err(Interrupted),
        Ok(true) => Ok(Answer::Satisfiable(solver.assignment())),
        Ok(false) => Ok(Answer::Unsatisfiable(Vec::new())),
    }
}

impl<'a> Varisat<'a> {
    fn new(stop: Option<Stop<'a>>) -> Self {
        let mut solver = varisat::Solver::new();
        let gauge = Gauge::new();
        if let Some(stop) = stop {
            // The solver's own format: the standard ones know no assumptions.
            let proof = ProofThatStops {
                stop: Some(stop),
                stopped: false,
                kept: None,
                gauge: Rc::clone(&gauge),
            };
            solver.write_proof(proof, ProofFormat::Varisat);
        }
        Self::from(solver, gauge)
    }

    fn from(solver: varisat::Solver<'a>, gauge: Rc<Gauge>) -> Self {
        Self {
            solver,
            buffer: Vec::new(),
            counted: Statistics::default(),
            literals: 0,
            gauge,
            cores_in_doubt: false,
            spent: false,
        }
    }

    fn search(&mut self, assumptions: &[Lit]) -> Result<bool, Interrupted> {
        self.spent = self.spent || self.gauge.is_full();
        if self.spent {
            return Err(Interrupted);
        }
        self.buffer.clear();
        let theirs = assumptions.iter().map(|&lit| to_varisat(lit));
        self.buffer.extend(theirs);
        self.solver.assume(&self.buffer);
        self.solver.solve().map_err(|_| {
            self.spent = true;
            Interrupted
        })
    }

    /// The values of the last model. Variables that occur in no clause are unknown to varisat.
    fn assignment(&self) -> Assignment {
        let mut assignment = Assignment::all_false(self.counted.vars as usize);
        let model = self.solver.model();
        for lit in model.expect("the search has just found a model") {
            assignment.set(from_varisat(lit));
        }
        assignment
    }

    fn core(&self) -> Vec<Lit> {
        let core = self.solver.failed_core();
        let core = core.expect("the search has just failed");
        core.iter().map(|&lit| from_varisat(lit)).collect()
    }

    /// The failed core of the last search. A mark is only left behind where a single assumption
    /// fails; once that has happened, a core that leaves something out must fail a second time,
    /// which what was learned makes quick. Where it does not, the mark has been used up, and the
    /// search is made again; all assumptions are the answer where even that helps nothing.
    fn confirmed_core(&mut self, assumptions: &[Lit]) -> Result<Vec<Lit>, Interrupted> {
        for _ in 0..MOST_MARKS {
            let core = self.core();
            let doubt = self.cores_in_doubt && assumptions.iter().any(|lit| !core.contains(lit));
            self.cores_in_doubt |= core.len() == 1;
            if !doubt || !self.search(&core)? {
                return Ok(core);
            }
            if self.search(assumptions)? {
                break;
            }
        }
        Ok(assumptions.to_vec())
    }
}

impl ClauseSink for Varisat<'_> {
    /// varisat makes a variable when it first sees it, which is cheaper than asking for one.
    fn new_var(&mut self) -> Var {
        self.counted.vars += 1;
        Var::from_index(self.counted.vars as usize - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.counted.clauses += 1;
        self.literals += clause.len() as u64;
        let Statistics { vars, clauses, .. } = self.counted;
        self.gauge
            .given
            .set(bytes_for(vars, clauses, self.literals));
        self.buffer.clear();
        let theirs = clause.iter().map(|&lit| to_varisat(lit));
        self.buffer.extend(theirs);
        self.solver.add_clause(&self.buffer);
    }
}

impl Solver for Varisat<'_> {
    fn name(&self) -> &'static str {
        BACKEND.name
    }

    fn solve_under(&mut self, assumptions: &[Lit]) -> Result<Answer, Interrupted> {
        self.counted.solves += 1;
        if self.search(assumptions)? {
            return Ok(Answer::Satisfiable(self.assignment()));
        }
        Ok(Answer::Unsatisfiable(self.confirmed_core(assumptions)?))
    }

    fn statistics(&self) -> Statistics {
        self.counted
    }

    fn bytes(&self) -> u64 {
        self.gauge.bytes()
    }

    fn limit_bytes(&mut self, most: u64) {
        self.gauge.most.set(most);
    }

    fn set_pause(&mut self, pause: Option<Pause>) {
        *self.gauge.pause.borrow_mut() = pause;
    }
}

/// Takes a proof, keeps it or not, and fails once it is told to stop.
///
/// varisat collects eight kilobytes before it writes, some conflicts' worth, so that [`Stop`] is
/// asked neither too often nor too rarely.
struct ProofThatStops<'a> {
    stop: Option<Stop<'a>>,
    /// varisat tries once more to write when it is dropped.
    stopped: bool,
    kept: Option<&'a mut Vec<u8>>,
    gauge: Rc<Gauge>,
}

impl ProofThatStops<'_> {
    fn must_stop(&self) -> bool {
        // A proof that is kept takes all that it has written, and some more while it moves.
        let kept = self.kept.as_ref().map_or(0, |kept| kept.len() as u64);
        self.gauge.bytes() + 3 * kept > self.gauge.most.get()
            || self
                .gauge
                .pause
                .borrow()
                .as_ref()
                .is_some_and(|pause| pause())
            || self.stop.is_some_and(|stop| stop())
    }
}

impl io::Write for ProofThatStops<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = &self.gauge.written;
        written.set(written.get() + bytes.len() as u64);
        self.stopped = self.stopped || self.must_stop();
        if self.stopped {
            return Err(io::Error::other("told to stop"));
        }
        if let Some(kept) = &mut self.kept {
            kept.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn to_varisat(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_code(lit.code())
}

fn from_varisat(lit: varisat::Lit) -> Lit {
    Lit::from_code(lit.code())
}
