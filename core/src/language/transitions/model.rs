//! Resolved transition systems: names are looked up, types are known, every reference is an index.
//!
//! The thesis' Definition 2, ⟨V, Tr, In, En⟩, with its operations (2.2.4.1) in one list, so that an operation
//! has a number by which it is lit, split and reported, and nothing nests as deep as the text does.
//! Local variables have numbers of their own behind those of V; what a program reads as two declarations
//! of one name is two variables here.

use std::sync::Arc;

use super::ast::ExpectedAnswer;
use super::settings::Observe;
use crate::expression::{Enumeration, Sort, Term};
use crate::language::questions::PropertySubject;
use crate::text::Span;

/// Index of a variable in [`TransitionModel::variables`].
pub type VariableId = usize;
/// Index of an operation in [`TransitionModel::operations`].
pub type OperationId = usize;

/// A transition system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransitionModel {
    /// The enumerations, in the order of the text.
    pub types: Vec<Arc<Enumeration>>,
    /// First the variables of the system, then the local ones and counters.
    pub variables: Vec<DeclaredVariable>,
    /// How many of the variables are the system's: V.
    pub globals: usize,
    /// All operations; the parts of one stand before it.
    pub operations: Vec<Operation>,
    /// In: the alternatives of `init`.
    pub init: Vec<OperationId>,
    /// En: the alternatives of `env`.
    pub env: Vec<OperationId>,
    /// Tr: the alternatives of `trans`.
    pub trans: Vec<OperationId>,
    /// What is asked, in the order of the text.
    pub properties: Vec<Property>,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredVariable {
    /// The name as written.
    pub name: String,
    /// Its values.
    pub sort: Sort,
    /// Whether it is marked as one that controls the flow.
    pub control: bool,
    /// The value it starts with, over the variables before it; only the system's variables have one here.
    pub initial: Initial,
    /// Where it is declared.
    pub span: Span,
}

/// The value that a variable starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initial {
    /// The value of a term.
    Term(Term),
    /// The text does not say.
    Missing,
    /// The text does not say, and whatever it is, something else is assigned before it is read.
    Irrelevant,
}

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// What it does.
    pub kind: OperationKind,
    /// Where it is written.
    pub span: Span,
}

/// What an operation does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperationKind {
    /// Gives a variable a value.
    Assign(VariableId, Term),
    /// Goes on only where this is true.
    Assume(Term),
    /// Gives a variable any value of its sort.
    Havoc(VariableId),
    /// Begins the life of a local variable.
    Declare(VariableId, Initial),
    /// One after the other; the local variables end with it.
    Sequence(Vec<OperationId>, Vec<VariableId>),
    /// One of them.
    Choice(Vec<OperationId>),
    /// The first where this is true, else the second, if there is one.
    If(Term, OperationId, Option<OperationId>),
    /// Once for each value of a counter, from the first up to the second without it. Both are
    /// evaluated once; what the body does to the counter is forgotten in the next round.
    For {
        /// The counter.
        counter: VariableId,
        /// Its first value.
        from: Term,
        /// The first value that it does not have.
        to: Term,
        /// What is done.
        body: OperationId,
    },
    /// All of them, in any order of their steps.
    Parallel(Vec<OperationId>),
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// What is asked.
    pub subject: Subject,
    /// Of which states.
    pub observe: Observe,
    /// The K of `within`, in firings of `trans`.
    pub within: Option<u32>,
    /// The answer after `expect`.
    pub expected: Option<ExpectedAnswer>,
    /// Where it is written.
    pub span: Span,
}

/// What is asked.
pub type Subject = PropertySubject<Term>;

/// One of the three sets of transitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// `init`, executed once.
    Init,
    /// `env`, in turns with `trans`.
    Env,
    /// `trans`.
    Trans,
}

impl Relation {
    /// All of them, in the order of a run.
    pub const ALL: [Self; 3] = [Self::Init, Self::Env, Self::Trans];

    /// The word of the language.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Init => "init",
            Self::Env => "env",
            Self::Trans => "trans",
        }
    }

    /// The one whose turn it is after this one.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Init | Self::Trans => Self::Env,
            Self::Env => Self::Trans,
        }
    }
}

impl TransitionModel {
    /// The alternatives of a relation.
    #[must_use]
    pub fn alternatives(&self, relation: Relation) -> &[OperationId] {
        match relation {
            Relation::Init => &self.init,
            Relation::Env => &self.env,
            Relation::Trans => &self.trans,
        }
    }

    /// The operations directly inside an operation.
    #[must_use]
    pub fn parts(&self, operation: OperationId) -> Vec<OperationId> {
        match &self.operations[operation].kind {
            OperationKind::Assign(..)
            | OperationKind::Assume(_)
            | OperationKind::Havoc(_)
            | OperationKind::Declare(..) => Vec::new(),
            OperationKind::Sequence(all, _)
            | OperationKind::Choice(all)
            | OperationKind::Parallel(all) => all.clone(),
            OperationKind::If(_, then, otherwise) => {
                [*then].into_iter().chain(*otherwise).collect()
            }
            OperationKind::For { body, .. } => vec![*body],
        }
    }

    /// An operation and all that are inside it.
    #[must_use]
    pub fn all_parts(&self, operation: OperationId) -> Vec<OperationId> {
        let mut found = Vec::new();
        let mut open = vec![operation];
        while let Some(next) = open.pop() {
            found.push(next);
            open.extend(self.parts(next));
        }
        found
    }

    /// Whether `env` can give a variable any value.
    #[must_use]
    pub fn is_input(&self, variable: VariableId) -> bool {
        let parts = self.env.iter().flat_map(|&it| self.all_parts(it));
        let mut kinds = parts.map(|it| &self.operations[it].kind);
        kinds.any(|it| matches!(it, OperationKind::Havoc(given) if *given == variable))
    }

    /// Adds an operation.
    pub fn add(&mut self, kind: OperationKind, span: Span) -> OperationId {
        self.operations.push(Operation { kind, span });
        self.operations.len() - 1
    }
}

impl OperationKind {
    /// The terms that it evaluates.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        let (first, second) = match self {
            Self::Assign(_, term)
            | Self::Assume(term)
            | Self::If(term, ..)
            | Self::Declare(_, Initial::Term(term)) => (Some(term), None),
            Self::For { from, to, .. } => (Some(from), Some(to)),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The variable that it changes.
    #[must_use]
    pub fn target(&self) -> Option<VariableId> {
        match self {
            Self::Assign(variable, _) | Self::Havoc(variable) | Self::Declare(variable, _) => {
                Some(*variable)
            }
            Self::For { counter, .. } => Some(*counter),
            _ => None,
        }
    }
}
