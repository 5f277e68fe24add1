//! The state space of a transition system around its starts, with a run in it.

use std::collections::BTreeSet;

use super::along::{Along, along};
use super::stage::{Stage, with_stage};
use super::{NoSimulation, SimulatedKind};
use crate::expression::truth;
use crate::simulate::{Vicinity, vicinity};
use crate::system::{Status, Valuation};
use crate::view::{
    EndView, SimulationOptions, SpaceEdgeView, SpaceRequest, SpaceStateView, SpaceUnitView,
    SpaceView, SystemEvidenceView, UndrawnView,
};
use crate::wording::simulate as wording;

/// States that are drawn besides those of the run: more can neither be laid out in time nor read.
const MOST_NEAREST: usize = 300;
/// States of the run that are drawn besides those.
const MOST_OF_RUN: usize = 300;

/// The states that are nearest to the starts, and those of a run.
///
/// # Errors
/// Refuses texts with errors.
pub fn simulate_space(
    text: &str,
    kind: SimulatedKind,
    request: &SpaceRequest,
) -> Result<SpaceView, NoSimulation> {
    let is_charts = kind == SimulatedKind::STATECHARTS;
    let options = SimulationOptions {
        // The states that runs of answers go through.
        grain: if is_charts { "behaviour" } else { "" }.to_owned(),
        ..SimulationOptions::default()
    };
    with_stage(text, kind, &options, false, |stage| {
        Ok(space(stage, request))
    })
}

fn space(stage: &Stage<'_>, request: &SpaceRequest) -> SpaceView {
    let (along, mut undrawn) = along(stage, &request.run, request.between);
    let seen = |at: &Valuation| request.between || (stage.stable)(at);
    let others = ends_of_run(&along, &seen);
    let found = vicinity(stage.system, &seen, MOST_NEAREST, &others);
    let goal = request.check.and_then(|it| (stage.goal)(it));
    let own = request.check.zip(stage.own);
    let own = own.and_then(|(check, own)| (own.goal)(check));
    let is_goal = |at: &Valuation| {
        if let Some((wanted, _)) = &own {
            return wanted(at);
        }
        let values = stage.system.schema().values(at);
        let (Some(goal), Some(values), true) = (&goal, values, (stage.stable)(at)) else {
            return false;
        };
        truth(&goal.term, &values) == Ok(goal.value)
    };
    let states = found.states.iter().map(|it| SpaceStateView {
        places: Vec::new(),
        values: stage.declared(&it.state),
        between: !(stage.stable)(&it.state),
        way: it.way.clone(),
        depth: it.depth.and_then(|depth| u32::try_from(depth).ok()),
        end: match it.status {
            Status::Stuck => EndView::Deadlock,
            Status::Terminated => EndView::Terminated,
            Status::Running | Status::Inside => EndView::None,
        },
        goal: is_goal(&it.state),
        steps: Vec::new(),
    });
    let edges = found.edges.iter().map(|&(from, to)| SpaceEdgeView {
        from,
        to,
        lit: false,
        within: Vec::new(),
    });
    let mut view = SpaceView {
        states: states.collect(),
        edges: edges.collect(),
        whole: found.followed && found.told && !found.more,
        sentence: wording::space(&found, request.between),
        unit: match (stage.own, request.between) {
            (Some(_), _) => SpaceUnitView::Behaviours,
            (None, true) => SpaceUnitView::Steps,
            (None, false) => SpaceUnitView::Firings,
        },
        goal: match &own {
            Some((_, word)) => (*word).to_owned(),
            None => goal.map_or_else(String::new, |it| it.word.to_owned()),
        },
        undrawn: Vec::new(),
    };
    light(&mut view, &found, &along, stage, &seen);
    if stage.own.is_none() {
        undrawn.extend(left_out(&along, &found, &seen));
        undrawn.extend(unfinished(&request.run, &along, &seen));
        view.undrawn = undrawn;
    }
    view
}

/// The states of a run that are to be seen, each once with its way; of very many the first and the last.
fn ends_of_run(along: &[Along], seen: &dyn Fn(&Valuation) -> bool) -> Vec<(Valuation, Vec<usize>)> {
    let mut met = BTreeSet::new();
    let all = along.iter().filter(|it| seen(&it.state));
    let all = all.filter(|it| met.insert(&it.state));
    let mut all: Vec<_> = all.map(|it| (it.state.clone(), it.way.clone())).collect();
    if all.len() > MOST_OF_RUN {
        all.drain(MOST_OF_RUN / 2..all.len() - MOST_OF_RUN / 2);
    }
    all
}

/// The steps whose states are not drawn because the run has too many.
fn left_out(
    along: &[Along],
    found: &Vicinity,
    seen: &dyn Fn(&Valuation) -> bool,
) -> Vec<UndrawnView> {
    let drawn: BTreeSet<_> = found.states.iter().map(|it| &it.state).collect();
    let mut gaps: Vec<UndrawnView> = Vec::new();
    let mut is_open = false;
    for it in along.iter().filter(|it| seen(&it.state)) {
        let Some(step) = it.step else { continue };
        match (drawn.contains(&it.state), is_open) {
            (true, _) => is_open = false,
            (false, true) => gaps.last_mut().expect("it is open").last = step,
            (false, false) => {
                is_open = true;
                gaps.push(UndrawnView {
                    first: step,
                    last: step,
                    why: wording::too_many_of_run(),
                });
            }
        }
    }
    gaps
}

/// The steps at the end of a run that lie behind the last state that is to be seen.
fn unfinished(
    run: &SystemEvidenceView,
    along: &[Along],
    seen: &dyn Fn(&Valuation) -> bool,
) -> Option<UndrawnView> {
    let followed = along.last()?.step?;
    let ends = (followed + 1..run.run.len()).all(|it| !run.ends_a_firing(it));
    let last = along.iter().rev().find(|it| seen(&it.state));
    let first = last.and_then(|it| it.step).map_or(0, |it| it + 1);
    (ends && first < run.run.len()).then(|| UndrawnView {
        first,
        last: run.run.len() - 1,
        why: wording::before_the_next_state(),
    })
}

/// Marks what a run goes along.
fn light(
    view: &mut SpaceView,
    found: &Vicinity,
    along: &[Along],
    stage: &Stage<'_>,
    seen: &dyn Fn(&Valuation) -> bool,
) {
    // Whether the state before has no place in the picture.
    let mut is_left_out = false;
    let mut before: Option<(usize, usize)> = None;
    for it in along {
        let Some(at) = found.states.iter().position(|one| one.state == it.state) else {
            is_left_out |= seen(&it.state);
            continue;
        };
        view.states[at].steps.extend(it.step);
        let step = it.step.or(before.map(|it| it.1)).unwrap_or_default();
        if let Some((from, last)) = before {
            let edge = view.edges.iter();
            let edge = { edge }.position(|edge| (edge.from, edge.to) == (from, at));
            // The run goes there with a value that is not among those that are tried.
            let edge = edge.or_else(|| {
                let no_gap = stage.own.is_none() && !is_left_out;
                no_gap.then(|| {
                    view.edges.push(SpaceEdgeView {
                        from,
                        to: at,
                        lit: true,
                        within: Vec::new(),
                    });
                    view.edges.len() - 1
                })
            });
            if let Some(edge) = edge {
                view.edges[edge].lit = true;
                view.edges[edge].within.extend(last + 1..step);
            }
        }
        is_left_out = false;
        before = Some((at, step));
    }
}
