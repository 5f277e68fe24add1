//! Values of OCL as bits: one value with literals for null and for invalid, or a collection ([`super::many`]).
//!
//! Invariants: of the literals of one truth value or choice, with those of null and invalid, exactly one holds; a number
//! means something where neither null nor invalid holds.

use std::collections::BTreeMap;

use super::Unsupported;
use super::many::{Element, Many, Member};
use super::scale::Number;
use crate::cnf::Lit;
use crate::encode::symbolic::{Bits, Word};
use crate::language::classes::ocl::value::Value;

/// The widest word: the integers of the definitions have 128 bits, and every node is as wide as its operands need.
const WIDEST: usize = 120;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// No collection.
    One(One),
    /// A collection.
    Many(Many),
}

/// A value that is no collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct One {
    /// Holds where it is null.
    pub(super) null: Lit,
    /// Holds where it is invalid.
    pub(super) invalid: Lit,
    /// What it is elsewhere.
    pub(super) content: Content,
}

/// What a value is that is neither null nor invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// It always is one of these two.
    Nothing,
    /// A truth value.
    Truth(Truth),
    /// An integer.
    Number(Number),
    /// An object, a literal or a text.
    Choice(BTreeMap<Value, Lit>),
}

/// What Kleene's connectives see of a value: both are false where it is null or invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Truth {
    /// Holds where it is true.
    pub(super) yes: Lit,
    /// Holds where it is false.
    pub(super) no: Lit,
}

impl One {
    /// No answer.
    pub(super) fn invalid(bits: &Bits<'_>) -> Self {
        Self {
            null: bits.constant(false),
            invalid: bits.constant(true),
            content: Content::Nothing,
        }
    }

    /// A content that is always there.
    pub(super) fn of(bits: &Bits<'_>, content: Content) -> Self {
        Self {
            null: bits.constant(false),
            invalid: bits.constant(false),
            content,
        }
    }

    /// The value of a connective: invalid where it is neither true nor false.
    pub(super) fn of_truth(bits: &mut Bits<'_>, truth: Truth) -> Self {
        Self {
            null: bits.constant(false),
            invalid: !bits.or(truth.yes, truth.no),
            content: Content::Truth(truth),
        }
    }

    /// A truth value that is always there.
    pub(super) fn flag(bits: &Bits<'_>, lit: Lit) -> Self {
        let truth = Truth { yes: lit, no: !lit };
        Self::of(bits, Content::Truth(truth))
    }

    /// A fixed value that is no collection.
    pub(super) fn constant(bits: &Bits<'_>, value: &Value) -> Result<Self, Unsupported> {
        Ok(match value {
            Value::Invalid => Self::invalid(bits),
            Value::Null => Self {
                null: bits.constant(true),
                invalid: bits.constant(false),
                content: Content::Nothing,
            },
            Value::Boolean(it) => Self::flag(bits, bits.constant(*it)),
            Value::Integer(it) => Self::of(bits, Content::Number(Number::constant(*it)?)),
            Value::Literal(_) | Value::Text(_) | Value::Object(_) => {
                let only = [(value.clone(), bits.constant(true))];
                Self::of(bits, Content::Choice(only.into()))
            }
            Value::Set(_) | Value::Bag(_) => return Err(Unsupported::Collection),
        })
    }

    /// Whether it is true, and whether it is false.
    pub(super) fn truth(&self, bits: &Bits<'_>) -> Truth {
        match self.content {
            Content::Truth(truth) => truth,
            _ => Truth {
                yes: bits.constant(false),
                no: bits.constant(false),
            },
        }
    }

    /// Holds where it is neither null nor invalid.
    pub(super) fn is_there(&self, bits: &mut Bits<'_>) -> Lit {
        bits.and(!self.null, !self.invalid)
    }

    /// The same value: null equals null. Means nothing where one of them is invalid.
    pub(super) fn same(&self, bits: &mut Bits<'_>, other: &Self) -> Lit {
        let both = bits.and(self.null, other.null);
        let equal = match (&self.content, &other.content) {
            (Content::Truth(a), Content::Truth(b)) => {
                let yes = bits.and(a.yes, b.yes);
                let no = bits.and(a.no, b.no);
                bits.or(yes, no)
            }
            (Content::Number(a), Content::Number(b)) => {
                let equal = a.equals(bits, b);
                let there = bits.and(!self.null, !other.null);
                bits.and(there, equal)
            }
            (Content::Choice(a), Content::Choice(b)) => {
                let both = a.iter().filter_map(|(key, a)| Some((*a, *b.get(key)?)));
                let both: Vec<_> = both.collect();
                let both: Vec<_> = both.into_iter().map(|(a, b)| bits.and(a, b)).collect();
                bits.any(both)
            }
            _ => bits.constant(false),
        };
        bits.or(both, equal)
    }

    /// What `->` makes of it: a set of one, the empty set where it is null.
    pub(super) fn elements(&self, bits: &mut Bits<'_>) -> Many {
        let known = |value, here| Element {
            here,
            value: Member::Known(value),
        };
        let elements = match &self.content {
            Content::Nothing => Vec::new(),
            Content::Truth(it) => vec![
                known(Value::Boolean(false), it.no),
                known(Value::Boolean(true), it.yes),
            ],
            Content::Choice(all) => {
                let all = all.iter().map(|(value, here)| known(value.clone(), *here));
                all.collect()
            }
            Content::Number(number) => vec![Element {
                here: self.is_there(bits),
                value: Member::number(bits, number),
            }],
        };
        Many {
            elements,
            is_bag: false,
            invalid: self.invalid,
        }
        .without_absent(bits)
    }

