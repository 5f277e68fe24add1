//! Bounded model checking: one growing unrolling, one solver for all lengths.
//!
//! I(s₀) ∧ T(s₀,s₁) ∧ … ∧ T(sₖ₋₁,sₖ) ∧ bad(sₖ), with `bad` assumed and the rest kept: Biere, Cimatti, Clarke and Zhu, 1999.

use super::State;
use crate::cnf::{Assignment, Lit};
use crate::sat::{Answer, Interrupted, Solver};
use crate::symbolic::Relation;

/// An unrolling with its solver.
pub struct Bmc<'r, 's> {
    relation: &'r Relation,
    solver: Box<dyn Solver + 's>,
    states: Vec<Vec<Lit>>,
}

impl<'r, 's> Bmc<'r, 's> {
    /// The unrolling of length 0.
    #[must_use]
    pub fn new(relation: &'r Relation, mut solver: Box<dyn Solver + 's>) -> Self {
        let start = relation.state(&mut *solver);
        relation.start_at(&mut *solver, &start);
        Self {
            relation,
            solver,
            states: vec![start],
        }
    }

    /// Steps of the unrolling.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.states.len() - 1
    }

    /// Clauses that were written.
    #[must_use]
    pub fn clauses(&self) -> u64 {
        self.solver.statistics().clauses
    }

    /// A run of exactly the present length into a bad state, if there is one. Where there is none, its
    /// last state is demanded to be good from here on.
    ///
    /// # Errors
    /// Where the search was stopped.
    pub fn bad(&mut self) -> Result<Option<Vec<State>>, Interrupted> {
        let last = &self.states[self.states.len() - 1];
        let bad = self.relation.bad_at(&mut *self.solver, last);
        match self.solver.solve_under(&[bad])? {
            Answer::Satisfiable(model) => Ok(Some(self.run(&model))),
            Answer::Unsatisfiable(_) => {
                self.solver.add_clause(&[!bad]);
                Ok(None)
            }
        }
    }

    /// One step more.
    pub fn extend(&mut self) {
        let next = self.relation.state(&mut *self.solver);
        let last = &self.states[self.states.len() - 1];
        self.relation.step_between(&mut *self.solver, last, &next);
        self.states.push(next);
    }

    /// Whether there is a run of the present length at all.
    ///
    /// # Errors
    /// Where the search was stopped.
    pub fn any(&mut self) -> Result<bool, Interrupted> {
        Ok(matches!(self.solver.solve()?, Answer::Satisfiable(_)))
    }

    fn run(&self, model: &Assignment) -> Vec<State> {
        let state = |lits: &Vec<Lit>| lits.iter().map(|&lit| model.value(lit)).collect();
        self.states.iter().map(state).collect()
    }
}
