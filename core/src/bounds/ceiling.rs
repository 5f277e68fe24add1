//! Ceilings: the greatest values that the bounds leave possible.

use super::{check, check_steps, pairs};
use crate::network::{LocalPlace, Objective, PlaceSet, Task, relaxed};

/// What the bounds say about a task. Every certificate was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ceilings {
    /// No run of any length exceeds this value: shown by a closed set of pairs of places.
    pub always: u32,
    /// No run within the task's bound exceeds this value: shown by the table of earliest steps.
    pub within: u32,
    /// How many pairs the closed set has.
    pub pairs: u64,
}

/// The ceilings of a task, or `None` where pairs and steps say nothing about its objective.
#[must_use]
pub fn ceilings(task: &Task) -> Option<Ceilings> {
    let Objective::Allowed { max, by_place } = &task.objective else {
        return None;
    };
    if !task.observed.is_empty() {
        return None;
    }
    let within = within(task, *max, by_place)?;
    let pairs = pairs(&task.network);
    check(&task.network, &pairs).ok()?;
    let allowing = |value: u32| {
        let rows = by_place.iter().enumerate();
        let row = |(index, places): (usize, &Vec<PlaceSet>)| {
            let allows = |place: &usize| places[*place].contains(value as usize);
            let named = |place| {
                (
                    index,
                    LocalPlace::try_from(place).expect("places fit 16 bits"),
                )
            };
            (0..places.len()).filter(allows).map(named).collect()
        };
        rows.map(row).collect()
    };
    let possible = |together: &dyn Fn(Named, Named) -> bool| {
        let mut values = (1..=*max).rev();
        values
            .find(|&value| supported(together, allowing(value)))
            .unwrap_or(0)
    };
    Some(Ceilings {
        always: possible(&|one, other| pairs.together(one, other)),
        within,
        pairs: pairs.count(),
    })
}

/// The greatest value for which every component can be in an allowing place in time.
fn within(task: &Task, max: u32, by_place: &[Vec<PlaceSet>]) -> Option<u32> {
    let Some(bound) = task.bound else {
        return Some(max);
    };
    let earliest = relaxed::earliest(&task.network);
    check_steps(&task.network, &earliest).ok()?;
    let in_time = |value: u32| {
        by_place.iter().zip(&earliest).all(|(places, steps)| {
            let mut rows = places.iter().zip(steps);
            rows.any(|(allowed, &step)| step <= bound && allowed.contains(value as usize))
        })
    };
    Some((1..=max).rev().find(|&value| in_time(value)).unwrap_or(0))
}

/// A component with one of its places.
type Named = (usize, LocalPlace);

/// Whether each component keeps a place that is possible together with some place of every other
/// (arc consistency).
fn supported(together: &dyn Fn(Named, Named) -> bool, mut places: Vec<Vec<Named>>) -> bool {
    loop {
        let before: usize = places.iter().map(Vec::len).sum();
        for index in 0..places.len() {
            let mut row = std::mem::take(&mut places[index]);
            let fits = |place: Named, (other, others): (usize, &Vec<Named>)| {
                other == index || others.iter().any(|&other| together(place, other))
            };
            row.retain(|&place| {
                together(place, place) && places.iter().enumerate().all(|other| fits(place, other))
            });
            if row.is_empty() {
                return false;
            }
            places[index] = row;
        }
        if places.iter().map(Vec::len).sum::<usize>() == before {
            return true;
        }
    }
}
