//! The languages of Lockstep, one folder each, and the list of them.
//!
//! What texts of all kinds share stands below the folders: words and names, the value that a language is, checks with their
//! clauses, and the items of a text, read by whatever [`Languages`] are there. The list stands above them. So no two modules need
//! each other (`tests/tidy/circles`), and a kind of model can be read without any other.
//!
//! Sibling folders rhyme: `kind` is the language as a value, `ast` the text as written, `parse` reads
//! it, `check` looks its names up and says what is wrong, `print` writes it in canonical form, `model`
//! is what it means. The rest of the program reads texts through the list ([`Languages`]).

pub mod classes;
mod columns;
pub mod coming;
mod editing;
mod items;
pub mod kind;
mod languages;
pub mod limits;
pub mod list;
pub mod machines;
pub mod names;
#[cfg(feature = "toy-kinds")]
pub mod petri;
pub mod questions;
mod reading;
pub mod statechart;
pub mod transitions;
pub mod unquoted;
pub mod words;

pub use editing::{Completion, Completions, complete, read_with_tokens, tokens};
pub use kind::{Asking, Extras, Language, ModelKind, ProposedRepairs, ShownFormulas, Title};
pub use languages::Languages;
pub use list::read_as;
pub use machines::{Check, Lifeline, LifelineId, Model, Question, Symbol};
pub use names::{KEYWORDS, Name, RESERVED, written};
pub use questions::Answer;
pub use reading::Reading;
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
