//! The marks that would turn every deadlock of a model into an end.

use super::request::{HostWatch, of_trials};
use crate::engine::explicit;
use crate::explain;
use crate::language::machines::{GlobalState, MachineId, StateId};
use crate::language::{Lifeline, Model};
use crate::network::LocalPlace;
use crate::question::task;

/// Ends of so many different deadlocks are marked together at most.
const MOST_ENDS: usize = 16;

/// What has to be marked as final for every deadlock to be an end: the first one's states, then those of
/// the next deadlock that is left, and so on. Empty where one of them does not look like an end.
pub(super) fn ends(model: &Model, index: usize, gate: &HostWatch<'_>) -> Vec<(MachineId, StateId)> {
    let mut marked = model.clone();
    let mut ends = Vec::new();
    for _ in 0..MOST_ENDS {
        let check = &marked.checks[index];
        let lifelines = marked.lifelines_of(check);
        let task = task(&marked, check);
        let finding = explicit::solve(&task, &of_trials(), &mut gate.watch());
        if !finding.met {
            // None is left, or the search found none before its limit; the trial will tell.
            return ends;
        }
        let Some(stuck) = finding.path.last() else {
            return Vec::new();
        };
        let place = |(lifeline, &place): (&Lifeline, &LocalPlace)| {
            marked.machines[lifeline.machine].place_at(usize::from(place))
        };
        let state: GlobalState = lifelines.iter().zip(stuck).map(place).collect();
        let Some(more) = explain::ending(&marked, lifelines, &check.from, &state) else {
            return Vec::new();
        };
        for (machine, state) in more.unmarked {
            marked.machines[machine].states[state].is_final = true;
            ends.push((machine, state));
        }
    }
    Vec::new()
}
