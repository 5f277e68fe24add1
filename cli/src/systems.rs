//! `lockstep check` of transition systems: the same lines and keys, with runs of their own.

use std::collections::BTreeMap;

use lockstep_core::api::{CheckView, Outcome, SystemAnalysis, SystemStepView};
use serde::Serialize;

use crate::json::Promised;
use crate::style::{Meaning, Style};

/// Whether a file is the text of a transition system, by its name.
pub fn is_system(path: &std::path::Path) -> bool {
    path.extension().is_some_and(|it| it == "xsts")
}

/// One answered check.
#[derive(Debug, Serialize)]
pub struct Record {
    /// No message fails here: systems have none.
    #[serde(flatten)]
    promised: Promised<Step, ()>,
    /// Conditions that are true in every stable state and exclude what was asked for.
    invariant: Vec<String>,
}

/// One entry of a run.
#[derive(Debug, Serialize)]
pub struct Step {
    /// `init`, `env` or `trans`; null for the declared values.
    relation: Option<String>,
    /// The operations that were executed.
    fired: Vec<Operation>,
    state: BTreeMap<String, String>,
    changed: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Operation {
    line: u32,
    column: u32,
    what: String,
}

/// The record of an outcome.
pub fn record(
    file: &str,
    analysis: &SystemAnalysis,
    check: &CheckView,
    outcome: &Outcome,
) -> Record {
    let evidence = outcome.system.clone().unwrap_or_default();
    let trace = evidence.run.iter().map(|it| step(analysis, it)).collect();
    Record {
        promised: Promised::of(file, check, outcome, trace, None),
        invariant: evidence.invariant,
    }
}

/// An entry of a run.
pub fn step(analysis: &SystemAnalysis, step: &SystemStepView) -> Step {
    let system = &analysis.system;
    let fired = step.fired.iter().map(|&it| &system.operations[it]);
    let names = || system.variables.iter().map(|it| it.name.clone());
    Step {
        relation: step.relation.clone(),
        fired: fired
            .filter(|it| !it.text.is_empty())
            .map(|it| Operation {
                line: it.range.line,
                column: it.range.column,
                what: it.text.clone(),
            })
            .collect(),
        state: names().zip(step.state.iter().cloned()).collect(),
        changed: step
            .changed
            .iter()
            .map(|&it| system.variables[it].name.clone())
            .collect(),
    }
}

/// The lines below an answer that was asked to explain itself: why nothing is there.
pub fn reasons(style: Style, outcome: &Outcome) -> Vec<String> {
    let Some(evidence) = &outcome.system else {
        return Vec::new();
    };
    if evidence.invariant.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![format!(
        "   {}",
        style.paint(
            Meaning::Frame,
            "true after `init` and after every firing of `trans` (proof checked):"
        )
    )];
    lines.extend(evidence.invariant.iter().map(|it| format!("      {it}")));
    lines
}
