//! All runs at once, seen through what is tracked.

use super::stage::{Stage, with_stage};
use super::{NoSimulation, SimulatedKind};
use crate::expression::Value;
use crate::simulate::{End, Executions, Exhaustive};
use crate::system::Valuation;
use crate::view::{AllRuns, RunNode, SimulationOptions};

/// Start states, and steps of one state, that are followed at most.
const MOST_BRANCHES: usize = 1_000;
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
    with_stage(text, kind, options, |stage| graph(stage, steps))
}

/// What is tracked, as values: a number that no sort has stands for what has none.
fn seen(stage: &Stage<'_>, at: &Valuation) -> Box<[Value]> {
    let values = stage.values(at).into_vec().into_iter();
    values.map(|it| it.unwrap_or(UNDEFINED)).collect()
}

/// The value of what has none.
const UNDEFINED: Value = Value::Number(i64::MIN);

fn graph(stage: &Stage<'_>, steps: usize) -> Result<AllRuns, NoSimulation> {
    let mut visit = Exhaustive::new(stage.system, MOST_BRANCHES, MOST_BRANCHES);
    let so_far = visit.go_on(steps);
    let graph = Executions::new(&visit, &|at| seen(stage, at), MOST_NODES);
    let graph = graph.map_err(|_| NoSimulation::TooMany)?;
    let nodes = graph.nodes.iter().map(|node| RunNode {
        changes: node
            .changes
            .iter()
            .map(|(number, value)| {
                let value = Some(value).filter(|it| **it != UNDEFINED);
                stage.show(*number, value, true)
            })
            .collect(),
        ends: node.ends.iter().map(|it| word(*it).to_string()).collect(),
        next: node.next.iter().map(|it| (it.to, it.back)).collect(),
    });
    let is_cut = |it: &crate::simulate::Node| it.end == Some(End::CutOff);
    Ok(AllRuns {
        tracked: stage.names(),
        nodes: nodes.collect(),
        starts: graph.starts.clone(),
        runs: graph.count(),
        states: so_far.nodes,
        complete: so_far.finished && !visit.nodes().iter().any(is_cut),
    })
}

fn word(end: End) -> &'static str {
    match end {
        End::Terminated => "terminated",
        End::Stuck => "stuck",
        End::DeadEnd => "dead-end",
        End::Silent => "silent",
        End::CutOff => "cut-off",
    }
}
