//! `lockstep check` of models whose states are values, such as transition systems and statecharts: the same lines and keys, with
//! runs of their own.

use std::collections::BTreeMap;

use lockstep_core::api::Extras;
use lockstep_core::api::{
    Analysis, BesideView, BlockedChoice, CallView, CheckView, ClauseView, Event, Folding, Outcome,
    PropertyView, SystemBlameView, SystemBlamedView, SystemStepView, SystemView,
};
use lockstep_core::view::step_numbers;
use serde::Serialize;

use crate::json::{Failing, Message, Promised};
use crate::printed;
use crate::style::{Meaning, Style};
use crate::witnesses::Others;

/// What runs list of their states, and what they execute.
pub fn system(analysis: &Analysis) -> &SystemView {
    let system = analysis.structure.system();
    system.expect("only machines have none, and nothing here is about them")
}

/// One answered check.
#[derive(Debug, Serialize)]
pub struct Record {
    /// Only scenarios over the objects of statecharts have a message that fails.
    #[serde(flatten)]
    promised: Promised<Step, Failing>,
    /// Why a scenario cannot be played on; only there.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// How many messages of a scenario have been sent after each entry of the run; only there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    done: Vec<usize>,
    /// Of a deadlock of class models, what is impossible after its run, each with what forbids it; only there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<Refused>,
    /// Of an invariant that is not preserved, the call that would violate it after the run; only there.
    #[serde(skip_serializing_if = "Option::is_none")]
    breaking: Option<Breaking>,
    /// Conditions that are true in every stable state and exclude what was asked for.
    invariant: Vec<String>,
    /// What the answer that there is no run rests on, where its author may not mean that.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<Warning>,
    /// What rules out what was looked for, with `--explain`.
    blame: Option<Blame>,
    /// The run of the other of two readings; only where they do not admit the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    beside: Option<Beside>,
    /// The runs after the first one, with `--witnesses`.
    #[serde(skip_serializing_if = "Option::is_none")]
    witnesses: Option<Vec<Witness>>,
    /// Whether there are no others within the bound; null where nobody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    witnesses_complete: Option<Option<bool>>,
    /// What the paper's formulas say, with `--encoding paper`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<printed::Record>,
}

/// What is impossible in a state.
#[derive(Debug, Serialize)]
struct Refused {
    what: String,
    reasons: Vec<Forbids>,
}

/// What forbids it.
#[derive(Debug, Serialize)]
struct Forbids {
    what: String,
    line: u32,
}

fn refused(it: &BlockedChoice) -> Refused {
    let reasons = it.reasons.iter().map(|it| Forbids {
        what: it.what.clone(),
        line: it.range.line,
    });
    Refused {
        what: it.what.clone(),
        reasons: reasons.collect(),
    }
}

/// What an answer rests on.
#[derive(Debug, Serialize)]
struct Warning {
    what: String,
    /// The run that gets there.
    trace: Vec<Step>,
}

/// Another run.
#[derive(Debug, Serialize)]
struct Witness {
    depth: Option<u32>,
    trace: Vec<Step>,
    /// As [`Record::refused`], of that run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<Refused>,
    /// As [`Record::breaking`], of that run.
    #[serde(skip_serializing_if = "Option::is_none")]
    breaking: Option<Breaking>,
}

impl Record {
    /// Adds the further witnesses.
    pub fn others(&mut self, analysis: &Analysis, others: Option<Others>) {
        let Some(others) = others else { return };
        let witnesses = others.runs.iter().map(|run| Witness {
            depth: run.depth,
            trace: steps(analysis, &run.run),
            refused: run.refused.iter().map(refused).collect(),
            breaking: run.breaking.as_deref().map(Breaking::of),
        });
        self.witnesses = Some(witnesses.collect());
        self.witnesses_complete = Some(others.is_complete());
    }
}

/// What one of two readings admits and the other does not.
#[derive(Debug, Serialize)]
struct Beside {
    /// The reading that admits the run.
    admits: String,
    /// The other one.
    lacks: String,
    /// What is seen of the run, the last of it in that reading alone.
    seen: Vec<String>,
    /// A run of the other one that looks the same up to there.
    trace: Vec<Step>,
    /// The rules by which both part, a sentence each; empty where it is not known.
    rules: Vec<String>,
    /// As [`Record::refused`], of that run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<Refused>,
    /// As [`Record::breaking`], of that run.
    #[serde(skip_serializing_if = "Option::is_none")]
    breaking: Option<Breaking>,
}

