//! Source texts: spans, diagnostics as data, and the lexer and cursor of all textual languages.
//!
//! Nothing here knows a language; every textual language of the project builds on it. A language
//! brings its [`Vocabulary`] and its [`Mode`]s (which symbols there are, what ends a statement), walks a [`Cursor`] over
//! the tokens, puts what it finds wrong into [`Findings`] and, where an editor asks, what its tokens
//! stand for into [`Notes`].

mod capital;
mod cursor;
mod diagnostic;
mod findings;
mod fix;
mod grouped;
mod lexer;
mod mode;
mod notes;
mod noting;
mod problem;
mod quoted;
mod similar;
mod span;
mod utf16;
mod vocabulary;

pub use capital::capitalised;
pub use cursor::Cursor;
pub use diagnostic::{Diagnostic, Label, Severity};
pub use findings::{Findings, MOST_FINDINGS};
pub use fix::{Fix, Patch, apply};
pub use grouped::{grouped, megabytes};
pub use mode::{Kind, Mode, Token, no_word_role};
pub use notes::{NameKind, Naming, Noted, Notes, Offer, TokenRole, Word};
pub use problem::ARROWS;
pub use quoted::{is_identifier, quote, unquote};
pub use similar::similar;
pub use span::{LineIndex, Position, Span};
pub use utf16::Utf16;
pub use vocabulary::{ItemWord, Then, Vocabulary, is_epsilon};

pub(crate) use lexer::Lexer;
