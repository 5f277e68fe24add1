//! Variables and literals, four bytes each.
//!
//! Variables count from 0. A literal is coded as twice its variable, plus one where it is negated,
//! so that negation flips one bit and tables can be indexed by [`Lit::code`]. This is the coding of
//! MiniSat (Eén and Sörensson, SAT 2003) and of most solvers since.

use std::fmt;
use std::ops::Not;

/// A propositional variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// How many variables a formula can have: the least that any of the solvers allows.
    pub const MAX_COUNT: usize = 1 << 28;

    /// The variable of an index that counts from 0 and stays below [`Var::MAX_COUNT`].
    ///
    /// # Panics
    /// Where the index is too large. Encodings are stopped by their limit on clauses long before.
    #[must_use]
    pub fn from_index(index: usize) -> Self {
        assert!(
            index < Self::MAX_COUNT,
            "a formula has at most 2^28 variables"
        );
        Self(index as u32)
    }

    /// Its index, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that holds where the variable is true.
    #[must_use]
    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that holds where the variable is false.
    #[must_use]
    pub fn negative(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }

    /// The literal that holds where the variable has this value.
    #[must_use]
    pub fn lit(self, value: bool) -> Lit {
        Lit(self.0 << 1 | u32::from(!value))
    }
}

/// A variable or its negation, written `!lit`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The variable.
    #[must_use]
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether this is the negation of a variable.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Twice the variable's index, plus one where negated: an index for tables over literals.
    #[must_use]
    pub fn code(self) -> usize {
        self.0 as usize
    }

    /// The literal of a code, see [`Lit::code`].
    ///
    /// # Panics
    /// Where the variable would lie beyond [`Var::MAX_COUNT`].
    #[must_use]
    pub fn from_code(code: usize) -> Self {
        Var::from_index(code >> 1).lit(code & 1 == 0)
    }

    /// The number that stands for the literal in DIMACS files: variables count from 1, a minus
    /// negates.
    #[must_use]
    pub fn to_dimacs(self) -> i32 {
        // The largest variable is far below 2^31, so that neither the sum nor the sign overflows.
        let number = (self.0 >> 1) as i32 + 1;
        if self.is_negated() { -number } else { number }
    }

    /// The literal of a DIMACS number; `None` for 0 and beyond [`Var::MAX_COUNT`].
    #[must_use]
    pub fn from_dimacs(number: i64) -> Option<Self> {
        let index = usize::try_from(number.unsigned_abs().checked_sub(1)?).ok()?;
        (index < Var::MAX_COUNT).then(|| Var::from_index(index).lit(number > 0))
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Shows the number of the variable in DIMACS files.
impl fmt::Debug for Var {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.0 + 1)
    }
}

/// Shows the number of the literal in DIMACS files.
impl fmt::Debug for Lit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.to_dimacs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_keep_variable_and_sign() {
        let var = Var::from_index(6);
        assert_eq!(var.positive().to_dimacs(), 7);
        assert_eq!(var.negative().to_dimacs(), -7);
        assert_eq!(var.lit(true), var.positive());
        assert_eq!(!var.positive(), var.negative());
        assert_eq!(!var.negative(), var.positive());
        assert_eq!(var.negative().var(), var);
        assert!(var.negative().is_negated() && !var.positive().is_negated());
        for lit in [var.positive(), var.negative()] {
            assert_eq!(Lit::from_code(lit.code()), lit);
            assert_eq!(Lit::from_dimacs(i64::from(lit.to_dimacs())), Some(lit));
        }
    }

    #[test]
    fn dimacs_numbers_out_of_range_are_refused() {
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i64::MIN), None);
        let last = Var::MAX_COUNT as i64;
        assert_eq!(
            Lit::from_dimacs(-last),
            Some(Var::from_index(Var::MAX_COUNT - 1).negative())
        );
        assert_eq!(Lit::from_dimacs(last + 1), None);
    }
}
