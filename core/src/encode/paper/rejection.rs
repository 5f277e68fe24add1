//! Why a printed encoding has no model for a run: which of its formulas the run contradicts, and at
//! which index first.
//!
//! The run's states are assumed index by index, together with those clauses of φ that speak of no
//! later index; each conjunct of φ has a selector. At the first index at which both contradict one
//! another, conjuncts are given up one by one, the last first, where the rest still contradicts the
//! run. What is left names the abstraction that is to blame.

use super::Printed;
use crate::cnf::{ClauseSink, Formula, Lit};
use crate::language::machines::GlobalState;
use crate::sat::{Answer, Backend, Interrupted, Stop};

/// Where and by which formulas a run is ruled out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The first index whose state, with those before it, contradicts φ.
    pub index: usize,
    /// Names of conjuncts that it contradicts together; none of them can be left out.
    pub formulas: Vec<&'static str>,
}

impl Printed {
    /// Why these states, one for each index, are no path by φ; `None` where they are one. States
    /// beyond the last index are ignored.
    ///
    /// # Errors
    /// Where the search was stopped.
    pub fn rejection(
        &self,
        run: &[GlobalState],
        solver: Backend,
        stop: Option<Stop<'_>>,
    ) -> Result<Option<Rejection>, Interrupted> {
        let (formula, selectors) = self.selectable();
        let mut solver = solver.create(stop);
        solver.read_formula(&formula, &mut 0);
        let mut contradicts = |chosen: &[usize], indices: usize| {
            let selected = chosen.iter().flat_map(|&it| &selectors[it][..indices]);
            let mut assumed: Vec<Lit> = selected.copied().collect();
            for (index, state) in run[..indices].iter().enumerate() {
                assumed.extend(self.occupied(state, index));
            }
            let answer = solver.solve_under(&assumed)?;
            Ok::<_, Interrupted>(matches!(answer, Answer::Unsatisfiable(_)))
        };
        let mut chosen: Vec<_> = (0..selectors.len()).collect();
        let indices = run.len().min(self.page.last + 1);
        let mut first = None;
        for count in 1..=indices {
            if contradicts(&chosen, count)? {
                first = Some(count);
                break;
            }
        }
        let Some(count) = first else {
            return Ok(None);
        };
        for formula in (0..selectors.len()).rev() {
            let rest: Vec<_> = chosen.iter().copied().filter(|&it| it != formula).collect();
            if contradicts(&rest, count)? {
                chosen = rest;
            }
        }
        Ok(Some(Rejection {
            index: count - 1,
            formulas: chosen.into_iter().map(|it| self.counts[it].name).collect(),
        }))
    }

    /// φ with a selector for each of its conjuncts and each index, for the clauses of the conjunct
    /// that speak of this index and of none after it.
    fn selectable(&self) -> (Formula, Vec<Vec<Lit>>) {
        let printed = self.page.formula();
        let mut formula = Formula::new();
        for _ in 0..printed.var_count() {
            formula.new_var();
        }
        let mut clauses = printed.clauses();
        let mut selectors = Vec::with_capacity(self.counts.len());
        for count in &self.counts {
            let indices = 0..=self.page.last;
            let by_index: Vec<_> = indices.map(|_| formula.new_lit()).collect();
            for clause in clauses.by_ref().take(count.clauses) {
                let selector = by_index[self.page.last_index_of(clause)];
                formula.add_clause(&[clause, &[!selector]].concat());
            }
            selectors.push(by_index);
        }
        (formula, selectors)
    }

    /// Every lifeline is in its place of a state at an index, and nowhere else.
    fn occupied(&self, state: &GlobalState, index: usize) -> Vec<Lit> {
        let mut lits = Vec::new();
        for (lifeline, &place) in state.iter().enumerate() {
            let there = self.page.place(lifeline, place);
            for &cell in &self.page.places[lifeline] {
                let lit = self.page.at(cell, index);
                lits.push(if cell == there { lit } else { !lit });
            }
        }
        lits
    }
}