/// What rules out what was looked for.
#[derive(Debug, Serialize)]
struct Blame {
    elements: Vec<Blamed>,
    /// What the elements are together, of statecharts: `alone` or `together`.
    #[serde(skip_serializing_if = "Option::is_none")]
    how: Option<&'static str>,
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
    /// Of statecharts what is told of their events.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    told: Option<Told>,
    /// Of class models the call.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    call: Option<Call>,
}

/// The call of a step of class models.
#[derive(Debug, Serialize)]
struct Call {
    call: String,
    changes: Vec<Change>,
    /// What the call could have given another value.
    open: Vec<PropertyView>,
}

/// A call that would violate invariants.
#[derive(Debug, Serialize)]
struct Breaking {
    #[serde(flatten)]
    call: Call,
    /// These, by their names, or as they are written where they have none.
    violates: Vec<String>,
}

impl Breaking {
    fn of(view: &CallView) -> Self {
        let name = |it: &ClauseView| match it.name.is_empty() {
            true => it.text.clone(),
            false => it.name.clone(),
        };
        Self {
            call: Call::of(view),
            violates: view.violated().map(name).collect(),
        }
    }

    /// In one line: the call, what it would violate, and what it would change.
    fn line(&self) -> String {
        let changes = self.call.changes.iter();
        let changes = changes.map(|it| {
            format!(
                "{}.{}: {} -> {}",
                it.object, it.property, it.before, it.after
            )
        });
        let changes: Vec<_> = changes.collect();
        let violates = self.violates.join(", ");
        format!(
            "{} would violate {violates} ({})",
            self.call.call,
            changes.join(", ")
        )
    }
}

/// A property that a call has changed.
#[derive(Debug, Serialize)]
struct Change {
    object: String,
    property: String,
    before: String,
    after: String,
}

impl Call {
    fn of(view: &CallView) -> Self {
        let changes = view.changes.iter().map(|it| Change {
            object: it.object.clone(),
            property: it.property.clone(),
            before: it.before.clone(),
            after: it.after.clone(),
        });
        Self {
            call: view.call.clone(),
            changes: changes.collect(),
            open: view.open.clone(),
        }
    }
}

/// What an entry of a run of statecharts says besides.
#[derive(Debug, Serialize)]
struct Told {
    /// The number of its step, with a dot behind which what follows one is counted.
    step: String,
    /// What is sent, as of machines; from `environment` what comes from outside.
    messages: Vec<Message>,
    /// What is taken and sent with what becomes of it, and how much time passes.
    events: Vec<String>,
    /// What inputs were that guards have read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<String>,
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
    analysis: &Analysis,
    check: &CheckView,
    outcome: &Outcome,
    extras: Extras,
) -> Record {
    let evidence = outcome.system.clone().unwrap_or_default();
    let scenario = check.scenario.and_then(|it| analysis.scenarios.get(it));
    let failing = scenario.and_then(|it| Failing::of(it, outcome));
    let trace = steps(analysis, &evidence.run);
    let beside = evidence.beside.map(|it| {
        let BesideView {
            readings: [admits, lacks],
            seen,
            run,
            seen_so_far: _,
            rules,
            refused: impossible,
            breaking,
        } = *it;
        Beside {
            admits,
            lacks,
            seen,
            trace: steps(analysis, &run),
            rules,
            refused: impossible.iter().map(refused).collect(),
            breaking: breaking.as_deref().map(Breaking::of),
        }
    });
    Record {
        beside,
        promised: Promised::of(file, check, outcome, trace, failing),
        reason: outcome.reason().map(|it| it.sentence.clone()),
        done: evidence.done,
        refused: evidence.refused.iter().map(refused).collect(),
        breaking: evidence.breaking.as_deref().map(Breaking::of),
        invariant: evidence.invariant,
        warning: outcome.vacuity.as_ref().map(|it| Warning {
            what: it.sentence.clone(),
            trace: steps(analysis, &evidence.ends),
        }),
        blame: evidence.blame.map(|it| Blame {
            elements: it.elements.iter().map(blamed).collect(),
            how: (extras.blame_alone && !it.elements.is_empty()).then(|| how(&it)),
            minimal: it.minimal,
            sentence: it.sentence,
        }),
        witnesses: None,
        witnesses_complete: None,
        printed: None,
    }
}

