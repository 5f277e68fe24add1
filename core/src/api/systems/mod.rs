//! Requests about transition systems: what their text means, and answers to their checks.

mod analysis;
mod blame;
mod decisive;
mod explore;
mod formulas;
mod invariant;
mod prove;
mod run;
mod search;
mod warning;
mod watch;

pub(super) use analysis::analysis_of;
pub(in crate::api) use formulas::Encoded;
pub(in crate::api) use run::executed;
pub use search::TransitionSystems;
pub use watch::{Watched, watched};
