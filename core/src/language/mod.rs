//! The languages of Lockstep, one folder each, and the model that their texts resolve to.

pub mod machines;
mod model;
pub mod scenario;
mod semantics;

pub use model::{Answer, Check, Lifeline, LifelineId, Model, Question, Symbol};
pub use semantics::Semantics;
