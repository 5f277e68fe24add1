//! A whole `*.lks` text: machines, system, scenarios and checks.
//!
//! [`parse`] reads a text, [`resolve`] looks its names up, [`print()`] writes it in canonical form.
//! None of them fails or panics, and each is linear in the text but for logarithms.

pub mod ast;
mod check;
mod conditions;
mod names;
mod parse;
pub(crate) mod pieces;
mod places;
mod print;
mod questions;
mod unresolve;

pub use ast::Document;
pub use print::print;
pub use unresolve::unresolve;

pub(super) use check::resolve_into;
pub(super) use names::names;
pub(super) use parse::{item, parse_into};

use crate::language::Model;
use crate::text::{Diagnostic, Findings};

/// Reads a text. What cannot be read is reported and left out.
#[must_use]
pub fn parse(text: &str) -> (Document, Vec<Diagnostic>) {
    let mut findings = Findings::default();
    let document = parse_into(text, &mut findings);
    (document, findings.finish())
}

/// Looks all names up. The model is always usable, so that it can be drawn: every index is valid.
/// Where there are errors it holds the sound parts and must not be checked.
#[must_use]
pub fn resolve(document: &Document) -> (Model, Vec<Diagnostic>) {
    let mut findings = Findings::default();
    let model = resolve_into(document, &mut findings);
    (model, findings.finish())
}
