//! Bounds: what no run can ever do, shown without searching runs.
//!
//! Each bound is an over-approximation of the reachable states that is cheap to compute and whose
//! result is a certificate: a small checker, written apart from the search, verifies it before an
//! answer rests on it.

mod ceiling;
mod check;
mod pairs;
#[cfg(test)]
mod tests;

pub use ceiling::{Ceilings, by_pairs, by_steps, ceilings, leaves_possible};
pub use check::{Flaw, LateStep, check, check_steps};
pub use pairs::{Pairs, pairs};
