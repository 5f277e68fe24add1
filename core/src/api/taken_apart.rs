//! A transition system taken apart, as a text: what is split for runs at a finer grain can be read, checked and taken elsewhere.

use crate::api::simulate::{self, NoSimulation};
use crate::expression::Term;
use crate::language::transitions::split::{SplitOptions, split};
use crate::language::transitions::{Initial, Settings, print, read, unresolve};
use crate::text::Severity;

/// The text of a transition system whose transitions are taken apart, by the name of the grain (`choice` or `statement`) and that of the
/// rules (empty for those that keep the behaviour).
///
/// # Errors
/// Refuses texts with errors, and names that there are not.
pub fn taken_apart(text: &str, grain: &str, rules: &str) -> Result<String, NoSimulation> {
    let (model, diagnostics) = read(text);
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(NoSimulation::Errors);
    }
    let rules = simulate::rules(rules)?;
    let grain = simulate::grain(grain)?.ok_or_else(|| {
        NoSimulation::Option("transitions are taken apart into choices or statements".into())
    })?;
    let settings = Settings::default();
    let options = SplitOptions {
        rules,
        grain,
        settings,
    };
    let mut split = split(&model, options).model;
    let globals = split.globals;
    for variable in &mut split.variables[..globals] {
        // The part that overwrites it is a step of its own now, which is not looked through.
        if variable.initial == Initial::Irrelevant {
            let default = variable.sort.default_value();
            variable.initial = Initial::Term(Term::constant(default, variable.sort.clone()));
        }
    }
    Ok(print::print(&unresolve::document(&split)))
}
