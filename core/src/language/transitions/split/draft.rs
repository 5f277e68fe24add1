//! Fragments before their variables have their last numbers, and the terms that they are made of.

use crate::expression::{Sort, Term, TermKind, Value};
use crate::language::transitions::model::{OperationId, Relation, VariableId};

/// A variable that splitting adds; its number, until the end, is the number of variables of the original
/// plus its place among those added.
#[derive(Clone, Debug)]
pub struct Added {
    /// What it should be called.
    pub name: String,
    /// Its values.
    pub sort: Sort,
    /// The value it starts with.
    pub initial: Value,
}

/// A fragment before its variables have their last numbers.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The relation it belongs to.
    pub relation: Relation,
    /// Its counter.
    pub counter: VariableId,
    /// The value at which it can be executed.
    pub from: i64,
    /// What it assumes beyond that.
    pub guard: Vec<Term>,
    /// What it does.
    pub pieces: Vec<Piece>,
    /// The operations that it executes.
    pub origins: Vec<OperationId>,
}

/// A part of a fragment.
#[derive(Clone, Debug)]
pub enum Piece {
    /// An operation of the original.
    Run(OperationId),
    /// A new value of a variable.
    Set(VariableId, Term),
    /// The end of the life of a local variable, if that has become one of the system.
    End(VariableId),
    /// The same, where the counter is not at a value.
    EndUnless(VariableId, VariableId, i64),
}

/// Where fragments lead: the next value of the counter, and what else happens there.
#[derive(Clone, Debug, Default)]
pub struct Exit {
    pub(super) value: i64,
    pub(super) tail: Vec<Piece>,
}

impl Exit {
    pub(super) fn to(value: i64) -> Self {
        Self {
            value,
            tail: Vec::new(),
        }
    }
}

impl Piece {
    /// The same, where the counter is not at a value.
    pub(super) fn unless(&self, counter: VariableId, value: i64) -> Self {
        match self {
            Self::Set(variable, term) => {
                let stays = Term::variable(*variable, term.sort.clone());
                Self::Set(*variable, either(is(counter, value), stays, term.clone()))
            }
            Self::End(local) => Self::EndUnless(*local, counter, value),
            Self::Run(_) | Self::EndUnless(..) => {
                unreachable!("a tail only sets and ends variables, and is changed once")
            }
        }
    }
}

/// A number.
pub fn number(number: i64) -> Term {
    Term::constant(Value::Number(number), Sort::INTEGER)
}

pub(super) fn truth(truth: bool) -> Term {
    Term::constant(Value::boolean(truth), Sort::Boolean)
}

/// Whether a counter is at a value.
pub fn is(counter: VariableId, value: i64) -> Term {
    Term::equal(Term::variable(counter, Sort::INTEGER), number(value))
}

/// ψ ? a : b
pub fn either(condition: Term, then: Term, otherwise: Term) -> Term {
    let sort = then.sort.clone();
    let span = condition.span;
    Term {
        kind: TermKind::If(Box::new([condition, then, otherwise])),
        sort,
        span,
    }
}
