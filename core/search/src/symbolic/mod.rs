//! Transition systems over bits: what the formulas of every kind of model but machines come down to.
//!
//! A [`Relation`] is three formulas: the start states, one step, and what must not hold. Engines
//! ([`crate::engine::symbolic`]) know relations and nothing of the languages behind them.

mod relation;
mod transition;

pub use relation::{Bit, Counter, Cube, Onward, Relation, Side, Step};
pub use transition::{Taken, Transition};
