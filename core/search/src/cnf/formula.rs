//! Where clauses go: the sink that encodings write into, and the plain formula.
//!
//! A [`Formula`] keeps all literals in one vector and remembers where each clause ends: two
//! allocations however many clauses there are, and reading runs straight through memory.

use super::{Assignment, Lit, Var};

/// Something that takes variables and clauses: a [`Formula`], a solver, a counter.
pub trait ClauseSink {
    /// A variable that occurs in no clause yet. Variables are handed out in the order of their
    /// indices, from 0.
    fn new_var(&mut self) -> Var;

    /// Demands that one of the literals holds. The empty clause cannot be satisfied; a literal may
    /// stand twice or beside its negation. All variables must come from [`ClauseSink::new_var`].
    fn add_clause(&mut self, clause: &[Lit]);

    /// The positive literal of a new variable.
    fn new_lit(&mut self) -> Lit {
        self.new_var().positive()
    }
}

/// A conjunction of clauses over the variables 0 to [`Formula::var_count`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    vars: usize,
    literals: Vec<Lit>,
    /// For each clause the end of its literals; it begins where the one before ends.
    ends: Vec<usize>,
}

impl Formula {
    /// The formula without variables and clauses, which is true.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many variables there are.
    #[must_use]
    pub fn var_count(&self) -> usize {
        self.vars
    }

    /// How many clauses there are.
    #[must_use]
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// How many literals all clauses have together.
    #[must_use]
    pub fn literal_count(&self) -> usize {
        self.literals.len()
    }

    /// The bytes that it takes at most: its lists grow by a quarter, and for a moment both places of a
    /// list are needed. Literals are counted with 4 bytes and ends with 8, as where they take most.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let in_use = 4 * self.literals.len() + 8 * self.ends.len();
        in_use as u64 * 9 / 4
    }

    /// The clauses in the order in which they were added.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        self.clauses_from(0)
    }

    /// The clauses from a number on: what a solver has not read yet. Empty beyond the last.
    pub fn clauses_from(&self, first: usize) -> impl Iterator<Item = &[Lit]> {
        let first = first.min(self.ends.len());
        let mut start = if first == 0 { 0 } else { self.ends[first - 1] };
        self.ends[first..].iter().map(move |&end| {
            let clause = &self.literals[start..end];
            start = end;
            clause
        })
    }

    /// Whether every clause has a literal that holds.
    #[must_use]
    pub fn holds_in(&self, assignment: &Assignment) -> bool {
        self.clauses()
            .all(|clause| clause.iter().any(|&lit| assignment.value(lit)))
    }
}

impl ClauseSink for Formula {
    fn new_var(&mut self) -> Var {
        self.vars += 1;
        Var::from_index(self.vars - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        debug_assert!(
            clause.iter().all(|lit| lit.var().index() < self.vars),
            "variables come from `new_var`"
        );
        make_room(&mut self.literals, clause.len());
        self.literals.extend_from_slice(clause);
        make_room(&mut self.ends, 1);
        self.ends.push(self.literals.len());
    }
}

/// Lets a list grow by a quarter where it has no room for so many more. Twice as much, as lists do by
/// themselves, is too much for what may fill half of the memory.
fn make_room<T>(items: &mut Vec<T>, more: usize) {
    if items.capacity() - items.len() < more {
        items.reserve_exact((items.len() / 4).max(more).max(256));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_come_back_in_order() {
        let mut formula = Formula::new();
        let a = formula.new_lit();
        let b = formula.new_lit();
        let clauses: [&[Lit]; 4] = [&[a, !b], &[], &[b], &[!a, b, b]];
        for clause in clauses {
            formula.add_clause(clause);
        }
        assert_eq!(formula.var_count(), 2);
        assert_eq!(formula.clause_count(), 4);
        assert_eq!(formula.literal_count(), 6);
        assert!(formula.clauses().eq(clauses));
        for first in 0..6 {
            let rest = clauses.get(first..).unwrap_or(&[]);
            assert!(formula.clauses_from(first).eq(rest.iter().copied()));
        }
    }

    #[test]
    fn the_empty_clause_never_holds() {
        let mut formula = Formula::new();
        assert!(formula.holds_in(&Assignment::default()));
        formula.add_clause(&[]);
        assert!(!formula.holds_in(&Assignment::default()));
    }
}
