//! An execution between two substeps: what is still to be done, what may be asked, and what stops it.

use std::collections::BTreeSet;

use super::model::{OperationId, VariableId};
use crate::expression::{Reason, Undefined, Value};

/// What is still to be done, the innermost part last.
pub type Control = Vec<Frame>;

/// A part of what is still to be done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Frame {
    /// An operation from its beginning.
    Start(OperationId),
    /// A sequence from one of its steps on.
    Rest(OperationId, usize),
    /// The rounds of a loop from one on.
    Rounds {
        /// The loop.
        operation: OperationId,
        /// The next value of its counter.
        next: i64,
        /// The value at which it ends.
        until: i64,
    },
    /// Branches, and the one whose turn it is.
    Branches {
        /// The parallel.
        operation: OperationId,
        /// What each branch still has to do.
        all: Vec<Control>,
        /// Whose turn it is.
        turn: Option<usize>,
    },
}

/// An execution between two substeps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Configuration {
    /// What is still to be done.
    pub control: Control,
    /// The values of all variables; local ones that do not live have the default of their type.
    pub values: Box<[Value]>,
}

/// How an execution goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// This has been executed.
    Went(OperationId),
    /// Everything has been.
    Done,
    /// Something must be decided first.
    Asks(Question),
    /// It cannot go on.
    Blocked(Obstacle),
}

/// What must be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Which branch of a choice, of so many.
    Branch(OperationId, usize),
    /// Which branch of a parallel goes on, of these.
    Turn(OperationId, Vec<usize>),
    /// Which value the variable gets.
    Value(OperationId, VariableId),
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A branch of a choice, or the one of a parallel whose turn it is.
    Branch(usize),
    /// A value.
    Value(Value),
}

/// Why an execution cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Obstacle {
    /// The operation that cannot be executed.
    pub operation: OperationId,
    /// Why.
    pub cause: Cause,
}

/// Why an operation cannot be executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// What it assumes is false.
    Assumption,
    /// Something in it has no value.
    Undefined(Undefined),
    /// The value is not in the range of the variable.
    OutsideRange(VariableId),
    /// It has no branch.
    NoBranch,
    /// The step has more substeps than the settings allow.
    TooLong,
}

/// What was met while the outcomes of an operation were looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encounter {
    /// What stopped some way.
    pub obstacles: BTreeSet<Obstacle>,
    /// Operations that could give a variable more values than were tried.
    pub windowed: BTreeSet<OperationId>,
    /// Whether there was no time or no memory left to look at every way.
    pub is_cut: bool,
}

impl Encounter {
    /// Whether every way was followed to where the definitions end it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.is_cut
            && self.windowed.is_empty()
            && !self.obstacles.iter().any(|it| it.cause.is_limit())
    }
}

impl Cause {
    /// Whether it is a limit of the tool, so that the definitions might go on.
    #[must_use]
    pub fn is_limit(self) -> bool {
        match self {
            Self::TooLong => true,
            Self::Undefined(it) => it.reason == Reason::Beyond64Bits,
            Self::Assumption | Self::OutsideRange(_) | Self::NoBranch => false,
        }
    }
}
