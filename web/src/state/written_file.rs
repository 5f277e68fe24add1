//! A file that somebody has asked for: what is wished for, and what stands in it once it has been written.

use std::sync::Arc;

use crate::protocol::Edition;

/// A file that somebody waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// Whose clauses.
    pub edition: Edition,
    /// Whether it is the proof.
    pub proof: bool,
    /// The file's name.
    pub name: String,
}

/// A file that is to be saved now.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenFile {
    /// What was wished for.
    pub wish: Wish,
    /// What stands in it.
    pub text: Arc<str>,
}
