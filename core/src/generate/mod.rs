//! Seeded generators, shared by tests, the fuzz commands and the benchmarks.
//!
//! The same seed gives the same model for ever: the generator's algorithm is fixed (PCG) and the
//! order of its draws is part of this module's contract.

mod class_heirs;
mod class_questions;
mod classes;
mod document;
mod machines;
mod mutation;
pub mod philosophers;
pub mod published;
mod random;
pub mod statecharts;
mod transitions;

pub use class_heirs::class_heirs;
pub use class_questions::{CLASS_CONDITIONS, bounded_classes, class_questions};
pub use classes::classes;
pub use document::document;
pub use machines::{Shape, condition, goal, model, question};
pub use mutation::{bytes, mutated};
pub use random::Random;
pub use transitions::{SystemShape, transitions};
