//! The window of a path: which places can matter at which step.
//!
//! A place has no variable before its earliest step ([`relaxed`]), because it could not hold. On the
//! way to a value in a last frame it has none either once more half-steps are left from it than
//! transactions ([`distances`]): whoever stands there comes too late.

use crate::network::distance::distances;
use crate::network::relaxation::{Waiver, waived};
use crate::network::{Network, Task, relaxed};

/// When each place can be part of a path.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// For each component and place its earliest step.
    pub(super) earliest: Vec<Vec<u32>>,
    /// The last frame, and for each component and place the half-steps that it still needs.
    end: Option<(usize, Vec<Vec<u32>>)>,
}

impl Window {
    /// Paths from the start, to anywhere.
    pub(super) fn from_start(network: &Network, waivers: &[Waiver]) -> Self {
        let earliest = if waivers.is_empty() {
            relaxed::earliest(network)
        } else {
            relaxed::earliest(&waived(network, waivers))
        };
        Self {
            earliest,
            end: None,
        }
    }

    /// Paths from anywhere to anywhere.
    pub(super) fn anywhere(network: &Network) -> Self {
        let components = network.components.iter();
        Self {
            earliest: components.map(|c| vec![0; c.places.len()]).collect(),
            end: None,
        }
    }

    /// Paths from the start to at least `value` in frame `last`; as [`Self::from_start`] for
    /// objectives that are not met place by place.
    pub(super) fn towards(task: &Task, last: usize, value: u32) -> Self {
        let distances = distances(&task.network, &task.objective, value);
        Self {
            end: distances.map(|distances| (last, distances)),
            ..Self::from_start(&task.network, &[])
        }
    }

    /// Whether a component in a place at a step can be part of a path.
    pub(super) fn admits(&self, component: usize, place: usize, step: usize) -> bool {
        let in_time = |(last, left): &(usize, Vec<Vec<u32>>)| {
            step.saturating_add(left[component][place] as usize) <= *last
        };
        self.earliest[component][place] as usize <= step && self.end.as_ref().is_none_or(in_time)
    }
}
