//! Sequence diagrams over communicating machines (definition 5 of the sequence checker).

pub mod ast;
pub(crate) mod check;
mod model;
pub(crate) mod parse;
pub(crate) mod print;
pub mod semantics;

use crate::text::{NameKind, TokenRole};

/// An instance of a machine.
pub(crate) const LIFELINE: NameKind = NameKind {
    word: "lifeline",
    role: TokenRole::Name,
    is_local: true,
};

pub use model::{Message, Scenario};
