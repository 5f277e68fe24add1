//! `lockstep check` of transition systems: the same lines and keys, with runs of their own.

use std::collections::BTreeMap;

use lockstep_core::api::{
    CertificateView, CheckView, Kind, Outcome, SystemAnalysis, SystemStepView,
};
use serde::Serialize;

use crate::style::{Meaning, Style};

/// Whether a file is the text of a transition system, by its name.
pub fn is_one(path: &std::path::Path) -> bool {
    path.extension().is_some_and(|it| it == "xsts")
}

/// One answered check.
#[derive(Debug, Serialize)]
pub struct Record {
    file: String,
    check: String,
    kind: Kind,
    answer: String,
    expected: Option<String>,
    as_expected: Option<bool>,
    bound: Option<u32>,
    proved: bool,
    depth: Option<u32>,
    prefix: Option<u32>,
    failing: Option<u32>,
    trace: Vec<Step>,
    certificate: Option<&'static str>,
    engine: String,
    encoding: Option<String>,
    solver: Option<String>,
    variables: Option<u64>,
    clauses: Option<u64>,
    encode_ms: f64,
    solve_ms: f64,
    // Beside the promised keys:
    states: Option<u64>,
    lemmas: Option<u64>,
    sentence: String,
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
    let (certificate, lemmas, states) = match &outcome.certificate {
        CertificateView::Replayed => (Some("replayed"), None, None),
        CertificateView::Proof { lemmas } => (Some("proof"), Some(*lemmas), None),
        CertificateView::Exhausted { states } => (Some("exhausted"), None, Some(*states)),
        CertificateView::Bound { .. } => (Some("bound"), None, None),
        CertificateView::Open { .. } => (None, None, None),
    };
    let evidence = outcome.system.clone().unwrap_or_default();
    Record {
        file: file.to_string(),
        check: check.title.clone(),
        kind: outcome.kind(),
        answer: outcome.answer().word().into(),
        expected: outcome.expected_answer().map(|it| it.word().into()),
        as_expected: outcome.as_expected(),
        bound: outcome.bound,
        proved: outcome.verdict.is_proved(),
        depth: outcome.depth(),
        prefix: None,
        failing: None,
        trace: evidence.run.iter().map(|it| step(analysis, it)).collect(),
        certificate,
        engine: outcome.work.engine.clone(),
        encoding: outcome.work.encoding.clone(),
        solver: outcome.work.solver.clone(),
        variables: outcome.work.variables,
        clauses: outcome.work.clauses,
        encode_ms: outcome.work.encode_ms,
        solve_ms: outcome.work.solve_ms,
        states: states.or(outcome.work.states),
        lemmas,
        sentence: outcome.sentence.clone(),
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
