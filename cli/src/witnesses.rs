//! `lockstep check --witnesses N`: further runs that show the same answer with other messages.

use std::sync::Arc;

use lockstep_core::api::{
    self, Analysis, CheckView, CoversView, Folding, Kind, KindValues, NextWitnessView, Options,
    Outcome, StepView, SystemStepView, SystemView,
};

use crate::clock::Clock;
use crate::jobs::Seat;
use crate::style::{Meaning, Style};
use crate::systems;
use lockstep_core::interchange::Names;

/// The runs beside the one of a transition system, or of statecharts; `None` as of [`others`], and where two readings are
/// compared.
pub fn of_system(
    values: &KindValues,
    text: &str,
    (check, outcome): (&CheckView, &Outcome),
    count: u32,
    (options, seat): (&Options, &Seat),
) -> Option<Others> {
    let first = outcome.system.as_ref().map(|it| it.run.clone())?;
    let is_comparison = outcome.kind() == Kind::Same;
    if count < 2 || is_comparison || !outcome.verdict.is_found() || first.is_empty() {
        return None;
    }
    let mut shown = vec![first];
    let mut others = Others::default();
    while shown.len() < count as usize {
        let mut clock = Clock::of(seat);
        // The text and the options were good for the check itself.
        let next = values.another(text, check.index, &shown, options, &mut clock);
        let next = next.ok()?;
        if next.run.is_empty() {
            others.end = Some(next);
            break;
        }
        shown.push(next.run.clone());
        others.runs.push(next);
    }
    Some(others)
}

/// The lines below an answer about a transition system: what changes at each step of every run.
pub fn block_of_system(
    style: Style,
    analysis: &Analysis,
    outcome: &Outcome,
    others: &Others,
) -> String {
    let evidence = outcome.system.iter();
    let first = evidence.map(|it| (outcome.depth(), &it.run));
    let rest = others.runs.iter().map(|run| (run.depth, &run.run));
    let mut lines = Vec::new();
    for (index, (depth, run)) in first.chain(rest).enumerate() {
        let head = format!("{:3}. depth {:2} ", index + 1, depth.unwrap_or(0));
        let (system, run) = Folding::of_run(systems::system(analysis), run);
        let steps = run.iter().skip(1).map(|it| changes(&system, it));
        let steps: Vec<_> = steps.filter(|it| !it.is_empty()).collect();
        let text = steps.join("; ");
        lines.push(format!("  {} {text}", style.paint(Meaning::Frame, &head)));
    }
    if let Some(end) = &others.end {
        lines.push(format!("       {}", end.sentence));
    }
    lines.join("\n")
}

/// What a step changes: `trans ticks = 1, light = Red`; of statecharts what is taken and sent, if anything.
fn changes(system: &SystemView, step: &SystemStepView) -> String {
    let name = |it: usize| &system.variables[it].name;
    let values = step.changed.iter();
    let values: Vec<_> = values
        .map(|&it| format!("{} = {}", name(it), step.state[it]))
        .collect();
    let relation = step.turn.word();
    if step.counts.is_some() {
        let events: Vec<_> = step.events.iter().map(ToString::to_string).collect();
        return events.join(", ");
    }
    match values.is_empty() {
        true => relation.to_owned(),
        false => format!("{relation} {}", values.join(", ")),
    }
}

/// The runs beside the first one.
#[derive(Debug, Default)]
pub struct Others {
    /// The runs, shortest first.
    pub runs: Vec<NextWitnessView>,
    /// What is known of more; `None` where as many were found as were asked for.
    pub end: Option<NextWitnessView>,
}

impl Others {
    /// Whether there are no more within the bound: yes, not known to be so, or undecided because
    /// a limit was hit.
    pub fn is_complete(&self) -> Option<bool> {
        match &self.end {
            None => Some(false),
            Some(end) if end.covers == CoversView::Open => None,
            Some(_) => Some(true),
        }
    }
}

/// The runs beside the one of an outcome; `None` where nobody asked for more than one, or the
/// outcome has none because the answer is negative.
pub fn others(
    text: &Arc<str>,
    check: &CheckView,
    outcome: &Outcome,
    count: u32,
    (options, seat): (&Options, &Seat),
) -> Option<Others> {
    let shows = outcome.verdict.is_found() && !outcome.trace.is_empty();
    if count < 2 || !shows {
        return None;
    }
    let mut shown: Vec<Vec<StepView>> = vec![outcome.trace.clone()];
    let mut others = Others::default();
    while shown.len() < count as usize {
        let mut clock = Clock::of(seat);
        // The text and the options were good for the check itself.
        let next = api::next_witness(text, check.index, &shown, options, &mut clock).ok()?;
        if next.trace.is_empty() {
            others.end = Some(next);
            break;
        }
        shown.push(next.trace.clone());
        others.runs.push(next);
    }
    Some(others)
}

/// The lines below an answer: the messages of every run, transactions apart.
pub fn block(style: Style, names: Names, outcome: &Outcome, others: &Others) -> String {
    let first = (outcome.depth(), &outcome.trace);
    let rest = others.runs.iter().map(|run| (run.depth, &run.trace));
    let mut lines = Vec::new();
    for (index, (depth, trace)) in std::iter::once(first).chain(rest).enumerate() {
        let depth = depth.unwrap_or(0);
        let head = format!("{:3}. depth {depth:2} ", index + 1);
        let steps = trace.iter().filter(|step| !step.messages.is_empty());
        let steps: Vec<_> = steps.map(|step| messages(names, step)).collect();
        let text = match steps.as_slice() {
            [] => "no messages".into(),
            some => some.join("; "),
        };
        lines.push(format!("  {} {text}", style.paint(Meaning::Frame, &head)));
    }
    if let Some(end) = &others.end {
        lines.push(format!("       {}", end.sentence));
    }
    lines.join("\n")
}

fn messages(names: Names, step: &StepView) -> String {
    let messages = step.messages.iter().map(|it| {
        let (from, to) = (names.lifeline(it.from), names.lifeline(it.to));
        format!("{from} -> {to} : {}", it.symbol)
    });
    messages.collect::<Vec<_>>().join(", ")
}
