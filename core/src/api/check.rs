//! From a text and the number of a check to an answer with its evidence.

use serde::{Deserialize, Serialize};

use super::{Options, Outcome};

/// What the core needs from outside: a clock, and somebody to tell how far it got.
pub trait Host {
    /// Milliseconds since some fixed moment. Used for the times in answers and for the timeout.
    fn now_ms(&self) -> f64;

    /// Told now and then; `false` asks the search to stop, the answer is then `unknown`.
    fn progress(&mut self, progress: &Progress) -> bool;
}

/// How far a search got.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Which engine is at work: `ranks`, `explicit`, `sat`.
    pub engine: String,
    /// Transactions that have been covered completely.
    pub depth: u32,
    /// Global states visited, for explicit search.
    pub states: u64,
    /// Clauses built, for SAT.
    pub clauses: u64,
    /// What is being done, in a few words.
    pub what: String,
}

/// Why a check was not even tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Refusal {
    /// The text has errors; [`super::analyse`] names them.
    Errors,
    /// There is no check of that number.
    NoSuchCheck,
    /// An option has a value that does not exist; the text names it and the values that do.
    Option(String),
}

/// Answers one check of a text.
///
/// # Errors
/// Refuses a text with errors, a check that does not exist and unknown options. Limits are no
/// errors: they give the answer `unknown`.
pub fn check(
    _text: &str,
    _index: usize,
    _options: &Options,
    _host: &mut dyn Host,
) -> Result<Outcome, Refusal> {
    Err(Refusal::NoSuchCheck)
}
