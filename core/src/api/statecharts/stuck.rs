//! What there is to see at the end of a run: where each object is that has not come to its end, and what it waits for; and what
//! a condition reads there.

use std::collections::BTreeSet;

use crate::language::statechart::model::{Atom, Chart, ObjectId, Query};
use crate::language::statechart::semantics::{ObjectState, StatechartSystem};
use crate::system::Valuation;

/// Objects that are told; who has more looks at the drawings.
const MOST: usize = 6;

/// What is to be said of the end of a run in which nothing can happen any more; nothing where every object has ended.
pub(super) fn stuck(system: &StatechartSystem<'_>, at: &Valuation) -> Option<String> {
    let state = system.state(at)?;
    let open = state.objects.iter().enumerate();
    let open = open.filter(|it| !it.1.status.is_ended());
    let mut told: Vec<_> = open
        .map(|(object, own)| clause(system, object, own))
        .collect();
    let more = told.len().saturating_sub(MOST);
    told.truncate(MOST);
    if more > 0 {
        told.push(format!("{more} more objects have not ended"));
    }
    (!told.is_empty()).then(|| told.join("; "))
}

/// Of one object: where it is, what takes it on, and what waits meanwhile.
fn clause(system: &StatechartSystem<'_>, object: ObjectId, own: &ObjectState) -> String {
    let machine = system.machine();
    let model = machine.model;
    let chart = &model.charts[model.objects[object].chart];
    let name = |event: usize| format!("`{}`", model.events[event].name);
    let mut parts = vec![match innermost(chart, own).as_slice() {
        [] => "has not begun".to_owned(),
        all => format!("is in {}", all.join(" and ")),
    }];
    let active = (0..chart.vertices.len()).filter(|&it| own.active[it]);
    let outgoing: Vec<_> = active.flat_map(|it| &chart.vertices[it].outgoing).collect();
    let has_begun = own.active.iter().any(|&it| it);
    // What is inside may still be left by a do behaviour, or be waited for in another region.
    if outgoing.is_empty() && has_begun && own.activities.is_empty() {
        parts.push("no transition leaves that".to_owned());
    }
    let outgoing = outgoing.into_iter();
    let triggers = outgoing.flat_map(|&it| &chart.transitions[it].triggers);
    let triggers: BTreeSet<_> = triggers.copied().collect();
    let triggers: Vec<_> = triggers.into_iter().map(name).collect();
    if !triggers.is_empty() {
        parts.push(format!("waits for {}", listed(&triggers, "or")));
    }
    let accepts = own.activities.iter().filter(|it| it.waits);
    for it in accepts {
        let code = &machine.codes[model.objects[object].chart];
        let events = code.accepted(it.at).unwrap_or_default().iter();
        let events: Vec<_> = events.copied().map(name).collect();
        let state = chart.path(it.state);
        parts.push(format!(
            "the do behaviour of `{state}` waits for {}",
            listed(&events, "or")
        ));
    }
    let listed_of = |all: Vec<String>, which: &str| {
        let verb = if all.len() == 1 { "is" } else { "are" };
        (!all.is_empty()).then(|| format!("{} {verb} {which}", listed(&all, "and")))
    };
    let pool = own.pool.iter().map(|it| name(it.event)).collect();
    parts.extend(listed_of(pool, "in its queue"));
    let aside = own.deferred.iter().map(|it| name(it.0.event)).collect();
    parts.extend(listed_of(aside, "put aside"));
    format!("`{}` {}", model.objects[object].name, listed(&parts, "and"))
}

/// What a condition reads of a state, each thing once: where objects are, and values.
pub(super) fn seen(system: &StatechartSystem<'_>, query: &Query, at: &Valuation) -> Option<String> {
    let state = system.state(at)?;
    let model = system.machine().model;
    let mut told: Vec<String> = Vec::new();
    for atom in &query.atoms {
        let (object, own) = (&model.objects[atom.object()], &state.objects[atom.object()]);
        let (name, chart) = (&object.name, &model.charts[object.chart]);
        let value = system.seen(*atom, own);
        let not = if value == 1 { "" } else { "not " };
        let it = match *atom {
            Atom::In(_, vertex) => format!("`{name}` is {not}in `{}`", chart.path(vertex)),
            Atom::Variable(_, number) => {
                let variable = chart.variables.get(number)?;
                format!(
                    "`{name}.{}` is {}",
                    variable.name,
                    variable.sort.show(value)
                )
            }
            Atom::QueueSize(_) => format!("`{name}.queue.size` is {value}"),
            Atom::Overflows(_) => format!("the queue of `{name}` has {not}overflowed"),
            Atom::Ended(_) => format!("`{name}` has {not}ended"),
        };
        if !told.contains(&it) {
            told.push(it);
        }
    }
    (!told.is_empty() && told.len() <= MOST).then(|| listed(&told, "and"))
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

/// `a`, `a or b`, `a, b or c`.
fn listed(all: &[String], word: &str) -> String {
    match all {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
