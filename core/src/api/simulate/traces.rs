//! The traces of all runs of statecharts: what they show, each list of labels once for each way to end.

use super::shown::with_model;
use super::{NoSimulation, SimulatedKind};
use crate::expression::{Sort, Value};
use crate::simulate::Executions;
use crate::view::{SimulationOptions, TraceView};

/// Traces that are listed at most.
const MOST_TRACES: usize = 100_000;

/// What all runs show, as far as so many steps are followed: each list of labels once for each way to end.
///
/// # Errors
/// As [`super::simulate_all`].
pub fn simulate_traces(
    text: &str,
    grain: &str,
    steps: usize,
) -> Result<Vec<TraceView>, NoSimulation> {
    let options = SimulationOptions {
        grain: grain.to_owned(),
        track: vec!["trace".into()],
        ..SimulationOptions::default()
    };
    with_model(
        text,
        SimulatedKind::STATECHARTS,
        (&options, true),
        |model| {
            let (_, graph) = super::all::visited(model, steps)?;
            let sort = model.tracked().first().map(|it| it.term.sort.clone());
            Ok(listed(&graph, &sort.unwrap_or(Sort::INTEGER)))
        },
    )
}

/// Every path from a start to an end, loops not gone round.
fn listed(graph: &Executions, sort: &Sort) -> Vec<TraceView> {
    let mut all = Vec::new();
    let mut open: Vec<(usize, Vec<String>)> = graph
        .starts
        .iter()
        .rev()
        .map(|&it| (it, Vec::new()))
        .collect();
    while let Some((node, mut so_far)) = open.pop() {
        let it = &graph.nodes[node];
        so_far.extend(it.changes.iter().flat_map(|(_, value)| labels(value, sort)));
        let loops = it.next.iter().any(|it| it.back);
        let ends = it
            .ends
            .iter()
            .map(|it| super::all::word(*it))
            .chain(loops.then_some("loop"));
        all.extend(ends.map(|end| TraceView {
            trace: so_far.clone(),
            end: end.to_owned(),
        }));
        if all.len() >= MOST_TRACES {
            break;
        }
        open.extend(
            it.next
                .iter()
                .rev()
                .filter(|it| !it.back)
                .map(|it| (it.to, so_far.clone())),
        );
    }
    all.sort();
    all.dedup();
    all
}

/// The labels that a list holds, in its order.
pub(super) fn labels(value: &Value, sort: &Sort) -> Vec<String> {
    match (value, sort) {
        (Value::Array(map), Sort::Array { element, .. }) => map
            .entries()
            .map(|(_, value)| value.show(element))
            .collect(),
        _ => Vec::new(),
    }
}
