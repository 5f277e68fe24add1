//! The run of an answer as plain data, and what its steps do.

use super::showing::{names, occurrence, queues_of, values};
use crate::api::property::one_line;
use crate::language::statechart::model::{ObjectId, Reading, TransitionId};
use crate::language::statechart::semantics::{
    Fault, Move, ObjectState, Put, Report, StatechartSystem, accepted, whence,
};
use crate::system::{Step, System, Trace, Valuation};
use crate::text::capitalised;
use crate::view::{
    Dispatch, EMPTY, Event, InputRead, QueueChange, Sender, StepAction, StepEffect, StepTrigger,
    StepTurn, SystemStepView,
};
use crate::wording::actions::{head_and_effects, together};

/// Whose turn a step is.
fn turn(system: &StatechartSystem<'_>, what: Move) -> StepTurn {
    let name = |object: ObjectId| system.machine().model.objects[object].name.clone();
    match what {
        Move::Begin(it)
        | Move::Thread(it)
        | Move::Completion(it)
        | Move::Event(it)
        | Move::Timed(it)
        | Move::Activity(it)
        | Move::Forget(it) => StepTurn::Object(name(it)),
        Move::Script(_) | Move::ByHand => StepTurn::Environment,
        Move::Time(_) => StepTurn::Time,
    }
}

/// What a step does.
pub(in crate::api) fn action(
    system: &StatechartSystem<'_>,
    text: &str,
    at: &Valuation,
    step: &Step,
) -> StepAction {
    let taken = system.taken(at, step);
    taken.map_or_else(StepAction::default, |(what, report)| {
        action_of(system, text, at, what, &report)
    })
}

fn action_of(
    system: &StatechartSystem<'_>,
    text: &str,
    at: &Valuation,
    what: Move,
    report: &Report,
) -> StepAction {
    StepAction {
        turn: turn(system, what),
        trigger: trigger(system, at, what),
        effects: effects(system, text, report),
    }
}

/// What sets a step off.
fn trigger(system: &StatechartSystem<'_>, at: &Valuation, what: Move) -> Option<StepTrigger> {
    let model = system.machine().model;
    let state = system.state(at);
    let own = |it: ObjectId| state.as_ref().map(|state| &state.objects[it]);
    Some(match what {
        Move::Begin(_) => StepTrigger::Begin,
        Move::Thread(_) => StepTrigger::Thread,
        Move::Completion(_) if system.machine().reading == Reading::Scxml => StepTrigger::Eventless,
        Move::Completion(it) => {
            let completed = own(it).and_then(|own| own.completions.first().copied());
            let chart = &model.charts[model.objects[it].chart];
            StepTrigger::Completion(completed.map_or_else(String::new, |it| chart.path(it)))
        }
        Move::Event(it) => {
            let event = own(it).and_then(|own| own.pool.first());
            let event = event.map(|it| model.events[it.event].name.clone());
            StepTrigger::Event(event.unwrap_or_default())
        }
        Move::Timed(_) => StepTrigger::Timed,
        Move::Activity(_) => StepTrigger::Activity,
        Move::Forget(_) => StepTrigger::Forget,
        Move::Script(_) => return None,
        Move::ByHand => StepTrigger::Hand,
        Move::Time(passed) => StepTrigger::Elapsed(passed.into()),
    })
}

/// What is read, fires, is sent and shown.
fn effects(system: &StatechartSystem<'_>, text: &str, report: &Report) -> Vec<StepEffect> {
    let model = system.machine().model;
    let object = |it: ObjectId| model.objects[it].name.clone();
    let reads = inputs(system, report).into_iter().map(StepEffect::Reads);
    let fires = report.fired.iter().map(|&(it, transition)| {
        let chart = &model.charts[model.objects[it].chart];
        let span = chart.transitions[transition].span;
        StepEffect::Executes(one_line(span.text(text)))
    });
    let sends = report.sent.iter().map(|it| StepEffect::Sends {
        from: it.from.map(object),
        to: object(it.to),
        event: occurrence(system, &it.message),
    });
    let shows = report.labels.iter();
    let shows = shows.map(|&it| StepEffect::Shows(model.labels[it].clone()));
    reads.chain(fires).chain(sends).chain(shows).collect()
}