/// What the elements are together, of statecharts: without each alone there is a run, or without all of them.
fn how(blame: &SystemBlameView) -> &'static str {
    match blame.elements.iter().all(|it| it.depth.is_some()) {
        true => "alone",
        false => "together",
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

/// The entries of a run.
pub fn steps(analysis: &Analysis, run: &[SystemStepView]) -> Vec<Step> {
    let entries = run.iter().zip(step_numbers(run));
    let entries = entries.map(|(it, number)| step(analysis, it, number));
    entries.collect()
}

fn step(analysis: &Analysis, step: &SystemStepView, number: String) -> Step {
    let system = system(analysis);
    let fired = step.fired.iter().map(|&it| &system.operations[it]);
    let names = || system.variables.iter().map(|it| it.name.clone());
    Step {
        relation: step.turn.of_step().map(str::to_owned),
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
        call: step.call.as_deref().map(Call::of),
        told: step.counts.map(|_| Told {
            step: number,
            messages: step.events.iter().filter_map(sent).collect(),
            events: step.events.iter().map(Event::to_string).collect(),
            inputs: step.inputs.iter().map(ToString::to_string).collect(),
        }),
    }
}

/// The message that is sent, if one is. Whether it is lost stands in the event.
fn sent(event: &Event) -> Option<Message> {
    match event {
        Event::Sent {
            from, to, event, ..
        } => Some(Message {
            from: from.to_string(),
            symbol: event.to_string(),
            to: to.clone(),
        }),
        _ => None,
    }
}

/// What is to blame in statecharts: the sentence, and each demand at its place.
fn blamed_lines(style: Style, blame: &SystemBlameView) -> Vec<String> {
    let mut lines = vec![format!(
        "   {}",
        style.paint(Meaning::Frame, &blame.sentence)
    )];
    let depth = |it: &SystemBlamedView| match it.depth {
        Some(depth) => format!(" (without it: {depth})"),
        _ => String::new(),
    };
    let entry =
        |it: &SystemBlamedView| format!("      line {}: {}{}", it.range.line, it.what, depth(it));
    lines.extend(blame.elements.iter().map(entry));
    lines
}

/// The lines below an answer that say what it rests on, with the run that gets there.
pub fn warning(analysis: &Analysis, outcome: &Outcome) -> Vec<String> {
    let Some(vacuity) = &outcome.vacuity else {
        return Vec::new();
    };
    let mut lines = vec![format!("   {}", vacuity.sentence)];
    let run = outcome.system.as_ref().map_or(&[][..], |it| &it.ends);
    let (system, run) = Folding::of_run(system(analysis), run);
    let names = || system.variables.iter().map(|it| &it.name);
    lines.extend(run.iter().map(|step| {
        let values = names().zip(&step.state);
        let values: Vec<_> = values
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let relation = step.turn.of_step().unwrap_or("declared");
        format!("      {relation}: {}", values.join(", "))
    }));
    lines
}

/// So many of what is impossible are written.
const MOST_REFUSED: usize = 100;

/// What is impossible, a line for each, with what forbids it.
fn refused_lines(all: &[BlockedChoice]) -> Vec<String> {
    let line = |it: &BlockedChoice| {
        let reasons = it.reasons.iter();
        let reasons = reasons.map(|reason| format!("{} (line {})", reason.what, reason.range.line));
        format!("{}: {}", it.what, reasons.collect::<Vec<_>>().join("; "))
    };
    let mut lines: Vec<_> = all.iter().take(MOST_REFUSED).map(line).collect();
    if let Some(more) = all.len().checked_sub(MOST_REFUSED).filter(|it| *it > 0) {
        lines.push(format!("and {more} more"));
    }
    lines
}

/// The lines below an answer that was asked to explain itself: why nothing is there.
pub fn reasons(style: Style, outcome: &Outcome, extras: Extras) -> Vec<String> {
    let Some(evidence) = &outcome.system else {
        return Vec::new();
    };
    if let Some(blame) = evidence.blame.as_ref().filter(|_| extras.blame_alone) {
        return blamed_lines(style, blame);
    }
    let mut lines = Vec::new();
    let mut section = |head: &str, entries: &[String]| {
        if !entries.is_empty() {
            lines.push(format!("   {}", style.paint(Meaning::Frame, head)));
            lines.extend(entries.iter().map(|it| format!("      {it}")));
        }
    };
    section(
        "impossible in the last state:",
        &refused_lines(&evidence.refused),
    );
    let breaking = evidence.breaking.as_deref().map(Breaking::of);
    let breaking = breaking.map(|it| it.line());
    section("possible in the last state:", breaking.as_slice());
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
