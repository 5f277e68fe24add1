//! Source texts: spans, diagnostics as data, and the lexer and cursor of all textual languages.
//!
//! Nothing here knows a language; every textual language of the project builds on it. A language
//! brings its [`Syntax`] (which symbols there are), walks a [`Cursor`] over the tokens, and puts
//! what it finds wrong into [`Findings`].

mod capital;
mod cursor;
mod diagnostic;
mod findings;
mod grouped;
mod lexer;
mod similar;
mod span;

pub use capital::capitalised;
pub use cursor::Cursor;
pub use diagnostic::{Diagnostic, Label, Severity};
pub use findings::{Findings, MOST_FINDINGS};
pub use grouped::grouped;
pub use lexer::{Kind, Syntax, Token, is_identifier, lex, quote, unquote};
pub use similar::similar;
pub use span::{LineIndex, Position, Span};
