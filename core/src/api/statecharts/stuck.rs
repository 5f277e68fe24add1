//! What there is to see at the end of a run: where each object is that neither has ended nor rests, what it waits for and what
//! was lost on the way.

use std::collections::BTreeSet;

use crate::explain::{Hindrance, list, refused};
use crate::language::statechart::model::{Chart, ObjectId, Reading, VertexKind};
use crate::language::statechart::semantics::{
    ObjectState, ObjectStatus, StatechartSystem, SystemState,
};
use crate::system::Valuation;
use crate::view::{Dispatch, Event, SystemStepView};
use crate::wording::refused::hindrance;
use crate::wording::stopped::written;

/// Objects that are told; who has more looks at the drawings.
const MOST: usize = 6;
/// Events, and transitions, that are told.
const MOST_TOLD: usize = 3;

/// What is to be said of a run that gets stuck at its end; nothing where every object has ended or rests. `alone` says
/// whether the environment may still send something.
pub(super) fn stuck(
    system: &StatechartSystem<'_>,
    text: &str,
    run: &[SystemStepView],
    at: &Valuation,
    alone: bool,
) -> Option<String> {
    let state = system.state(at)?;
    let model = system.machine().model;
    let all = state.objects.iter().enumerate();
    let (stay, open): (Vec<_>, Vec<_>) =
        all.partition(|(object, own)| system.machine().may_stay(*object, own));
    let mut told: Vec<_> = open
        .iter()
        .map(|(object, own)| clause(system, *object, own))
        .collect();
    let more = told.len().saturating_sub(MOST);
    told.truncate(MOST);
    if more > 0 {
        told.push(format!("{more} more objects neither have ended nor rest"));
    }
    if told.is_empty() {
        return None;
    }
    told.extend(hindrances(system, text, &state));
    let lost = lost(run);
    let is_lost = !lost.is_empty();
    told.extend(lost);
    if alone && !is_lost {
        told.extend(last(system, text, run));
    }
    let resting = stay.iter().filter(|it| !it.1.status.is_ended());
    let resting: Vec<_> = resting
        .map(|it| format!("`{}`", model.objects[it.0].name))
        .collect();
    match resting.len() {
        0 => {}
        1 => told.push(format!("at rest is {}", resting[0])),
        2..=MOST => told.push(format!("at rest are {}", list(&resting, "and"))),
        many => told.push(format!("at rest are {many} objects")),
    }
    let mut vertices = model.charts.iter().flat_map(|it| &it.vertices);
    if alone && !vertices.any(|it| it.rests) {
        told.push("a state in which an object may stay is marked `<<rest>>`".to_owned());
    }
    Some(told.join("; "))
}

/// What keeps transitions of active states from firing that wait for no event.
fn hindrances(system: &StatechartSystem<'_>, text: &str, state: &SystemState) -> Vec<String> {
    let model = system.machine().model;
    let says_more = |it: &Hindrance| {
        use Hindrance as H;
        matches!(
            it,
            H::Guard | H::NoValue(_) | H::NoWay | H::Over(_) | H::CompletionGone | H::NoRoom
        )
    };
    let may_stay = |object: ObjectId| {
        let own = &state.objects[object];
        system.machine().may_stay(object, own)
    };
    let mut all = Vec::new();
    for it in refused(system, state) {
        let object = &model.objects[it.object];
        let transition = &model.charts[object.chart].transitions[it.transition];
        let why = it.why.iter().find(|it| says_more(it));
        if let Some(why) = why.filter(|_| transition.triggers.is_empty() && !may_stay(it.object)) {
            all.push(format!(
                "`{}` of `{}` cannot fire, since {}",
                written(text, transition.span),
                object.name,
                hindrance(text, model, &it, why)
            ));
        }
    }
    all.truncate(MOST_TOLD);
    all
}

/// Each event of a run that was lost or thrown away, the last ones: who sent it to whom, or who threw it away, and in which
/// step.
fn lost(run: &[SystemStepView]) -> Vec<String> {
    let mut all = Vec::new();
    let mut step = 0;
    for entry in run.get(1..).unwrap_or_default() {
        step += u32::from(entry.counts == Some(true));
        for event in &entry.events {
            match event {
                Event::Sent {
                    from,
                    to,
                    event,
                    is_lost: true,
                } => all.push(format!(
                    "`{event}` from `{from}` to `{to}` is lost in step {step}"
                )),
                Event::Dispatched {
                    by,
                    event,
                    becomes: Dispatch::Discarded,
                } => all.push(format!("`{by}` throws `{event}` away in step {step}")),
                _ => {}
            }
        }
    }
    all.split_off(all.len().saturating_sub(MOST_TOLD))
}

