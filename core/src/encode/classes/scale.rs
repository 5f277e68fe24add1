//! Integers as bits: words in two's complement, or scales, where there are few values.
//!
//! A *scale* has a literal for each of its values but the lowest, which holds where the integer is at least that: order encoding. To
//! add a constant takes no gates, to compare takes one for each value, and what a solver learns about an integer are bounds. A fixed
//! integer is a scale of one value. Slots of up to [`MOST_VALUES`] values are kept so; what is calculated becomes a word where that is
//! smaller.

use super::Unsupported;
use super::value::checked;
use crate::cnf::Lit;
use crate::encode::symbolic::{Bits, Word};

/// Slots with more values are words.
pub(super) const MOST_VALUES: i64 = 128;
/// Sums of two scales with more pairs of values are words.
const MOST_PAIRS: usize = 256;

/// An integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// In two's complement, as wide as it need be.
    Word(Word),
    /// One of few values.
    Scale(Scale),
}

/// One of the values from `low` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    /// The lowest.
    pub(super) low: i64,
    /// Whether it is at least each of the others, in ascending order. None holds unless those before it do.
    pub(super) at_least: Vec<Lit>,
}

impl Scale {
    /// The highest value.
    fn high(&self) -> i64 {
        let more = i64::try_from(self.at_least.len()).expect("lists are shorter than 2⁶³");
        self.low.saturating_add(more)
    }

    /// Holds where it is at least so much.
    fn reaches(&self, bits: &Bits<'_>, value: i64) -> Lit {
        if value <= self.low {
            return bits.constant(true);
        }
        let place = usize::try_from(value.saturating_sub(self.low)).ok();
        let lit = place.and_then(|it| self.at_least.get(it - 1));
        lit.copied().unwrap_or(bits.constant(false))
    }

    /// Holds where its literals stand for a value.
    pub(super) fn fits(&self, bits: &mut Bits<'_>) -> Lit {
        let pairs: Vec<_> = self.at_least.windows(2).map(|it| (it[0], it[1])).collect();
        let fits: Vec<_> = pairs.into_iter().map(|(a, b)| bits.or(a, !b)).collect();
        bits.all(fits)
    }

    /// The same in two's complement.
    fn word(&self, bits: &mut Bits<'_>) -> Word {
        let (low, high) = (self.low, self.high());
        let width = Word::width_of(low).max(Word::width_of(high));
        let mut word = Word::constant(bits, low, width).0;
        // Each bit changes where the next value is reached.
        for value in low..high {
            let reached = self.reaches(bits, value + 1);
            for (at, bit) in word.iter_mut().enumerate() {
                if (value ^ (value + 1)) >> at & 1 == 1 {
                    *bit = match (value + 1) >> at & 1 {
                        1 => bits.or(*bit, reached),
                        _ => bits.and(*bit, !reached),
                    };
                }
            }
        }
        Word(word)
    }

    fn negated(&self) -> Option<Self> {
        // −a ≥ −v exactly where not a ≥ v + 1.
        Some(Self {
            low: self.high().checked_neg()?,
            at_least: self.at_least.iter().rev().map(|it| !*it).collect(),
        })
    }

    /// The sum, where it is small.
    fn plus(&self, bits: &mut Bits<'_>, other: &Self) -> Option<Self> {
        let low = self.low.checked_add(other.low)?;
        self.high().checked_add(other.high())?;
        let (a, b) = (&self.at_least, &other.at_least);
        if (a.len() * b.len()) > MOST_PAIRS {
            return None;
        }
        let mut at_least = vec![bits.constant(false); a.len() + b.len()];
        for left in 0..=a.len() {
            for right in 0..=b.len() {
                if left + right == 0 {
                    continue;
                }
                let reached = |all: &[Lit], count: usize| count.checked_sub(1).map(|it| all[it]);
                let both = [reached(a, left), reached(b, right)];
                let here = bits.all(both.into_iter().flatten());
                let known = at_least[left + right - 1];
                at_least[left + right - 1] = bits.or(known, here);
            }
        }
        Some(Self { low, at_least })
    }
}

impl Number {
    /// A fixed integer.
    pub(super) fn constant(number: i128) -> Result<Self, Unsupported> {
        Ok(Self::Scale(Scale {
            low: i64::try_from(number).map_err(|_| Unsupported::Size)?,
            at_least: Vec::new(),
        }))
    }

    /// In two's complement.
    pub(super) fn word(&self, bits: &mut Bits<'_>) -> Word {
        match self {
            Self::Word(it) => it.clone(),
            Self::Scale(it) => it.word(bits),
        }
    }

