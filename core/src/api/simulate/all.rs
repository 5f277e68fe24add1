//! All runs at once, seen through what is tracked.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ending::ending;
use super::model::SimulatedModel;
use super::run::run_along;
use super::shown::with_model;
use super::{NoSimulation, SimulatedKind};
use crate::expression::{Map, Sort, Value};
use crate::simulate::{End, Executions, Exhaustive, Session};
use crate::system::{Valuation, replay};
use crate::view::{AllRuns, PlaceView, RunNode, ShownValue, SimulatedRun, SimulationOptions};

/// Start states, and steps of one state, that are followed at most.
const MOST_BRANCHES: usize = 1_000;
/// Ends in a deadlock of which it is told why, at most.
const MOST_TOLD: usize = 20;
/// Nodes that are drawn at most.
const MOST_NODES: usize = 10_000;

/// Every run, as far as so many steps show it.
///
/// # Errors
/// Refuses texts with errors, options that do not exist, and graphs that are too large.
pub fn simulate_all(
    text: &str,
    kind: SimulatedKind,
    options: &SimulationOptions,
    steps: usize,
) -> Result<AllRuns, NoSimulation> {
    with_model(text, kind, (options, true), |model| graph(model, steps))
}

/// One of all runs: one that shows a path to a node of the graph, and ends there in this way, where one is asked
/// for. Of statecharts it says how much it plays of the scenario of the check that the options name.
///
/// # Errors
/// As [`simulate_all`], and where the graph has no such node.
pub fn simulate_run_to(
    text: &str,
    kind: SimulatedKind,
    options: &SimulationOptions,
    steps: usize,
    node: usize,
    end: Option<&str>,
) -> Result<SimulatedRun, NoSimulation> {
    with_model(text, kind, (options, true), |model| {
        let (visit, graph) = visited(model, steps)?;
        let end = end.and_then(|wanted| ENDS.into_iter().find(|it| word(*it) == wanted));
        let trace = graph.run_to(&visit, node, end);
        let gone = || NoSimulation::Option("there is no such run".into());
        run_along(model, &trace.ok_or_else(gone)?, options.check)
    })
}

/// The same of machines: the global states of such a run, one message set after the other.
///
/// # Errors
/// As [`simulate_run_to`].
pub fn simulate_states_to(
    text: &str,
    options: &SimulationOptions,
    steps: usize,
    node: usize,
    end: Option<&str>,
) -> Result<Vec<Vec<PlaceView>>, NoSimulation> {
    with_model(text, SimulatedKind::MACHINES, (options, true), |model| {
        let (visit, graph) = visited(model, steps)?;
        let end = end.and_then(|wanted| ENDS.into_iter().find(|it| word(*it) == wanted));
        let gone = || NoSimulation::Option("there is no such run".into());
        let trace = graph.run_to(&visit, node, end).ok_or_else(gone)?;
        replay(model.system(), &trace).map_err(|_| gone())?;
        model.places(&trace).ok_or_else(gone)
    })
}

/// All ways to end.
const ENDS: [End; 5] = [
    End::Terminated,
    End::Stuck,
    End::DeadEnd,
    End::Silent,
    End::CutOff,
];

/// What is shown, as values: a number that no sort has stands for what has none, and of a property the values of its members, by
/// their order.
fn seen(model: &dyn SimulatedModel, at: &Valuation) -> Box<[Value]> {
    let values = model.tracked_values(at).into_vec().into_iter();
    let values: Box<[Value]> = values.map(|it| it.unwrap_or(UNDEFINED)).collect();
    let Some(columns) = model.columns() else {
        return values;
    };
    let members = |places: Vec<usize>| {
        let each = (0..).zip(&places);
        let none = Map::constant(Value::Number(0));
        let all = each.fold(none, |all, (it, &place)| {
            all.write(it, values[place].clone(), &Sort::INTEGER)
        });
        Value::Array(Arc::new(all))
    };
    columns.places().map(members).collect()
}

/// What is shown of one of [`seen`].
fn shown(model: &dyn SimulatedModel, number: usize, value: &Value) -> ShownValue {
    let own = |tracked: usize, value: &Value| {
        let value = Some(value).filter(|it| **it != UNDEFINED);
        model.show(tracked, value, true)
    };
    let (Some(columns), Value::Array(members)) = (model.columns(), value) else {
        return own(number, value);
    };
    let places = columns.places().nth(number).unwrap_or_default();
    let of = |place: usize| {
        let at = places.iter().position(|it| *it == place)?;
        Some(own(place, members.read(i64::try_from(at).ok()?)))
    };
    let column = columns.shown_at(number, &of);
    column.expect("each place of a column is one of its own")
}

/// The value of what has none.
const UNDEFINED: Value = Value::Number(i64::MIN);

/// A visit of so many steps, and what it shows.
pub(super) fn visited<'s>(
    model: &'s dyn SimulatedModel,
    steps: usize,
) -> Result<(Exhaustive<'s>, Executions), NoSimulation> {
    let mut visit = Exhaustive::new(model.system(), MOST_BRANCHES, MOST_BRANCHES);
    visit.go_on(steps);
    let graph = Executions::new(&visit, &|at| seen(model, at), MOST_NODES);
    Ok((visit, graph.map_err(|_| NoSimulation::TooMany)?))
}

fn graph(model: &dyn SimulatedModel, steps: usize) -> Result<AllRuns, NoSimulation> {
    let (mut visit, graph) = visited(model, steps)?;
    let mut told = 0;
    let mut why = |number: usize, ends: &BTreeSet<End>| {
        let is_asked = ends.contains(&End::Stuck) && told < MOST_TOLD;
        told += usize::from(is_asked);
        let trace = is_asked.then(|| graph.run_to(&visit, number, Some(End::Stuck)));
        ending(model, &Session::resume(model.system(), &trace??)?)
    };
    let nodes = graph.nodes.iter().enumerate();
    let nodes = nodes.map(|(number, node)| RunNode {
        why: why(number, &node.ends),
        changes: node
            .changes
            .iter()
            .map(|(number, value)| shown(model, *number, value))
            .collect(),
        ends: node.ends.iter().map(|it| word(*it).to_string()).collect(),
        next: node.next.iter().map(|it| (it.to, it.back)).collect(),
    });
    let nodes = nodes.collect();
    // How far it has got; nothing more is followed.
    let so_far = visit.go_on(0);
    let is_cut = |it: &crate::simulate::Node| it.end == Some(End::CutOff);
    Ok(AllRuns {
        tracked: model.tracked_names(),
        nodes,
        starts: graph.starts.clone(),
        runs: graph.count(),
        unread: model.unread().to_vec(),
        states: so_far.nodes,
        complete: so_far.finished && visit.is_whole() && !visit.nodes().iter().any(is_cut),
    })
}

pub(super) fn word(end: End) -> &'static str {
    match end {
        End::Terminated => "terminated",
        End::Stuck => "stuck",
        End::DeadEnd => "dead-end",
        End::Silent => "silent",
        End::CutOff => "cut-off",
    }
}
