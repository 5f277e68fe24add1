//! Expressions from outside of a text, over the variables of its system: what somebody tracks or waits for.

use std::collections::BTreeMap;

use super::model::TransitionModel;
use super::words::{TOKENS, VOCABULARY};
use crate::expression::{Checker, Grammar, Scope, Sort, Term, Types, parse};
use crate::text::{Cursor, Diagnostic, Findings};

/// The variables of a system by their names.
struct Globals<'m>(BTreeMap<&'m str, (usize, &'m Sort)>);

impl Scope for Globals<'_> {
    fn variable(&self, name: &str) -> Option<(usize, &Sort)> {
        self.0.get(name).copied()
    }

    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(self.0.keys().copied())
    }
}

/// The term of an expression over the variables of a system.
///
/// # Errors
/// What is wrong with it; the places are in the expression's own text.
pub fn expression(model: &TransitionModel, text: &str) -> Result<Term, Vec<Diagnostic>> {
    expression_of(model, text, None)
}

/// The same of an expression whose sort is known: literals of arrays and of enumerations may need it.
///
/// # Errors
/// As [`expression`].
pub fn expression_of(
    model: &TransitionModel,
    text: &str,
    expected: Option<&Sort>,
) -> Result<Term, Vec<Diagnostic>> {
    let mut findings = Findings::default();
    let mut cursor = Cursor::new(text, &TOKENS, &VOCABULARY, &mut findings);
    let syntax = parse::expression(&mut cursor, Grammar::THETA);
    if !cursor.at_end() {
        cursor.expected("unreadable-expression", "the end of the expression", None);
    }
    let mut types = Types::default();
    for it in &model.types {
        types.declare((**it).clone());
    }
    let globals = model.variables[..model.globals].iter().enumerate();
    let globals = globals.map(|(number, it)| (it.name.as_str(), (number, &it.sort)));
    let scope = Globals(globals.collect());
    let term = Checker {
        types: &types,
        scope: &scope,
        findings: &mut findings,
    }
    .infer(&syntax, expected);
    let found = findings.finish();
    term.filter(|_| found.is_empty()).ok_or(found)
}
