//! Why objects cannot play a scenario further, in one sentence.
//!
//! Each clause is a claim about all states after which exactly the messages before have been sent; `tests/statechart/scenarios`
//! reads the clauses and asks the definitions.

use crate::language::statechart::ENVIRONMENT;
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{
    EventId, ObjectId, Reading, ScenarioMessage, Stimulus, TransitionId, VertexId,
};
use crate::question::statecharts::{Unplayed, Why};
use crate::view::{Extent, Outcome, Verdict};
use crate::wording::statecharts::steps;

/// Places, calls and transitions that are named; where there are more, none is.
const MOST_NAMED: usize = 6;

/// Why the message behind so many of a scenario cannot follow.
#[must_use]
pub fn sentence(
    model: &StatechartModel,
    text: &str,
    (scenario, done): (usize, usize),
    why: &Unplayed,
    (outcome, reading): (&Outcome, Reading),
) -> String {
    let message = &model.scenarios[scenario].messages[done];
    let mut clauses = clauses(model, text, message, why);
    if clauses.is_empty() {
        clauses.push("no run sends it".into());
    }
    let what = match done {
        0 => "cannot be sent",
        _ => "cannot follow",
    };
    let within = match (outcome.verdict, outcome.bound) {
        (Verdict::Absent(Extent::Bound), Some(bound)) => {
            format!(" within {}", steps(bound, reading))
        }
        _ => String::new(),
    };
    format!(
        "`{}` {what}{within}: {}.",
        written(model, message),
        clauses.join("; ")
    )
}

fn clauses(
    model: &StatechartModel,
    text: &str,
    message: &ScenarioMessage,
    why: &Unplayed,
) -> Vec<String> {
    let mut clauses = Vec::new();
    match why.from {
        None => {
            let sends = |it: &Stimulus| {
                matches!(it, Stimulus::Event { event, to, .. }
                    if *event == message.event && to.contains(&message.to))
            };
            let mut stimuli = model.scripts.iter().flat_map(|it| &it.stimuli);
            if !stimuli.any(sends) {
                clauses.push("`environment` never sends it".into());
            }
        }
        Some(from) if why.calls.is_empty() => {
            let object = &model.objects[from];
            clauses.push(format!(
                "no behaviour of `{}` sends it",
                model.charts[object.chart].name
            ));
        }
        Some(from) => {
            let name = &model.objects[from].name;
            if !why.places.is_empty() && why.places.len() <= MOST_NAMED {
                let places = why.places.iter().map(|it| place(model, from, it));
                let only = if why.places.len() == 1 { "only " } else { "" };
                clauses.push(format!(
                    "between its steps `{name}` can {only}be in {}",
                    listed(places, "or")
                ));
            }
            let named = why.calls.iter().take(MOST_NAMED);
            clauses.extend(named.filter_map(|it| unsent(model, text, message, it.why)));
        }
    }
    match &why.instead {
        Some(calls) if calls.is_empty() => clauses.push("no other call can be sent either".into()),
        Some(calls) if calls.len() <= MOST_NAMED => {
            let calls = calls.iter().map(|&it| call(model, it));
            clauses.push(format!("what can be sent is {}", listed(calls, "or")));
        }
        Some(_) | None => {}
    }
    if why.has_no_room {
        clauses.push("it would be sent if queues had room".into());
    }
    clauses
}

/// What keeps a call in the text from running.
fn unsent(
    model: &StatechartModel,
    text: &str,
    message: &ScenarioMessage,
    why: Why,
) -> Option<String> {
    let chart = &model.charts[model.objects[message.from?].chart];
    let receiver = &model.objects[message.to].name;
    let path = |it: VertexId| format!("`{}`", chart.path(it));
    let line = |it: TransitionId| {
        let words = chart.transitions[it].span.text(text).split_whitespace();
        format!("`{}`", words.collect::<Vec<_>>().join(" "))
    };
    Some(match why {
        Why::Open => return None,
        Why::NotThere(vertex, number) => {
            format!(
                "{} would send it, but leaves {}, where it never is",
                line(number),
                path(vertex)
            )
        }
        Why::Guard(vertex, number) => {
            format!(
                "{} would send it, but its guard is false in {}",
                line(number),
                path(vertex)
            )
        }
        Why::Receiver(vertex, number, variable) => format!(
            "{} would send it, but in {} `{}` is never `{}`",
            line(number),
            path(vertex),
            chart.variables[variable].name,
            receiver
        ),
        Why::GuardThen(vertex, number) => format!(
            "{} would send it, but in {} its guard is false whenever what it waits for is first in the queue",
            line(number),
            path(vertex)
        ),
        Why::NoEvent(vertex, number) => format!(
            "{} would send it, but in {} what it waits for is never first in the queue",
            line(number),
            path(vertex)
        ),
    })
}

/// Innermost active states: `A.B` with `A.C`.
fn place(model: &StatechartModel, object: ObjectId, place: &[VertexId]) -> String {
    let chart = &model.charts[model.objects[object].chart];
    let names: Vec<_> = place
        .iter()
        .map(|&it| format!("`{}`", chart.path(it)))
        .collect();
    match names.is_empty() {
        true => "no state".into(),
        false => names.join(" with "),
    }
}

/// A message as the text writes it, without what it brings where that does not matter.
fn written(model: &StatechartModel, it: &ScenarioMessage) -> String {
    format!(
        "{} -> {} : {}",
        it.from.map_or(ENVIRONMENT, |it| &*model.objects[it].name),
        model.objects[it.to].name,
        sent(model, it)
    )
}

/// What a message sends: `request(s1)`, or `request` where it does not matter what that brings.
#[must_use]
pub fn sent(model: &StatechartModel, it: &ScenarioMessage) -> String {
    let event = &model.events[it.event];
    let arguments = it.arguments.as_ref().map(|values| {
        let values = values.iter().zip(&event.parameters);
        let values: Vec<_> = values.map(|(&it, (_, sort))| sort.show(it)).collect();
        format!("({})", values.join(", "))
    });
    format!("{}{}", event.name, arguments.unwrap_or_default())
}

fn call(
    model: &StatechartModel,
    (from, to, event): (Option<ObjectId>, ObjectId, EventId),
) -> String {
    let from = from.map_or(ENVIRONMENT, |it| &*model.objects[it].name);
    let (to, event) = (&model.objects[to].name, &model.events[event].name);
    format!("`{from} -> {to} : {event}`")
}

fn listed(all: impl Iterator<Item = String>, word: &str) -> String {
    let all: Vec<_> = all.collect();
    match all.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., last] => format!("{} {word} {last}", init.join(", ")),
    }
}
