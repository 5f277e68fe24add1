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
    /// What can be written at the place instead, for shells that can edit; not part of what crosses.
    #[serde(skip)]
    pub replacement: Option<String>,
}
