//! `lockstep check` of transition systems: the same lines and keys, with runs of their own.

use std::collections::BTreeMap;

use lockstep_core::api::{
    CheckView, Kinds, Outcome, StructureKind, SystemAnalysis, SystemBlamedView, SystemStepView,
};
use serde::Serialize;

use crate::json::Promised;
use crate::style::{Meaning, Style};

/// Whether a file is the text of a transition system: by its name, else by what its text says, as the page decides.
pub fn is_system(path: &std::path::Path, text: &str) -> bool {
    let named = path.extension().is_some_and(|it| it == "xsts");
    named || Kinds::whole().analyse(text).structure.kind() == StructureKind::Transitions
}

/// One answered check.
#[derive(Debug, Serialize)]
pub struct Record {
    /// No message fails here: systems have none.
    #[serde(flatten)]
    promised: Promised<Step, ()>,
    /// Conditions that are true in every stable state and exclude what was asked for.
    invariant: Vec<String>,
    /// What rules out what was looked for, with `--explain`.
    blame: Option<Blame>,
}

/// What rules out what was looked for.
#[derive(Debug, Serialize)]
struct Blame {
    elements: Vec<Blamed>,
    minimal: bool,
    sentence: String,
}

#[derive(Debug, Serialize)]
struct Blamed {
    line: u32,
    column: u32,
    what: String,
    /// Firings after which there is a run without it.
    depth: Option<u32>,
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
        blame: evidence.blame.map(|it| Blame {
            elements: it.elements.iter().map(blamed).collect(),
            minimal: it.minimal,
            sentence: it.sentence,
        }),
    }
}

fn blamed(it: &SystemBlamedView) -> Blamed {
    Blamed {
        line: it.range.line,
        column: it.range.column,
        what: it.what.clone(),
        depth: it.depth,
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
    let mut lines = Vec::new();
    let mut section = |head: &str, entries: &[String]| {
        if !entries.is_empty() {
            lines.push(format!("   {}", style.paint(Meaning::Frame, head)));
            lines.extend(entries.iter().map(|it| format!("      {it}")));
        }
    };
    section(
        "true after `init` and after every firing of `trans` (proof checked):",
        &evidence.invariant,
    );
    if let Some(blame) = &evidence.blame {
        let entry = |it: &SystemBlamedView| format!("line {}: {}", it.range.line, it.what);
        let entries: Vec<_> = blame.elements.iter().map(entry).collect();
        let head = match (&entries[..], blame.minimal) {
            ([], _) => "nothing that the text demands is needed for that",
            (_, true) => "of all that the text demands only this is needed, and all of it:",
            (_, false) => "of all that the text demands this is enough, perhaps a part of it:",
        };
        match entries.is_empty() {
            true => section("to blame:", &[head.into()]),
            false => section(head, &entries),
        }
    }
    lines
}
