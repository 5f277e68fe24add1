//! The run of an answer as plain data, and steps in words.

use super::showing::{names, occurrence, queues_of, values};
use crate::api::property::one_line;
use crate::language::statechart::model::{ObjectId, Reading, TransitionId};
use crate::language::statechart::print;
use crate::language::statechart::semantics::{
    Fault, Move, ObjectState, Put, Report, StatechartSystem, accepted, whence,
};
use crate::system::{Step, System, Trace, Valuation};
use crate::text::capitalised;
use crate::view::{Dispatch, EMPTY, Event, InputRead, QueueChange, Sender, SystemStepView};
use crate::wording::events::TIMED;
use crate::wording::simulate::sent_by_hand;

/// Who does a step.
pub(in crate::api) fn who(system: &StatechartSystem<'_>, what: Move) -> String {
    let name = |object: ObjectId| system.machine().model.objects[object].name.clone();
    match what {
        Move::Begin(it)
        | Move::Thread(it)
        | Move::Completion(it)
        | Move::Event(it)
        | Move::Timed(it)
        | Move::Activity(it)
        | Move::Forget(it) => name(it),
        Move::Script(_) | Move::ByHand => "environment".into(),
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
    let (head, adds) = in_words(system, text, at, what, &report);
    together(head, &adds)
}

/// Who acts and why, with what that adds.
fn together(head: String, adds: &str) -> String {
    match (head.is_empty(), adds.is_empty()) {
        (_, true) => head,
        (true, false) => adds.to_owned(),
        (false, false) => format!("{head}: {adds}"),
    }
}

/// Who acts and why, and what fires, is sent and shown; one of both can be empty.
fn in_words(
    system: &StatechartSystem<'_>,
    text: &str,
    at: &Valuation,
    what: Move,
    report: &Report,
) -> (String, String) {
    let model = system.machine().model;
    let state = system.state(at);
    let object = |it: ObjectId| model.objects[it].name.as_str();
    if let (Move::ByHand, Some(it)) = (what, report.sent.first()) {
        let sent = sent_by_hand(object(it.to), &occurrence(system, &it.message).to_string());
        return (sent, String::new());
    }
    let own = |it: ObjectId| state.as_ref().map(|state| &state.objects[it]);
    let event = |it: ObjectId| {
        own(it)
            .and_then(|it| it.pool.first())
            .map(|it| model.events[it.event].name.clone())
    };
    let head = match what {
        Move::Begin(it) => format!("{} begins", object(it)),
        Move::Thread(it) => format!("{} goes on", object(it)),
        Move::Completion(it) if system.machine().reading == Reading::Scxml => {
            format!("{} goes on without an event", object(it))
        }
        Move::Completion(it) => {
            let completed = own(it).and_then(|own| own.completions.first().copied());
            let chart = &model.charts[model.objects[it].chart];
            let completed = completed.map(|it| chart.path(it)).unwrap_or_default();
            format!("{} takes the completion of {completed}", object(it))
                .trim_end_matches(" of ")
                .to_owned()
        }
        Move::Event(it) => format!("{} takes {}", object(it), event(it).unwrap_or_default()),
        Move::Timed(it) => format!("{}: {TIMED}", object(it)),
        Move::Activity(it) => format!("{} goes on with its do behaviour", object(it)),
        Move::Forget(it) => format!("{} forgets completions", object(it)),
        Move::Script(_) | Move::ByHand => "the environment acts".into(),
        Move::Time(1) => "1 unit of time passes".into(),
        Move::Time(passed) => format!("{passed} units of time pass"),
    };
    let mut parts = read(&inputs(system, report));
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
    // Who acts stands with what is sent.
    let is_told = matches!(what, Move::Script(_)) && !parts.is_empty();
    let head = if is_told { String::new() } else { head };
    (head, parts.join("; "))
}

/// What inputs were, in words; with whose they are, where more than one object has read any.
fn read(all: &[InputRead]) -> Vec<String> {
    let are_of_one = all.iter().all(|it| it.object == all[0].object);
    let words = |it: &InputRead| {
        let words = format!("{} is {}", print::name(&it.name), it.value);
        match are_of_one {
            true => words,
            false => format!("{}: {words}", it.object),
        }
    };
    all.iter().map(words).collect()
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
    let (head, mut adds) = in_words(system, text, at, what, &report);
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
        relation: Some(who(system, what)),
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
