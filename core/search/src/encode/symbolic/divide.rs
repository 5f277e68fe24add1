//! Euclidean division, as in SMT-LIB: a = b · q + r with 0 ≤ r < |b| (Boute, 1992).
//!
//! Quotient and rest are guessed and the equation is demanded of them where b ≠ 0; there is exactly one
//! pair that satisfies it. Where b = 0 there is no result, and both are 0 so that nothing is left open. A divisor
//! that is known needs fewer bits, and none but those of a where it is a power of two.

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
        if let Some(by) = by.known(bits).filter(|&it| it != 0) {
            return self.divided_by(bits, by, width);
        }
        let zero = Self::constant(bits, 0, 1);
        let undefined = by.equals(bits, &zero);
        // |q| ≤ |a|, so that one bit more than a has is enough; r < |b| fits the width of b.
        let quotient = Self::guessed(bits, width + 1);
        let rest = Self::guessed(bits, width);
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
            bits.define(&[undefined, demand]);
        }
        for &bit in quotient.0.iter().chain(&rest.0) {
            bits.define(&[!undefined, !bit]);
        }
        Division {
            quotient: quotient.cut(bits, width),
            rest,
            undefined,
        }
    }

    /// The same for a divisor that is known: q of |b| and its negation, and r < |b| with no more bits than that.
    fn divided_by(&self, bits: &mut Bits<'_>, by: i64, width: usize) -> Division {
        let no = bits.constant(false);
        let size = by.unsigned_abs();
        let down = size.ilog2() as usize;
        let (quotient, rest) = if let Some(number) = self.known(bits)
            && let Some(quotient) = number.checked_div_euclid(by)
        {
            let quotient = Self::constant(bits, quotient, Self::width_of(quotient));
            let rest = number.rem_euclid(by);
            return Division {
                quotient: quotient.cut(bits, width),
                rest: Self::constant(bits, rest, width),
                undefined: no,
            };
        } else if size.is_power_of_two() {
            // q and r are the bits from the k-th on, and those below it.
            let quotient = self.0.get(down..).filter(|it| !it.is_empty());
            let quotient = quotient.map_or(vec![self.sign()], <[_]>::to_vec);
            let mut rest = self.resized(self.width().max(down)).0;
            rest.truncate(down);
            rest.push(no);
            (Self(quotient), Self(rest))
        } else {
            let quotient = Self::guessed(bits, self.width().saturating_sub(down).max(1));
            let mut rest = Self::guessed(bits, down + 1);
            rest.0.push(no);
            let size = i128::from(size);
            let bit = |at: usize| bits.constant(size >> at & 1 == 1);
            let size = Self((0..down + 2).map(bit).collect());
            let product = quotient.exact_product(bits, &size);
            let sum = product.exact_sum(bits, &rest, no);
            let whole = sum.equals(bits, self);
            let below = rest.less(bits, &size);
            bits.define(&[whole]);
            bits.define(&[below]);
            (quotient, rest)
        };
        let quotient = match by < 0 {
            true => {
                let width = quotient.width() + 1;
                quotient.resized(width).negated(bits).word
            }
            false => quotient,
        };
        Division {
            quotient: quotient
                .resized(width.max(quotient.width()))
                .cut(bits, width),
            rest: rest.resized(width.max(rest.width())),
            undefined: no,
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
