//! Proposed edits of the text that mend a check.

use serde::{Deserialize, Serialize};

use super::{LineView, PatchView};

/// How far to search for repairs. The default is meant for a page: one edit, two where one is not
/// enough, and few proposals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RepairOptions {
    /// Most edits of a proposal, 1 or 2; `None` tries two only where one is not enough.
    pub edits: Option<u32>,
    /// Most proposals of each size; `None` means 8.
    pub proposals: Option<u32>,
    /// Most checks on edited models; `None` means 50,000.
    pub checks: Option<u64>,
    /// Milliseconds until what was found so far is the answer; `None` is no limit.
    pub timeout_ms: Option<f64>,
}

/// Proposals to mend a check, and how much was tried to find them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Repairs {
    /// The proposals, best first. Every one was checked in full.
    pub proposals: Vec<RepairView>,
    /// Whether every candidate of the sizes asked for was tried.
    pub complete: bool,
    /// Candidates that were tried.
    pub tried: u64,
    /// Checks on edited models that this took.
    pub checks: u64,
    /// One sentence: what was found and what was tried.
    pub sentence: String,
}

/// One proposal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RepairView {
    /// What to do, in words; names stand in backticks.
    pub title: String,
    /// How many edits it takes.
    pub edits: u32,
    /// What changes in the text, in order and without overlap; see [`crate::api::with_patches`].
    pub patches: Vec<PatchView>,
    /// The lines that differ.
    pub preview: Vec<LineView>,
    /// The repaired check's sentence afterwards.
    pub verdict: String,
    /// Warnings that the text gains, such as about a state that is no longer reached.
    pub new_warnings: u32,
    /// Other checks that come to be as expected, too; all that are not here answer as before.
    #[serde(default)]
    pub mends_too: Vec<usize>,
    /// Messages that some run exchanges today and none afterwards, then transitions that start in some run
    /// today and in none afterwards, in words; `None` where there is too much to tell.
    #[serde(default)]
    pub lost: Option<Vec<String>>,
    /// In sentences, what becomes of the other checks and of the runs; names stand in backticks.
    #[serde(default)]
    pub effect: String,
}
