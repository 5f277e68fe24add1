//! Words: integers of a width in two's complement.

use super::bits::Bits;
use crate::cnf::Lit;

/// An integer, least significant bit first; the last bit is its sign. At least one bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word(pub Vec<Lit>);

/// A word, and whether the true result does not fit into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overflowing {
    /// The result, as far as it fits.
    pub word: Word,
    /// Holds where it does not.
    pub overflow: Lit,
}

impl Word {
    /// How many bits a number takes, its sign included.
    #[must_use]
    pub fn width_of(number: i64) -> usize {
        let unsigned = if number < 0 { !number } else { number };
        (i64::BITS - unsigned.leading_zeros()) as usize + 1
    }

    /// A number. It must fit.
    #[must_use]
    pub fn constant(bits: &Bits<'_>, number: i64, width: usize) -> Self {
        debug_assert!(Self::width_of(number) <= width, "the number fits the width");
        let bit = |at: usize| bits.constant(number >> at.min(63) & 1 == 1);
        Self((0..width).map(bit).collect())
    }

    /// An integer of which nothing is known.
    pub fn free(bits: &mut Bits<'_>, width: usize) -> Self {
        Self((0..width).map(|_| bits.free()).collect())
    }

    /// An integer that clauses yet to be written determine, see [`Bits::define`].
    pub(super) fn guessed(bits: &mut Bits<'_>, width: usize) -> Self {
        Self((0..width).map(|_| bits.guess()).collect())
    }

    /// Its bits.
    #[must_use]
    pub fn width(&self) -> usize {
        self.0.len()
    }

    /// Its value where every bit is a constant and 64 of them are enough.
    #[must_use]
    pub fn known(&self, bits: &Bits<'_>) -> Option<i64> {
        let sign = bits.known(self.sign())?;
        let mut number = if sign { -1_i64 } else { 0 };
        for (at, &lit) in self.0.iter().enumerate() {
            let bit = bits.known(lit)?;
            match at {
                0..63 if bit => number |= 1 << at,
                0..63 => number &= !(1 << at),
                _ if bit != sign => return None,
                _ => {}
            }
        }
        Some(number)
    }

    /// Holds where it is negative.
    #[must_use]
    pub fn sign(&self) -> Lit {
        self.0[self.0.len() - 1]
    }

    /// The same integer with more bits; with fewer it is cut off, see [`Self::fits`].
    #[must_use]
    pub fn resized(&self, width: usize) -> Self {
        let bit = |at: usize| self.0.get(at).copied().unwrap_or(self.sign());
        Self((0..width).map(bit).collect())
    }

    /// Holds where the integer keeps its value with fewer bits: all bits that go are as the new sign.
    pub fn fits(&self, bits: &mut Bits<'_>, width: usize) -> Lit {
        let sign = self.0[width.min(self.0.len()) - 1];
        let gone = self.0.get(width..).unwrap_or(&[]).to_vec();
        let same: Vec<_> = gone.iter().map(|&lit| bits.equal(lit, sign)).collect();
        bits.all(same)
    }

    /// The second where the condition holds, else the third.
    pub fn choose(bits: &mut Bits<'_>, condition: Lit, then: &Self, otherwise: &Self) -> Self {
        let width = then.width().max(otherwise.width());
        let (then, otherwise) = (then.resized(width), otherwise.resized(width));
        let pairs = then.0.iter().zip(&otherwise.0);
        Self(pairs.map(|(&a, &b)| bits.choose(condition, a, b)).collect())
    }

    /// Every bit flipped: −a − 1.
    #[must_use]
    pub fn complement(&self) -> Self {
        Self(self.0.iter().map(|&lit| !lit).collect())
    }

    /// Cut to a width, with where that changes it.
    pub(super) fn cut(self, bits: &mut Bits<'_>, width: usize) -> Overflowing {
        let overflow = !self.fits(bits, width);
        Overflowing {
            word: self.resized(width),
            overflow,
        }
    }
}
