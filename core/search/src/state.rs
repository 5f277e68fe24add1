//! States as vectors of integers: what explicit search over any system stores and compares.

use std::ops::ControlFlow;

/// A state: one number for each variable of a system, and behind them what does not fit into one. Equal states are equal
/// vectors; what the numbers mean is known to the system only.
pub type Valuation = Box<[i64]>;

/// Whether whoever is being told wants to hear more.
pub type Flow = ControlFlow<()>;
