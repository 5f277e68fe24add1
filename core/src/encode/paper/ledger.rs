//! A formula whose clauses are written down under the formula of the paper that they belong to.

use std::cell::Cell;
use std::rc::Rc;

use super::super::Account;
use crate::cnf::{ClauseSink, Formula, Lit, Var};

/// Clauses with the number of the part that each belongs to.
#[derive(Clone, Debug, Default)]
pub(in crate::encode) struct Ledger {
    pub(in crate::encode) formula: Formula,
    pub(in crate::encode) account: Account,
    part: Rc<Cell<usize>>,
}

impl Ledger {
    /// The number of the part that clauses belong to from now on; it can be set while something else writes.
    pub(in crate::encode) fn part(&self) -> Rc<Cell<usize>> {
        Rc::clone(&self.part)
    }
}

impl ClauseSink for Ledger {
    fn new_var(&mut self) -> Var {
        self.formula.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let next = self.formula.clause_count();
        self.account.begin(next, self.part.get());
        self.formula.add_clause(clause);
    }
}
