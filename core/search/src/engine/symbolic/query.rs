//! The solvers that IC3 asks: one step, between two rows of literals.

use crate::cnf::{Assignment, Formula, Lit};
use crate::engine::Solvers;
use crate::sat::{Solver, bytes_for};
use crate::symbolic::{Bit, Cube, Relation};

/// A solver with one step in it, which is only demanded where `steps` is assumed: a state from which nothing
/// leads on is a state all the same.
pub(super) struct Query<'s> {
    pub(super) solver: Box<dyn Solver + 's>,
    pub(super) now: Vec<Lit>,
    pub(super) next: Vec<Lit>,
    pub(super) inputs: Vec<Lit>,
    pub(super) steps: Lit,
    pub(super) bad: Lit,
}

impl<'s> Query<'s> {
    pub(super) fn new(relation: &Relation, solvers: Solvers<'s>, starts: bool) -> Self {
        let mut solver = solvers();
        let now = relation.state(&mut *solver);
        let next = relation.state(&mut *solver);
        if starts {
            relation.start_at(&mut *solver, &now);
        }
        let onward = relation.step_into(&mut *solver, &now, &next);
        let bad = relation.bad_at(&mut *solver, &now);
        Self {
            solver,
            now,
            next,
            inputs: onward.inputs,
            steps: onward.holds,
            bad,
        }
    }

    /// What the inputs are, for somebody with inputs of their own.
    pub(super) fn inputs(&self, model: &Assignment) -> Vec<bool> {
        self.inputs.iter().map(|&it| model.value(it)).collect()
    }

    pub(super) fn state(&self, model: &Assignment) -> Cube {
        let bits = self.now.iter().enumerate();
        bits.map(|(index, &lit)| Bit {
            index,
            value: model.value(lit),
        })
        .collect()
    }
}

/// About the bytes that a solver takes for a step of a relation, with what is said of its states.
pub fn bytes_of_step(relation: &Relation) -> u64 {
    let parts = [
        &relation.initial,
        &relation.step.formula,
        &relation.property,
    ];
    let count = |of: fn(&Formula) -> usize| parts.iter().map(|it| of(it) as u64).sum();
    bytes_for(
        count(Formula::var_count),
        count(Formula::clause_count),
        count(Formula::literal_count),
    )
}
