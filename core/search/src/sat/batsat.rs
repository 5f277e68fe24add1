//! batsat, a descendant of MiniSat: can be stopped at every decision, and counts what it does.

use std::cell::Cell;

use batsat::{Callbacks, SolverInterface, SolverOpts, lbool};

use super::{Answer, Backend, Interrupted, Pause, Solver, Statistics, Stop, bytes_for};
use crate::cnf::{Assignment, ClauseSink, Lit, Var};

/// The entry in [`super::ALL`].
pub const BACKEND: Backend = Backend {
    name: "batsat",
    about: "A descendant of MiniSat; stops at once when told to.",
    create: |stop| Box::new(Batsat::new(stop)),
};

/// batsat asks before every decision; [`Stop`] is passed on once in so many.
const DECISIONS_PER_QUESTION: u32 = 128;

struct Batsat<'a> {
    solver: batsat::Solver<StopNow<'a>>,
    /// Every clause travels through this buffer, which batsat sorts in place.
    buffer: Vec<batsat::Lit>,
    counted: Statistics,
    literals: u64,
    most_bytes: u64,
    spent: bool,
}

/// About the bytes of a clause that it learns.
const LEARNED: u64 = 200;

impl<'a> Batsat<'a> {
    fn new(stop: Option<Stop<'a>>) -> Self {
        let callbacks = StopNow {
            stop,
            pause: None,
            asked: Cell::new(0),
            stopped: Cell::new(false),
        };
        Self {
            solver: batsat::Solver::new(SolverOpts::default(), callbacks),
            buffer: Vec::new(),
            counted: Statistics::default(),
            literals: 0,
            most_bytes: u64::MAX,
            spent: false,
        }
    }
}

impl ClauseSink for Batsat<'_> {
    fn new_var(&mut self) -> Var {
        let var = Var::from_index(self.counted.vars as usize);
        self.counted.vars += 1;
        let theirs = self.solver.new_var_default();
        debug_assert_eq!(theirs.idx() as usize, var.index(), "both count from 0");
        var
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.counted.clauses += 1;
        self.literals += clause.len() as u64;
        self.buffer.clear();
        self.buffer.extend(clause.iter().map(|&lit| to_batsat(lit)));
        self.solver.add_clause_reuse(&mut self.buffer);
    }
}

impl Solver for Batsat<'_> {
    fn name(&self) -> &'static str {
        BACKEND.name
    }

    fn solve_under(&mut self, assumptions: &[Lit]) -> Result<Answer, Interrupted> {
        self.spent = self.spent || self.bytes() > self.most_bytes;
        if self.spent {
            return Err(Interrupted);
        }
        self.counted.solves += 1;
        let theirs: Vec<batsat::Lit> = assumptions.iter().map(|&lit| to_batsat(lit)).collect();
        let result = self.solver.solve_limited(&theirs);
        if result == lbool::TRUE {
            let values = self.solver.get_model();
            let assignment: Assignment = values.iter().map(|&v| v == lbool::TRUE).collect();
            Ok(Answer::Satisfiable(assignment))
        } else if result == lbool::FALSE {
            // The clause that was refuted, so to speak: the negations of the assumptions at fault.
            let clause = self.solver.unsat_core();
            let core = clause.iter().map(|&lit| !from_batsat(lit)).collect();
            Ok(Answer::Unsatisfiable(core))
        } else {
            self.spent = true;
            Err(Interrupted)
        }
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            conflicts: Some(self.solver.num_conflicts()),
            decisions: Some(self.solver.num_decisions()),
            propagations: Some(self.solver.num_propagations()),
            ..self.counted
        }
    }

    /// It keeps a third as many learned clauses as there are others, and lets that grow slowly.
    fn bytes(&self) -> u64 {
        let Statistics { vars, clauses, .. } = self.counted;
        let learned = self.solver.num_conflicts().min(clauses);
        bytes_for(vars, clauses, self.literals) + LEARNED * learned
    }

    fn limit_bytes(&mut self, most: u64) {
        self.most_bytes = most;
    }

    fn set_pause(&mut self, pause: Option<Pause>) {
        self.solver.cb_mut().pause = pause;
    }
}

/// Passes the question on to [`Stop`], and remembers a yes: batsat asks again before it gives up.
struct StopNow<'a> {
    stop: Option<Stop<'a>>,
    pause: Option<Pause>,
    asked: Cell<u32>,
    stopped: Cell<bool>,
}

impl Callbacks for StopNow<'_> {
    fn stop(&self) -> bool {
        let Some(stop) = self.stop else {
            return false;
        };
        let asked = self.asked.get();
        self.asked.set((asked + 1) % DECISIONS_PER_QUESTION);
        if asked == 0 && !self.stopped.get() {
            let paused = self.pause.as_ref().is_some_and(|pause| pause());
            self.stopped.set(paused || stop());
        }
        self.stopped.get()
    }
}

fn to_batsat(lit: Lit) -> batsat::Lit {
    let var = batsat::Var::unsafe_from_idx(lit.var().index() as u32);
    batsat::Lit::new(var, !lit.is_negated())
}

fn from_batsat(lit: batsat::Lit) -> Lit {
    Var::from_index(lit.var().idx() as usize).lit(lit.sign())
}
