//! Source texts: spans, line numbers and diagnostics as data.
//!
//! Nothing here knows a language; every textual language of the project builds on it.

mod diagnostic;
mod span;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use span::{LineIndex, Position, Span};
