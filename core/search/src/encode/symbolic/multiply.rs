//! Products: the school's way, one shifted summand for each bit of the second factor; that of its sign counts negatively.

use super::bits::Bits;
use super::word::{Overflowing, Word};

impl Word {
    /// a · b, in the larger of both widths.
    pub fn times(&self, bits: &mut Bits<'_>, other: &Self) -> Overflowing {
        let width = self.width().max(other.width());
        self.exact_product(bits, other).cut(bits, width)
    }

    /// a · b, exactly: as many bits as both have together.
    pub fn exact_product(&self, bits: &mut Bits<'_>, other: &Self) -> Self {
        // A factor with more constant bits makes fewer summands.
        let unknown = |word: &Self| {
            let open = word.0.iter().filter(|&&lit| bits.known(lit).is_none());
            open.count()
        };
        if unknown(self) < unknown(other) {
            return other.exact_product(bits, self);
        }
        let width = self.width() + other.width();
        let long = self.resized(width);
        let mut product = Self::constant(bits, 0, width);
        for (at, &factor) in other.0.iter().enumerate() {
            let mut summand = Vec::with_capacity(width);
            for position in 0..width {
                let bit = match position.checked_sub(at) {
                    Some(from) => bits.and(long.0[from], factor),
                    None => bits.constant(false),
                };
                summand.push(bit);
            }
            let summand = Self(summand);
            let sum = if at + 1 == other.width() {
                let negated = summand.complement();
                let carry = bits.constant(true);
                product.exact_sum(bits, &negated, carry)
            } else {
                let carry = bits.constant(false);
                product.exact_sum(bits, &summand, carry)
            };
            // The exact product has no more bits than both factors, so nothing is lost here.
            product = sum.resized(width);
        }
        product
    }
}
