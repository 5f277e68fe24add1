//! An edit of a text that may change the answer to one of its checks.
//!
//! For kinds of model whose candidates are tried on the text itself: what the edit means is what the edited text says, so nothing
//! has to be kept in step with the language.

use crate::text::Patch;

/// An edit of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// What it does, as an instruction; code stands in backticks.
    pub title: String,
    /// What changes, in order and without overlap.
    pub patches: Vec<Patch>,
    /// How large it is; the smallest is tried and shown first.
    pub size: Size,
}

/// How large an edit is: by what it does first, then by how much of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// The rank of what is done.
    pub rank: u32,
    /// How much of it: characters, or values.
    pub amount: u64,
}
