//! The bits of a state: for each slot that can differ a flag, an integer ([`super::scale`]), or the number of a choice.
//!
//! null is a bit of its own for Booleans and integers, whose other bits are 0 then, and one more choice elsewhere: so a state has
//! one form. A slot that never changes and whose value is given is a constant and has no bits.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Unsupported;
use super::scale::{MOST_VALUES, Number, Scale};
use super::value::{Content, One, Truth};
use crate::cnf::Lit;
use crate::encode::symbolic::{Bits, Word};
use crate::language::classes::model::{ClassModel, Domain, DomainKind};
use crate::language::classes::ocl::value::Value;

/// How a value is kept.
#[derive(Clone, Debug)]
pub(super) struct Place {
    kind: PlaceKind,
    /// The first of its bits.
    pub(super) first: usize,
    /// How many there are.
    pub(super) width: usize,
}

#[derive(Clone, Debug)]
enum PlaceKind {
    Fixed(Value),
    Flag {
        is_optional: bool,
    },
    Integer {
        range: (i64, i64),
        is_optional: bool,
    },
    Scale {
        low: i64,
        is_optional: bool,
    },
    /// As [`Self::Integer`], with one word more that stands for what is undefined: the number after the largest.
    Word {
        range: (i64, i64),
    },
    Choice(Vec<Value>),
}

impl Place {
    /// A value that is always the same.
    pub(super) fn fixed(value: Value) -> Self {
        Self {
            kind: PlaceKind::Fixed(value),
            first: 0,
            width: 0,
        }
    }

    /// The values of a domain with what is undefined as one more word of them, from a bit on: n values in ⌈ld n⌉ bits, if the least
    /// number is 0.
    pub(super) fn with_undefined(model: &ClassModel, domain: Domain, first: usize) -> Self {
        let range = match domain.kind {
            DomainKind::Range(low, high) => (low, high),
            DomainKind::Integer => model.integers,
            _ => {
                let is_optional = true;
                let domain = Domain {
                    is_optional,
                    ..domain
                };
                return Self::of(model, domain, first);
            }
        };
        let undefined = Word::width_of(undefined(range));
        let width = match range.0 {
            0.. => undefined - 1,
            low => undefined.max(Word::width_of(low)),
        };
        Self {
            kind: PlaceKind::Word { range },
            first,
            width,
        }
    }

    /// The values of a domain, from a bit on.
    pub(super) fn of(model: &ClassModel, domain: Domain, first: usize) -> Self {
        let is_optional = domain.is_optional;
        let integer = |low: i64, high: i64| match high.saturating_sub(low) {
            more @ 0..MOST_VALUES => {
                let more = usize::try_from(more).expect("it is less than MOST_VALUES");
                (PlaceKind::Scale { low, is_optional }, more)
            }
            _ => {
                let width = Word::width_of(low).max(Word::width_of(high));
                let range = (low, high);
                (PlaceKind::Integer { range, is_optional }, width)
            }
        };
        let (kind, width) = match domain.kind {
            DomainKind::Boolean => (PlaceKind::Flag { is_optional }, 1),
            DomainKind::Range(low, high) => integer(low, high),
            DomainKind::Integer => integer(model.integers.0, model.integers.1),
            _ => {
                let values = domain.values(model, model.integers);
                let width = values.len().next_power_of_two().ilog2() as usize;
                (PlaceKind::Choice(values), width)
            }
        };
        let null = match kind {
            PlaceKind::Flag { is_optional }
            | PlaceKind::Integer { is_optional, .. }
            | PlaceKind::Scale { is_optional, .. } => usize::from(is_optional),
            PlaceKind::Fixed(_) | PlaceKind::Word { .. } | PlaceKind::Choice(_) => 0,
        };
        Self {
            kind,
            first,
            width: width + null,
        }
    }

    /// Of an integer of few values the bits that say that each but the lowest is reached, in ascending order.
    pub(super) fn levels(&self) -> Option<Range<usize>> {
        match self.kind {
            PlaceKind::Scale { is_optional, .. } => {
                Some(self.first..self.first + self.width - usize::from(is_optional))
            }
            _ => None,
        }
    }

