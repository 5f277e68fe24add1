//! The visited states: an append-only list with an open-addressing index.
//!
//! States are numbered in the order of their discovery; the index stores numbers, so a state is
//! held once. Linear probing, at most half full, no deletion.

use super::packed::Packed;

const FREE: u32 = u32::MAX;

/// Visited states with the number of the state from which each was found first.
pub(super) struct Table<const W: usize> {
    states: Vec<Packed<W>>,
    parents: Vec<u32>,
    index: Vec<u32>,
}

impl<const W: usize> Table<W> {
    pub(super) fn new() -> Self {
        Self {
            states: Vec::new(),
            parents: Vec::new(),
            index: vec![FREE; 1 << 10],
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

    /// Adds a state; says whether it is new.
    pub(super) fn insert(&mut self, state: Packed<W>, parent: usize) -> bool {
        let mask = self.index.len() - 1;
        let mut at = hash(&state) & mask;
        loop {
            match self.index[at] {
                FREE => break,
                number if self.states[number as usize] == state => return false,
                _ => at = (at + 1) & mask,
            }
        }
        // The limit on states keeps numbers below `u32::MAX`.
        self.index[at] = self.states.len() as u32;
        self.states.push(state);
        self.parents.push(parent as u32);
        if self.states.len() * 2 > self.index.len() {
            self.grow();
        }
        true
    }

    fn grow(&mut self) {
        let mask = self.index.len() * 2 - 1;
        let mut index = vec![FREE; mask + 1];
        for (number, state) in self.states.iter().enumerate() {
            let mut at = hash(state) & mask;
            while index[at] != FREE {
                at = (at + 1) & mask;
            }
            index[at] = number as u32;
        }
        self.index = index;
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
        }
        assert_eq!(table.len(), 5000);
        assert_eq!(table.state(7), &[7, 49]);
    }
}
