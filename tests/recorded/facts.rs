//! What an answer of the worker says, by names that do not depend on the types in which it crosses. Sentences stand under
//! the keys that [`lockstep_tests::golden::cut`] knows.

use std::fmt::Debug;

use lockstep_core::api::{
    AllRuns, BothView, CertificateView, DepthsView, EncodedView, FormulaFile, NextWitnessView,
    Outcome, PlaceView, PrintedView, Repairs, SimulatedRun, SpaceView, StepView, SystemStepView,
    step_numbers,
};
use serde_json::{Value, json};

/// Why there is no answer.
pub fn refused(why: impl Debug) -> Value {
    json!({ "refused": format!("{why:?}") })
}

fn of<T, E: Debug>(found: &Result<T, E>, facts: impl FnOnce(&T) -> Value) -> Value {
    found.as_ref().map_or_else(refused, facts)
}

/// A place of a lifeline: the number of a state, or of the transition that is under way.
fn place(place: &PlaceView) -> Value {
    match place {
        PlaceView::State(state) => json!(state),
        PlaceView::Transition(transition) => json!(format!("t{transition}")),
    }
}

/// A run of machines: after each step where all are, what was sent, and how much of the scenario is done.
fn steps(run: &[StepView]) -> Value {
    let messages = |it: &StepView| -> Vec<String> {
        let all = it.messages.iter();
        all.map(|it| format!("{} {} {}", it.from, it.symbol, it.to))
            .collect()
    };
    let step = |it: &StepView| {
        let places: Vec<_> = it.state.iter().map(place).collect();
        json!({ "places": places, "sent": messages(it), "played": it.done })
    };
    run.iter().map(step).collect()
}

/// A run of values: each entry with its number, who acts, what is executed, the values and what happens.
fn entries(run: &[SystemStepView]) -> Value {
    let entry = |(it, number): (&SystemStepView, String)| {
        json!({
            "number": number, "acts": it.turn.of_step(), "fired": it.fired, "values": it.state,
            "changed": it.changed, "events": it.events.iter().map(ToString::to_string).collect::<Vec<_>>(), "inputs": it.inputs.iter().map(ToString::to_string).collect::<Vec<_>>(), "again": it.again,
        })
    };
    run.iter().zip(step_numbers(run)).map(entry).collect()
}

fn certificate(certificate: &CertificateView) -> Value {
    match certificate {
        CertificateView::Replayed => json!("replayed"),
        CertificateView::Proof { lemmas } => json!({ "lemmas": lemmas }),
        CertificateView::Exhausted { states } => json!({ "states": states }),
        CertificateView::Bound { .. } => json!("bound"),
        CertificateView::Open { .. } => json!("open"),
    }
}

/// An answer to a check.
pub fn outcome(found: &Result<Outcome, impl Debug>) -> Value {
    of(found, |it| {
        let system = it.system.as_ref();
        let elements = it.blame().map(|it| &it.elements);
        let blamed: Vec<_> = match system.and_then(|it| it.blame.as_ref()) {
            Some(blame) => blame.elements.iter().map(|it| it.range).collect(),
            None => elements.into_iter().flatten().map(|it| it.range).collect(),
        };
        let places: Vec<_> = blamed
            .iter()
            .map(|it| format!("{}:{}", it.line, it.column))
            .collect();
        json!({
            "kind": it.kind(), "answer": it.answer().word(), "proved": it.verdict.is_proved(),
            "as_expected": it.as_expected(), "bound": it.bound, "depth": it.depth(),
            "prefix": it.prefix(), "failing": it.failing(), "certificate": certificate(&it.certificate),
            "engine": it.work.engine, "run": steps(&it.trace),
            "entries": system.map(|it| entries(&it.run)),
            "played": system.map(|it| &it.done), "invariant": system.map(|it| &it.invariant),
            "beside": system.and_then(|it| it.beside.as_ref()).map(|it| entries(&it.run)),
            "blamed": places, "has_warning": it.vacuity.is_some(), "sentence": it.sentence,
            "reason": it.reason().map(|it| &it.sentence),
        })
    })
}

/// Another run.
pub fn another(found: &Result<NextWitnessView, impl Debug>) -> Value {
    of(found, |it| {
        json!({
            "depth": it.depth, "run": steps(&it.trace), "entries": entries(&it.run),
            "played": it.done, "sentence": it.sentence,
        })
    })
}

