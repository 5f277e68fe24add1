//! A run that was made by hand, or chosen in the picture of all runs, in the form of an answer: so all views show it like
//! any other.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{
    CheckView, Kind as CheckKind, Outcome, Range, RunRequest, SimulatedRun, Structure,
    SystemEvidenceView,
};

use crate::protocol::Simulated;
use crate::stage::runs;
use crate::state::Page;
use crate::state::stage::content::ShownRun;
use crate::state::stage::simulation::GRAINS;

/// The run in the form of an answer.
pub fn shown_run(page: Page, run: &SimulatedRun) -> ShownRun {
    let row = page.checks.selected().get_untracked();
    let selected = untrack(|| page.checks.selected_row());
    let check = selected.map(|row| (*row.view.get_untracked()).clone());
    let outcome = Outcome {
        system: Some(SystemEvidenceView {
            variables: names(page),
            run: run.run.clone(),
            inside: run.state.status == "inside",
            ..SystemEvidenceView::default()
        }),
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
    settled.with_untracked(|it| match &it.structure {
        Structure::Transitions(system) => {
            system.variables.iter().map(|it| it.name.clone()).collect()
        }
        Structure::Machines => Vec::new(),
    })
}

/// How all runs of transition systems are seen, and one of them played.
pub const RUNS_OF_SYSTEMS: runs::Kind = runs::Kind {
    grains: &GRAINS,
    example: "everything, or: log, x > 3",
    play: |page, step, grain, done| {
        let Simulated::Run(run) = done else { return };
        let choices = RunRequest {
            grain: grain.to_owned(),
            choices: run.choices.clone(),
            ..RunRequest::default()
        };
        let last = run.run.len().saturating_sub(1);
        page.show_execution(shown_run(page, &run), Some(choices));
        step.set(last);
    },
};

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
        implicit: true,
        range: Range::default(),
    }
}
