//! The host of a request: its clock, what is told of progress, and what there is to answer with.
//!
//! A program that arrives in parts need not have all of it from the start. [`Host::capabilities`] says what
//! there is. A check that needs more is refused with [`Refusal::Capabilities`], never answered worse, and
//! can be asked once more when the rest has arrived.
//!
//! [`Refusal::Capabilities`]: super::Refusal::Capabilities

use serde::{Deserialize, Serialize};

use super::watch::HostWatch;
use crate::engine::Finding;
use crate::engine::portfolio::Answered;
use crate::explain::Reason;
use crate::language::{Check, Model};
use crate::network::Task;
use crate::sat::{self, Backend, Stop, proof::NoCertificate};
use crate::view::BlameView;

/// What the core needs from outside: a clock, and a listener for progress.
pub trait Host {
    /// Milliseconds since some fixed moment. Used for the times in answers and for the timeout.
    fn now_ms(&self) -> f64;

    /// Told now and then; `false` asks the search to stop, the answer is then `unknown`.
    fn progress(&mut self, progress: &Progress) -> bool;

    /// What there is to answer with.
    fn capabilities(&self) -> Capabilities;
}

/// How far a search got.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Which engine is at work: `explicit`, `sat`, `proof`.
    pub engine: String,
    /// Transactions that have been covered completely.
    pub depth: u32,
    /// Global states visited, for explicit search.
    pub states: u64,
    /// Clauses built, for SAT.
    pub clauses: u64,
    /// Memory in use, in bytes.
    #[serde(default)]
    pub bytes: u64,
    /// What is being done, in a few words.
    pub what: String,
}

/// Has the proofs of an answer checked: the number of lemmas.
type Prove = fn(&Answered<'_, '_>, Stop<'_>) -> Option<Result<u64, NoCertificate>>;
/// Looks for what makes a check impossible.
type Blame = fn(
    &str,
    (&Model, &Check, &Task),
    &Finding,
    Option<&Reason>,
    Backend,
    &HostWatch<'_>,
) -> Option<BlameView>;

/// What there is to answer with. Code that no value refers to is not in the program, so a part of it
/// that only holds [`Capabilities::FEW`] is without solvers.
#[derive(Clone, Copy)]
pub struct Capabilities {
    pub(in crate::api) solvers: &'static [Backend],
    pub(in crate::api) prove: Prove,
    pub(in crate::api) blame: Blame,
    pub(in crate::api) complete: bool,
}

impl Capabilities {
    /// No solver, and nothing that needs one: enough for small state spaces.
    pub const FEW: Self = Self {
        solvers: sat::NONE,
        prove: |_, _| None,
        blame: |_, _, _, _, _, _| None,
        complete: false,
    };
}
