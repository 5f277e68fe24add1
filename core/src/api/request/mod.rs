//! What every request starts from: its host, its options, what it may be refused for, and the model of its text.
//!
//! Verbs stand on this chapter, and it knows none of them.

mod behind;
mod host;
mod means;
mod options;
mod refusal;
mod session;
mod watch;

pub(in crate::api) use behind::Behind;
pub use host::{Capabilities, Host, Progress};
pub use means::Means;
pub(in crate::api) use options::{SearchOptions, of_trials};
pub use refusal::{KindValue, Refusal};
pub(in crate::api) use session::{Session, checkable};
pub(in crate::api) use watch::HostWatch;
