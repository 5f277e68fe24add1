//! States that were met, each once: one row of numbers behind the other, and a table of where they are.
//!
//! Open addressing with linear probing, at most half full. A state is its number; the numbers are given in the
//! order in which states are met, so whoever goes breadth first has its layers for free.

use crate::state::Valuation;

/// No state.
const NONE: u32 = u32::MAX;

/// States by number.
#[derive(Debug)]
pub(crate) struct Store {
    numbers: Vec<i64>,
    /// Where each state ends in `numbers`.
    ends: Vec<usize>,
    /// The state before each.
    before: Vec<u32>,
    table: Vec<u32>,
}

impl Store {
    pub(crate) fn new() -> Self {
        Self {
            numbers: Vec::new(),
            ends: Vec::new(),
            before: Vec::new(),
            table: vec![NONE; 1 << 10],
        }
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes that are held.
    pub(crate) fn bytes(&self) -> u64 {
        let bytes = self.numbers.capacity() * size_of::<i64>()
            + self.ends.capacity() * size_of::<usize>()
            + (self.before.capacity() + self.table.capacity()) * size_of::<u32>();
        bytes as u64
    }

    /// Whether another state of so many numbers can be added without taking more than so many bytes at any
    /// moment: what grows is there twice while it grows.
    pub(crate) fn has_room(&self, numbers: usize, most: u64) -> bool {
        let grown = |len: usize, capacity: usize, size: usize| match len <= capacity {
            true => 0,
            false => len.max(2 * capacity) * size,
        };
        let count = self.ends.len() + 1;
        let more = grown(
            self.numbers.len() + numbers,
            self.numbers.capacity(),
            size_of::<i64>(),
        ) + grown(count, self.ends.capacity(), size_of::<usize>())
            + grown(count, self.before.capacity(), size_of::<u32>())
            + grown(2 * count, self.table.len(), size_of::<u32>());
        more == 0 || self.bytes() + more as u64 <= most
    }

    /// The numbers of a state.
    pub(super) fn state(&self, number: usize) -> &[i64] {
        let start = if number == 0 {
            0
        } else {
            self.ends[number - 1]
        };
        &self.numbers[start..self.ends[number]]
    }

    /// The state by which a state was met first.
    pub(super) fn before(&self, number: usize) -> Option<usize> {
        let before = self.before[number];
        (before != NONE).then_some(before as usize)
    }

    /// Adds a state that was not met before; whether it was not.
    pub(crate) fn meet(&mut self, state: &[i64], before: Option<usize>) -> bool {
        if self.ends.len() * 2 >= self.table.len() {
            self.grow();
        }
        let place = self.place(state);
        if self.table[place] != NONE {
            return false;
        }
        self.table[place] = self.number();
        self.numbers.extend_from_slice(state);
        self.ends.push(self.numbers.len());
        let before = before.map_or(NONE, |it| it as u32);
        self.before.push(before);
        true
    }

    /// Whether a state was met.
    pub(crate) fn contains(&self, state: &[i64]) -> bool {
        self.table[self.place(state)] != NONE
    }

    /// The number of the next state.
    fn number(&self) -> u32 {
        u32::try_from(self.ends.len()).expect("budgets are below 2³² states")
    }

    /// Where a state stands in the table, or the free place where it belongs.
    fn place(&self, state: &[i64]) -> usize {
        let mask = self.table.len() - 1;
        let mut place = hash(state) as usize & mask;
        loop {
            let number = self.table[place];
            if number == NONE || self.state(number as usize) == state {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let larger = vec![NONE; self.table.len() * 2];
        self.table = larger;
        for number in 0..self.ends.len() {
            let place = self.place(self.state(number));
            self.table[place] = number as u32;
        }
    }

    /// All states on the way to one.
    pub(super) fn way(&self, to: usize) -> Vec<Valuation> {
        let mut way = vec![self.state(to).into()];
        let mut at = to;
        while let Some(before) = self.before(at) {
            way.push(self.state(before).into());
            at = before;
        }
        way.reverse();
        way
    }
}

/// A multiplicative hash whose upper bits are folded into the lower ones.
fn hash(state: &[i64]) -> u64 {
    let mut hash = 0_u64;
    for &number in state {
        hash = (hash.rotate_left(5) ^ number.cast_unsigned()).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_is_met_once_and_knows_its_way() {
        let mut store = Store::new();
        for number in 0..5_000_i64 {
            let state = vec![number % 70, number / 70, 7][..1 + (number % 3) as usize].to_vec();
            let known = (0..store.len()).any(|it| store.state(it) == state);
            let before = store.len().checked_sub(1);
            assert_eq!(store.meet(&state, before), !known);
        }
        let last = store.len() - 1;
        assert_eq!(store.way(last).len(), store.len());
        assert!(store.bytes() > 8 * store.len() as u64);
    }
}
