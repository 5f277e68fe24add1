//! Ceilings: the greatest values that the bounds leave possible.
//!
//! A value needs every component in a place that allows it. The table of earliest steps says which
//! places there are at all, and which in time; the closed set of pairs says which go together. The
//! table costs microseconds, so it comes first; where it decides, the pairs are not asked.

use super::{check, check_steps, pairs, pairs::Pairs};
use crate::budget::Watch;
use crate::network::{Objective, PlaceSet, Task, relaxed};

/// What the bounds say about a task. Every certificate that lowers a ceiling was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ceilings {
    /// No run of any length exceeds this value.
    pub always: u32,
    /// No run within the task's bound exceeds this value: shown by the table of earliest steps.
    pub within: u32,
    /// How many pairs the closed set has that shows `always`; `None` where the table does.
    pub pairs: Option<u64>,
}

impl Ceilings {
    /// The lower of both: no run that is asked for exceeds it.
    #[must_use]
    pub fn least(&self) -> u32 {
        self.always.min(self.within)
    }
}

/// The ceilings of a task by both bounds, or `None` where they say nothing about its objective.
#[must_use]
pub fn ceilings(task: &Task, watch: &mut dyn Watch) -> Option<Ceilings> {
    by_steps(task).map(|ceilings| by_pairs(task, ceilings, watch))
}

/// The ceilings that the table of earliest steps shows, or `None` for objectives about which bounds
/// say nothing.
///
/// O(steps · moves · components).
#[must_use]
pub fn by_steps(task: &Task) -> Option<Ceilings> {
    let Objective::Allowed {
        max,
        numbers,
        by_place,
    } = &task.objective
    else {
        return None;
    };
    let size = *numbers as usize + 1;
    if !task.observed.is_empty() {
        return None;
    }
    let earliest = relaxed::earliest(&task.network);
    check_steps(&task.network, &earliest).ok()?;
    let greatest = |last: u32| {
        let in_time = |(places, steps): (&Vec<PlaceSet>, &Vec<u32>)| {
            let mut allowed = PlaceSet::empty(size);
            for (set, &step) in places.iter().zip(steps) {
                if step <= last {
                    allowed.union_with(set);
                }
            }
            allowed
        };
        let mut common = PlaceSet::full(size);
        for component in by_place.iter().zip(&earliest) {
            common.intersect_with(&in_time(component));
        }
        let value = common.last().unwrap_or(0);
        u32::try_from(value).expect("numbers are 32 bits").min(*max)
    };
    let always = greatest(relaxed::NEVER - 1);
    Some(Ceilings {
        always,
        within: task.bound.map_or(always, greatest),
        pairs: None,
    })
}

/// Lowers ceilings by the closed set of pairs, where it can.
#[must_use]
pub fn by_pairs(task: &Task, ceilings: Ceilings, watch: &mut dyn Watch) -> Ceilings {
    let Objective::Allowed {
        max,
        numbers,
        by_place,
    } = &task.objective
    else {
        return ceilings;
    };
    let Some(pairs) = pairs(&task.network, watch) else {
        return ceilings;
    };
    let mut values = (1..=ceilings.always).rev();
    let sizes: Vec<_> = by_place.iter().map(Vec::len).collect();
    let possible = values.find(|&value| {
        // All numbers from the greatest value on have that value.
        let last = if value == *max { *numbers } else { value };
        (value..=last).any(|number| {
            let allows = |component: usize, place: usize| -> bool {
                by_place[component][place].contains(number as usize)
            };
            supported(&pairs, &sizes, allows)
        })
    });
    let always = possible.unwrap_or(0);
    if always == ceilings.always || check(&task.network, &pairs).is_err() {
        return ceilings;
    }
    Ceilings {
        always,
        pairs: Some(pairs.count()),
        ..ceilings
    }
}

/// Whether the closed set of pairs leaves it possible that each component is in its set of places;
/// if not, no run of any length comes there.
#[must_use]
pub fn leaves_possible(pairs: &Pairs, region: &[PlaceSet], sizes: &[usize]) -> bool {
    supported(pairs, sizes, |component, place| {
        region[component].contains(place)
    })
}

/// Whether each component keeps an allowed place that is possible together with such a place of
/// every other component (arc consistency).
fn supported(pairs: &Pairs, sizes: &[usize], allows: impl Fn(usize, usize) -> bool) -> bool {
    let space = &pairs.space;
    let mut kept = vec![0_u64; space.places.div_ceil(64)];
    for (component, &size) in sizes.iter().enumerate() {
        for place in 0..size {
            let id = space.first[component] + place;
            if allows(component, place) && pairs.contains(id, id) {
                kept[id / 64] |= 1 << (id % 64);
            }
        }
    }
    let meets = |component: usize, kept: &[u64], row: &[u64]| {
        let words = space.own(component).iter().zip(kept).zip(row);
        words.fold(0, |met, ((own, kept), row)| met | own & kept & row) != 0
    };
    loop {
        let mut is_stable = true;
        for component in 0..sizes.len() {
            let mut keeps_one = false;
            for id in space.range(component) {
                if kept[id / 64] >> (id % 64) & 1 == 0 {
                    continue;
                }
                let row = pairs.row(id);
                let fits = |other: usize| other == component || meets(other, &kept, row);
                if (0..sizes.len()).all(fits) {
                    keeps_one = true;
                } else {
                    kept[id / 64] &= !(1 << (id % 64));
                    is_stable = false;
                }
            }
            if !keeps_one {
                return false;
            }
        }
        if is_stable {
            return true;
        }
    }
}
