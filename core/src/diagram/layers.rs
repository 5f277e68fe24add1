//! What a search has looked at, as bars: how many states are met first after how many steps.

use std::ops::RangeInclusive;

/// Some layers as one bar.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerBar {
    /// After how many steps.
    pub steps: RangeInclusive<usize>,
    /// The states of these layers.
    pub states: u64,
    /// Its height as a part of the highest one; what is not empty can be seen.
    pub height: f64,
}

/// The least height of a bar that is not empty, as a part of the highest one.
const LEAST: f64 = 0.03;

/// Bars for layers from 0 on, at most so many: where there are more layers each bar has several. O(layers).
#[must_use]
pub fn bars(layers: &[u64], most: usize) -> Vec<LayerBar> {
    let each = layers.len().div_ceil(most.max(1)).max(1);
    let sums: Vec<u64> = (layers.chunks(each))
        .map(|it| it.iter().fold(0u64, |sum, it| sum.saturating_add(*it)))
        .collect();
    let highest = sums.iter().copied().max().unwrap_or(0);
    let bar = |(number, &states): (usize, &u64)| {
        let from = number * each;
        // A height is no count.
        #[allow(clippy::cast_precision_loss)]
        let height = states as f64 / highest.max(1) as f64;
        LayerBar {
            steps: from..=(from + each).min(layers.len()) - 1,
            states,
            height: if states == 0 { 0.0 } else { height.max(LEAST) },
        }
    };
    sums.iter().enumerate().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_have_a_bar_each_and_share_one_where_they_are_many() {
        assert_eq!(bars(&[], 4), []);
        let few = bars(&[1, 4, 2], 4);
        let told: Vec<_> = few.iter().map(|it| (it.states, it.height)).collect();
        assert_eq!(told, [(1, 0.25), (4, 1.0), (2, 0.5)]);
        assert_eq!(few[2].steps, 2..=2);
        let many = bars(&[1, 2, 3, 4, 5, 6, 7], 3);
        let told: Vec<_> = (many.iter())
            .map(|it| (it.steps.clone(), it.states))
            .collect();
        assert_eq!(told, [(0..=2, 6), (3..=5, 15), (6..=6, 7)]);
        // What is very little beside others can be seen.
        assert!(bars(&[1, 1_000_000], 9)[0].height >= LEAST);
    }
}
