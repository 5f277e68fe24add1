//! From a typed term back to an expression as somebody would write it.
//!
//! Terms come from texts, but also from rewriting; printed, they can be read again and mean the same.

use std::sync::Arc;

use super::ast::{Expression, ExpressionKind, Operator, SortKind, SortSyntax};
use super::term::{Arithmetic, Comparison, Term, TermKind};
use super::value::{Map, Value};
use super::{Enumeration, Sort};
use crate::text::Span;

/// What things are called where a term is to be written.
pub trait Naming {
    /// The name of a variable.
    fn variable(&self, variable: usize) -> String;

    /// The name of a literal, qualified where it must be.
    fn literal(&self, enumeration: &Arc<Enumeration>, literal: usize) -> String;
}

/// The expression that is read as a term.
#[must_use]
pub fn term(term: &Term, naming: &dyn Naming) -> Expression {
    let one = |it: &Term| Box::new(self::term(it, naming));
    let two = |it: &[Term; 2]| Box::new([self::term(&it[0], naming), self::term(&it[1], naming)]);
    let three = |it: &[Term; 3]| {
        let part = |at: usize| self::term(&it[at], naming);
        Box::new([part(0), part(1), part(2)])
    };
    let kind = match &term.kind {
        TermKind::Constant(value) => return constant(value, &term.sort, naming),
        TermKind::Variable(variable) => ExpressionKind::Name(naming.variable(*variable)),
        TermKind::Not(it) => match &it.kind {
            TermKind::Equal(sides) if it.sort == Sort::Boolean => {
                ExpressionKind::Binary(Operator::Unequal, two(sides))
            }
            _ => ExpressionKind::Not(one(it)),
        },
        TermKind::Negate(it) => ExpressionKind::Sign(true, one(it)),
        TermKind::And(all) => return chain(Operator::And, all, naming),
        TermKind::Or(all) => return chain(Operator::Or, all, naming),
        TermKind::Implies(sides) => ExpressionKind::Binary(Operator::Implies, two(sides)),
        TermKind::Equal(sides) => ExpressionKind::Binary(Operator::Equal, two(sides)),
        TermKind::Compare(Comparison::Less, sides) => {
            ExpressionKind::Binary(Operator::Less, two(sides))
        }
        TermKind::Compare(Comparison::AtMost, sides) => {
            ExpressionKind::Binary(Operator::AtMost, two(sides))
        }
        TermKind::Arithmetic(first, rest) => return arithmetic(first, rest, naming),
        TermKind::If(parts) => ExpressionKind::If(three(parts)),
        TermKind::Read(parts) => ExpressionKind::Read(two(parts)),
        TermKind::Write(parts) => ExpressionKind::Write(three(parts)),
        TermKind::Array(entries, default) => {
            let entries = entries.iter().map(|it| *two(it)).collect();
            array(entries, &term.sort, self::term(default, naming))
        }
    };
    Expression::new(kind, term.span)
}

fn chain(operator: Operator, all: &[Term], naming: &dyn Naming) -> Expression {
    let mut parts = all.iter().map(|it| term(it, naming));
    let Some(first) = parts.next() else {
        let truth = operator == Operator::And;
        return Expression::new(ExpressionKind::Boolean(truth), Span::default());
    };
    let rest: Vec<_> = parts.map(|it| (operator, it)).collect();
    if rest.is_empty() {
        return first;
    }
    let span = first.span;
    Expression::new(ExpressionKind::Chain(Box::new(first), rest), span)
}

/// Sums and products are of different ranks and never stand in one chain.
fn arithmetic(first: &Term, rest: &[(Arithmetic, Term)], naming: &dyn Naming) -> Expression {
    let rest = rest.iter().map(|(operation, it)| {
        let operator = match operation {
            Arithmetic::Plus => Operator::Plus,
            Arithmetic::Minus => Operator::Minus,
            Arithmetic::Times => Operator::Times,
            Arithmetic::Divide => Operator::Divide,
            Arithmetic::Modulo => Operator::Modulo,
            Arithmetic::Remainder => Operator::Remainder,
        };
        (operator, term(it, naming))
    });
    let kind = ExpressionKind::Chain(Box::new(term(first, naming)), rest.collect());
    Expression::new(kind, first.span)
}

/// A value as an expression.
#[must_use]
pub fn constant(value: &Value, sort: &Sort, naming: &dyn Naming) -> Expression {
    let kind = match (value, sort) {
        (Value::Number(number), Sort::Boolean) => ExpressionKind::Boolean(*number != 0),
        (Value::Number(number), Sort::Enumeration(it)) => {
            let literal = usize::try_from(*number).unwrap_or(0);
            ExpressionKind::Name(naming.literal(it, literal))
        }
        (Value::Number(number), _) => {
            let size = ExpressionKind::Integer(number.unsigned_abs());
            if *number < 0 {
                let size = Expression::new(size, Span::default());
                ExpressionKind::Sign(true, Box::new(size))
            } else {
                size
            }
        }
        (Value::Array(map), Sort::Array { index, element }) => {
            let entries = entries(map, index, element, naming);
            let default = constant(map.default_value(), element, naming);
            array(entries, sort, default)
        }
        (Value::Array(_), _) => unreachable!("the value of a term is of its sort"),
    };
    Expression::new(kind, Span::default())
}

fn entries(map: &Map, index: &Sort, element: &Sort, naming: &dyn Naming) -> Vec<[Expression; 2]> {
    let entries = map.entries().map(|(place, value)| {
        let place = constant(&Value::Number(place), index, naming);
        [place, constant(value, element, naming)]
    });
    entries.collect()
}

/// An array says what its places are where nothing in it does.
fn array(entries: Vec<[Expression; 2]>, array: &Sort, default: Expression) -> ExpressionKind {
    let index = match array {
        Sort::Array { index, .. } if entries.is_empty() => Some(sort(index)),
        _ => None,
    };
    ExpressionKind::Array {
        entries,
        index,
        default: Box::new(default),
    }
}

/// A sort as it is written.
#[must_use]
pub fn sort(sort: &Sort) -> SortSyntax {
    let kind = match sort {
        Sort::Boolean => SortKind::Boolean,
        Sort::Integer { range: None } => SortKind::Integer,
        Sort::Integer {
            range: Some((low, high)),
        } => SortKind::Range(*low, *high),
        Sort::Enumeration(it) => SortKind::Named(it.name.clone()),
        Sort::Array { index, element } => {
            SortKind::Array(Box::new([self::sort(index), self::sort(element)]))
        }
    };
    SortSyntax {
        kind,
        span: Span::default(),
    }
}
