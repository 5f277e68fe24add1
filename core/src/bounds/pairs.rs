//! Pair reachability (h² of planning): which two places can be occupied at the same time?
//!
//! The least set of pairs that holds the start and is closed under single message sets, where a
//! message set may fire if its participants are pairwise possible together, and a bystander is
//! carried over if it is possible together with every participant. Every transaction is a sequence
//! of message sets, so every reachable state has only pairs of this set. The set says "never" for
//! every length at once.

use super::check::Space;
use crate::network::{LocalPlace, Network};

/// A symmetric set of pairs of places; the pair of a place with itself says that it is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    pub(super) space: Space,
    rows: Vec<Vec<u64>>,
}

/// Computes the closed set: O(rounds · moves · places / 64) words touched for single effects;
/// exponential only in the size of effect sets.
#[must_use]
pub fn pairs(network: &Network) -> Pairs {
    let space = Space::new(network);
    let mut pairs = Pairs {
        rows: vec![vec![0; space.places.div_ceil(64)]; space.places],
        space,
    };
    for (index, &start) in network.start.iter().enumerate() {
        for (other, &place) in network.start.iter().enumerate() {
            let (a, b) = (pairs.space.id(index, start), pairs.space.id(other, place));
            pairs.insert(a, b);
        }
    }
    let receivers = receivers(network);
    loop {
        let before = pairs.count();
        for (index, component) in network.components.iter().enumerate() {
            for (place, row) in component.places.iter().enumerate() {
                let here = pairs.space.first[index] + place;
                if !pairs.contains(here, here) {
                    continue;
                }
                for &to in &row.silent {
                    let moved = [(index, here, pairs.space.id(index, to))];
                    pairs.fire(&moved);
                }
                if let Some(send) = &row.send {
                    let sender = (index, here, pairs.space.id(index, send.to));
                    pairs.deliver(&receivers, &send.effects, &mut vec![sender]);
                }
            }
        }
        if pairs.count() == before {
            return pairs;
        }
    }
}

/// A participant of a message set: the component, its place before and after.
type Moved = (usize, usize, usize);

/// Who could receive each symbol: component, place before, place after.
fn receivers(network: &Network) -> Vec<Vec<Moved>> {
    let space = Space::new(network);
    let mut receivers: Vec<Vec<Moved>> = Vec::new();
    for (index, component) in network.components.iter().enumerate() {
        for (place, row) in component.places.iter().enumerate() {
            for &(symbol, to) in &row.receive {
                if receivers.len() <= symbol {
                    receivers.resize(symbol + 1, Vec::new());
                }
                let here = space.first[index] + place;
                receivers[symbol].push((index, here, space.id(index, to)));
            }
        }
    }
    receivers
}

impl Pairs {
    /// Whether two places can be occupied together, as far as pairs can tell.
    #[must_use]
    pub fn contains(&self, a: usize, b: usize) -> bool {
        self.rows[a][b / 64] >> (b % 64) & 1 == 1
    }

    /// Whether two components can be in these places together, as far as pairs can tell.
    #[must_use]
    pub fn together(&self, a: (usize, LocalPlace), b: (usize, LocalPlace)) -> bool {
        self.contains(self.space.id(a.0, a.1), self.space.id(b.0, b.1))
    }

    /// How many ordered pairs there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        let ones = |word: &u64| u64::from(word.count_ones());
        self.rows.iter().flatten().map(ones).sum()
    }

    /// The set without one pair.
    #[cfg(test)]
    pub(super) fn without(mut self, a: (usize, LocalPlace), b: (usize, LocalPlace)) -> Self {
        let (a, b) = (self.space.id(a.0, a.1), self.space.id(b.0, b.1));
        self.rows[a][b / 64] &= !(1 << (b % 64));
        self.rows[b][a / 64] &= !(1 << (a % 64));
        self
    }

    fn insert(&mut self, a: usize, b: usize) {
        self.rows[a][b / 64] |= 1 << (b % 64);
        self.rows[b][a / 64] |= 1 << (a % 64);
    }

    /// Hands the remaining effects to every choice of receivers that is pairwise possible.
    fn deliver(&mut self, receivers: &[Vec<Moved>], effects: &[usize], moved: &mut Vec<Moved>) {
        let Some((&symbol, rest)) = effects.split_first() else {
            self.fire(moved);
            return;
        };
        for &receiver in receivers.get(symbol).map_or(&[][..], Vec::as_slice) {
            let fits = |&(index, before, _): &Moved| {
                index != receiver.0 && self.contains(before, receiver.1)
            };
            if self.contains(receiver.1, receiver.1) && moved.iter().all(fits) {
                moved.push(receiver);
                self.deliver(receivers, rest, moved);
                moved.pop();
            }
        }
    }

    /// Adds what one message set makes possible: its participants' new places with each other, and
    /// with every bystander that is possible together with all their old places.
    fn fire(&mut self, moved: &[Moved]) {
        let mut bystanders = self.rows[moved[0].1].clone();
        for &(_, before, _) in &moved[1..] {
            for (word, kept) in bystanders.iter_mut().zip(&self.rows[before]) {
                *word &= kept;
            }
        }
        for &(index, ..) in moved {
            for place in self.space.range(index) {
                bystanders[place / 64] &= !(1 << (place % 64));
            }
        }
        for &(_, _, after) in moved {
            for &(_, _, other) in moved {
                self.insert(after, other);
            }
            for (word, &bits) in bystanders.iter().enumerate() {
                let mut fresh = bits & !self.rows[after][word];
                self.rows[after][word] |= fresh;
                while fresh != 0 {
                    let place = word * 64 + fresh.trailing_zeros() as usize;
                    self.rows[place][after / 64] |= 1 << (after % 64);
                    fresh &= fresh - 1;
                }
            }
        }
    }
}
