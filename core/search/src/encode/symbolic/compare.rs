//! Comparisons: equal bit by bit; smaller where the exact difference is negative.

use super::bits::Bits;
use super::word::Word;
use crate::cnf::Lit;

impl Word {
    /// a = b.
    pub fn equals(&self, bits: &mut Bits<'_>, other: &Self) -> Lit {
        let width = self.width().max(other.width());
        let (a, b) = (self.resized(width), other.resized(width));
        let pairs: Vec<_> = a.0.into_iter().zip(b.0).collect();
        let same: Vec<_> = pairs.into_iter().map(|(a, b)| bits.equal(a, b)).collect();
        bits.all(same)
    }

    /// a < b.
    pub fn less(&self, bits: &mut Bits<'_>, other: &Self) -> Lit {
        let negated = other.complement();
        let carry = bits.constant(true);
        self.exact_sum(bits, &negated, carry).sign()
    }

    /// a ≤ b.
    pub fn at_most(&self, bits: &mut Bits<'_>, other: &Self) -> Lit {
        !other.less(bits, self)
    }
}
