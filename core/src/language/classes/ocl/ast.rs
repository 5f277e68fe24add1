//! Expressions of OCL as written, with the place of every part.
//!
//! Parentheses are not kept: the tree says what belongs together, and [`super::print`] writes those that are needed. Operators of
//! one rank stand in one node, from left to right, so that a long conjunction is as flat as it looks.

use crate::language::Name;
use crate::language::classes::ast::TypeSyntax;
use crate::text::Span;

/// An expression with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// From its first to its last character.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionKind {
    /// `true`, `false`
    Boolean(bool),
    /// Digits; the largest 63-bit number stands for all that are larger.
    Integer(i64),
    /// `"text"`
    Text(String),
    /// `null`
    Null,
    /// `invalid`
    Invalid,
    /// `self`
    This,
    /// A variable, a property of `self`, an object or a class; `true` with `@pre` behind it.
    Name(Name, bool),
    /// `E::a`, or `#a` without the enumeration.
    Literal(Option<Name>, Name),
    /// `e.p`; `true` with `@pre` behind it.
    Property(Box<Expression>, Name, bool),
    /// `e.op(…)`, or `op(…)` of `self`.
    Call(Option<Box<Expression>>, Name, Vec<Expression>),
    /// `e->op(…)`, without variables.
    Ask(Box<Expression>, Name, Vec<Expression>),
    /// `e->forAll(x, y : T | body)`; without variables where the properties of the elements are named directly.
    Iterate(Box<Iteration>),
    /// `Set{1, 3..5}`, or with `true` `Bag{1, 1}`: each element, or the first and the last of some numbers.
    Collection(bool, Vec<(Expression, Option<Expression>)>),
    /// `not e`
    Not(Box<Expression>),
    /// `-e`
    Minus(Box<Expression>),
    /// Operators of one rank, from left to right.
    Chain(Box<Expression>, Vec<(Operator, Expression)>),
    /// `if a then b else c endif`
    If(Box<[Expression; 3]>),
    /// `let x : T = a in b`
    Let(Box<LetSyntax>),
    /// Something that could not be read, and has been reported.
    Unreadable,
}

/// An iteration over a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The collection.
    pub source: Expression,
    /// The iterator: `forAll`, `select`.
    pub name: Name,
    /// The variables, with their types where these are written.
    pub variables: Vec<(Name, Option<TypeSyntax>)>,
    /// What is asked of each.
    pub body: Expression,
}

/// `let x : T = a in b`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetSyntax {
    /// The variable.
    pub name: Name,
    /// Its type, where it is written.
    pub sort: Option<TypeSyntax>,
    /// Its value.
    pub value: Expression,
    /// Where it can be named.
    pub body: Expression,
}

/// An operator between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// If the first, then the second.
    Implies,
    /// Exactly one.
    Xor,
    /// At least one.
    Or,
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
    /// `div`, towards zero.
    Div,
    /// `mod`, with the sign of the dividend.
    Mod,
}

impl Operator {
    /// All operators.
    pub const ALL: [Self; 15] = [
        Self::Implies,
        Self::Xor,
        Self::Or,
        Self::And,
        Self::Equal,
        Self::Unequal,
        Self::Less,
        Self::AtMost,
        Self::Greater,
        Self::AtLeast,
        Self::Plus,
        Self::Minus,
        Self::Times,
        Self::Div,
        Self::Mod,
    ];

    /// How it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Implies => "implies",
            Self::Xor => "xor",
            Self::Or => "or",
            Self::And => "and",
            Self::Equal => "=",
            Self::Unequal => "<>",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Times => "*",
            Self::Div => "div",
            Self::Mod => "mod",
        }
    }

    /// How tightly it binds: more is tighter, as OCL has it.
    #[must_use]
    pub fn rank(self) -> u8 {
        match self {
            Self::Implies => 1,
            Self::Xor => 2,
            Self::Or => 3,
            Self::And => 4,
            Self::Equal | Self::Unequal => 5,
            Self::Less | Self::AtMost | Self::Greater | Self::AtLeast => 6,
            Self::Plus | Self::Minus => 7,
            Self::Times | Self::Div | Self::Mod => 8,
        }
    }
}

/// The rank of `not` and `-` before an expression.
pub const PREFIX: u8 = 9;

impl Expression {
    /// An expression of a kind at a place.
    #[must_use]
    pub fn new(kind: ExpressionKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// What stands for something that could not be read.
    #[must_use]
    pub fn unreadable(span: Span) -> Self {
        Self::new(ExpressionKind::Unreadable, span)
    }
}
