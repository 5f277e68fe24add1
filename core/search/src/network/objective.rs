//! Objectives: what an engine is to find as much of as it can.

use super::{LocalMoves, LocalPlace, Network, PlaceSet, Task};

/// A value from 0 to [`Self::max`] for every state; engines look for a state of greatest value.
#[derive(Clone, Debug)]
pub enum Objective {
    /// The value is the greatest number that every coordinate allows, and at most `max`; 0 is always allowed.
    ///
    /// Reaching a goal is the case with the values 0 and 1. For a strict scenario the numbers are
    /// the prefixes that each lifeline can play from its place: whether a scenario runs from a
    /// global state depends on each lifeline alone, because the order of the messages is fixed. A goal
    /// that is one of several regions has a number for each of them, and they all have the value 1.
    Allowed {
        /// The greatest value.
        max: u32,
        /// The greatest number in the sets, at least `max`.
        numbers: u32,
        /// For each coordinate and each of its places the allowed values.
        by_place: Vec<Vec<PlaceSet>>,
    },
    /// The value is 1 where nothing can happen although some component may not end there.
    Stuck,
}

impl Objective {
    /// Value 1 where every coordinate is in its set of places, else 0.
    #[must_use]
    pub fn region(region: &[PlaceSet], sizes: &[usize]) -> Self {
        Self::one_of(&[region], sizes)
    }

    /// Value 1 where for one of some regions every coordinate is in its set of places, else 0.
    ///
    /// O(regions · places).
    #[must_use]
    pub fn one_of(regions: &[&[PlaceSet]], sizes: &[usize]) -> Self {
        let allowed = |coordinate: usize, place: usize| {
            let mut allowed = PlaceSet::empty(regions.len() + 1);
            allowed.insert(0);
            for (number, region) in (1..).zip(regions) {
                if region[coordinate].contains(place) {
                    allowed.insert(number);
                }
            }
            allowed
        };
        let coordinates = sizes.iter().enumerate();
        let by_place = coordinates
            .map(|(coordinate, &size)| (0..size).map(|place| allowed(coordinate, place)).collect());
        Self::Allowed {
            max: 1,
            numbers: u32::try_from(regions.len()).expect("the language limits regions"),
            by_place: by_place.collect(),
        }
    }

    /// The greatest value that a state can have.
    #[must_use]
    pub fn max(&self) -> u32 {
        match self {
            Self::Allowed { max, .. } => *max,
            Self::Stuck => 1,
        }
    }

    /// Whether a value is all there is to have: the goal, the whole scenario, a deadlock.
    #[must_use]
    pub fn is_met(&self, value: u32) -> bool {
        value == self.max()
    }

    /// The value of a state: its coordinates are the components' places and, where messages are
    /// observed, their number.
    #[must_use]
    pub fn value(&self, network: &Network, state: &[LocalPlace]) -> u32 {
        match self {
            Self::Allowed { by_place, max, .. } => {
                let words = by_place
                    .first()
                    .and_then(|places| places.first())
                    .map_or(0, |set| set.words().len());
                for word in (0..words).rev() {
                    let common =
                        by_place
                            .iter()
                            .zip(state)
                            .fold(u64::MAX, |common, (places, &place)| {
                                common & places[usize::from(place)].words()[word]
                            });
                    if common != 0 {
                        let highest = 63 - common.leading_zeros();
                        let number = u32::try_from(word).unwrap_or(u32::MAX) * 64 + highest;
                        return number.min(*max);
                    }
                }
                // Without coordinates nothing forbids anything.
                if by_place.is_empty() { *max } else { 0 }
            }
            Self::Stuck => u32::from(network.is_stuck(state) && !network.all_final(state)),
        }
    }
}

impl Task {
    /// Number of places of each coordinate: of the components, then of the observer if there is
    /// anything to observe.
    #[must_use]
    pub fn sizes(&self) -> Vec<usize> {
        let mut sizes: Vec<_> = self
            .network
            .components
            .iter()
            .map(|component| component.places.len())
            .collect();
        if !self.observed.is_empty() {
            sizes.push(self.observed.len() + 1);
        }
        sizes
    }

    /// How many combinations of places there are; the greatest number where there are more.
    #[must_use]
    pub fn combinations(&self) -> u64 {
        let sizes = self.sizes();
        let sizes = sizes.iter().map(|&size| size as u64);
        sizes.fold(1, u64::saturating_mul)
    }

    /// About the bytes of its tables.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let moves = self.network.components.iter().flat_map(|it| &it.places);
        let moves = moves.map(|row| {
            let effects = row.send.as_ref().map_or(0, |send| send.effects.len());
            size_of::<LocalMoves>() + 2 * row.silent.len() + 16 * row.receive.len() + 8 * effects
        });
        let values = match &self.objective {
            Objective::Stuck => 0,
            Objective::Allowed { by_place, .. } => {
                let sets = by_place.iter().flatten();
                sets.map(|set| 24 + 8 * set.words().len()).sum()
            }
        };
        (moves.sum::<usize>() + values) as u64
    }

    /// The start state with all its coordinates.
    #[must_use]
    pub fn start(&self) -> Vec<LocalPlace> {
        let mut start = self.network.start.clone();
        if !self.observed.is_empty() {
            start.push(0);
        }
        start
    }
}
