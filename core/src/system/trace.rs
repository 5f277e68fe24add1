//! A run of any system, as it is kept: where it starts, and each step. Knows no solver.

use super::{Step, Valuation};

/// A start state and the steps that follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Where the run starts.
    pub start: Valuation,
    /// What happens, in order.
    pub steps: Vec<Step>,
}
