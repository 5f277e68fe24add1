//! Local distances: how many half-steps a component still needs to where it allows a value.
//!
//! In a transaction a component takes at most one half-step, so a component that is farther from
//! every allowing place than transactions are left can no longer be part of a path to the value.
//! Partners are taken for granted, so the distance is a lower bound: nothing that it excludes is
//! ever lost.

use super::relaxed::NEVER;
use super::{Component, Network, Objective};

/// For each component and place the fewest half-steps to a place that allows `value` or more;
/// [`NEVER`] where there is no way. `None` for objectives that are not met place by place.
///
/// One backward search per component: O(places · moves).
#[must_use]
pub fn distances(network: &Network, objective: &Objective, value: u32) -> Option<Vec<Vec<u32>>> {
    let Objective::Allowed { by_place, .. } = objective else {
        return None;
    };
    let components = network.components.iter().zip(by_place);
    let rows = components.map(|(component, places)| {
        let allowing = places
            .iter()
            .enumerate()
            .filter(|(_, allowed)| allowed.last().is_some_and(|last| last >= value as usize));
        backward(component, allowing.map(|(place, _)| place).collect())
    });
    Some(rows.collect())
}

/// Half-steps to the nearest of some places.
fn backward(component: &Component, targets: Vec<usize>) -> Vec<u32> {
    let mut before = vec![Vec::new(); component.places.len()];
    for (place, row) in component.places.iter().enumerate() {
        let received = row.receive.iter().map(|&(_, to)| to);
        let sent = row.send.iter().map(|send| send.to);
        for to in row.silent.iter().copied().chain(received).chain(sent) {
            before[usize::from(to)].push(place);
        }
    }
    let mut steps = vec![NEVER; component.places.len()];
    for &place in &targets {
        steps[place] = 0;
    }
    let mut open = targets;
    let mut next = 0;
    while let Some(&place) = open.get(next) {
        next += 1;
        for &from in &before[place] {
            if steps[from] == NEVER {
                steps[from] = steps[place] + 1;
                open.push(from);
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Limits, Unwatched, explicit};
    use crate::sample::task;
    use lockstep_core::generate::{Random, Shape, goal, model};
    use lockstep_core::language::{Check, Question};

    #[test]
    fn no_path_is_shorter_than_any_of_its_components_needs() {
        let mut met = 0;
        for seed in 0..400 {
            let mut random = Random::new(seed);
            let model = model(&Shape::default(), &mut random);
            let goal = goal(&model, &mut random);
            let task = task(&model, &Check::asking(Question::Reach { goal }, Some(6)));
            let distances = distances(&task.network, &task.objective, 1).expect("places allow");
            let found = explicit::solve(&task, &Limits::default(), &mut Unwatched);
            if found.value == 0 {
                continue;
            }
            met += 1;
            for (left, state) in found.path.iter().rev().enumerate() {
                for (row, &place) in distances.iter().zip(state) {
                    assert!(row[usize::from(place)] as usize <= left, "seed {seed}");
                }
            }
        }
        assert!(met > 50, "only {met} goals were reached");
    }
}
