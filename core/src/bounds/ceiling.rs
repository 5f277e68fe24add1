//! Ceilings: the greatest value that a bound leaves possible.

use super::{Pairs, check, pairs};
use crate::network::{LocalPlace, Objective, Task};

/// A value that no run exceeds, at any length, with the closed set of pairs that shows it.
#[derive(Clone, Debug)]
pub struct Ceiling {
    /// No reachable state has a greater value.
    pub value: u32,
    /// The certificate; it was checked.
    pub pairs: Pairs,
}

/// A ceiling for a task, or `None` where pairs say nothing about its objective.
#[must_use]
pub fn ceiling(task: &Task) -> Option<Ceiling> {
    let Objective::Allowed { max, by_place } = &task.objective else {
        return None;
    };
    if !task.observed.is_empty() {
        return None;
    }
    let pairs = pairs(&task.network);
    check(&task.network, &pairs).ok()?;
    let leaves_possible = |value: u32| {
        let places: Vec<Vec<(usize, LocalPlace)>> = by_place
            .iter()
            .enumerate()
            .map(|(index, places)| {
                let allowing = |place: &usize| places[*place].contains(value as usize);
                let named = |place| {
                    (
                        index,
                        LocalPlace::try_from(place).expect("places fit 16 bits"),
                    )
                };
                (0..places.len()).filter(allowing).map(named).collect()
            })
            .collect();
        supported(&pairs, places)
    };
    let value = (1..=*max).rev().find(|&value| leaves_possible(value));
    Some(Ceiling {
        value: value.unwrap_or(0),
        pairs,
    })
}

/// Whether each component keeps a place that is possible together with some place of every other
/// (arc consistency).
fn supported(pairs: &Pairs, mut places: Vec<Vec<(usize, LocalPlace)>>) -> bool {
    loop {
        let before: usize = places.iter().map(Vec::len).sum();
        for index in 0..places.len() {
            let mut row = std::mem::take(&mut places[index]);
            row.retain(|&place| {
                let others = places
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != index);
                let mut fits = others
                    .map(|(_, others)| others.iter().any(|&other| pairs.together(place, other)));
                pairs.together(place, place) && fits.all(|fits| fits)
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
