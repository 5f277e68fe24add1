//! Sequence diagrams over communicating machines (definition 5 of the sequence checker).

pub mod ast;
pub(crate) mod check;
mod model;
pub(crate) mod parse;
pub(crate) mod print;
pub mod semantics;

pub use model::{Message, Mode, Scenario};
