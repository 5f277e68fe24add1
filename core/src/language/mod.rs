//! The languages of Lockstep, one folder each, and the model that their texts resolve to.
//!
//! Sibling folders rhyme: `ast` is the text as written, `parse` reads it, `check` looks its names
//! up and says what is wrong, `print` writes it in canonical form, `model` is what it means.

mod columns;
mod coming;
pub mod document;
mod editing;
pub mod limits;
pub mod machines;
mod model;
mod names;
pub mod scenario;
pub mod transitions;
mod unquoted;
mod words;

pub use editing::{Completion, Completions, complete, tokens};
pub use model::{Answer, Check, Lifeline, LifelineId, Model, Question, Symbol};
pub use names::{Name, is_epsilon, written};
pub use unquoted::LONGEST_NAME;
pub use words::{KEYWORDS, RESERVED};

use crate::text::{Diagnostic, Findings};

/// Reads a text and looks its names up: [`document::parse`] and [`document::resolve`] together,
/// with the diagnostics of both in the order of the text.
#[must_use]
pub fn read(text: &str) -> (Model, Vec<Diagnostic>) {
    let mut findings = Findings::default();
    let document = document::parse_into(text, &mut findings);
    let model = document::resolve_into(&document, &mut findings);
    (model, findings.finish())
}
