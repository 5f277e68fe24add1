//! Requests about statecharts: what a text says, and answers to its checks.

mod analysis;
mod blame;
mod compared;
mod decisive;
mod explore;
mod kept;
mod matching;
mod objects;
mod others;
mod prove;
mod run;
mod search;
mod showing;
mod soon;
mod structure;
mod stuck;
mod watch;

pub(in crate::api) use analysis::analysis_of;
pub use compared::compare_readings;
pub use kept::{chart_run_as_scenario, chart_state_as_question, chart_state_term};
pub(in crate::api) use run::{action, entry};
pub use search::Statecharts;
pub(in crate::api) use search::kind;
pub(in crate::api) use showing::{in_short, names, values};
pub use structure::{chart_scene, chart_scene_of};
pub(in crate::api) use watch::condition;
pub use watch::watched_chart;
