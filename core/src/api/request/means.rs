//! What a search of states may use.

use super::watch::HostWatch;
use crate::budget::Meter;
use crate::engine::systems::Budget;
use crate::sat::Backend;

/// What a search may use, and what it asks whether to go on.
pub struct Means<'q, 'h> {
    pub(in crate::api) budget: Budget,
    pub(in crate::api) solver: Backend,
    /// Whether this answer is the last: what visits do not end is not asked again with formulas.
    pub(in crate::api) complete: bool,
    pub(in crate::api) gate: &'q HostWatch<'h>,
    /// Whether formulas and solvers have to stop.
    pub(in crate::api) stop: &'q dyn Fn() -> bool,
    /// Ends what is done with an answer, as limits and host demand.
    pub(in crate::api) meter: &'q Meter<'q>,
}
