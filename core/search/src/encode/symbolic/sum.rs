//! Sums, differences, and the other sign: ripple-carry addition, with one bit more than the operands so that
//! nothing is lost before it is cut.

use super::bits::Bits;
use super::word::{Overflowing, Word};
use crate::cnf::Lit;

impl Word {
    /// a + b, in the larger of both widths.
    pub fn plus(&self, bits: &mut Bits<'_>, other: &Self) -> Overflowing {
        let carry = bits.constant(false);
        self.added(bits, other, carry)
    }

    /// a − b = a + ¬b + 1, in the larger of both widths.
    pub fn minus(&self, bits: &mut Bits<'_>, other: &Self) -> Overflowing {
        let negated = other.complement();
        let carry = bits.constant(true);
        self.added(bits, &negated, carry)
    }

    /// −a, in its width.
    pub fn negated(&self, bits: &mut Bits<'_>) -> Overflowing {
        Self::constant(bits, 0, self.width()).minus(bits, self)
    }

    fn added(&self, bits: &mut Bits<'_>, other: &Self, carry: Lit) -> Overflowing {
        let width = self.width().max(other.width());
        self.exact_sum(bits, other, carry).cut(bits, width)
    }

    /// a + b + carry, exactly: one bit more than the larger of both.
    pub fn exact_sum(&self, bits: &mut Bits<'_>, other: &Self, mut carry: Lit) -> Self {
        let width = self.width().max(other.width()) + 1;
        let (a, b) = (self.resized(width), other.resized(width));
        let mut sum = Vec::with_capacity(width);
        for (&a, &b) in a.0.iter().zip(&b.0) {
            let (bit, next) = bits.add(a, b, carry);
            sum.push(bit);
            carry = next;
        }
        Self(sum)
    }
}
