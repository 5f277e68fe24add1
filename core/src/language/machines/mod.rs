//! Communicating state machines (definitions 1 and 2 of the Global State Checker).

pub(crate) mod alphabet;
pub mod ast;
pub(crate) mod check;
mod condition;
pub mod document;
pub mod judge;
pub mod kind;
mod model;
pub(crate) mod parse;
pub(crate) mod print;
pub mod scenario;
mod semantics;
mod system;

use crate::text::{NameKind, TokenRole};

/// A machine.
pub(crate) const MACHINE: NameKind = NameKind {
    word: "machine",
    role: TokenRole::Type,
    is_local: false,
};
/// A state of a machine.
pub(crate) const STATE: NameKind = NameKind {
    word: "state",
    role: TokenRole::Name,
    is_local: true,
};
/// A symbol that is sent and taken.
pub(crate) const SYMBOL: NameKind = NameKind {
    word: "symbol",
    role: TokenRole::Event,
    is_local: false,
};

pub use condition::Condition;
pub use kind::Machines;
pub use model::{
    Check, Lifeline, LifelineId, Machine, MachineId, Model, Place, Question, State, StateId,
    Symbol, Transition, TransitionId,
};
pub use semantics::{Composition, Delivery, GlobalState, Half, MessageSet, Transaction};
pub use system::{Grain, MachineSystem, Run};
