//! A text about classes as written, with the place of every part that a finding may name.

use super::ocl::ast::Expression;
use crate::language::Name;
use crate::language::questions::Mode;
use crate::language::questions::{ExpectedAnswer, PropertySubject};
use crate::text::Span;

/// A whole text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassDocument {
    /// The items in their order.
    pub items: Vec<Item>,
}

/// An item of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `enum`
    Enumeration(EnumerationSyntax),
    /// `class`
    Class(ClassSyntax),
    /// `association`
    Association(AssociationSyntax),
    /// `context`
    Context(Box<ContextSyntax>),
    /// `integers 0..9`
    Integers(i64, i64, Span),
    /// `system`
    System(SystemSyntax),
    /// `scenario`
    Scenario(ScenarioSyntax),
    /// `check`
    Check(Box<CheckSyntax>),
}

/// `enum E { a, b }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumerationSyntax {
    /// Its name.
    pub name: Name,
    /// Its literals.
    pub literals: Vec<Name>,
}

/// `class A < B { … }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassSyntax {
    /// Whether it has no objects of its own.
    pub is_abstract: bool,
    /// Its name.
    pub name: Name,
    /// The class that it inherits from.
    pub parent: Option<Name>,
    /// What stands between its braces.
    pub members: Vec<Member>,
}

/// A member of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Member {
    /// Attributes of one type.
    Attributes(AttributesSyntax),
    /// An invariant.
    Invariant(ClauseSyntax),
    /// An operation.
    Operation(OperationSyntax),
}

/// `a, b : Type = value`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributesSyntax {
    /// The attributes, at least one.
    pub names: Vec<Name>,
    /// Their type.
    pub sort: TypeSyntax,
    /// What they start with, where nothing else is said.
    pub value: Option<Expression>,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeSyntax {
    /// What it is.
    pub kind: TypeKind,
    /// Whether it may be null: `[0..1]`.
    pub is_optional: bool,
    /// Its place.
    pub span: Span,
}

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `Boolean`
    Boolean,
    /// `Integer`
    Integer,
    /// `0..9`
    Range(i64, i64),
    /// `String`
    Text,
    /// An enumeration or a class.
    Named(Name),
    /// `Set(T)`, or with `true` `Bag(T)`: of what queries and `let` compute.
    Many(bool, Box<TypeSyntax>),
    /// Something that could not be read, and has been reported.
    Unreadable,
}

/// `inv name: e`, `pre name: e`, `post name: e`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseSyntax {
    /// Its name.
    pub name: Option<Name>,
    /// What it says.
    pub body: Expression,
    /// The whole clause.
    pub span: Span,
}

/// `op(x : T) : U = e`, or with a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationSyntax {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<(Name, TypeSyntax)>,
    /// The type of its result.
    pub result: Option<TypeSyntax>,
    /// What a query computes.
    pub body: Option<Expression>,
    /// What is true before.
    pub pre: Vec<ClauseSyntax>,
    /// What is true afterwards.
    pub post: Vec<ClauseSyntax>,
    /// What may change, where that is written.
    pub modifies: Option<ModifiesSyntax>,
}

/// `modifies nothing`, `modifies a.p, C.q`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModifiesSyntax {
    /// Slots, each as its property: an expression with a dot, or a property of `self`.
    pub paths: Vec<Expression>,
    /// The first clause.
    pub span: Span,
}

/// `association A { C[1] role c; D[*] role d }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssociationSyntax {
    /// Its name.
    pub name: Name,
    /// Its ends: two, where it could be read whole.
    pub ends: Vec<EndSyntax>,
}

/// `Button[1..2] role buttons`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndSyntax {
    /// The class at this end.
    pub class: Name,
    /// How few and how many; `None` for any number.
    pub bounds: (u32, Option<u32>),
    /// Its name for those at the other end.
    pub role: Option<Name>,
    /// Its place.
    pub span: Span,
}

/// `context C inv …` or `context C::op(…) …`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextSyntax {
    /// The class.
    pub class: Name,
    /// Invariants of it.
    pub invariants: Vec<ClauseSyntax>,
    /// A contract of one of its operations.
    pub operation: Option<OperationSyntax>,
}

/// `system { … }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemSyntax {
    /// The objects.
    pub objects: Vec<ObjectsSyntax>,
    /// Where it is fine to end.
    pub finals: Vec<Expression>,
    /// The word.
    pub span: Span,
}

/// `b1, b2 : Button { light = tl }`, `c[3] : Client`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectsSyntax {
    /// Names, with a number where there are several of one.
    pub names: Vec<(Name, Option<u32>)>,
    /// Their class.
    pub class: Name,
    /// What their slots hold at the start.
    pub slots: Vec<SlotSyntax>,
}

/// `light = tl`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotSyntax {
    /// The attribute or role.
    pub name: Name,
    /// What it holds.
    pub value: SlotValue,
}

/// What a slot holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlotValue {
    /// A literal, or an object by its name.
    One(Expression),
    /// `{ a, b }`
    Many(Vec<Name>),
}

/// `scenario "name" { … }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioSyntax {
    /// Its name.
    pub name: Name,
    /// Calls and conditions in their order.
    pub steps: Vec<StepSyntax>,
}

/// A step of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepSyntax {
    /// `-> o : op(1, _)`
    Call {
        /// Who is called.
        object: Name,
        /// What is called.
        operation: Name,
        /// With what; `None` for `_`.
        arguments: Vec<Option<Expression>>,
        /// The whole step.
        span: Span,
    },
    /// `[e]`
    Condition(Expression),
}

/// `check …`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckSyntax {
    /// What is asked.
    pub subject: SubjectSyntax,
    /// Where runs start.
    pub from: Option<FromSyntax>,
    /// `true` for the frame *open*.
    pub frame: Option<(bool, Span)>,
    /// The bound.
    pub within: Option<(u32, Span)>,
    /// The answer that is expected.
    pub expect: Option<(ExpectedAnswer, Span)>,
    /// The whole check.
    pub span: Span,
}

/// Where the runs of a check start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromSyntax {
    /// In any valid state.
    Any(Span),
    /// In any valid state in which this is true.
    Where(Expression),
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubjectSyntax {
    /// A scenario by its name.
    Scenario(Name, Option<(Mode, Span)>),
    /// Conditions: `reach`, `always`, and `deadlock`. What is reached may be a call.
    Property(PropertySubject<Expression>),
    /// `preserves`, with an invariant or with all.
    Preserves(Option<Name>),
    /// `consistent`
    Consistent,
    /// `independent`, with an invariant or with all.
    Independent(Option<Name>),
}