/// What inputs were, each once.
fn inputs(system: &StatechartSystem<'_>, report: &Report) -> Vec<InputRead> {
    let model = system.machine().model;
    let mut all: Vec<InputRead> = Vec::new();
    for &(object, input, value) in &report.read {
        let it = &model.charts[model.objects[object].chart].inputs[input];
        let read = InputRead {
            object: model.objects[object].name.clone(),
            name: it.name.clone(),
            value: it.sort.show(value),
        };
        if !all.contains(&read) {
            all.push(read);
        }
    }
    all
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
    let mut at = trace.start.clone();
    let mut views = vec![entry(system, text, None, &at)];
    let mut seen = vec![at.clone()];
    for step in &trace.steps {
        let Some(after) = system.apply(&at, step) else {
            break;
        };
        let again = seen.iter().rposition(|it| *it == after);
        seen.push(after.clone());
        views.push(SystemStepView {
            again,
            ..entry(system, text, Some((&at, step)), &after)
        });
        at = after;
    }
    views
}

/// One entry of a run: the state after a step, or the start.
pub(in crate::api) fn entry(
    system: &StatechartSystem<'_>,
    text: &str,
    step: Option<(&Valuation, &Step)>,
    after: &Valuation,
) -> SystemStepView {
    let now = values(system, after);
    let waiting = queues_of(system, after);
    let taken = step.and_then(|(at, step)| Some((at, system.taken(at, step)?)));
    let Some((at, (what, report))) = taken else {
        return SystemStepView {
            state: now,
            waiting,
            sentence: "Nothing has begun.".into(),
            counts: Some(true),
            ..SystemStepView::default()
        };
    };
    let before = values(system, at);
    let action = action_of(system, text, at, what, &report);
    let (head, mut adds) = head_and_effects(&action);
    let mut ends = String::new();
    if let Some(fault) = fault(system, after) {
        ends = format!("; {}, and the run ends", fault.replace('`', ""));
    } else if adds.is_empty() {
        adds = outcome(system, (what, &report), (&before, &now));
    }
    let said = together(head, &adds) + &ends + ".";
    adds = (adds + &ends).trim_start_matches("; ").to_owned();
    let fired = report.fired.iter();
    SystemStepView {
        turn: action.turn,
        fired: fired
            .map(|&(object, it)| operation(system, object, it))
            .collect(),
        passing: Vec::new(),
        changed: (0..now.len()).filter(|&it| now[it] != before[it]).collect(),
        sentence: match what {
            Move::ByHand => capitalised(&said),
            _ => said,
        },
        begins: matches!(what, Move::Begin(_)),
        adds,
        events: events(system, (at, after), what, &report),
        inputs: inputs(system, &report),
        waiting,
        queues: queues(system, (at, after), what, &report),
        counts: Some(what.counts()),
        again: None,
        call: None,
        state: now,
    }
}

/// What a behaviour that goes on has changed, where the rest of the sentence does not say what it does.
fn outcome(
    system: &StatechartSystem<'_>,
    (what, report): (Move, &Report),
    (before, now): (&[String], &[String]),
) -> String {
    let says_more = !(report.fired.is_empty()
        && report.read.is_empty()
        && report.sent.is_empty()
        && report.labels.is_empty());
    if says_more || !matches!(what, Move::Thread(_)) {
        return String::new();
    }
    let each = names(system).into_iter().zip(before.iter().zip(now));
    // What is left shows by what is entered; what waits is in the queue, and clocks are bars.
    let is_shown = |name: &str| !name.ends_with(".queue") && !name.ends_with(".clock");
    let changes = each
        .filter(|(name, (before, now))| before != now && !now.starts_with(EMPTY) && is_shown(name));
    let changes: Vec<_> = changes
        .map(|(name, (_, now))| format!("{name} = {now}"))
        .collect();
    changes.join(", ")
}

