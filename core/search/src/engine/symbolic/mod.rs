//! Engines for relations over bits: bounded model checking, k-induction, and IC3.
//!
//! They know [`crate::symbolic::Relation`] only. What they find is a row of states or a refutation; the first is
//! replayed by the definitions of the language behind it, the second has its proof checked.

mod bmc;
mod certificate;
#[cfg(test)]
mod exclusions;
mod generalise;
mod growth_bound;
mod growth_exclusion;
mod growth_run;
mod growth_segment;
mod ic3;
mod induction;
mod lifting;
mod query;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod transitions;

pub use bmc::Bmc;
pub use certificate::{Invariant, certify, follow_transition};
pub use growth_bound::{GrowthBound, GrowthClauses};
pub use growth_exclusion::GrowthExclusion;
pub use growth_run::fastest_run;
pub use ic3::{Ic3, Proved};
pub use induction::Induction;
pub(super) use query::bytes_of_step;

/// A state, bit by bit.
pub type State = Vec<bool>;

/// A run, bit by bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The states.
    pub states: Vec<State>,
    /// What was chosen for the start, and in each step: the values of the relation's choices.
    pub choices: Vec<Vec<bool>>,
}
