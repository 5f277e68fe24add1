//! Two readings of statecharts compared.

use serde::{Deserialize, Serialize};

use super::SystemStepView;

/// Whether two readings admit the same, and what tells them apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedReadings {
    /// The words of the readings.
    pub readings: [String; 2],
    /// `same`, `different`, or `unknown` where a limit was hit.
    pub answer: String,
    /// The one that admits the run.
    pub admits: Option<String>,
    /// What is seen of the run, the last of it in that reading alone.
    pub seen: Vec<String>,
    /// The names of the values in `run`.
    pub variables: Vec<String>,
    /// A shortest run of that reading, dispatch by dispatch.
    pub run: Vec<SystemStepView>,
    /// States of both readings that were met.
    pub states: u64,
    /// The rules by which both part, a sentence each; empty where it is not known.
    #[serde(default)]
    pub rules: Vec<String>,
    /// All that in a sentence.
    pub sentence: String,
}