/// The last transitions of a run, where what they do is to send nothing.
fn last(system: &StatechartSystem<'_>, text: &str, run: &[SystemStepView]) -> Option<String> {
    let model = system.machine().model;
    let entries = run.iter().enumerate();
    let (at, entry) = entries.rev().find(|it| !it.1.fired.is_empty())?;
    let mut told = run[at..].iter().flat_map(|it| &it.events);
    let who = model
        .objects
        .iter()
        .find(|it| entry.turn.is_object(&it.name))?;
    let counted = run.get(1..=at)?.iter();
    let step = counted.filter(|it| it.counts == Some(true)).count();
    let before = model.charts[..who.chart]
        .iter()
        .map(|it| it.transitions.len());
    let before: usize = before.sum();
    let chart = &model.charts[who.chart];
    let fired = *entry.fired.last()?;
    let transition = chart.transitions.get(fired.checked_sub(before)?)?;
    let is_first = chart.vertices[transition.source].kind == VertexKind::Initial;
    if is_first || told.any(Event::is_sent) {
        return None;
    }
    Some(format!(
        "the last transition, `{}` of `{}` in step {step}, sends nothing",
        written(text, transition.span),
        who.name
    ))
}

/// Of one object: where it is, what takes it on, and what waits meanwhile.
fn clause(system: &StatechartSystem<'_>, object: ObjectId, own: &ObjectState) -> String {
    let machine = system.machine();
    let model = machine.model;
    let chart = &model.charts[model.objects[object].chart];
    let name = |event: usize| format!("`{}`", model.events[event].name);
    let mut parts = vec![match innermost(chart, own).as_slice() {
        // The last states have been left, and the next are not entered yet.
        [] if !machine.has_not_begun(own, object) => "is between states".to_owned(),
        [] => "has not begun".to_owned(),
        all => format!("is in {}", all.join(" and ")),
    }];
    let active = (0..chart.vertices.len()).filter(|&it| own.active[it]);
    let outgoing: Vec<_> = active.flat_map(|it| &chart.vertices[it].outgoing).collect();
    let has_begun = !own.active.is_empty();
    // What is inside may still be left by a do behaviour, or be waited for in another region.
    if outgoing.is_empty() && has_begun && own.activities.is_empty() {
        parts.push("no transition leaves that".to_owned());
    }
    let outgoing = outgoing.into_iter();
    let triggers = outgoing.flat_map(|&it| &chart.transitions[it].triggers);
    let triggers: BTreeSet<_> = triggers.copied().collect();
    let triggers: Vec<_> = triggers.into_iter().map(name).collect();
    if !triggers.is_empty() {
        parts.push(format!("waits for {}", list(&triggers, "or")));
    }
    let accepts = own.activities.iter().filter(|it| it.waits);
    for it in accepts {
        let code = &machine.codes[model.objects[object].chart];
        let events = code.accepted(it.at).unwrap_or_default().iter();
        let events: Vec<_> = events.copied().map(name).collect();
        let state = chart.path(it.state);
        parts.push(format!(
            "the do behaviour of `{state}` waits for {}",
            list(&events, "or")
        ));
    }
    // Whatever else a step, or a do behaviour, has still to do, it can.
    let blocks = own.activities.iter().any(|it| !it.waits);
    let is_running = !own.is_stable() && machine.reading != Reading::Bmc4uml;
    if (is_running || blocks) && own.status == ObjectStatus::Run {
        parts.push("has no room in a queue for what it sends next".to_owned());
    }
    let listed_of = |all: Vec<String>, which: &str| {
        let verb = if all.len() == 1 { "is" } else { "are" };
        (!all.is_empty()).then(|| format!("{} {verb} {which}", list(&all, "and")))
    };
    let pool = own.pool.iter().map(|it| name(it.event)).collect();
    parts.extend(listed_of(pool, "in its queue"));
    let aside = own.deferred.iter().map(|it| name(it.0.event)).collect();
    parts.extend(listed_of(aside, "put aside"));
    format!("`{}` {}", model.objects[object].name, list(&parts, "and"))
}

/// The innermost active states, by their paths.
fn innermost(chart: &Chart, own: &ObjectState) -> Vec<String> {
    let is_leaf = |&vertex: &usize| {
        let regions = &chart.vertices[vertex].regions;
        let mut inside = regions.iter().flat_map(|&it| &chart.regions[it].vertices);
        own.active[vertex] && !inside.any(|&it| own.active[it])
    };
    let leaves = (0..chart.vertices.len()).filter(is_leaf);
    leaves.map(|it| format!("`{}`", chart.path(it))).collect()
}
