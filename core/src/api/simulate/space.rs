//! The state space of a transition system around its starts, with a run in it.

use super::run::follow;
use super::stage::{Stage, with_stage};
use super::{NoSimulation, SimulatedKind};
use crate::expression::truth;
use crate::simulate::{Session, Vicinity, vicinity};
use crate::system::{Status, Valuation};
use crate::view::{
    EndView, RunChoice, SimulationOptions, SpaceEdgeView, SpaceRequest, SpaceStateView,
    SpaceUnitView, SpaceView, SystemEvidenceView,
};
use crate::wording::simulate as wording;

/// States that are drawn besides those of the run: more can neither be laid out in time nor read.
const MOST_NEAREST: usize = 300;
/// States of the run that are drawn besides those.
const MOST_OF_RUN: usize = 300;
/// Starts and steps that are looked through for what a run did.
const MOST_LOOKED_AT: usize = 10_000;

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

/// A run, as far as it is one of the system: the step that ends here, the state, and the choices that lead there.
struct Along {
    step: Option<usize>,
    state: Valuation,
    way: Vec<usize>,
}

fn space(stage: &Stage<'_>, request: &SpaceRequest) -> SpaceView {
    let along = along(stage, &request.run);
    let seen = |at: &Valuation| request.between || (stage.stable)(at);
    let others = along.iter().filter(|it| seen(&it.state));
    let others: Vec<_> = others
        .take(MOST_OF_RUN)
        .map(|it| (it.state.clone(), it.way.clone()))
        .collect();
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
    };
    light(&mut view, &found, &along);
    view
}

/// Marks what a run goes along.
fn light(view: &mut SpaceView, found: &Vicinity, along: &[Along]) {
    let mut before: Option<(usize, usize)> = None;
    for it in along {
        let Some(at) = found.states.iter().position(|one| one.state == it.state) else {
            continue;
        };
        view.states[at].steps.extend(it.step);
        let step = it.step.or(before.map(|it| it.1)).unwrap_or_default();
        if let Some((from, last)) = before {
            let edge = view.edges.iter_mut();
            if let Some(edge) = { edge }.find(|edge| (edge.from, edge.to) == (from, at)) {
                edge.lit = true;
                edge.within.extend(last + 1..step);
            }
        }
        before = Some((at, step));
    }
}

/// A run of the system through the states of a run that is told, as far as there is one.
fn along(stage: &Stage<'_>, evidence: &SystemEvidenceView) -> Vec<Along> {
    let (mut along, run) = (Vec::new(), &evidence.run);
    // Runs of statecharts are followed entry by entry, whatever their grain.
    let is_stop = |it: &usize| stage.own.is_some() || evidence.ends_a_firing(*it);
    let mut stops = (0..run.len()).filter(is_stop);
    let Some(first) = stops.next() else {
        return along;
    };
    let (starts, _) = Session::starts(stage.system, MOST_LOOKED_AT);
    let is_first = |it: &Valuation| stage.declared(it) == run[first].state;
    let Some(number) = starts.iter().position(is_first) else {
        return along;
    };
    let start = starts[number].clone();
    let Some(mut session) = Session::new(stage.system, start.clone()) else {
        return along;
    };
    along.push(Along {
        step: Some(first),
        state: start,
        way: vec![number],
    });
    let mut choices = vec![RunChoice {
        number,
        what: String::new(),
    }];
    for stop in stops {
        let before = session.states().len();
        // A step of statecharts may go past states that are inside of it.
        if !follow(
            stage,
            &mut session,
            &run[stop].state,
            &mut choices,
            &mut Vec::new(),
        ) {
            match stage.own {
                Some(_) => continue,
                None => break,
            }
        }
        let passed = session.states().iter().enumerate().skip(before);
        along.extend(passed.map(|(at, state)| Along {
            step: (at + 1 == session.states().len()).then_some(stop),
            state: state.clone(),
            way: choices[..=at].iter().map(|it| it.number).collect(),
        }));
    }
    along
}
