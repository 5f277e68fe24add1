//! Numbers whose growth may be worth knowing: of each attribute of few integers the greatest value of all objects whose value can change, and
//! how far the least of them is below the highest value there is. null counts as the lowest value.

use std::collections::BTreeMap;

use super::shape::Shape;
use crate::language::classes::model::Slot;
use crate::symbolic::{Bit, Counter};

/// Attributes with fewer values than one more come to their end before runs are deep.
const FEWEST_LEVELS: usize = 3;

impl Shape<'_> {
    /// Two counters for each such attribute, in the order of the text.
    pub(super) fn counters(&self) -> Vec<Counter> {
        let mut levels: BTreeMap<usize, Vec<_>> = BTreeMap::new();
        for (slot, place) in self.model.layout.slots.iter().zip(&self.places) {
            if let (Slot::Attribute { attribute, .. }, Some(own)) = (slot, place.levels()) {
                levels.entry(*attribute).or_default().push(own);
            }
        }
        let counters = levels.into_values().flat_map(|objects| {
            let count = objects
                .iter()
                .map(ExactSizeIterator::len)
                .max()
                .unwrap_or(0);
            let counter = |value: bool| Counter {
                levels: (0..count)
                    .map(|level| {
                        let bits = objects.iter();
                        // That a value is below one is that its bit does not hold; the lowest of these is the highest value.
                        let bit = bits.map(|it| Bit {
                            index: match value {
                                true => it.start + level,
                                false => it.end - 1 - level,
                            },
                            value,
                        });
                        bit.collect()
                    })
                    .collect(),
            };
            match count >= FEWEST_LEVELS {
                true => vec![counter(true), counter(false)],
                false => Vec::new(),
            }
        });
        counters.collect()
    }
}
