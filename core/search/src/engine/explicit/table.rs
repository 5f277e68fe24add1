//! The visited states: an append-only list with a set beside it.
//!
//! States are numbered in the order of their discovery. The set holds the states themselves, so
//! that to find one costs one look into memory; linear probing, at most five eighths full, no
//! deletion. A look into a large set waits for memory, so states come in batches: a first pass
//! touches every slot, which lets the waits overlap, a second one inserts.

use super::packed::Packed;
use crate::budget::bytes_of;

/// States for which there is room at first.
const FIRST: usize = 64;
/// A set of so many slots does not wait for memory.
const NEAR: usize = 1 << 14;

/// Visited states with the number of the state from which each was found first.
pub(super) struct Table<const W: usize> {
    states: Vec<Packed<W>>,
    parents: Vec<u32>,
    /// States, flipped bit by bit: a slot of zeros is free.
    slots: Vec<Packed<W>>,
    /// The state whose flipped bits are all zeros stands in no slot.
    has_ones: bool,
}

impl<const W: usize> Table<W> {
    pub(super) fn new() -> Self {
        Self {
            states: Vec::with_capacity(FIRST),
            parents: Vec::with_capacity(FIRST),
            slots: vec![[0; W]; 1 << 10],
            has_ones: false,
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        bytes_of(&self.states) + bytes_of(&self.parents) + bytes_of(&self.slots)
    }

    /// The most bytes that it takes while so many states are added, those included that are only
    /// needed while a list moves to a larger place.
    #[inline]
    pub(super) fn bytes_with(&self, more: usize) -> u64 {
        let len = self.states.len() + more;
        let mut bytes = self.bytes();
        if len > self.states.capacity() {
            // The larger place is twice as large, and the smaller one is given back after the move.
            bytes += 2 * (bytes_of(&self.states) + bytes_of(&self.parents));
        }
        if is_crowded(len, self.slots.len()) {
            bytes += bytes_of(&self.slots);
        }
        bytes
    }

    #[inline]
    pub(super) fn state(&self, number: usize) -> &Packed<W> {
        &self.states[number]
    }

    #[inline]
    pub(super) fn parent(&self, number: usize) -> usize {
        self.parents[number] as usize
    }

    /// The numbers of the states from the first one to this, each found from the one before.
    pub(super) fn path(&self, number: usize) -> Vec<usize> {
        let mut numbers = vec![number];
        while let Some(&number) = numbers.last().filter(|&&number| number != 0) {
            numbers.push(self.parent(number));
        }
        numbers.reverse();
        numbers
    }

    /// Loads the slots in which some states would be looked for, unless the set is small enough to be near anyway.
    #[inline]
    pub(super) fn touch(&self, states: impl Iterator<Item = Packed<W>>) {
        if self.slots.len() <= NEAR {
            return;
        }
        let mask = self.slots.len() - 1;
        let met = states.fold(0, |met, state| met ^ self.slots[hash(&state) & mask][0]);
        // Nobody needs the bits, but the compiler must not leave the loads out.
        std::hint::black_box(met);
    }

    /// Adds a state; says whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, state: Packed<W>, parent: usize) -> bool {
        let flipped = state.map(|word| !word);
        if flipped == [0; W] {
            if std::mem::replace(&mut self.has_ones, true) {
                return false;
            }
        } else {
            let mask = self.slots.len() - 1;
            let mut at = hash(&state) & mask;
            while self.slots[at] != [0; W] {
                if self.slots[at] == flipped {
                    return false;
                }
                at = (at + 1) & mask;
            }
            self.slots[at] = flipped;
        }
        self.states.push(state);
        // The limit on states keeps numbers below `u32::MAX`.
        self.parents.push(parent as u32);
        if is_crowded(self.states.len(), self.slots.len()) {
            self.grow();
        }
        true
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        // All states stand in the list as well, so the smaller set can go first.
        self.slots = Vec::new();
        self.slots = vec![[0; W]; mask + 1];
        for state in &self.states {
            let mut at = hash(state) & mask;
            while self.slots[at] != [0; W] {
                at = (at + 1) & mask;
            }
            self.slots[at] = state.map(|word| !word);
        }
    }
}

/// Whether so many states are too many for a set of this size.
#[inline]
fn is_crowded(states: usize, slots: usize) -> bool {
    states * 8 > slots * 5
}

/// Fold and multiply, word by word: cheap, also in WebAssembly, which has no product of 128 bits; and good enough for open
/// addressing, because the upper half of the product depends on every bit of the folded word.
#[inline]
fn hash<const W: usize>(state: &Packed<W>) -> usize {
    let mut hash = 0;
    for &word in state {
        let mixed = hash ^ word;
        hash = (mixed ^ (mixed >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    (hash >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_takes_more_than_it_says_it_will() {
        let mut table = Table::<1>::new();
        for number in 0..100_000_u64 {
            let most = table.bytes_with(1);
            table.insert([number], 0);
            assert!(table.bytes() <= most, "at {number}");
        }
        // Per state 8 bytes and 4, and no less than 8 · 8 / 5 in the set.
        assert!((2_480_000..6_000_000).contains(&table.bytes()));
    }

    #[test]
    fn finds_every_state_again() {
        let mut table = Table::<2>::new();
        for round in 0..2 {
            for number in 0..5000_u64 {
                let is_new = table.insert([number, number * number], 0);
                assert_eq!(is_new, round == 0);
            }
            assert_eq!(table.insert([u64::MAX; 2], 7), round == 0);
        }
        assert_eq!(table.len(), 5001);
        assert_eq!(table.state(7), &[7, 49]);
        assert_eq!(table.path(5000), [0, 7, 5000]);
    }
}
