//! Requests about transition systems: what their text means, and answers to their checks.

mod analysis;
mod blame;
mod check;
mod formulas;
mod invariant;
mod run;
mod watch;

pub use analysis::analyse_system;
pub(super) use analysis::analysis_of;
pub use check::check_system;
pub use watch::{Watched, watched};
