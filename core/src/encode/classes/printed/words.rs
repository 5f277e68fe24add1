//! Expressions where the undefined value is a word: what each operator sees of its operands, and how wide its result is.
//!
//! The paper gives every attribute one word more, ⊥, and leaves open what operators make of it; QF_BV leaves nothing open. So a
//! condition is a bit, which is false of ⊥, and its negation is true; a sum has as many bits as the widest attribute and literal in
//! it, so that the largest value and 1 make ⊥, and ⊥ and 1 make 0. Without an attribute it is exact.

use super::super::evaluate::{Answer, Undefined, World, applied};
use super::super::layout::Place;
use super::super::scale::Number;
use super::super::value::{Cell, Content, One};
use crate::encode::symbolic::{Bits, Word};
use crate::language::classes::model::DomainKind;
use crate::language::classes::ocl::ast::Operator;
use crate::language::classes::ocl::term::{Property, Term};
use crate::language::classes::ocl::value::Value;

/// The words of an expression. It depends on the expression alone: what is constant in one formula may not be in another.
#[derive(Clone, Copy, Debug, Default)]
struct Words {
    /// The bits of the widest attribute, with one for a sign.
    attribute: usize,
    /// The bits of the widest literal, with one for a sign.
    literal: usize,
    /// Whether an attribute has negative values.
    is_signed: bool,
}

impl Words {
    fn and(self, other: Self) -> Self {
        Self {
            attribute: self.attribute.max(other.attribute),
            literal: self.literal.max(other.literal),
            is_signed: self.is_signed || other.is_signed,
        }
    }

    /// A result that is exact, in as many bits as the words have.
    fn cut(self, bits: &Bits<'_>, exact: &Word) -> Word {
        let width = self.attribute.max(self.literal);
        if self.attribute == 0 {
            exact.clone()
        } else if self.is_signed {
            exact.resized(width)
        } else {
            let mut kept = exact.resized(width - 1).0;
            kept.push(bits.constant(false));
            Word(kept)
        }
    }
}

impl World<'_> {
    /// What connectives and quantifiers see of a value.
    pub(in super::super) fn condition(&self, bits: &Bits<'_>, cell: Cell) -> Cell {
        match self.undefined {
            Undefined::Apart => cell,
            Undefined::Word => Cell::One(One::flag(bits, cell.truth(bits).yes)),
        }
    }

    /// The value of an operator between two values; it belongs to a term.
    pub(in super::super) fn binary(
        &self,
        bits: &mut Bits<'_>,
        left: Cell,
        (operator, term): (Operator, &Term),
        right: Cell,
    ) -> Answer {
        if self.undefined == Undefined::Apart {
            return applied(bits, &left, operator, &right);
        }
        if matches!(
            operator,
            Operator::And | Operator::Or | Operator::Implies | Operator::Xor
        ) {
            let (left, right) = (self.condition(bits, left), self.condition(bits, right));
            return applied(bits, &left, operator, &right);
        }
        let (left, right) = match (left, right) {
            (Cell::One(a), Cell::One(b)) if a.is_number() && b.is_number() => {
                // ⊥ is a number like others.
                let [a, b] = [a, b].map(|it| {
                    let null = bits.constant(false);
                    Cell::One(One { null, ..it })
                });
                (a, b)
            }
            both => both,
        };
        let mut found = applied(bits, &left, operator, &right)?;
        if let (Cell::One(it), Operator::Plus | Operator::Minus | Operator::Times) =
            (&mut found, operator)
            && let Content::Number(exact) = &mut it.content
        {
            let word = exact.word(bits);
            *exact = Number::Word(self.words(term).cut(bits, &word));
        }
        Ok(found)
    }

    fn words(&self, term: &Term) -> Words {
        match term {
            Term::Constant(Value::Integer(it)) => Words {
                literal: i64::try_from(*it).map_or(0, Word::width_of),
                ..Words::default()
            },
            Term::Read(it) => match it.property {
                Property::Attribute(attribute) => {
                    let domain = self.model.attributes[attribute].domain;
                    let low = match domain.kind {
                        DomainKind::Range(low, _) => low,
                        DomainKind::Integer => self.model.integers.0,
                        _ => return Words::default(),
                    };
                    let place = Place::with_undefined(self.model, domain, 0);
                    let is_signed = low < 0;
                    Words {
                        attribute: place.width + usize::from(!is_signed),
                        literal: 0,
                        is_signed,
                    }
                }
                Property::End(_) => Words::default(),
            },
            Term::Minus(it) => self.words(it),
            Term::Chain(first, rest) => {
                let rest = rest.iter().map(|it| self.words(&it.1));
                rest.fold(self.words(first), Words::and)
            }
            Term::If(it) => self.words(&it[1]).and(self.words(&it[2])),
            _ => Words::default(),
        }
    }
}

impl One {
    fn is_number(&self) -> bool {
        matches!(self.content, Content::Number(_))
    }
}