/// What is taken and sent, and how much time passes, as [`SystemStepView::events`] has it.
fn events(
    system: &StatechartSystem<'_>,
    (at, after): (&Valuation, &Valuation),
    what: Move,
    report: &Report,
) -> Vec<Event> {
    let model = system.machine().model;
    let (Some(before), Some(after)) = (system.state(at), system.state(after)) else {
        return Vec::new();
    };
    let name = |it: ObjectId| model.objects[it].name.clone();
    let mut events = Vec::new();
    match what {
        Move::Time(passed) => events.push(Event::Time(passed.into())),
        Move::Event(object) => {
            let (own, now) = (&before.objects[object], &after.objects[object]);
            if let Some(it) = own.pool.first() {
                let fires = report.fired.iter().any(|it| it.0 == object);
                let goes_on = fires || !now.is_stable();
                let becomes = match (now.deferred.len() > own.deferred.len(), goes_on) {
                    (true, _) => Dispatch::Deferred,
                    (false, true) => Dispatch::Taken,
                    (false, false) if waiting(now) < waiting(own) => Dispatch::Taken,
                    (false, false) => Dispatch::Discarded,
                };
                events.push(Event::Dispatched {
                    by: name(object),
                    event: occurrence(system, it),
                    becomes,
                });
            }
        }
        Move::Activity(object) => {
            let own = &before.objects[object];
            if let Some(taken) = accepted(own, &after.objects[object]) {
                let it = &own.deferred[taken].0;
                events.push(Event::Dispatched {
                    by: name(object),
                    event: occurrence(system, it),
                    becomes: Dispatch::Taken,
                });
            }
        }
        _ => {}
    }
    events.extend(report.sent.iter().map(|it| Event::Sent {
        from: match (it.from, what) {
            (Some(it), _) => Sender::Object(name(it)),
            (None, Move::ByHand) => Sender::Hand,
            (None, _) => Sender::Environment,
        },
        to: name(it.to),
        event: occurrence(system, &it.message),
        is_lost: it.put == Put::Nowhere,
    }));
    events
}

/// Where what waits comes from, of each object for which something else waits than before.
fn queues(
    system: &StatechartSystem<'_>,
    (at, after): (&Valuation, &Valuation),
    what: Move,
    report: &Report,
) -> Vec<QueueChange> {
    let (Some(before), Some(after)) = (system.state(at), system.state(after)) else {
        return Vec::new();
    };
    let pairs = before.objects.iter().zip(&after.objects).enumerate();
    let changes = pairs.map(|(object, pair)| QueueChange {
        object,
        from: whence(object, pair, what, report),
    });
    let is_other = |it: &QueueChange| {
        let (own, now) = (&before.objects[it.object], &after.objects[it.object]);
        let waited = own.pool.len() + own.deferred.len();
        // What is put aside where nothing else waits keeps its number.
        own.pool.len() != now.pool.len() || !it.from.iter().copied().eq(0..waited)
    };
    changes.filter(is_other).collect()
}

/// How many do behaviours of an object wait for an event.
fn waiting(own: &ObjectState) -> usize {
    own.activities.iter().filter(|it| it.waits).count()
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
            Some(it) => format!(
                "`{name}` gives `{}` a value that it cannot have: it is {}",
                it.name,
                it.sort.name()
            ),
            None => format!("`{name}` evaluates something that has no value"),
        },
        Fault::Beyond64Bits(variable) => format!(
            "`{name}` gives `{}` a value of more than 64 bits",
            chart.variables.get(variable).map_or("", |it| &it.name)
        ),
        Fault::NoReceiver => format!("`{name}` sends an event to `null`"),
        Fault::Overflow => format!("the queue of `{name}` overflows"),
        Fault::Endless => format!("a step of `{name}` does not come to an end"),
    })
}
