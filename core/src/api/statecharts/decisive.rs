//! What of a state makes a condition false: the places of objects that are enough for it by themselves, and all values that the
//! condition reads.

use crate::explain::{decisive, list};
use crate::expression::Value;
use crate::language::statechart::model::{Atom, Chart, Query, VertexId};
use crate::language::statechart::semantics::StatechartSystem;
use crate::system::Valuation;

/// Facts that are told; who wants more looks at the drawings.
const MOST: usize = 6;

/// What makes a condition false in a state, as a sentence without its end; nothing where that would be too long. Of a system of
/// one object its name is left out.
pub(super) fn seen(system: &StatechartSystem<'_>, query: &Query, at: &Valuation) -> Option<String> {
    let state = system.state(at)?;
    let model = system.machine().model;
    let value = |it: &Atom| system.seen(*it, &state.objects[it.object()]);
    let values: Vec<_> = query.atoms.iter().map(value).collect();
    let is_alone = model.objects.len() == 1;
    // Who is where comes first; what is true at one place of the condition is so at all.
    let mut told: Vec<(Option<(usize, bool)>, String)> = Vec::new();
    let numbers: Vec<_> = values.iter().map(|it| Value::Number(*it)).collect();
    for at in decisive(&query.term, &numbers) {
        let (atom, value) = (query.atoms[at], values[at]);
        let object = &model.objects[atom.object()];
        let chart = &model.charts[object.chart];
        let own = |what: &str| match is_alone {
            true => what.to_owned(),
            false => format!("{}.{what}", object.name),
        };
        let not = if value == 1 { "" } else { "not " };
        let it = match atom {
            Atom::In(object, vertex) => (
                Some((object, value == 1)),
                format!("`{}`", short(chart, vertex)),
            ),
            Atom::Variable(_, number) => {
                let variable = chart.variables.get(number)?;
                let words = format!("`{}` is {}", own(&variable.name), variable.sort.show(value));
                (None, words)
            }
            Atom::QueueSize(_) => (None, format!("`{}` is {value}", own("queue.size"))),
            Atom::Overflows(_) => (
                None,
                format!("the queue of `{}` has {not}overflowed", object.name),
            ),
            Atom::Ended(_) => (None, format!("`{}` has {not}ended", object.name)),
        };
        if !told.contains(&it) {
            told.push(it);
        }
    }
    if told.is_empty() || told.len() > MOST {
        return None;
    }
    let mut clauses = Vec::new();
    for (who, it) in &told {
        let Some((object, is_there)) = *who else {
            continue;
        };
        let alike = |it: &&(Option<(usize, bool)>, String)| it.0 == *who;
        let all: Vec<_> = told.iter().filter(alike).map(|it| it.1.clone()).collect();
        // The first of them tells the others, too.
        if all[0] != *it {
            continue;
        }
        let not = if is_there { "" } else { "not " };
        let states = list(&all, if is_there { "and" } else { "or" });
        clauses.push(match (is_alone, all.len()) {
            (true, 1) => format!("{states} is {not}active"),
            (true, _) if is_there => format!("{states} are active"),
            (true, _) => format!("neither {} is active", list(&all, "nor")),
            (false, _) => format!("`{}` is {not}in {states}", model.objects[object].name),
        });
    }
    clauses.extend(told.into_iter().filter(|it| it.0.is_none()).map(|it| it.1));
    Some(list(&clauses, "and"))
}

/// A state by the end of its path that no other state has.
fn short(chart: &Chart, vertex: VertexId) -> String {
    let path = chart.path(vertex);
    let others: Vec<_> = (0..chart.vertices.len())
        .filter(|&it| it != vertex)
        .map(|it| chart.path(it))
        .collect();
    let ends = path.rmatch_indices('.').map(|it| &path[it.0 + 1..]);
    let is_own = |end: &&str| {
        let inner = format!(".{end}");
        others.iter().all(|it| it != end && !it.ends_with(&inner))
    };
    let mut ends = ends.filter(|it| !it.starts_with('['));
    ends.find(is_own).map_or(path.clone(), str::to_owned)
}
