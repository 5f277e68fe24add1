//! Communicating state machines (definitions 1 and 2 of the Global State Checker).

pub(crate) mod alphabet;
pub mod ast;
pub(crate) mod check;
pub mod judge;
mod model;
pub(crate) mod parse;
pub(crate) mod print;
mod semantics;
mod system;

pub use model::{Machine, MachineId, Place, State, StateId, Transition, TransitionId};
pub use semantics::{Composition, Delivery, GlobalState, Half, MessageSet, Transaction};
pub use system::{Grain, MachineSystem, Run};
