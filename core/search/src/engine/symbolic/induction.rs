//! k-induction with unique states: "never" from the lengths that bounded model checking has covered.
//!
//! If no run of up to k steps is bad, and no k+1 different states in a row are good but for a bad last one, no run
//! of any length is bad (Sheeran, Singh and Stålmarck, 2000). Different states make it complete for finite systems.

use crate::cnf::{ClauseSink, Formula, Lit, gate};
use crate::sat::{Answer, Interrupted, Solver};
use crate::symbolic::Relation;

/// The step of the induction, growing with k.
pub struct Induction<'r, 's> {
    relation: &'r Relation,
    solver: Box<dyn Solver + 's>,
    formula: Formula,
    read: usize,
    states: Vec<Vec<Lit>>,
}

impl<'r, 's> Induction<'r, 's> {
    /// The step for k = 0: a bad state from anywhere.
    #[must_use]
    pub fn new(relation: &'r Relation, solver: Box<dyn Solver + 's>) -> Self {
        let mut formula = Formula::new();
        let states = vec![relation.state(&mut formula)];
        Self {
            relation,
            solver,
            formula,
            read: 0,
            states,
        }
    }

    /// The bytes that it takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.formula.bytes() + self.solver.bytes()
    }

    /// Ends searches whose solver takes more bytes than these.
    pub fn limit_bytes(&mut self, most: u64) {
        self.solver.limit_bytes(most);
    }

    /// Whether the step holds for the present k; it is made longer where it does not.
    ///
    /// # Errors
    /// Where the search was stopped.
    pub fn holds(&mut self) -> Result<bool, Interrupted> {
        let last = self.states[self.states.len() - 1].clone();
        let bad = self.relation.bad_at(&mut self.formula, &last);
        self.solver.read_formula(&self.formula, &mut self.read);
        if let Answer::Unsatisfiable(_) = self.solver.solve_under(&[bad])? {
            self.formula.add_clause(&[bad]);
            return Ok(true);
        }
        self.formula.add_clause(&[!bad]);
        let next = self.relation.state(&mut self.formula);
        self.relation.step_between(&mut self.formula, &last, &next);
        for state in &self.states {
            let differs = |(&a, &b)| differ(&mut self.formula, a, b);
            let different: Vec<_> = state.iter().zip(&next).map(differs).collect();
            self.formula.add_clause(&different);
        }
        self.states.push(next);
        Ok(false)
    }

    /// The formula of the step that held: it cannot be satisfied.
    #[must_use]
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// The k of the step.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.states.len() - 1
    }
}

/// A literal that only holds where the two differ: d → (a ↔ ¬b).
fn differ(formula: &mut Formula, a: Lit, b: Lit) -> Lit {
    let differs = formula.new_lit();
    gate::implies_any(formula, &[differs], &[a, b]);
    gate::implies_any(formula, &[differs], &[!a, !b]);
    differs
}
