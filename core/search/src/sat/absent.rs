//! The solver that is not there: it takes every clause, keeps none, and has no answers. It stands
//! where the code of a solver has not arrived; whoever gets an answer from elsewhere needs no other.

use super::{Answer, Backend, Interrupted, Pause, Solver, Statistics};
use crate::cnf::{ClauseSink, Lit, Var};

/// The one entry of [`super::NONE`].
pub const BACKEND: Backend = Backend {
    name: "absent",
    about: "Answers nothing.",
    create: |_| Box::new(Absent(Statistics::default())),
};

struct Absent(Statistics);

impl ClauseSink for Absent {
    fn new_var(&mut self) -> Var {
        let var = Var::from_index(self.0.vars as usize);
        self.0.vars += 1;
        var
    }

    fn add_clause(&mut self, _clause: &[Lit]) {
        self.0.clauses += 1;
    }
}

impl Solver for Absent {
    fn name(&self) -> &'static str {
        BACKEND.name
    }

    fn solve_under(&mut self, _assumptions: &[Lit]) -> Result<Answer, Interrupted> {
        Err(Interrupted)
    }

    fn statistics(&self) -> Statistics {
        self.0
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn limit_bytes(&mut self, _most: u64) {}

    fn set_pause(&mut self, _pause: Option<Pause>) {}
}
