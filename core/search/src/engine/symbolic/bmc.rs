//! Bounded model checking: one growing unrolling, one solver for all lengths.
//!
//! I(s₀) ∧ T(s₀,s₁) ∧ … ∧ T(sₖ₋₁,sₖ) ∧ bad(sₖ), with `bad` assumed and the rest kept: Biere, Cimatti, Clarke and Zhu, 1999.
//!
//! Several lengths can be asked about in one question: behind the steps that every run takes are steps *ahead*, each with a literal that says that
//! it is taken, gᵢ → T(sᵢ,sᵢ₊₁) and gᵢ₊₁ → gᵢ. Each question costs a look at the whole formula even where nothing is to be decided, so
//! a question about n lengths can cost little more than a question about one.

use std::rc::Rc;

use super::{GrowthBound, GrowthClauses, Run};
use crate::cnf::{Assignment, Lit};
use crate::sat::{Answer, Interrupted, Solver};
use crate::symbolic::{Bit, Relation, Taken};

/// An unrolling with its solver.
pub struct Bmc<'r, 's> {
    relation: &'r Relation,
    solver: Box<dyn Solver + 's>,
    states: Vec<Vec<Lit>>,
    /// What was chosen for the start, and in each step.
    choices: Vec<Vec<Lit>>,
    /// Of each state whether it is bad, once that has been asked.
    bad: Vec<Option<Lit>>,
    /// That the steps ahead are taken, in order; all before them are.
    ahead: Vec<Lit>,
    growth: GrowthClauses<'r>,
}

impl<'r, 's> Bmc<'r, 's> {
    /// The unrolling of length 0, with what is known of the growth of counters.
    #[must_use]
    pub fn new(
        relation: &'r Relation,
        growth_bounds: &Rc<[GrowthBound]>,
        mut solver: Box<dyn Solver + 's>,
    ) -> Self {
        let start = relation.state(&mut *solver);
        let mut growth = GrowthClauses::new(relation, growth_bounds);
        growth.state(&mut *solver, &start, None);
        let choices = relation.start_at(&mut *solver, &start);
        Self {
            relation,
            solver,
            states: vec![start],
            choices: vec![choices],
            bad: vec![None],
            ahead: Vec::new(),
            growth,
        }
    }

    /// Steps that every run takes: the present length.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.states.len() - 1 - self.ahead.len()
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
        let depth = self.depth();
        let bad = self.bad_after(depth);
        let last = &self.states[depth];
        let mut assumptions = vec![bad];
        assumptions.extend(bits.iter().map(|bit| bit.in_state(last)));
        match self.solver.solve_under(&assumptions)? {
            Answer::Satisfiable(model) => Ok(Some(self.run(&model, depth))),
            Answer::Unsatisfiable(_) => Ok(None),
        }
    }

    /// Demands that the last state of the present length is good, as the caller knows.
    pub fn is_good(&mut self) {
        let bad = self.bad_after(self.depth());
        self.solver.add_clause(&[!bad]);
    }

    fn bad_after(&mut self, steps: usize) -> Lit {
        let state = &self.states[steps];
        let solver = &mut self.solver;
        let relation = self.relation;
        *self.bad[steps].get_or_insert_with(|| relation.bad_at(&mut **solver, state))
    }

    /// One step more, which every run takes.
    pub fn extend(&mut self) {
        if self.ahead.is_empty() {
            let next = self.relation.state(&mut *self.solver);
            let last = &self.states[self.states.len() - 1];
            let choices = self.relation.step_between(&mut *self.solver, last, &next);
            self.growth.state(&mut *self.solver, &next, None);
            self.states.push(next);
            self.choices.push(choices);
            self.bad.push(None);
        } else {
            let taken = self.ahead.remove(0);
            self.solver.add_clause(&[taken]);
        }
    }

    /// Has at least so many steps ahead, which runs can take.
    pub fn look_ahead(&mut self, steps: usize) {
        while self.ahead.len() < steps {
            let solver = &mut *self.solver;
            let next = self.relation.state(solver);
            let last = &self.states[self.states.len() - 1];
            let Taken { taken, choices } = self.relation.transition().write(solver, last, &next);
            if let Some(&before) = self.ahead.last() {
                solver.add_clause(&[!taken, before]);
            }
            self.growth.state(solver, &next, Some(taken));
            self.states.push(next);
            self.choices.push(choices);
            self.bad.push(None);
            self.ahead.push(taken);
        }
    }

    /// After how many of these steps ahead a run can be bad, one among them, and such a run; 0 is the present length.
    ///
    /// # Errors
    /// Where the search was stopped.
    pub fn bad_ahead(&mut self, steps: usize) -> Result<Option<(usize, Run)>, Interrupted> {
        let depth = self.depth();
        let asked = self.solver.new_lit();
        let bad: Vec<_> = (0..=steps).map(|it| self.bad_after(depth + it)).collect();
        let mut some = vec![!asked, bad[0]];
        for (&bad, &taken) in bad[1..].iter().zip(&self.ahead) {
            let here = self.solver.new_lit();
            self.solver.add_clause(&[!here, bad]);
            self.solver.add_clause(&[!here, taken]);
            some.push(here);
        }
        self.solver.add_clause(&some);
        let answer = self.solver.solve_under(&[asked])?;
        // Each question has a literal of its own: this one may be forgotten.
        self.solver.add_clause(&[!asked]);
        let Answer::Satisfiable(model) = answer else {
            return Ok(None);
        };
        let is_here = |&it: &usize| {
            let is_taken = it
                .checked_sub(1)
                .is_none_or(|it| model.value(self.ahead[it]));
            is_taken && model.value(bad[it])
        };
        let nearest = (0..=steps).find(is_here).expect("one of them holds");
        Ok(Some((nearest, self.run(&model, depth + nearest))))
    }

    /// Demands that runs are good after so many of the steps ahead and before, if they take them, as the caller knows.
    pub fn is_good_ahead(&mut self, steps: usize) {
        self.is_good();
        let depth = self.depth();
        for it in 0..steps {
            let (bad, taken) = (self.bad_after(depth + it + 1), self.ahead[it]);
            self.solver.add_clause(&[!bad, !taken]);
        }
    }

    /// Whether there is a run of the present length at all, or of one that takes so many steps ahead.
    ///
    /// # Errors
    /// Where the search was stopped.
    pub fn any(&mut self, steps: usize) -> Result<bool, Interrupted> {
        let taken = steps.checked_sub(1).map(|it| self.ahead[it]);
        let answer = self.solver.solve_under(taken.as_slice())?;
        Ok(matches!(answer, Answer::Satisfiable(_)))
    }

    /// The run of so many steps in an assignment.
    fn run(&self, model: &Assignment, depth: usize) -> Run {
        let values = |lits: &Vec<Lit>| lits.iter().map(|&lit| model.value(lit)).collect();
        Run {
            states: self.states[..=depth].iter().map(values).collect(),
            choices: self.choices[..=depth].iter().map(values).collect(),
        }
    }
}
