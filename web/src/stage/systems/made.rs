//! A run that was made by hand, or chosen in the picture of all runs, in the form of an answer: so all views show it like
//! any other.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{
    CheckView, Kind as CheckKind, Outcome, Range, RunRequest, SimulatedRun, StructureKind,
    SystemEvidenceView,
};

use crate::protocol::Simulated;
use crate::stage::{rules, runs};
use crate::state::Page;
use crate::state::run::ShownRun;

/// How fine a step can be: the core's word, that of a button, and what it means.
pub type Grain = (&'static str, &'static str, &'static str);

/// How fine a step of a transition system can be.
const GRAINS: [Grain; 3] = [
    (
        "transition",
        "Transition",
        "One whole env or trans at a time",
    ),
    (
        "choice",
        "Choice",
        "Each choice, havoc, condition and branch apart",
    ),
    ("statement", "Statement", "Every statement apart"),
];

/// How fine a step of statecharts can be.
const CHART_GRAINS: [Grain; 3] = [
    (
        "transition",
        "Step",
        "An event with everything that it leads to, nobody in between",
    ),
    (
        "behaviour",
        "Behaviour",
        "Each behaviour apart, regions and objects in any order",
    ),
    ("statement", "Statement", "Every statement apart"),
];

/// The one grain of kinds whose steps are not taken apart.
const WHOLE_STEPS: [Grain; 1] = [("transition", "Step", "One step at a time")];

/// How fine a step of the model can be.
pub fn grains(page: Page) -> &'static [Grain] {
    match untrack(|| page.kind()) {
        StructureKind::Statecharts => &CHART_GRAINS,
        StructureKind::Generic(_) => &WHOLE_STEPS,
        _ => &GRAINS,
    }
}

/// The run in the form of an answer.
pub fn shown_run(page: Page, run: &SimulatedRun) -> ShownRun {
    let row = page.checks.selected().get_untracked();
    let selected = untrack(|| page.checks.selected_row());
    // It is no answer of the check, which only says what is marked.
    let check = selected.map(|row| CheckView {
        title: no_check().title,
        ..(*row.view.get_untracked()).clone()
    });
    let outcome = Outcome {
        system: Some(SystemEvidenceView {
            variables: names(page),
            run: run.run.clone(),
            inside: run.state.status == "inside",
            done: run.done.clone(),
            ..SystemEvidenceView::default()
        }),
        sentence: run.state.ending.clone().unwrap_or_default(),
        ..Outcome::unanswered(0, CheckKind::Reach)
    };
    ShownRun {
        row,
        check: check.unwrap_or_else(no_check),
        outcome: Arc::new(outcome),
    }
}

/// The names of the variables, as runs list their values.
fn names(page: Page) -> Vec<String> {
    let settled = page.document.settled();
    settled.with_untracked(|it| {
        let variables = it.structure.system().map_or(&[][..], |it| &it.variables);
        variables.iter().map(|it| it.name.clone()).collect()
    })
}

/// How all runs of the model are seen, and one of them played.
pub fn runs(page: Page) -> runs::Kind {
    match untrack(|| page.kind()) {
        StructureKind::Statecharts => RUNS_OF_CHARTS,
        StructureKind::Generic(_) => RUNS_OF_OTHERS,
        _ => RUNS_OF_SYSTEMS,
    }
}

/// Of transition systems.
const RUNS_OF_SYSTEMS: runs::Kind = runs::Kind {
    grains: &GRAINS,
    rules: &rules::ALL,
    example: "everything, or: log, x > 3",
    play,
};

/// Of statecharts.
const RUNS_OF_CHARTS: runs::Kind = runs::Kind {
    grains: &CHART_GRAINS,
    rules: &[],
    example: "everything, or: trace, m.queue.size",
    play,
};

/// Of kinds whose steps are not taken apart.
const RUNS_OF_OTHERS: runs::Kind = runs::Kind {
    grains: &WHOLE_STEPS,
    rules: &[],
    example: "everything, or the names of some values",
    play,
};

fn play(page: Page, step: RwSignal<usize>, (grain, rules): (&str, &str), done: Simulated) {
    let Simulated::Run(run) = done else { return };
    let choices = RunRequest {
        grain: grain.to_owned(),
        rules: rules.to_owned(),
        choices: run.choices.clone(),
        ..RunRequest::default()
    };
    let last = run.run.len().saturating_sub(1);
    page.show_execution(shown_run(page, &run), Some(choices));
    step.set(last);
}

/// What a run by hand belongs to where nothing is asked.
fn no_check() -> CheckView {
    CheckView {
        index: 0,
        kind: CheckKind::Reach,
        title: "by hand".to_owned(),
        scenario: None,
        loose: false,
        goal: Vec::new(),
        lifelines: Vec::new(),
        bound: None,
        expected: None,
        expect_written: false,
        forbidden: false,
        implicit: true,
        range: Range::default(),
    }
}
