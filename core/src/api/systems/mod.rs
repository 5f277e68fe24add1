//! Requests about transition systems: what their text means, and answers to their checks.

mod analysis;
mod blame;
mod check;
mod engines;
mod formulas;
mod invariant;
mod others;
mod run;
mod taken_apart;
mod visiting;
mod warning;
mod watch;

pub use analysis::analyse_system;
pub(super) use analysis::analysis_of;
pub use check::{check_system, check_system_by_visiting};
pub(in crate::api) use formulas::Encoded;
pub use others::{NextSystemWitness, next_system_witness};
pub(in crate::api) use run::{Fired, executed};
pub use taken_apart::taken_apart;
pub use watch::{Watched, watched};
