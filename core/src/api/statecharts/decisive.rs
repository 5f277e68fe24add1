//! What of a state makes a condition false: where objects are, and values, as far as they are enough for it.

use crate::explain::{decisive, list};
use crate::expression::Value;
use crate::language::statechart::model::{Atom, Query};
use crate::language::statechart::semantics::StatechartSystem;
use crate::language::statechart::shortest_name;
use crate::system::Valuation;

/// Facts that are told; the drawings have all.
const MOST: usize = 6;

/// What makes a condition false in a state, as a sentence without its end; nothing where that would be too long. Of a system of
/// one object its name is left out.
pub(super) fn seen(system: &StatechartSystem<'_>, query: &Query, at: &Valuation) -> Option<String> {
    let state = system.state(at)?;
    let model = system.machine().model;
    let value = |it: &Atom| system.seen(*it, &state.objects[it.object()]);
    let values: Vec<_> = query.atoms.iter().map(value).collect();
    let is_alone = model.objects.len() == 1;
    let numbers: Vec<_> = values.iter().map(|it| Value::Number(*it)).collect();
    let all = decisive(&query.term, &numbers);
    if all.is_empty() || all.len() > MOST {
        return None;
    }
    // Of a state whose it is and whether it is active, for states of one object are told together; each fact once.
    let mut told: Vec<(Option<(usize, bool)>, String)> = Vec::new();
    for at in all {
        let (atom, value) = (query.atoms[at], values[at]);
        let object = &model.objects[atom.object()];
        let chart = &model.charts[object.chart];
        let own = |what: &str| {
            if is_alone {
                what.to_owned()
            } else {
                format!("{}.{what}", object.name)
            }
        };
        let not = if value == 1 { "" } else { "not " };
        let it = match atom {
            Atom::In(object, vertex) => (
                Some((object, value == 1)),
                format!("`{}`", shortest_name(chart, vertex)),
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
