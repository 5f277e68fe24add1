//! Requests about statecharts: what a text says, and answers to its checks.

mod analysis;
mod check;
mod run;

pub use analysis::{analyse_charts, is_chart};
pub use check::check_chart;
pub(in crate::api) use run::told;