/// Edits that mend a check.
pub fn repairs(found: &Result<Repairs, impl Debug>) -> Value {
    of(found, |it| {
        let proposal = |it: &lockstep_core::api::RepairView| {
            let patches = it.patches.iter();
            let patches =
                patches.map(|it| format!("{}-{}: {}", it.range.from, it.range.to, it.text));
            json!({ "edits": it.edits, "patches": patches.collect::<Vec<_>>(), "said": it.title })
        };
        let proposals: Vec<_> = it.proposals.iter().map(proposal).collect();
        json!({ "complete": it.complete, "proposals": proposals, "sentence": it.sentence })
    })
}

/// How soon all are where.
pub fn depths(found: &Result<DepthsView, impl Debug>) -> Value {
    of(found, |it| {
        let own = |it: &lockstep_core::api::LifelineDepthsView| {
            let ways = it.transitions.iter().map(|it| json!([it.soon, it.stuck]));
            json!({ "name": it.name, "states": it.states, "transitions": ways.collect::<Vec<_>>() })
        };
        let all: Vec<_> = it.lifelines.iter().map(own).collect();
        json!({ "all": all, "never": it.never, "sentence": it.sentence })
    })
}

/// Our own formulas.
pub fn encoded(found: &Result<EncodedView, impl Debug>) -> Value {
    of(found, |it| {
        let own = it.formulas.iter();
        let own = own.map(|it| json!([it.name, it.clauses, it.variables]));
        json!({
            "k": it.k, "clauses": it.clauses, "variables": it.variables,
            "formulas": own.collect::<Vec<_>>(), "sentence": it.sentence,
        })
    })
}

/// The papers' formulas, as printed and mended.
pub fn both(found: &Result<BothView, impl Debug>) -> Value {
    let one = |it: &PrintedView| {
        let own = it.formulas.iter();
        let own = own.map(|it| json!([it.name, it.clauses, it.variables]));
        json!({
            "answer": it.answer, "k": it.k, "up_to": it.up_to, "defined": it.defined, "defined_k": it.defined_k,
            "path": it.path.len(), "flaw": it.flaw.as_ref().map(|it| it.index),
            "formulas": own.collect::<Vec<_>>(), "sentence": it.sentence,
        })
    };
    of(
        found,
        |it| json!({ "printed": one(&it.as_printed), "mended": one(&it.mended) }),
    )
}

/// A file of clauses: its head, and whether a proof comes with it.
pub fn file(found: &Result<FormulaFile, impl Debug>) -> Value {
    of(found, |it| {
        let head = it.dimacs.lines().find(|line| line.starts_with("p cnf"));
        json!({ "head": head, "has_proof": it.drat.is_some() })
    })
}

/// A run by hand, or one of all.
pub fn run(found: &Result<SimulatedRun, impl Debug>) -> Value {
    of(found, |it| {
        let numbers: Vec<_> = it.choices.iter().map(|it| it.number).collect();
        let state = &it.state;
        json!({
            "choices": numbers, "entries": entries(&it.run), "status": state.status, "steps": state.steps,
            "offered": state.choices.len(), "blocked": state.blocked.len(), "sends": state.sends.len(),
            "fires": it.fires, "said": it.said,
        })
    })
}

/// All runs at once.
pub fn all_runs(found: &Result<AllRuns, impl Debug>) -> Value {
    of(found, |it| {
        let node = |it: &lockstep_core::api::RunNode| {
            let changes = it.changes.iter();
            let changes = changes.map(|it| format!("{} = {}", it.name, it.value));
            json!({ "changes": changes.collect::<Vec<_>>(), "ends": it.ends, "next": it.next })
        };
        let nodes: Vec<_> = it.nodes.iter().take(12).map(node).collect();
        json!({
            "tracked": it.tracked, "starts": it.starts, "runs": it.runs, "states": it.states,
            "complete": it.complete, "nodes": it.nodes.len(), "first": nodes,
        })
    })
}

/// A state space.
pub fn space(found: &Result<SpaceView, impl Debug>) -> Value {
    of(found, |it| {
        let ends = it
            .states
            .iter()
            .filter(|it| it.end != lockstep_core::api::EndView::None);
        let depths = it.states.iter().filter_map(|it| it.depth);
        let first: Vec<_> = it.states.iter().take(6).map(|it| &it.values).collect();
        json!({
            "states": it.states.len(), "edges": it.edges.len(), "whole": it.whole, "ends": ends.count(),
            "deepest": depths.max(), "first": first, "sentence": it.sentence,
        })
    })
}