    /// The value, and what holds where the bits stand for one; `state` has all bits.
    pub(super) fn read(
        &self,
        bits: &mut Bits<'_>,
        state: &[Lit],
    ) -> Result<(One, Lit), Unsupported> {
        let own = &state[self.first..self.first + self.width];
        let (yes, no) = (bits.constant(true), bits.constant(false));
        let null = |is_optional| match is_optional {
            true => own[own.len() - 1],
            false => no,
        };
        Ok(match &self.kind {
            PlaceKind::Fixed(value) => (One::constant(bits, value)?, yes),
            PlaceKind::Flag { is_optional } => {
                let null = null(*is_optional);
                let truth = Truth {
                    yes: bits.and(own[0], !null),
                    no: bits.and(!own[0], !null),
                };
                let fits = !bits.and(own[0], null);
                let content = Content::Truth(truth);
                let one = One {
                    null,
                    invalid: no,
                    content,
                };
                (one, fits)
            }
            PlaceKind::Integer { is_optional, .. } | PlaceKind::Scale { is_optional, .. } => {
                let null = null(*is_optional);
                let own = &own[..own.len() - usize::from(*is_optional)];
                let zero = bits.all(own.iter().map(|it| !*it));
                let (number, within) = match self.kind {
                    PlaceKind::Scale { low, .. } => {
                        let at_least = own.to_vec();
                        let scale = Scale { low, at_least };
                        let fits = scale.fits(bits);
                        (Number::Scale(scale), fits)
                    }
                    PlaceKind::Integer { range, .. } => {
                        let number = Number::Word(Word(own.to_vec()));
                        let within = number.is_within(bits, range)?;
                        (number, within)
                    }
                    _ => return Err(Unsupported::Type),
                };
                let fits = bits.choose(null, zero, within);
                let content = Content::Number(number);
                let one = One {
                    null,
                    invalid: no,
                    content,
                };
                (one, fits)
            }
            PlaceKind::Word { range } => {
                let sign = match range.0 {
                    0.. => no,
                    _ => own[own.len() - 1],
                };
                let number = Number::Word(Word([own, &[sign]].concat()));
                let last = undefined(*range);
                let fits = number.is_within(bits, (range.0, last))?;
                let last = Number::constant(last.into())?;
                let one = One {
                    null: number.equals(bits, &last),
                    invalid: no,
                    content: Content::Number(number),
                };
                (one, fits)
            }
            PlaceKind::Choice(values) => {
                let mut choices = BTreeMap::new();
                let (mut null, mut fits) = (no, no);
                for (number, value) in values.iter().enumerate() {
                    let all = own
                        .iter()
                        .enumerate()
                        .map(|(at, lit)| match number >> at & 1 {
                            1 => *lit,
                            _ => !*lit,
                        });
                    let here = bits.all(all);
                    fits = bits.or(fits, here);
                    match value {
                        Value::Null => null = here,
                        value => _ = choices.insert(value.clone(), here),
                    }
                }
                if values.len().is_power_of_two() {
                    fits = yes;
                }
                // Where the bits stand for nothing it is invalid, so that exactly one of all holds.
                let one = One {
                    null,
                    invalid: !fits,
                    content: Content::Choice(choices),
                };
                (one, fits)
            }
        })
    }

    /// What one of its bits says, in words that continue the name of the slot.
    pub(super) fn bit_name(&self, bit: usize) -> String {
        let is_null = match self.kind {
            PlaceKind::Flag { is_optional }
            | PlaceKind::Integer { is_optional, .. }
            | PlaceKind::Scale { is_optional, .. } => is_optional && bit + 1 == self.width,
            _ => false,
        };
        match self.kind {
            _ if is_null => " is null".into(),
            PlaceKind::Scale { low, .. } => {
                let more = i64::try_from(bit).map_or(i64::MAX, |it| it.saturating_add(1));
                format!(" is at least {}", low.saturating_add(more))
            }
            PlaceKind::Flag { .. } => String::new(),
            _ if self.width == 1 => String::new(),
            _ => format!(", bit {bit}"),
        }
    }

    /// The value that the bits of a state stand for.
    pub(super) fn decode(&self, state: &[bool]) -> Option<Value> {
        let own = state.get(self.first..self.first + self.width)?;
        let is_null = |is_optional: bool| is_optional && own.last() == Some(&true);
        Some(match &self.kind {
            PlaceKind::Fixed(value) => value.clone(),
            PlaceKind::Flag { is_optional }
            | PlaceKind::Integer { is_optional, .. }
            | PlaceKind::Scale { is_optional, .. }
                if is_null(*is_optional) =>
            {
                Value::Null
            }
            PlaceKind::Flag { .. } => Value::Boolean(own[0]),
            PlaceKind::Scale { low, is_optional } => {
                let own = &own[..own.len() - usize::from(*is_optional)];
                let more = own.iter().take_while(|it| **it).count();
                Value::Integer(i128::from(*low) + i128::try_from(more).ok()?)
            }
            PlaceKind::Integer { is_optional, .. } => {
                let word = &own[..own.len() - usize::from(*is_optional)];
                let (sign, rest) = word.split_last()?;
                Value::Integer(unsigned(rest) - (i128::from(*sign) << rest.len()))
            }
            PlaceKind::Word { range } => {
                let is_negative = range.0 < 0 && own.last() == Some(&true);
                let number = unsigned(own) - (i128::from(is_negative) << own.len());
                match number == i128::from(undefined(*range)) {
                    true => Value::Null,
                    false => Value::Integer(number),
                }
            }
            PlaceKind::Choice(values) => {
                let bits = own.iter().enumerate();
                let number: usize = bits.map(|(at, it)| usize::from(*it) << at).sum();
                values.get(number)?.clone()
            }
        })
    }
}

/// The number that stands for what is undefined, where a word does.
fn undefined(range: (i64, i64)) -> i64 {
    range.1.saturating_add(1)
}

/// The number of some bits without a sign, the least first.
fn unsigned(bits: &[bool]) -> i128 {
    let bits = bits.iter().enumerate();
    bits.map(|(at, it)| i128::from(*it) << at).sum()
}

/// Holds where a value is one of a domain.
pub(super) fn is_in(
    bits: &mut Bits<'_>,
    model: &ClassModel,
    domain: Domain,
    one: &One,
) -> Result<Lit, Unsupported> {
    let fits = match (&one.content, domain.kind) {
        (Content::Truth(it), DomainKind::Boolean) => bits.or(it.yes, it.no),
        (Content::Number(number), DomainKind::Range(..) | DomainKind::Integer) => {
            let range = match domain.kind {
                DomainKind::Range(low, high) => (low, high),
                _ => model.integers,
            };
            let within = number.is_within(bits, range)?;
            let there = one.is_there(bits);
            bits.and(there, within)
        }
        (Content::Choice(all), _) => {
            let values = domain.values(model, model.integers);
            let known = all
                .iter()
                .filter(|it| values.contains(it.0))
                .map(|it| *it.1);
            let known: Vec<_> = known.collect();
            bits.any(known)
        }
        _ => bits.constant(false),
    };
    let null = bits.constant(domain.is_optional);
    let null = bits.and(null, one.null);
    Ok(bits.or(fits, null))
}