    /// The value of the alternative that holds; no two do. Invalid where `invalid` holds, which is where none does.
    pub(super) fn merged(
        bits: &mut Bits<'_>,
        all: &[(Lit, Self)],
        invalid: Lit,
    ) -> Result<Self, Unsupported> {
        if let [(condition, only)] = all
            && bits.known(*condition) == Some(true)
        {
            return Ok(only.clone());
        }
        let mut merged = Self {
            null: bits.constant(false),
            invalid,
            content: Content::Nothing,
        };
        for (condition, one) in all {
            let null = bits.and(*condition, one.null);
            merged.null = bits.or(merged.null, null);
            let invalid = bits.and(*condition, one.invalid);
            merged.invalid = bits.or(merged.invalid, invalid);
            merged.content = match (merged.content, &one.content) {
                (it, Content::Nothing) => it,
                (it @ (Content::Nothing | Content::Truth(_)), Content::Truth(new)) => {
                    let old = match it {
                        Content::Truth(old) => old,
                        _ => Truth {
                            yes: bits.constant(false),
                            no: bits.constant(false),
                        },
                    };
                    let yes = bits.and(*condition, new.yes);
                    let no = bits.and(*condition, new.no);
                    Content::Truth(Truth {
                        yes: bits.or(old.yes, yes),
                        no: bits.or(old.no, no),
                    })
                }
                (Content::Nothing, Content::Number(new)) => Content::Number(new.clone()),
                (Content::Number(old), Content::Number(new)) => {
                    Content::Number(Number::choose(bits, *condition, new, &old))
                }
                (it @ (Content::Nothing | Content::Choice(_)), Content::Choice(new)) => {
                    let mut old = match it {
                        Content::Choice(old) => old,
                        _ => BTreeMap::new(),
                    };
                    for (value, lit) in new {
                        let here = bits.and(*condition, *lit);
                        if bits.known(here) == Some(false) {
                            continue;
                        }
                        let known = old.get(value).copied();
                        let any = known.map_or(here, |it| bits.or(it, here));
                        old.insert(value.clone(), any);
                    }
                    Content::Choice(old)
                }
                _ => return Err(Unsupported::Type),
            };
        }
        Ok(merged)
    }
}

impl Cell {
    /// No answer.
    pub(super) fn invalid(bits: &Bits<'_>) -> Self {
        Self::One(One::invalid(bits))
    }

    /// Holds where it is invalid.
    pub(super) fn is_invalid(&self) -> Lit {
        match self {
            Self::One(it) => it.invalid,
            Self::Many(it) => it.invalid,
        }
    }

    /// Whether it is true, and whether it is false; a collection is neither.
    pub(super) fn truth(&self, bits: &Bits<'_>) -> Truth {
        match self {
            Self::One(it) => it.truth(bits),
            Self::Many(_) => One::invalid(bits).truth(bits),
        }
    }

    /// What `->` makes of it.
    pub(super) fn elements(&self, bits: &mut Bits<'_>) -> Many {
        match self {
            Self::One(it) => it.elements(bits),
            Self::Many(it) => it.clone(),
        }
    }

    /// The same value. Means nothing where one of them is invalid.
    pub(super) fn same(&self, bits: &mut Bits<'_>, other: &Self) -> Result<Lit, Unsupported> {
        Ok(match (self, other) {
            (Self::One(a), Self::One(b)) => a.same(bits, b),
            (Self::Many(a), Self::Many(b)) => a.same(bits, b)?,
            _ => bits.constant(false),
        })
    }

    /// As [`One::merged`].
    pub(super) fn merged(
        bits: &mut Bits<'_>,
        all: &[(Lit, Self)],
        invalid: Lit,
    ) -> Result<Self, Unsupported> {
        let has_many = all.iter().any(|it| matches!(it.1, Self::Many(_)));
        if !has_many {
            let ones = all.iter().filter_map(|(condition, it)| match it {
                Self::One(it) => Some((*condition, it.clone())),
                Self::Many(_) => None,
            });
            let ones: Vec<_> = ones.collect();
            return One::merged(bits, &ones, invalid).map(Self::One);
        }
        let (mut elements, mut invalid, mut kind) = (Vec::new(), invalid, None);
        for (condition, it) in all {
            let here = bits.and(*condition, it.is_invalid());
            invalid = bits.or(invalid, here);
            let many = match it {
                Self::Many(it) => it,
                // What is nothing but invalid is no collection of another kind.
                Self::One(it) if bits.known(it.invalid) == Some(true) => continue,
                Self::One(_) => return Err(Unsupported::Type),
            };
            if kind.is_some_and(|it| it != many.is_bag) {
                return Err(Unsupported::Type);
            }
            kind = Some(many.is_bag);
            for element in &many.elements {
                let here = bits.and(*condition, element.here);
                let value = element.value.clone();
                elements.push(Element { here, value });
            }
        }
        let kind = (kind.unwrap_or(false), invalid);
        Many::made(bits, elements, kind).map(Self::Many)
    }
}

/// A word that is not too wide.
pub(super) fn checked(word: Word) -> Result<Word, Unsupported> {
    match word.width() <= WIDEST {
        true => Ok(word),
        false => Err(Unsupported::Size),
    }
}
