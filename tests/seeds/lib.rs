//! Which seeds of a random suite a test run takes: a fifth of them for each change, all on demand.
//!
//! Random suites compare encodings and engines with the definitions on thousands of models. A change runs one part of
//! their seeds, chosen by its commit, so that consecutive changes run different parts; `cargo xtask test --all` runs every
//! seed. The environment variable [`VARIABLE`] holds the choice as `PART/PARTS`; `cargo xtask test`
//! sets and prints it, plain `cargo test` takes `0/5`. The same value gives the same models on every machine.
//!
//! A seed that fails becomes a fixed row: [`Seeds::with`] runs it in every part.

use std::ops::{Div, Range};

/// The environment variable: `PART/PARTS`, such as `3/5`; `0/1` is every seed.
pub const VARIABLE: &str = "LOCKSTEP_SEEDS";

/// What is taken where the variable is not set.
const USUAL: Part = Part { number: 0, of: 5 };

/// One of several parts of equal size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    /// Below `of`.
    number: u8,
    /// At most 100.
    of: u8,
}

impl Part {
    /// The part that this run takes.
    ///
    /// # Panics
    ///
    /// If the variable holds anything else: a suite must not silently run other seeds than it was told.
    fn of_run() -> Self {
        match std::env::var(VARIABLE) {
            Err(_) => USUAL,
            Ok(value) => Self::read(&value).unwrap_or_else(|| {
                panic!("{VARIABLE} is `{value}`; it must be PART/PARTS, such as 3/5")
            }),
        }
    }

    fn read(value: &str) -> Option<Self> {
        let (number, of) = value.split_once('/')?;
        let (number, of) = (number.parse().ok()?, of.parse().ok()?);
        (number < of && of <= 100).then_some(Self { number, of })
    }

    fn seeds<N>(self, all: Range<N>) -> Vec<N>
    where
        Range<N>: Iterator<Item = N>,
    {
        all.skip(self.number.into())
            .step_by(self.of.into())
            .collect()
    }

    fn share<N: Div<Output = N> + From<u8>>(self, of_all: N) -> N {
        if self.of == 1 {
            of_all
        } else {
            of_all / N::from(2 * self.of)
        }
    }
}

/// Seeds of one suite.
pub struct Seeds<N> {
    chosen: Vec<N>,
}

/// The seeds of `all` that this run takes, in order.
pub fn seeds<N>(all: Range<N>) -> Seeds<N>
where
    Range<N>: Iterator<Item = N>,
{
    Seeds {
        chosen: Part::of_run().seeds(all),
    }
}

impl<N: PartialEq> Seeds<N> {
    /// The same seeds and fixed rows, which failed once: each runs in every part.
    #[must_use]
    pub fn with(mut self, rows: impl IntoIterator<Item = N>) -> Self {
        for row in rows {
            if !self.chosen.contains(&row) {
                self.chosen.push(row);
            }
        }
        self
    }
}

impl<N> IntoIterator for Seeds<N> {
    type Item = N;
    type IntoIter = std::vec::IntoIter<N>;

    fn into_iter(self) -> Self::IntoIter {
        self.chosen.into_iter()
    }
}

/// The endless seeds from `first` on that this run takes, for suites that go on until [`wanted`] models were judged.
pub fn seeds_from(first: u64) -> impl Iterator<Item = u64> {
    let part = Part::of_run();
    (first..).skip(part.number.into()).step_by(part.of.into())
}

/// How many models this run judges, if a run of all seeds judges `of_all`.
#[must_use]
pub fn wanted(of_all: usize) -> usize {
    of_all.div_ceil(Part::of_run().of.into())
}

/// Whether this run takes every seed: only then must each rare case have been met.
#[must_use]
pub fn is_all() -> bool {
    Part::of_run().of == 1
}

/// How many cases this run must have met, if a run of all seeds meets at least `of_all`. Suites ask for it so that a
/// generator that no longer makes the cases in question fails. Parts differ, so a part must meet half of its share.
#[must_use]
pub fn share<N: Div<Output = N> + From<u8>>(of_all: N) -> N {
    Part::of_run().share(of_all)
}

#[cfg(test)]
mod tests {
    use super::{Part, seeds};

    #[test]
    fn the_parts_together_are_all_seeds() {
        for of in [1, 5, 7] {
            let mut met: Vec<u64> = (0..of)
                .flat_map(|number| Part { number, of }.seeds(0..1_000))
                .collect();
            met.sort_unstable();
            assert!(met.into_iter().eq(0..1_000));
        }
    }

    #[test]
    fn only_parts_are_read() {
        assert_eq!(Part::read("3/5"), Some(Part { number: 3, of: 5 }));
        assert_eq!(Part::read("0/1").map(|part| part.share(100)), Some(100));
        assert_eq!(Part::read("0/5").map(|part| part.share(100)), Some(10));
        for wrong in ["", "all", "5/5", "0/0", "1", "1/5/2", "-1/5", "7/101"] {
            assert_eq!(Part::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn fixed_rows_are_in_every_part_once() {
        let rows = [0, 1, 2, 3, 4, 5];
        let mut taken: Vec<u64> = seeds(0..1_000).with(rows).into_iter().collect();
        assert!(rows.iter().all(|row| taken.contains(row)));
        let count = taken.len();
        taken.sort_unstable();
        taken.dedup();
        assert_eq!(taken.len(), count);
    }
}
