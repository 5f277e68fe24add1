//! Extended symbolic transition systems: variables, and transitions as operations over them.
//!
//! The formalism is that of P. Szkupien's thesis on step-by-step simulation (after M. Mondok's), the
//! notation Theta's, so that its files paste in whole; `par`, ranges and `check` lines are ours. [`read`] makes a
//! [`TransitionModel`] of a text; [`semantics`] is the definitions over sets of states, [`execution`]
//! the same one substep at a time, [`TransitionSystem`] what runs.

pub mod ast;
pub mod branches;
mod check;
mod check_statements;
pub mod configuration;
pub mod execution;
mod flow;
pub mod kind;
mod model;
mod narrow;
mod outcomes;
mod parse;
mod parse_checks;
pub mod print;
pub mod semantics;
mod settings;
mod simple;
pub mod split;
mod statements;
mod system;
pub mod unresolve;
mod visible;
pub mod waive;
pub mod watch;
mod words;

pub use execution::{Branches, Named};
pub use kind::{LANGUAGE, Transitions};
pub use model::{
    DeclaredVariable, Initial, Operation, OperationId, OperationKind, Property, Relation, Subject,
    TransitionModel, VariableId,
};
pub use settings::{Missing, Observe, Settings, Tried, Window};
pub use system::{TransitionSystem, free_at_start};
pub use words::{RESERVED, TOKENS};

use crate::text::{Diagnostic, Findings};

/// Reads a text and looks its names up, with the diagnostics of both in the order of the text.
#[must_use]
pub fn read(text: &str) -> (TransitionModel, Vec<Diagnostic>) {
    let (_, model, diagnostics) = read_document(text);
    (model, diagnostics)
}

/// As [`read`], with the text as it is written.
#[must_use]
pub fn read_document(text: &str) -> (ast::TransitionDocument, TransitionModel, Vec<Diagnostic>) {
    let mut findings = Findings::default();
    let document = parse::parse_into(text, &mut findings);
    let model = check::resolve_into(&document, &mut findings);
    (document, model, findings.finish())
}

/// Reads a text as it is written.
#[must_use]
pub fn parse(text: &str) -> (ast::TransitionDocument, Vec<Diagnostic>) {
    let mut findings = Findings::default();
    let document = parse::parse_into(text, &mut findings);
    (document, findings.finish())
}

/// Looks up the names of a document.
#[must_use]
pub fn resolve(document: &ast::TransitionDocument) -> (TransitionModel, Vec<Diagnostic>) {
    let mut findings = Findings::default();
    let model = check::resolve_into(document, &mut findings);
    (model, findings.finish())
}
