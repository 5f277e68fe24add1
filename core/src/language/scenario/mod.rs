//! Sequence diagrams over communicating machines (definition 5 of the sequence checker).

mod model;
pub mod semantics;

pub use model::{Message, Mode, Scenario};
