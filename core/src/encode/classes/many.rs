//! Collections as bits: guarded elements.
//!
//! Invariants: the elements of a set that are there are different from each other. What a collection holds means nothing where it is
//! invalid.

use super::Unsupported;
use super::scale::Number;
use super::value::{Content, One};
use crate::cnf::Lit;
use crate::encode::symbolic::{Bits, Word};
use crate::language::classes::ocl::value::Value;

/// A collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Many {
    /// What it may hold.
    pub(super) elements: Vec<Element>,
    /// Whether it is a bag.
    pub(super) is_bag: bool,
    /// Holds where it is invalid.
    pub(super) invalid: Lit,
}

/// What a collection may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Element {
    /// Holds where it is there.
    pub(super) here: Lit,
    /// What it is.
    pub(super) value: Member,
}

/// A value in a collection; only integers differ from state to state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Member {
    /// Always the same.
    Known(Value),
    /// An integer.
    Number(Number),
}

impl Member {
    /// An integer; always the same where its bits are.
    pub(super) fn number(bits: &Bits<'_>, number: &Number) -> Self {
        match number.known(bits) {
            Some(it) => Self::Known(Value::Integer(it.into())),
            None => Self::Number(number.clone()),
        }
    }

    /// The value by itself.
    pub(super) fn one(&self, bits: &Bits<'_>) -> Result<One, Unsupported> {
        match self {
            Self::Known(it) => One::constant(bits, it),
            Self::Number(it) => Ok(One::of(bits, Content::Number(it.clone()))),
        }
    }
}

impl Many {
    /// A collection that holds nothing.
    pub(super) fn empty(bits: &Bits<'_>, is_bag: bool) -> Self {
        Self {
            elements: Vec::new(),
            is_bag,
            invalid: bits.constant(false),
        }
    }

    /// The same without what is never there.
    pub(super) fn without_absent(mut self, bits: &Bits<'_>) -> Self {
        self.elements
            .retain(|it| bits.known(it.here) != Some(false));
        self
    }

    /// A set of what is there, each once; or a bag.
    pub(super) fn made(
        bits: &mut Bits<'_>,
        elements: Vec<Element>,
        (is_bag, invalid): (bool, Lit),
    ) -> Result<Self, Unsupported> {
        let all = Self {
            elements,
            is_bag,
            invalid,
        }
        .without_absent(bits);
        if is_bag {
            return Ok(all);
        }
        let mut set = Self {
            elements: Vec::new(),
            ..all
        };
        for element in all.elements {
            let is_number = |it: &Element| matches!(it.value, Member::Number(_));
            let is_open = set.elements.iter().any(is_number);
            let same = |it: &Element| match (&it.value, &element.value) {
                (Member::Known(Value::Integer(_)), _) if is_open => false,
                (Member::Known(a), Member::Known(b)) => a == b,
                _ => false,
            };
            if let Some(place) = set.elements.iter().position(same) {
                let here = bits.or(set.elements[place].here, element.here);
                set.elements[place].here = here;
                continue;
            }
            let is_new = match &element.value {
                Member::Known(Value::Integer(_)) | Member::Number(_) => {
                    let one = element.value.one(bits)?;
                    !set.contains(bits, &one)?
                }
                Member::Known(_) => bits.constant(true),
            };
            let here = bits.and(element.here, is_new);
            set.elements.push(Element { here, ..element });
        }
        Ok(set.without_absent(bits))
    }

    /// Holds where a value is among its elements.
    pub(super) fn contains(&self, bits: &mut Bits<'_>, value: &One) -> Result<Lit, Unsupported> {
        let mut any = bits.constant(false);
        for element in &self.elements {
            let one = element.value.one(bits)?;
            let same = one.same(bits, value);
            let here = bits.and(element.here, same);
            any = bits.or(any, here);
        }
        Ok(any)
    }

    /// How often a value is among its elements.
    pub(super) fn count(&self, bits: &mut Bits<'_>, value: &One) -> Result<Word, Unsupported> {
        let mut here = Vec::new();
        for element in &self.elements {
            let one = element.value.one(bits)?;
            let same = one.same(bits, value);
            here.push(bits.and(element.here, same));
        }
        Ok(how_many(bits, &here))
    }

    /// How many elements there are.
    pub(super) fn size(&self, bits: &mut Bits<'_>) -> Word {
        let here: Vec<_> = self.elements.iter().map(|it| it.here).collect();
        how_many(bits, &here)
    }

    /// The same elements, as often in bags. Means nothing where one of them is invalid.
    pub(super) fn same(&self, bits: &mut Bits<'_>, other: &Self) -> Result<Lit, Unsupported> {
        let mut same = bits.constant(self.is_bag == other.is_bag);
        for (one, another) in [(self, other), (other, self)] {
            for element in &one.elements {
                let value = element.value.one(bits)?;
                let is_there = match self.is_bag {
                    true => {
                        let here = one.count(bits, &value)?;
                        let there = another.count(bits, &value)?;
                        here.equals(bits, &there)
                    }
                    false => another.contains(bits, &value)?,
                };
                let fits = bits.or(!element.here, is_there);
                same = bits.and(same, fits);
            }
        }
        Ok(same)
    }
}

/// How many of some literals hold.
fn how_many(bits: &mut Bits<'_>, lits: &[Lit]) -> Word {
    let no = bits.constant(false);
    match lits {
        [] => Word(vec![no]),
        [one] => Word(vec![*one, no]),
        _ => {
            let (left, right) = lits.split_at(lits.len() / 2);
            let (left, right) = (how_many(bits, left), how_many(bits, right));
            let sum = left.exact_sum(bits, &right, no);
            // The count of n fits into as many bits as n takes.
            let most = i64::try_from(lits.len()).expect("lists are shorter than 2⁶³");
            sum.resized(Word::width_of(most))
        }
    }
}
