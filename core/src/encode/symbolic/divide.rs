//! Euclidean division, as in SMT-LIB: a = b · q + r with 0 ≤ r < |b| (Boute, 1992).
//!
//! Quotient and rest are guessed and the equation is demanded of them where b ≠ 0; there is exactly one
//! pair that satisfies it. Where b = 0 there is no result, and both are 0 so that nothing is left open.

use super::bits::Bits;
use super::word::{Overflowing, Word};
use crate::cnf::Lit;

/// The results of a division.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// q, and whether it does not fit.
    pub quotient: Overflowing,
    /// r, which always fits.
    pub rest: Word,
    /// Holds where there is no result: b = 0.
    pub undefined: Lit,
}

impl Word {
    /// q and r, in the larger of both widths.
    pub fn divided(&self, bits: &mut Bits<'_>, by: &Self) -> Division {
        let width = self.width().max(by.width());
        let zero = Self::constant(bits, 0, 1);
        let undefined = by.equals(bits, &zero);
        // |q| ≤ |a|, so that one bit more than a has is enough; r < |b| fits the width of b.
        let quotient = Self::free(bits, width + 1);
        let rest = Self::free(bits, width);
        let product = by.exact_product(bits, &quotient);
        let carry = bits.constant(false);
        let sum = product.exact_sum(bits, &rest, carry);
        let whole = sum.equals(bits, self);
        let above = zero.at_most(bits, &rest);
        let size = {
            let negated = by.resized(width + 1).negated(bits).word;
            Self::choose(bits, by.sign(), &negated, &by.resized(width + 1))
        };
        let below = rest.less(bits, &size);
        for demand in [whole, above, below] {
            bits.demand(&[undefined, demand]);
        }
        for &bit in quotient.0.iter().chain(&rest.0) {
            bits.demand(&[!undefined, !bit]);
        }
        Division {
            quotient: quotient.cut(bits, width),
            rest,
            undefined,
        }
    }

    /// The rest with the other sign where the divisor is negative.
    pub fn remainder(&self, bits: &mut Bits<'_>, by: &Self) -> (Word, Lit) {
        let division = self.divided(bits, by);
        let negated = division.rest.negated(bits).word;
        let word = Self::choose(bits, by.sign(), &negated, &division.rest);
        (word, division.undefined)
    }
}
