//! The run of an answer as plain data, and steps in words.

use super::analysis::{one_line, shown};
use crate::language::statechart::model::{ObjectId, TransitionId};
use crate::language::statechart::semantics::{Fault, Move, Report, StatechartSystem};
use crate::system::{Step, System, Trace, Valuation};
use crate::view::SystemStepView;

/// Who does a step.
pub(super) fn who(system: &StatechartSystem<'_>, what: Move) -> String {
    let name = |object: ObjectId| system.machine().model.objects[object].name.clone();
    match what {
        Move::Begin(it)
        | Move::Thread(it)
        | Move::Completion(it)
        | Move::Event(it)
        | Move::Timed(it)
        | Move::Activity(it)
        | Move::Forget(it) => name(it),
        Move::Script(_) => "environment".into(),
        Move::Time(_) => "time".into(),
    }
}

/// What a step does, in words: who, why, what fires, what is sent and shown.
pub(in crate::api) fn told(
    system: &StatechartSystem<'_>,
    text: &str,
    at: &Valuation,
    step: &Step,
) -> String {
    let Some((what, report)) = system.taken(at, step) else {
        return String::new();
    };
    in_words(system, text, at, what, &report)
}

fn in_words(
    system: &StatechartSystem<'_>,
    text: &str,
    at: &Valuation,
    what: Move,
    report: &Report,
) -> String {
    let model = system.machine().model;
    let state = system.state(at);
    let object = |it: ObjectId| model.objects[it].name.as_str();
    let own = |it: ObjectId| state.as_ref().map(|state| &state.objects[it]);
    let event = |it: ObjectId| {
        own(it)
            .and_then(|it| it.pool.first())
            .map(|it| model.events[it.event].name.clone())
    };
    let head = match what {
        Move::Begin(it) => format!("{} begins", object(it)),
        Move::Thread(it) => format!("{} goes on", object(it)),
        Move::Completion(it) => {
            let completed = own(it).and_then(|own| own.completions.first().copied());
            let chart = &model.charts[model.objects[it].chart];
            let completed = completed.map(|it| chart.path(it)).unwrap_or_default();
            format!("{} takes the completion of {completed}", object(it))
                .trim_end_matches(" of ")
                .to_owned()
        }
        Move::Event(it) => format!("{} takes {}", object(it), event(it).unwrap_or_default()),
        Move::Timed(it) => format!("{}: the time has come", object(it)),
        Move::Activity(it) => format!("{} does", object(it)),
        Move::Forget(it) => format!("{} forgets completions", object(it)),
        Move::Script(_) => "the environment acts".into(),
        Move::Time(1) => "1 unit of time passes".into(),
        Move::Time(passed) => format!("{passed} units of time pass"),
    };
    let mut parts = Vec::new();
    for &(it, transition) in &report.fired {
        let chart = &model.charts[model.objects[it].chart];
        parts.push(one_line(chart.transitions[transition].span.text(text)));
    }
    for it in &report.sent {
        let from = it.from.map_or("environment", object);
        parts.push(format!(
            "{from} -> {}: {}",
            object(it.to),
            model.events[it.message.event].name
        ));
    }
    parts.extend(
        report
            .labels
            .iter()
            .map(|&it| format!("\"{}\"", model.labels[it])),
    );
    match parts.is_empty() {
        true => head,
        false => format!("{head}: {}", parts.join("; ")),
    }
}

/// The number of a transition among those of all statecharts.
fn operation(system: &StatechartSystem<'_>, object: ObjectId, transition: TransitionId) -> usize {
    let model = system.machine().model;
    let chart = model.objects[object].chart;
    let before = model.charts[..chart].iter().map(|it| it.transitions.len());
    before.sum::<usize>() + transition
}

/// The entries of a run: the start, then one for each macro-step.
pub(super) fn steps(
    system: &StatechartSystem<'_>,
    text: &str,
    trace: &Trace,
) -> Vec<SystemStepView> {
    let numbers = shown(system.schema());
    let values = |at: &Valuation| -> Vec<String> {
        let all = system.schema().values(at).unwrap_or_default();
        numbers
            .iter()
            .map(|&it| {
                all.get(it).map_or(String::new(), |value| {
                    value.show(&system.schema().variables[it].sort)
                })
            })
            .collect()
    };
    let mut at = trace.start.clone();
    let mut state = values(&at);
    let mut views = vec![SystemStepView {
        relation: None,
        fired: Vec::new(),
        state: state.clone(),
        changed: Vec::new(),
        sentence: "Nothing has begun.".into(),
    }];
    for step in &trace.steps {
        let Some((what, report)) = system.taken(&at, step) else {
            break;
        };
        let sentence = in_words(system, text, &at, what, &report);
        let Some(after) = system.apply(&at, step) else {
            break;
        };
        let now = values(&after);
        let changed = (0..now.len()).filter(|&it| now[it] != state[it]).collect();
        let fired = report
            .fired
            .iter()
            .map(|&(object, it)| operation(system, object, it));
        views.push(SystemStepView {
            relation: Some(who(system, what)),
            fired: fired.collect(),
            state: now.clone(),
            changed,
            sentence: format!("{sentence}."),
        });
        (at, state) = (after, now);
    }
    views
}

/// What ended a run that must not have ended so.
pub(super) fn fault(system: &StatechartSystem<'_>, at: &Valuation) -> Option<String> {
    let (object, fault) = system.fault(at)?;
    let model = system.machine().model;
    let name = &model.objects[object].name;
    let chart = &model.charts[model.objects[object].chart];
    Some(match fault {
        Fault::NoWayOut(vertex) => format!(
            "no way out of the choice `{}` of `{name}` is open",
            chart.path(vertex)
        ),
        Fault::Value(variable) => match chart.variables.get(variable) {
            Some(it) => format!("`{name}` gives `{}` a value that it cannot have", it.name),
            None => format!("`{name}` evaluates something that has no value"),
        },
        Fault::NoReceiver => format!("`{name}` sends an event to `null`"),
        Fault::Overflow => format!("the queue of `{name}` overflows"),
        Fault::Endless => format!("a step of `{name}` does not come to an end"),
    })
}
