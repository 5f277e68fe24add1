//! What is told of the calls of a run: which object each is for, what it has changed, and how the run ends.

use std::ops::Range;

use crate::view::{CallView, Kind, Outcome, SystemStepView};

/// How a run of calls ends.
#[derive(Clone, Copy, Debug)]
pub enum End<'a> {
    /// It could go on.
    Open,
    /// No call is possible.
    Stuck,
    /// This call meets its contract, and would violate an invariant.
    Breaks(&'a CallView),
}

impl<'a> End<'a> {
    /// How the run of an answer ends.
    #[must_use]
    pub fn of(outcome: &'a Outcome) -> Self {
        let evidence = outcome.system.as_ref();
        if let Some(call) = evidence.and_then(|it| it.breaking.as_deref()) {
            return Self::Breaks(call);
        }
        // A run beside that of an answer has no verdict of its own.
        let is_refused = evidence.is_some_and(|it| !it.refused.is_empty());
        let is_found = outcome.verdict.is_found() || is_refused;
        match outcome.kind() {
            Kind::Deadlock if is_found => Self::Stuck,
            _ => Self::Open,
        }
    }

    /// The call that would violate an invariant.
    #[must_use]
    pub fn breaking(self) -> Option<&'a CallView> {
        match self {
            Self::Breaks(call) => Some(call),
            Self::Open | Self::Stuck => None,
        }
    }
}

/// What a call would break: invariants by their names, or how many where they are more than two.
#[must_use]
pub fn would_break(call: &CallView) -> String {
    let mut names: Vec<&str> = Vec::new();
    for it in call.violated() {
        let name = match &*it.name {
            "" => "an invariant",
            name => name,
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.len() {
        0..=2 => format!("would break {}", names.join(" and ")),
        count => format!("would break {count} invariants"),
    }
}

/// A call as it is told: which entry of the run it is, of which lifeline, its label, and what it has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldCall {
    /// The entry of the run.
    pub entry: usize,
    /// The number of the lifeline of the object that is called.
    pub lifeline: usize,
    /// The operation with its arguments.
    pub text: String,
    /// What it has changed, a line for each property.
    pub changes: Vec<String>,
}

/// The calls of some entries of a run. Lifelines are written as `name : Class`.
#[must_use]
pub fn told(lifelines: &[String], run: &[SystemStepView], entries: Range<usize>) -> Vec<ToldCall> {
    let names = names(lifelines);
    let all = run.iter().enumerate().take(entries.end).skip(entries.start);
    let told = all.filter_map(|(entry, it)| told_call(&names, it.call.as_deref()?, entry));
    told.collect()
}

/// The call that would violate an invariant after a run, with what it would break before what it would change.
#[must_use]
pub fn told_breaking(
    lifelines: &[String],
    run: &[SystemStepView],
    end: End<'_>,
) -> Option<ToldCall> {
    let call = end.breaking()?;
    let mut told = told_call(&names(lifelines), call, run.len())?;
    told.changes.insert(0, would_break(call));
    Some(told)
}

/// The names of lifelines, which are written as `name : Class`.
fn names(lifelines: &[String]) -> Vec<&str> {
    let names = lifelines.iter();
    let names = names.map(|it| it.split_once(" : ").map_or(&**it, |it| it.0));
    names.collect()
}

fn told_call(names: &[&str], call: &CallView, entry: usize) -> Option<ToldCall> {
    let lifeline = names.iter().position(|it| *it == call.object)?;
    let own = call.call.strip_prefix(&*call.object);
    let own = own.and_then(|it| it.strip_prefix('.'));
    let changes = call.changes.iter();
    let changes = changes.map(|it| format!("{}.{} = {}", it.object, it.property, it.after));
    Some(ToldCall {
        entry,
        lifeline,
        text: own.unwrap_or(&call.call).to_owned(),
        changes: changes.collect(),
    })
}
