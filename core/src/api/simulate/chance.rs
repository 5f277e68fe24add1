//! Runs by chance, drawn from a seed.

use std::collections::BTreeSet;

use super::ending::{ending, numbers, undecided};
use super::hand::word;
use super::model::SimulatedModel;
use super::shown::with_model;
use super::{NoSimulation, SimulatedKind};
use crate::simulate::{Coverage, Dice, Session, Stop};
use crate::system::Valuation;
use crate::view::{RandomRun, RandomRuns, SimulationOptions};

/// Start states that are drawn from at most.
const MOST_STARTS: usize = 10_000;

/// So many runs of so many steps each.
///
/// # Errors
/// Refuses texts with errors and options that do not exist.
pub fn simulate_by_chance(
    text: &str,
    kind: SimulatedKind,
    options: &SimulationOptions,
    seed: u64,
    runs: usize,
    steps: usize,
) -> Result<RandomRuns, NoSimulation> {
    with_model(text, kind, (options, false), |model| {
        Ok(drawn(model, seed, runs, steps))
    })
}

fn drawn(model: &dyn SimulatedModel, seed: u64, runs: usize, steps: usize) -> RandomRuns {
    let mut dice = Dice::new(seed);
    let mut coverage = Coverage::default();
    let (starts, _) = Session::starts(model.system(), MOST_STARTS);
    let mut all = Vec::new();
    for _ in 0..runs {
        if starts.is_empty() {
            break;
        }
        let start = starts[dice.below(starts.len())].clone();
        let Some(mut session) = Session::new(model.system(), start) else {
            break;
        };
        let mut seen = BTreeSet::new();
        let mut comes_back =
            |at: &Valuation| model.ends_where_it_returns() && !seen.insert(at.clone());
        comes_back(&session.states()[0]);
        let stop = session.walk(&mut dice, steps, &mut coverage, &mut comes_back);
        let states = session.states();
        let trace = session.trace();
        let pairs = states.windows(2).zip(&trace.steps);
        let told = pairs.map(|(pair, step)| model.choice(&pair[0], step, &pair[1]));
        all.push(RandomRun {
            start: model.shown(&states[0], None),
            steps: told.collect(),
            numbers: numbers(model, &session).split_off(1),
            end: match stop {
                Stop::End(status) => word(status).into(),
                Stop::Wanted => "covered".into(),
                Stop::Steps => "steps".into(),
            },
            ending: match stop {
                Stop::Steps => undecided(model),
                Stop::End(_) | Stop::Wanted => ending(model, &session),
            },
        });
    }
    RandomRuns {
        seed,
        runs: all,
        states: coverage.states.len(),
        executed: coverage.labels.len(),
    }
}