    /// Its value, where that is always the same.
    pub(super) fn known(&self, bits: &Bits<'_>) -> Option<i64> {
        match self {
            Self::Word(it) => it.known(bits),
            Self::Scale(it) => {
                let known = it.at_least.iter().map(|it| bits.known(*it));
                let known = known.collect::<Option<Vec<_>>>()?;
                let more = known.iter().take_while(|it| **it).count();
                Some(it.low.saturating_add(i64::try_from(more).ok()?))
            }
        }
    }

    /// Holds where both are the same.
    pub(super) fn equals(&self, bits: &mut Bits<'_>, other: &Self) -> Lit {
        match (self, other) {
            (Self::Scale(a), Self::Scale(b)) => {
                let (least, most) = (a.low.max(b.low), a.high().min(b.high()));
                let mut same = vec![bits.constant(least <= most)];
                for value in a.low.min(b.low)..a.high().max(b.high()) {
                    if *same.last().expect("it has one") == bits.constant(false) {
                        break;
                    }
                    let (one, another) = (a.reaches(bits, value + 1), b.reaches(bits, value + 1));
                    same.push(bits.equal(one, another));
                }
                bits.all(same)
            }
            _ => {
                let (a, b) = (self.word(bits), other.word(bits));
                a.equals(bits, &b)
            }
        }
    }

    /// Holds where it is less than the other.
    pub(super) fn less(&self, bits: &mut Bits<'_>, other: &Self) -> Lit {
        match (self, other) {
            (Self::Scale(a), Self::Scale(b)) => {
                // Some value is reached by the other only.
                let most = b.high().min(a.high().saturating_add(1));
                let mut less = bits.constant(b.low > a.high());
                for value in b.low.max(a.low.saturating_add(1))..=most {
                    let (one, another) = (a.reaches(bits, value), b.reaches(bits, value));
                    let here = bits.and(!one, another);
                    less = bits.or(less, here);
                }
                less
            }
            _ => {
                let (a, b) = (self.word(bits), other.word(bits));
                a.less(bits, &b)
            }
        }
    }

    /// Holds where it is one of a range.
    pub(super) fn is_within(
        &self,
        bits: &mut Bits<'_>,
        (low, high): (i64, i64),
    ) -> Result<Lit, Unsupported> {
        let (low, high) = (Self::constant(low.into())?, Self::constant(high.into())?);
        let (below, above) = (self.less(bits, &low), high.less(bits, self));
        Ok(bits.and(!below, !above))
    }

    /// The second where the condition holds, else the third.
    pub(super) fn choose(bits: &mut Bits<'_>, condition: Lit, then: &Self, other: &Self) -> Self {
        match (then, other) {
            (Self::Scale(a), Self::Scale(b)) => {
                let (low, high) = (a.low.min(b.low), a.high().max(b.high()));
                if high.saturating_sub(low) < 2 * MOST_VALUES {
                    let mut at_least = Vec::new();
                    for value in low..high {
                        let (one, another) =
                            (a.reaches(bits, value + 1), b.reaches(bits, value + 1));
                        at_least.push(bits.choose(condition, one, another));
                    }
                    return Self::Scale(Scale { low, at_least });
                }
            }
            (Self::Word(_), _) | (_, Self::Word(_)) => {}
        }
        let (then, other) = (then.word(bits), other.word(bits));
        Self::Word(Word::choose(bits, condition, &then, &other))
    }

    /// The integer with the other sign.
    pub(super) fn negated(&self, bits: &mut Bits<'_>) -> Result<Self, Unsupported> {
        if let Self::Scale(it) = self
            && let Some(it) = it.negated()
        {
            return Ok(Self::Scale(it));
        }
        let zero = Word::constant(bits, 0, 1);
        let carry = bits.constant(true);
        let word = self.word(bits).complement();
        checked(zero.exact_sum(bits, &word, carry)).map(Self::Word)
    }

    /// The sum.
    pub(super) fn plus(&self, bits: &mut Bits<'_>, other: &Self) -> Result<Self, Unsupported> {
        if let (Self::Scale(a), Self::Scale(b)) = (self, other)
            && let Some(it) = a.plus(bits, b)
        {
            return Ok(Self::Scale(it));
        }
        let no = bits.constant(false);
        let (a, b) = (self.word(bits), other.word(bits));
        checked(a.exact_sum(bits, &b, no)).map(Self::Word)
    }

    /// The difference.
    pub(super) fn minus(&self, bits: &mut Bits<'_>, other: &Self) -> Result<Self, Unsupported> {
        if let (Self::Scale(a), Self::Scale(b)) = (self, other)
            && let Some(negated) = b.negated()
            && let Some(it) = a.plus(bits, &negated)
        {
            return Ok(Self::Scale(it));
        }
        let yes = bits.constant(true);
        let (a, b) = (self.word(bits), other.word(bits).complement());
        checked(a.exact_sum(bits, &b, yes)).map(Self::Word)
    }
}
