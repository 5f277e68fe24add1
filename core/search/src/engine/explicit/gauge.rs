//! The gauge: the value of a state from one flat table.
//!
//! Asked for every new state, so it does not walk over the objective's nested tables: a row of
//! words for each place, the rows of all places in one list.

use crate::network::{LocalPlace, Objective, Task};

/// Values of a task's states.
pub(super) enum Gauge {
    /// The words that each place of each coordinate allows.
    Allowed {
        /// The number of each coordinate's first row.
        first: Vec<usize>,
        /// The rows, `width` words each.
        rows: Vec<u64>,
        width: usize,
        /// The greatest value.
        max: u32,
    },
    /// Objectives that look at the whole state.
    Whole,
}

impl Gauge {
    pub(super) fn new(task: &Task) -> Self {
        let Objective::Allowed { by_place, max, .. } = &task.objective else {
            return Self::Whole;
        };
        let sets = || by_place.iter().flatten();
        let Some(width) = sets().next().map(|set| set.words().len()) else {
            return Self::Whole;
        };
        let mut first = Vec::with_capacity(by_place.len());
        let mut count = 0;
        for places in by_place {
            first.push(count);
            count += places.len();
        }
        Self::Allowed {
            first,
            rows: sets().flat_map(|set| set.words()).copied().collect(),
            width,
            max: *max,
        }
    }

    /// The value of a state, as [`Objective::value`] defines it.
    #[inline]
    pub(super) fn value(&self, task: &Task, places: &[LocalPlace]) -> u32 {
        match self {
            Self::Allowed {
                first,
                rows,
                width,
                max,
            } => {
                for word in (0..*width).rev() {
                    let mut common = u64::MAX;
                    for (first, &place) in first.iter().zip(places) {
                        common &= rows[(first + usize::from(place)) * width + word];
                    }
                    if common != 0 {
                        // Values are 32 bits.
                        return (word as u32 * 64 + 63 - common.leading_zeros()).min(*max);
                    }
                }
                0
            }
            Self::Whole => task.objective.value(&task.network, places),
        }
    }
}
