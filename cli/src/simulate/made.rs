//! A run by hand as far as its choices go, and on as is wished: engines are asked where looking around finds no way.

use lockstep_core::api::{
    NoSimulation, Onward, OnwardQuestion, Options, RunChoice, RunRequest, SimulatedKind,
    SimulationOptions, SimulationState, TRANSITION_VALUES, onward_by_answer, simulate_run_tracking,
};
use lockstep_core::view::step_numbers;
use serde::Serialize;

use crate::clock::Clock;

/// Where a run by hand is, and what there is to say.
#[derive(Serialize)]
pub struct Made {
    #[serde(skip)]
    pub choices: Vec<RunChoice>,
    /// What the entries of the run are called, the start first.
    #[serde(skip)]
    pub numbers: Vec<String>,
    #[serde(flatten)]
    pub state: SimulationState,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

/// Makes a run as far as its choices are possible, and goes on as is wished.
pub fn made(
    text: &str,
    kind: SimulatedKind,
    options: &SimulationOptions,
    choices: Vec<RunChoice>,
    onward: Onward,
) -> Result<Made, NoSimulation> {
    let request = RunRequest {
        grain: options.grain.clone(),
        rules: options.rules.clone(),
        choices,
        onward,
        ..RunRequest::default()
    };
    let make = |it: &RunRequest| simulate_run_tracking(text, kind, &options.track, it);
    let mut run = make(&request)?;
    if let Some(question) = run.question.take() {
        let choices = run.choices.clone();
        if let Some((onward, said)) = by_engines(&RunRequest { choices, ..request }, &question) {
            run = make(&onward)?;
            run.said = run.said.or(Some(said));
        }
    }
    Ok(Made {
        choices: run.choices,
        numbers: step_numbers(&run.run),
        state: run.state,
        said: run.said,
    })
}

/// Milliseconds that engines get for the way on from a run.
const MOST_ONWARD_MS: f64 = 60_000.0;

/// How a run goes on, by what engines answer; nothing where they refuse the question.
fn by_engines(run: &RunRequest, question: &OnwardQuestion) -> Option<(RunRequest, String)> {
    let options = Options {
        timeout_ms: Some(MOST_ONWARD_MS),
        ..Options::default()
    };
    let outcome = TRANSITION_VALUES
        .check(&question.text, 0, &options, &mut Clock::start())
        .ok()?;
    Some(onward_by_answer(run, question, &outcome))
}
