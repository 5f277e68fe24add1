//! Values as bits: a flag, a word, or a row of either.

use super::Unsupported;
use crate::cnf::Lit;
use crate::encode::symbolic::{Bits, Word};
use crate::expression::{Sort, Value};

/// An array over more places than this is not written out.
const MOST_PLACES: u64 = 64;

/// A value as bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::encode) enum Cell {
    /// A Boolean.
    Flag(Lit),
    /// An integer, or the number of a literal.
    Number(Word),
    /// An array over a finite index: its first place, and what stands there and at all places after it.
    Row(i64, Vec<Cell>),
}

impl Cell {
    /// The bits that a variable of a sort has in a state; integers without a range have `width`.
    ///
    /// # Errors
    /// For arrays whose index is not finite or too large.
    pub(in crate::encode) fn stored(
        sort: &Sort,
        width: usize,
        bit: &mut dyn FnMut() -> Lit,
    ) -> Result<Self, Unsupported> {
        let mut word = |width: usize| Self::Number(Word((0..width).map(|_| bit()).collect()));
        Ok(match sort {
            Sort::Boolean => Self::Flag(bit()),
            Sort::Enumeration(it) => word(Word::width_of(last(it.literals.len()))),
            Sort::Integer { range: None } => word(width),
            Sort::Integer {
                range: Some((low, high)),
            } => word(Word::width_of(*low).max(Word::width_of(*high))),
            Sort::Array { index, element } => {
                let (first, places) = places(index)?;
                let cell = |_| Self::stored(element, width, bit);
                Self::Row(first, (0..places).map(cell).collect::<Result<_, _>>()?)
            }
        })
    }

    /// A fixed value.
    ///
    /// # Errors
    /// As [`Self::stored`].
    pub(in crate::encode) fn constant(
        bits: &Bits<'_>,
        value: &Value,
        sort: &Sort,
    ) -> Result<Self, Unsupported> {
        Ok(match (value, sort) {
            (Value::Number(number), Sort::Boolean) => Self::Flag(bits.constant(*number != 0)),
            (Value::Number(number), _) => {
                Self::Number(Word::constant(bits, *number, Word::width_of(*number)))
            }
            (Value::Array(map), Sort::Array { index, element }) => {
                let (first, places) = places(index)?;
                let cell = |at: i64| Self::constant(bits, map.read(first + at), element);
                Self::Row(
                    first,
                    (0..last(places) + 1).map(cell).collect::<Result<_, _>>()?,
                )
            }
            (Value::Array(_), _) => unreachable!("a value is of its sort"),
        })
    }

    /// Its bits in the order of [`Self::stored`].
    pub(in crate::encode) fn lits(&self) -> Vec<Lit> {
        match self {
            Self::Flag(lit) => vec![*lit],
            Self::Number(word) => word.0.clone(),
            Self::Row(_, cells) => cells.iter().flat_map(Self::lits).collect(),
        }
    }

    /// A flag's literal.
    pub(in crate::encode) fn flag(&self) -> Lit {
        match self {
            Self::Flag(lit) => *lit,
            Self::Number(_) | Self::Row(..) => unreachable!("terms are well typed"),
        }
    }

    /// A number's word.
    pub(in crate::encode) fn word(&self) -> &Word {
        match self {
            Self::Number(word) => word,
            Self::Flag(_) | Self::Row(..) => unreachable!("terms are well typed"),
        }
    }

    /// The second where the condition holds, else the third.
    pub(in crate::encode) fn choose(
        bits: &mut Bits<'_>,
        condition: Lit,
        then: &Self,
        otherwise: &Self,
    ) -> Self {
        match (then, otherwise) {
            (Self::Flag(a), Self::Flag(b)) => Self::Flag(bits.choose(condition, *a, *b)),
            (Self::Number(a), Self::Number(b)) => Self::Number(Word::choose(bits, condition, a, b)),
            (Self::Row(first, a), Self::Row(_, b)) => {
                let pairs = a.iter().zip(b);
                let cells = pairs.map(|(a, b)| Self::choose(bits, condition, a, b));
                Self::Row(*first, cells.collect())
            }
            _ => unreachable!("both are of one sort"),
        }
    }

    /// The same value.
    pub(in crate::encode) fn equal(bits: &mut Bits<'_>, a: &Self, b: &Self) -> Lit {
        match (a, b) {
            (Self::Flag(a), Self::Flag(b)) => bits.equal(*a, *b),
            (Self::Number(a), Self::Number(b)) => a.equals(bits, b),
            (Self::Row(_, a), Self::Row(_, b)) => {
                let same: Vec<_> = a
                    .iter()
                    .zip(b)
                    .map(|(a, b)| Self::equal(bits, a, b))
                    .collect();
                bits.all(same)
            }
            _ => unreachable!("both are of one sort"),
        }
    }

    /// Holds where every number in it is one of the sort's.
    pub(in crate::encode) fn is_of(&self, bits: &mut Bits<'_>, sort: &Sort) -> Lit {
        match (self, sort) {
            (Self::Number(word), Sort::Enumeration(it)) => {
                within(bits, word, 0, last(it.literals.len()))
            }
            (
                Self::Number(word),
                Sort::Integer {
                    range: Some((low, high)),
                },
            ) => within(bits, word, *low, *high),
            (Self::Row(_, cells), Sort::Array { element, .. }) => {
                let all: Vec<_> = cells.iter().map(|it| it.is_of(bits, element)).collect();
                bits.all(all)
            }
            _ => bits.constant(true),
        }
    }

    /// Its bits in the order of [`Self::stored`], cut or widened to the same sizes, and whether that
    /// changes it.
    pub(in crate::encode) fn store(
        &self,
        bits: &mut Bits<'_>,
        as_in: &Self,
        out: &mut Vec<Lit>,
    ) -> Lit {
        match (self, as_in) {
            (Self::Flag(lit), Self::Flag(_)) => {
                out.push(*lit);
                bits.constant(false)
            }
            (Self::Number(word), Self::Number(place)) => {
                let fits = word.fits(bits, place.width());
                out.extend(word.resized(place.width()).0);
                !fits
            }
            (Self::Row(_, cells), Self::Row(_, places)) => {
                let pairs = cells.iter().zip(places);
                let lost: Vec<_> = pairs
                    .map(|(it, place)| it.store(bits, place, out))
                    .collect();
                bits.any(lost)
            }
            _ => unreachable!("both are of one sort"),
        }
    }
}

/// The first place of an index and how many there are.
pub(in crate::encode) fn places(index: &Sort) -> Result<(i64, usize), Unsupported> {
    let size = index.size().filter(|&it| it <= MOST_PLACES);
    match (index.least(), size.and_then(|it| usize::try_from(it).ok())) {
        (Some(first), Some(size)) if size > 0 => Ok((first, size)),
        _ => Err(Unsupported::Array),
    }
}

/// The number of the last of so many.
fn last(count: usize) -> i64 {
    i64::try_from(count).expect("texts are shorter than 2⁶³") - 1
}

/// low ≤ word ≤ high.
fn within(bits: &mut Bits<'_>, word: &Word, low: i64, high: i64) -> Lit {
    let low = Word::constant(bits, low, Word::width_of(low));
    let high = Word::constant(bits, high, Word::width_of(high));
    let above = low.at_most(bits, word);
    let below = word.at_most(bits, &high);
    bits.and(above, below)
}
