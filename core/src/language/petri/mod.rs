//! Petri nets, the smallest whole kind of model: it shows what a kind needs, and tests that nothing else has to know of one.
//!
//! The feature `toy-kinds` lists it; what is shipped is built without.

pub mod kind;
mod system;

pub use kind::{LANGUAGE, Net, Petri};
pub use system::NetSystem;
