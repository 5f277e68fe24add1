//! Expressions with their names looked up and their queries put in place: what the definitions evaluate.
//!
//! Variables are places on a stack: first `self`, the parameters and the result, then those of `let` and of iterators, in the order
//! in which they are met.

use super::ast::Operator;
use super::operations::{Asked, Iterator};
use super::value::Value;
use crate::text::Span;

/// An end of an association: navigation leads to its objects from those at the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EndId {
    /// The number of the association.
    pub association: usize,
    /// 0 or 1.
    pub side: usize,
}

/// What an object has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// An attribute, by its number.
    Attribute(usize),
    /// The objects at an end.
    End(EndId),
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A value.
    Constant(Value),
    /// A place on the stack.
    Variable(usize),
    /// A property of one object.
    Read(Box<Read>),
    /// `not`
    Not(Box<Term>),
    /// The sign.
    Minus(Box<Term>),
    /// Operators of one rank, from left to right.
    Chain(Box<Term>, Vec<(Operator, Term)>),
    /// Condition, then, else.
    If(Box<[Term; 3]>),
    /// The first on the stack while the second is evaluated.
    Let(Box<[Term; 2]>),
    /// Each element of the first on the stack while the second is evaluated.
    Iterate(Iterator, Box<[Term; 2]>),
    /// What is asked of a collection, with arguments.
    Ask(Asked, Box<Term>, Vec<Term>),
    /// All objects of a class and of those that inherit from it.
    Instances(usize),
    /// Whether it is null or invalid.
    IsUndefined(Box<Term>),
    /// Whether it is invalid.
    IsInvalid(Box<Term>),
    /// Whether an object is one of a class, or of those that inherit from it; invalid of null.
    IsKind(Box<Term>, usize),
    /// The object if it is one of a class; else invalid, but null of null.
    Cast(Box<Term>, usize),
}

/// The property of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The object.
    pub source: Term,
    /// The property.
    pub property: Property,
    /// Whether it is read before the call: `@pre`.
    pub is_before: bool,
    /// Where it is written.
    pub span: Span,
}

impl Term {
    /// No answer.
    #[must_use]
    pub fn invalid() -> Self {
        Self::Constant(Value::Invalid)
    }

    /// The terms that it is made of.
    pub fn each_part(&self, visit: &mut dyn FnMut(&Term)) {
        match self {
            Self::Constant(_) | Self::Variable(_) | Self::Instances(_) => {}
            Self::Read(it) => visit(&it.source),
            Self::Not(it)
            | Self::Minus(it)
            | Self::IsUndefined(it)
            | Self::IsInvalid(it)
            | Self::IsKind(it, _)
            | Self::Cast(it, _) => visit(it),
            Self::Chain(first, rest) => {
                visit(first);
                rest.iter().for_each(|it| visit(&it.1));
            }
            Self::If(parts) => parts.iter().for_each(visit),
            Self::Let(parts) | Self::Iterate(_, parts) => parts.iter().for_each(visit),
            Self::Ask(_, source, arguments) => {
                visit(source);
                arguments.iter().for_each(visit);
            }
        }
    }

    /// Calls `visit` for every property that is read anywhere in it.
    pub fn each_read(&self, visit: &mut dyn FnMut(&Read)) {
        if let Self::Read(it) = self {
            visit(it);
        }
        self.each_part(&mut |part| part.each_read(visit));
    }
}
