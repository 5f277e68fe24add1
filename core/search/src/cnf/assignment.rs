//! Values for variables: what a satisfiable formula is answered with.

use super::{Lit, Var};

/// A value for every variable. Variables beyond those it was made for are false.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    values: Vec<bool>,
}

impl Assignment {
    /// All of the first `vars` variables false.
    #[must_use]
    pub fn all_false(vars: usize) -> Self {
        Self {
            values: vec![false; vars],
        }
    }

    /// Makes a literal hold.
    pub fn set(&mut self, lit: Lit) {
        let index = lit.var().index();
        if index >= self.values.len() {
            self.values.resize(index + 1, false);
        }
        self.values[index] = !lit.is_negated();
    }

    /// Whether a literal holds.
    #[must_use]
    pub fn value(&self, lit: Lit) -> bool {
        self.is_true(lit.var()) != lit.is_negated()
    }

    /// Whether a variable is true.
    #[must_use]
    pub fn is_true(&self, var: Var) -> bool {
        self.values.get(var.index()).copied().unwrap_or(false)
    }
}

impl FromIterator<bool> for Assignment {
    fn from_iter<I: IntoIterator<Item = bool>>(values: I) -> Self {
        Self {
            values: values.into_iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_holds_where_its_sign_agrees() {
        let mut assignment = Assignment::all_false(1);
        let (a, b) = (Var::from_index(0), Var::from_index(5));
        assert!(!assignment.value(a.positive()) && assignment.value(b.negative()));
        assignment.set(b.positive());
        assert!(assignment.is_true(b) && !assignment.value(b.negative()));
        assignment.set(b.negative());
        assert!(!assignment.is_true(b));
    }
}
