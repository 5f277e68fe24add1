//! Expressions after their names and types have been looked up.
//!
//! Invariant: a [`Term`] is well typed, its variables are numbers of the scope it was read in, and every
//! array in it has the sort of the place it stands in. Whoever evaluates, encodes or compiles it need not
//! ask again.

use super::Sort;
use super::value::Value;
use crate::text::Span;

/// A typed expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// What it can evaluate to.
    pub sort: Sort,
    /// Where it is written.
    pub span: Span,
}

/// What a typed expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// A fixed value.
    Constant(Value),
    /// The value of a variable.
    Variable(usize),
    /// The opposite.
    Not(Box<Term>),
    /// The integer with the other sign.
    Negate(Box<Term>),
    /// All of them, looked at from left to right until one is false.
    And(Vec<Term>),
    /// One of them, looked at from left to right until one is true.
    Or(Vec<Term>),
    /// If the first, then the second, which is looked at only then.
    Implies(Box<[Term; 2]>),
    /// Whether both are the same value.
    Equal(Box<[Term; 2]>),
    /// Whether two integers stand in an order.
    Compare(Comparison, Box<[Term; 2]>),
    /// Integers from left to right.
    Arithmetic(Box<Term>, Vec<(Arithmetic, Term)>),
    /// The second where the first is true, else the third.
    If(Box<[Term; 3]>),
    /// What an array holds at a place.
    Read(Box<[Term; 2]>),
    /// An array that differs in one place: array, place, value.
    Write(Box<[Term; 3]>),
    /// An array by its places and its default; of a place that stands there twice the last counts.
    Array(Vec<[Term; 2]>, Box<Term>),
}

/// An order of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
}

/// An operation on two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arithmetic {
    /// The sum.
    Plus,
    /// The difference.
    Minus,
    /// The product.
    Times,
    /// The q of a = b·q + r with 0 ≤ r < |b|.
    Divide,
    /// The r of a = b·q + r with 0 ≤ r < |b|.
    Modulo,
    /// That r, with the other sign where b is negative.
    Remainder,
}

impl Term {
    /// A value of a sort, written nowhere.
    #[must_use]
    pub fn constant(value: Value, sort: Sort) -> Self {
        Self {
            kind: TermKind::Constant(value),
            sort,
            span: Span::default(),
        }
    }

    /// A variable, written nowhere.
    #[must_use]
    pub fn variable(variable: usize, sort: Sort) -> Self {
        Self {
            kind: TermKind::Variable(variable),
            sort,
            span: Span::default(),
        }
    }

    /// A Boolean term of a kind, written nowhere.
    #[must_use]
    pub fn boolean(kind: TermKind) -> Self {
        Self {
            kind,
            sort: Sort::Boolean,
            span: Span::default(),
        }
    }

    /// Whether two terms are equal, written nowhere.
    #[must_use]
    pub fn equal(left: Self, right: Self) -> Self {
        Self::boolean(TermKind::Equal(Box::new([left, right])))
    }

    /// The opposite of a Boolean term, at its place.
    #[must_use]
    pub fn negated(self) -> Self {
        Self {
            span: self.span,
            ..Self::boolean(TermKind::Not(Box::new(self)))
        }
    }

    /// Calls `visit` for this term and every term in it, from the outside to the inside.
    pub fn each(&self, visit: &mut dyn FnMut(&Self)) {
        visit(self);
        match &self.kind {
            TermKind::Constant(_) | TermKind::Variable(_) => {}
            TermKind::Not(it) | TermKind::Negate(it) => it.each(visit),
            TermKind::And(all) | TermKind::Or(all) => all.iter().for_each(|it| it.each(visit)),
            TermKind::Implies(two)
            | TermKind::Equal(two)
            | TermKind::Compare(_, two)
            | TermKind::Read(two) => two.iter().for_each(|it| it.each(visit)),
            TermKind::Arithmetic(first, rest) => {
                first.each(visit);
                rest.iter().for_each(|(_, it)| it.each(visit));
            }
            TermKind::If(three) | TermKind::Write(three) => {
                three.iter().for_each(|it| it.each(visit));
            }
            TermKind::Array(entries, default) => {
                entries.iter().flatten().for_each(|it| it.each(visit));
                default.each(visit);
            }
        }
    }

    /// Puts a term in the place of every variable.
    pub fn substitute(&mut self, with: &dyn Fn(usize) -> Self) {
        match &mut self.kind {
            TermKind::Constant(_) => {}
            TermKind::Variable(variable) => *self = with(*variable),
            TermKind::Not(it) | TermKind::Negate(it) => it.substitute(with),
            TermKind::And(all) | TermKind::Or(all) => {
                all.iter_mut().for_each(|it| it.substitute(with));
            }
            TermKind::Implies(two)
            | TermKind::Equal(two)
            | TermKind::Compare(_, two)
            | TermKind::Read(two) => two.iter_mut().for_each(|it| it.substitute(with)),
            TermKind::Arithmetic(first, rest) => {
                first.substitute(with);
                rest.iter_mut().for_each(|(_, it)| it.substitute(with));
            }
            TermKind::If(three) | TermKind::Write(three) => {
                three.iter_mut().for_each(|it| it.substitute(with));
            }
            TermKind::Array(entries, default) => {
                let all = entries.iter_mut().flatten();
                all.for_each(|it| it.substitute(with));
                default.substitute(with);
            }
        }
    }

    /// Gives every variable another number.
    pub fn renumber(&mut self, number: &dyn Fn(usize) -> usize) {
        match &mut self.kind {
            TermKind::Constant(_) => {}
            TermKind::Variable(variable) => *variable = number(*variable),
            TermKind::Not(it) | TermKind::Negate(it) => it.renumber(number),
            TermKind::And(all) | TermKind::Or(all) => {
                all.iter_mut().for_each(|it| it.renumber(number));
            }
            TermKind::Implies(two)
            | TermKind::Equal(two)
            | TermKind::Compare(_, two)
            | TermKind::Read(two) => two.iter_mut().for_each(|it| it.renumber(number)),
            TermKind::Arithmetic(first, rest) => {
                first.renumber(number);
                rest.iter_mut().for_each(|(_, it)| it.renumber(number));
            }
            TermKind::If(three) | TermKind::Write(three) => {
                three.iter_mut().for_each(|it| it.renumber(number));
            }
            TermKind::Array(entries, default) => {
                let all = entries.iter_mut().flatten();
                all.for_each(|it| it.renumber(number));
                default.renumber(number);
            }
        }
    }
}
