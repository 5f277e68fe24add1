//! The visited states: an append-only list with a set beside it.
//!
//! States are numbered in the order of their discovery. The set holds the states themselves, so
//! that to find one costs one look into memory; linear probing, at most five eighths full, no
//! deletion. A look into a large set waits for memory, so states come in batches: a first pass
//! touches every slot, which lets the waits overlap, a second one inserts.

use super::packed::Packed;

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
            states: Vec::new(),
            parents: Vec::new(),
            slots: vec![[0; W]; 1 << 10],
            has_ones: false,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn state(&self, number: usize) -> &Packed<W> {
        &self.states[number]
    }

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

    /// Loads the slots in which some states would be looked for.
    pub(super) fn touch(&self, states: impl Iterator<Item = Packed<W>>) {
        let mask = self.slots.len() - 1;
        let met = states.fold(0, |met, state| met ^ self.slots[hash(&state) & mask][0]);
        // Nobody needs the bits, but the compiler must not leave the loads out.
        std::hint::black_box(met);
    }

    /// Adds a state; says whether it is new.
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
        if self.states.len() * 8 > self.slots.len() * 5 {
            self.grow();
        }
        true
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        self.slots.clear();
        self.slots.resize(mask + 1, [0; W]);
        for state in &self.states {
            let mut at = hash(state) & mask;
            while self.slots[at] != [0; W] {
                at = (at + 1) & mask;
            }
            self.slots[at] = state.map(|word| !word);
        }
    }
}

/// Multiply and fold, word by word: cheap, and good enough for open addressing.
fn hash<const W: usize>(state: &Packed<W>) -> usize {
    let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
    for &word in state {
        let product = u128::from(hash ^ word) * 0xa076_1d64_78bd_642f_u128;
        hash = (product as u64) ^ (product >> 64) as u64;
    }
    hash as usize
}

#[cfg(test)]
mod tests {
    use super::*;

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
