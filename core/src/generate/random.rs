//! Draws from a seeded generator.

/// A seeded source of draws.
#[derive(Clone, Debug)]
pub struct Random(oorandom::Rand64);

impl Random {
    /// The source of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(oorandom::Rand64::new(u128::from(seed)))
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        debug_assert!(low <= high, "an empty range has no draw");
        let range = low as u64..high as u64 + 1;
        usize::try_from(self.0.rand_range(range)).unwrap_or(low)
    }

    /// True in so many of a hundred draws.
    pub fn percent(&mut self, share: usize) -> bool {
        self.between(0, 99) < share
    }

    /// One of several things.
    ///
    /// # Panics
    /// Where there is nothing to choose from: a mistake of the caller.
    pub fn choose<'c, T>(&mut self, choices: &'c [T]) -> &'c T {
        &choices[self.between(0, choices.len() - 1)]
    }
}
