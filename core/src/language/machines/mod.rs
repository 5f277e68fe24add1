//! Communicating state machines (definitions 1 and 2 of the Global State Checker).

pub mod judge;
mod model;
mod semantics;

pub use model::{Machine, MachineId, Place, State, StateId, Transition, TransitionId};
pub use semantics::{Composition, Delivery, GlobalState, Half, MessageSet, Transaction};
