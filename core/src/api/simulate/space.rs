//! The state space of a model around its starts, with a run in it.

use std::collections::BTreeSet;

use super::along::{Along, Followed, along};
use super::model::SimulatedModel;
use super::shown::with_model;
use super::{NoSimulation, SimulatedKind};
use crate::simulate::{Vicinity, vicinity};
use crate::system::{Status, Valuation};
use crate::view::{
    EndView, SimulationOptions, SpaceEdgeView, SpaceRequest, SpaceStateView, SpaceView,
    SystemEvidenceView, UndrawnView,
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
    let options = SimulationOptions {
        // The states that runs of answers go through.
        grain: kind.simulate.grain_of_answers().to_owned(),
        check: request.check,
        ..SimulationOptions::default()
    };
    with_model(text, kind, (&options, false), |model| {
        Ok(space(model, request))
    })
}

fn space(model: &dyn SimulatedModel, request: &SpaceRequest) -> SpaceView {
    let Followed {
        along,
        mut undrawn,
        by_values,
    } = along(model, &request.run, request.between);
    let between = request.between || !model.has_states_between();
    let seen = |at: &Valuation| between || model.is_stable(at);
    let others = ends_of_run(&along, &seen);
    let found = vicinity(model.system(), &seen, MOST_NEAREST, &others);
    let goal = request.check.and_then(|it| model.goal(it));
    let is_goal = |at: &Valuation| {
        let holds = goal.as_ref().and_then(|it| (it.wanted)(at));
        holds == Some(true)
    };
    let states = found.states.iter().map(|it| SpaceStateView {
        places: Vec::new(),
        values: model.values(&it.state),
        between: !model.is_stable(&it.state),
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
        sentence: wording::space(&found, between),
        unit: model.depth_unit(between),
        goal: goal.as_ref().map_or("", |it| it.word).to_owned(),
        undrawn: Vec::new(),
    };
    light(&mut view, &found, (&along, by_values), &seen);
    if by_values {
        undrawn.extend(left_out(&along, &found, &seen));
        undrawn.extend(unfinished(&request.run, &along, &seen));
    }
    view.undrawn = undrawn;
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
    (along, by_values): (&[Along], bool),
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
                let no_gap = by_values && !is_left_out;
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
