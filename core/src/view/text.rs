//! Places in the text and findings about it.
//!
//! Offsets are UTF-16, as editors in a browser count, with line and column from 1 for people.

use serde::{Deserialize, Serialize};

/// A range of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// UTF-16 offset of the first character.
    pub from: u32,
    /// UTF-16 offset after the last character.
    pub to: u32,
    /// Line of the first character, from 1.
    pub line: u32,
    /// Column of the first character, from 1, in characters.
    pub column: u32,
}

impl Range {
    /// The part of a text that it covers. O(length of the text).
    #[must_use]
    pub fn of(&self, text: &str) -> String {
        let length = self.to.saturating_sub(self.from);
        let units = text.encode_utf16().skip(self.from as usize);
        let units: Vec<_> = units.take(length as usize).collect();
        String::from_utf16_lossy(&units)
    }
}

/// A finding about the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiagnosticView {
    /// True for an error, false for a warning.
    pub error: bool,
    /// Stable name, such as `unknown-state`.
    pub code: String,
    /// The place to mark.
    pub range: Range,
    /// One sentence.
    pub title: String,
    /// Further places with what there is to see.
    pub labels: Vec<(Range, String)>,
    /// The next action.
    pub hint: Option<String>,
    /// Edits that would mend it, the likeliest first.
    #[serde(default)]
    pub fixes: Vec<FixView>,
}

/// An edit that would mend what a finding is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FixView {
    /// What it does, as an instruction for a button; code stands in backticks.
    pub title: String,
    /// What changes in the text, in order and without overlap; see [`crate::api::with_patches`].
    pub patches: Vec<PatchView>,
}

/// Replaces a range of the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PatchView {
    /// What is replaced; empty for an insertion.
    pub range: Range,
    /// What stands there afterwards.
    pub text: String,
}

/// A line that goes or comes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineView {
    /// Line from 1: of the old text for a line that goes, of the new one for a line that comes.
    pub line: u32,
    /// True for a line that comes.
    pub is_new: bool,
    /// The line without its end.
    pub text: String,
}
