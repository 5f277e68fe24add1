//! Expressions as written, with the place of every part.
//!
//! Parentheses are not kept: the tree says what belongs together and [`super::print`] writes those that
//! are needed. Operators of one rank that associate to the left stand in one node, so that a sum of ten
//! thousand terms is as flat as it looks and no walk over it runs out of stack.

use crate::text::Span;

/// An expression with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// From its first to its last character, without parentheses around it.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionKind {
    /// `true` or `false`.
    Boolean(bool),
    /// Digits; the largest 64-bit number stands for all that are larger.
    Integer(u64),
    /// A variable or literal, bare or qualified.
    Name(String),
    /// `!x`
    Not(Box<Expression>),
    /// `-x`, and `+x` where the sign is `false`.
    Sign(bool, Box<Expression>),
    /// Operators of one rank from left to right: `a - b + c`.
    Chain(Box<Expression>, Vec<(Operator, Expression)>),
    /// Two sides of an operator that is not chained, or that associates to the right.
    Binary(Operator, Box<[Expression; 2]>),
    /// `if a then b else c`
    If(Box<[Expression; 3]>),
    /// `a[i]`
    Read(Box<[Expression; 2]>),
    /// `a[i <- v]`: the array that differs in one place.
    Write(Box<[Expression; 3]>),
    /// `[1 <- v, default <- w]`
    Array {
        /// The places that are listed, with their values.
        entries: Vec<[Expression; 2]>,
        /// The type of the places, where it is written.
        index: Option<SortSyntax>,
        /// The value of all other places.
        default: Box<Expression>,
    },
    /// Something that could not be read, and has been reported.
    Unreadable,
}

/// An operator between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// Both or neither.
    Iff,
    /// If the first, then the second.
    Implies,
    /// At least one.
    Or,
    /// Exactly one.
    Xor,
    /// Both.
    And,
    /// The same value.
    Equal,
    /// Different values.
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`, Euclidean.
    Divide,
    /// `%`, Euclidean: never negative.
    Modulo,
    /// `rem`: the modulus with the sign of the divisor, as SMT solvers have it.
    Remainder,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortSyntax {
    /// What it is.
    pub kind: SortKind,
    /// Its place.
    pub span: Span,
}

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortKind {
    /// `boolean`
    Boolean,
    /// `integer`
    Integer,
    /// `0..5`
    Range(i64, i64),
    /// An enumeration by its name.
    Named(String),
    /// `[index] -> element`
    Array(Box<[SortSyntax; 2]>),
    /// Something that could not be read, and has been reported.
    Unreadable,
}

impl Expression {
    /// An expression of a kind at a place.
    #[must_use]
    pub fn new(kind: ExpressionKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// Calls `visit` for every name in it.
    pub fn each_name(&self, visit: &mut dyn FnMut(&str, Span)) {
        match &self.kind {
            ExpressionKind::Name(name) => visit(name, self.span),
            ExpressionKind::Boolean(_)
            | ExpressionKind::Integer(_)
            | ExpressionKind::Unreadable => {}
            ExpressionKind::Not(it) | ExpressionKind::Sign(_, it) => it.each_name(visit),
            ExpressionKind::Chain(first, rest) => {
                first.each_name(visit);
                rest.iter().for_each(|(_, it)| it.each_name(visit));
            }
            ExpressionKind::Binary(_, sides) => sides.iter().for_each(|it| it.each_name(visit)),
            ExpressionKind::If(parts) | ExpressionKind::Write(parts) => {
                parts.iter().for_each(|it| it.each_name(visit));
            }
            ExpressionKind::Read(parts) => parts.iter().for_each(|it| it.each_name(visit)),
            ExpressionKind::Array {
                entries, default, ..
            } => {
                entries.iter().flatten().for_each(|it| it.each_name(visit));
                default.each_name(visit);
            }
        }
    }

    /// Changes every place in it.
    pub fn map_spans(&mut self, change: &mut dyn FnMut(&mut Span)) {
        change(&mut self.span);
        match &mut self.kind {
            ExpressionKind::Boolean(_)
            | ExpressionKind::Integer(_)
            | ExpressionKind::Name(_)
            | ExpressionKind::Unreadable => {}
            ExpressionKind::Not(it) | ExpressionKind::Sign(_, it) => it.map_spans(change),
            ExpressionKind::Chain(first, rest) => {
                first.map_spans(change);
                rest.iter_mut().for_each(|(_, it)| it.map_spans(change));
            }
            ExpressionKind::Binary(_, sides) => map_all(&mut sides[..], change),
            ExpressionKind::If(parts) | ExpressionKind::Write(parts) => {
                map_all(&mut parts[..], change);
            }
            ExpressionKind::Read(parts) => map_all(&mut parts[..], change),
            ExpressionKind::Array {
                entries,
                index,
                default,
            } => {
                entries.iter_mut().for_each(|it| map_all(it, change));
                if let Some(index) = index {
                    index.map_spans(change);
                }
                default.map_spans(change);
            }
        }
    }
}

fn map_all(parts: &mut [Expression], change: &mut dyn FnMut(&mut Span)) {
    for part in parts {
        part.map_spans(change);
    }
}

impl SortSyntax {
    /// Changes every place in it.
    pub fn map_spans(&mut self, change: &mut dyn FnMut(&mut Span)) {
        change(&mut self.span);
        if let SortKind::Array(parts) = &mut self.kind {
            for part in parts.iter_mut() {
                part.map_spans(change);
            }
        }
    }
}
