//! The languages of Lockstep, one folder each, and the list of them.
//!
//! Sibling folders rhyme: `kind` is the language as a value, `ast` the text as written, `parse` reads
//! it, `check` looks its names up and says what is wrong, `print` writes it in canonical form, `model`
//! is what it means. The rest of the program reads texts through the list ([`Languages`]).

pub mod classes;
mod columns;
pub mod coming;
pub mod document;
mod editing;
pub mod kind;
pub mod limits;
pub mod list;
pub mod machines;
mod model;
pub mod names;
#[cfg(feature = "toy-kinds")]
pub mod petri;
pub mod questions;
pub mod scenario;
pub mod statechart;
pub mod transitions;
pub mod unquoted;
pub mod words;

pub use editing::{Completion, Completions, complete, read_with_tokens, tokens};
pub use kind::{Extras, Language, ModelKind, ProposedRepairs, ShownFormulas, Title};
pub use list::{Languages, Reading};
pub use machines::kind::{KEYWORDS, RESERVED};
pub use model::{Answer, Check, Lifeline, LifelineId, Model, Question, Symbol};
pub use names::{Name, written};
pub use unquoted::LONGEST_NAME;

pub use crate::text::is_epsilon;

use crate::text::Diagnostic;

/// Reads a text about machines and looks its names up, with the diagnostics in the order of the text.
#[must_use]
pub fn read(text: &str) -> (Model, Vec<Diagnostic>) {
    Languages::default()
        .read(text)
        .into_model::<machines::Machines>()
}
