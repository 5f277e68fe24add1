//! Bounded model checking: one growing unrolling, one solver for all lengths.
//!
//! I(s₀) ∧ T(s₀,s₁) ∧ … ∧ T(sₖ₋₁,sₖ) ∧ bad(sₖ), with `bad` assumed and the rest kept: Biere, Cimatti, Clarke and Zhu, 1999.

use super::Run;
use crate::cnf::{Assignment, Lit};
use crate::sat::{Answer, Interrupted, Solver};
use crate::symbolic::{Bit, Relation};

/// An unrolling with its solver.
pub struct Bmc<'r, 's> {
    relation: &'r Relation,
    solver: Box<dyn Solver + 's>,
    states: Vec<Vec<Lit>>,
    /// What was chosen for the start, and in each step.
    choices: Vec<Vec<Lit>>,
    /// Whether the last state is bad, once that has been asked.
    bad: Option<Lit>,
}

impl<'r, 's> Bmc<'r, 's> {
    /// The unrolling of length 0.
    #[must_use]
    pub fn new(relation: &'r Relation, mut solver: Box<dyn Solver + 's>) -> Self {
        let start = relation.state(&mut *solver);
        let choices = relation.start_at(&mut *solver, &start);
        Self {
            relation,
            solver,
            states: vec![start],
            choices: vec![choices],
            bad: None,
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

    /// The bytes that it takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.solver.bytes()
    }

    /// Ends searches that take more bytes than these.
    pub fn limit_bytes(&mut self, most: u64) {
        self.solver.limit_bytes(most);
    }

    /// A run of exactly the present length into a bad state, if there is one. Where there is none, its
    /// last state is demanded to be good from here on.
    ///
    /// # Errors
    /// Where the search was stopped.
    pub fn bad(&mut self) -> Result<Option<Run>, Interrupted> {
        let run = self.bad_where(&[])?;
        if run.is_none() {
            self.is_good();
        }
        Ok(run)
    }

    /// A run of exactly the present length into a bad state whose bits have these values.
    ///
    /// # Errors
    /// Where the search was stopped.
    pub fn bad_where(&mut self, bits: &[Bit]) -> Result<Option<Run>, Interrupted> {
        let bad = self.last_is_bad();
        let last = &self.states[self.states.len() - 1];
        let mut assumptions = vec![bad];
        assumptions.extend(bits.iter().map(|bit| match bit.value {
            true => last[bit.index],
            false => !last[bit.index],
        }));
        match self.solver.solve_under(&assumptions)? {
            Answer::Satisfiable(model) => Ok(Some(self.run(&model))),
            Answer::Unsatisfiable(_) => Ok(None),
        }
    }

    /// Demands that the last state is good: somebody knows.
    pub fn is_good(&mut self) {
        let bad = self.last_is_bad();
        self.solver.add_clause(&[!bad]);
    }

    fn last_is_bad(&mut self) -> Lit {
        let last = &self.states[self.states.len() - 1];
        let solver = &mut self.solver;
        let relation = self.relation;
        *self
            .bad
            .get_or_insert_with(|| relation.bad_at(&mut **solver, last))
    }

    /// One step more.
    pub fn extend(&mut self) {
        let next = self.relation.state(&mut *self.solver);
        let last = &self.states[self.states.len() - 1];
        let choices = self.relation.step_between(&mut *self.solver, last, &next);
        self.states.push(next);
        self.choices.push(choices);
        self.bad = None;
    }

    /// Whether there is a run of the present length at all.
    ///
    /// # Errors
    /// Where the search was stopped.
    pub fn any(&mut self) -> Result<bool, Interrupted> {
        Ok(matches!(self.solver.solve()?, Answer::Satisfiable(_)))
    }

    fn run(&self, model: &Assignment) -> Run {
        let values = |lits: &Vec<Lit>| lits.iter().map(|&lit| model.value(lit)).collect();
        Run {
            states: self.states.iter().map(values).collect(),
            choices: self.choices.iter().map(values).collect(),
        }
    }
}
