//! Pair reachability (h² of planning): which two places can be occupied at the same time?
//!
//! The least set of pairs that holds the start and is closed under single message sets, where a
//! message set may fire if its participants are pairwise possible together, and a bystander is
//! carried over if it is possible together with every participant. Every transaction is a sequence
//! of message sets, so every reachable state has only pairs of this set. The set says "never" for
//! every length at once.
//!
//! Rows of bits make it quick: a message set hands all its bystanders over word by word, and is
//! looked at again only while a row of one of its participants has grown.

use super::check::Space;
use crate::budget::{Reached, Watch};
use crate::network::{LocalPlace, Network};

/// A symmetric set of pairs of places; the pair of a place with itself says that it is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    pub(super) space: Space,
    /// Row by row, `width` words each.
    words: Vec<u64>,
    width: usize,
}

/// Most places of all components: their pairs are a bit each, in all 50 MB.
const MOST_PLACES: usize = 20_000;
/// Most words that are touched. A message set with n effects and r receivers has up to r! / (r - n)!
/// ways, and what they say is not worth any time.
const MOST_WORK: u64 = 60_000_000;
/// Words that are touched between two looks at the watch.
const WORK_PER_LOOK: u64 = 10_000_000;

/// Computes the closed set: O(rounds · message sets · places / 64) words touched, where a message
/// set whose rows did not grow costs nothing; exponential only in the size of effect sets. `None` where
/// that is too much, and where somebody asked to stop.
#[must_use]
pub fn pairs(network: &Network, watch: &mut dyn Watch) -> Option<Pairs> {
    let space = Space::new(network);
    if space.places > MOST_PLACES {
        return None;
    }
    let width = space.places.div_ceil(64);
    let mut closure = Closure {
        receivers: receivers(network, &space),
        grown: vec![0; space.places],
        bystanders: vec![0; width],
        round: 0,
        work: 0,
        next_look: WORK_PER_LOOK,
        watch,
        pairs: Pairs {
            words: vec![0; width * space.places],
            width,
            space,
        },
    };
    for (index, &start) in network.start.iter().enumerate() {
        for (other, &place) in network.start.iter().enumerate() {
            let space = &closure.pairs.space;
            let (a, b) = (space.id(index, start), space.id(other, place));
            closure.insert(a, b);
        }
    }
    while closure.run(network)? {}
    Some(closure.pairs)
}

/// A participant of a message set: the component, its place before and after.
type Moved = (usize, usize, usize);

/// Who could receive each symbol: component, place before, place after.
fn receivers(network: &Network, space: &Space) -> Vec<Vec<Moved>> {
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
        self.words[a * self.width + b / 64] >> (b % 64) & 1 == 1
    }

    /// Whether two components can be in these places together, as far as pairs can tell.
    #[must_use]
    pub fn together(&self, a: (usize, LocalPlace), b: (usize, LocalPlace)) -> bool {
        self.contains(self.space.id(a.0, a.1), self.space.id(b.0, b.1))
    }

    /// The bytes that it takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        8 * self.words.len() as u64
    }

    /// How many ordered pairs there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        let ones = |word: &u64| u64::from(word.count_ones());
        self.words.iter().map(ones).sum()
    }

    /// The places that are possible together with a place, as bits.
    pub(super) fn row(&self, place: usize) -> &[u64] {
        &self.words[place * self.width..(place + 1) * self.width]
    }

    /// The set without one pair.
    #[cfg(test)]
    pub(super) fn without(mut self, a: (usize, LocalPlace), b: (usize, LocalPlace)) -> Self {
        let (a, b) = (self.space.id(a.0, a.1), self.space.id(b.0, b.1));
        self.words[a * self.width + b / 64] &= !(1 << (b % 64));
        self.words[b * self.width + a / 64] &= !(1 << (a % 64));
        self
    }
}

/// A set of pairs on its way to being closed.
struct Closure<'w> {
    pairs: Pairs,
    receivers: Vec<Vec<Moved>>,
    /// For each place the last round in which its row has grown.
    grown: Vec<u32>,
    round: u32,
    /// Scratch: the bystanders of one message set.
    bystanders: Vec<u64>,
    /// Words that were touched, and when to look at the watch.
    work: u64,
    next_look: u64,
    watch: &'w mut dyn Watch,
}

impl Closure<'_> {
    /// Fires every message set that may have something new to say; whether any had. `None` where it was
    /// too much.
    fn run(&mut self, network: &Network) -> Option<bool> {
        self.round += 1;
        for (index, component) in network.components.iter().enumerate() {
            for (place, row) in component.places.iter().enumerate() {
                let here = self.pairs.space.first[index] + place;
                if !self.pairs.contains(here, here) {
                    continue;
                }
                for &to in &row.silent {
                    let moved = (index, here, self.pairs.space.id(index, to));
                    self.fire(&[moved]);
                }
                self.account(1 + row.silent.len() as u64)?;
                if let Some(send) = &row.send {
                    let sender = (index, here, self.pairs.space.id(index, send.to));
                    self.deliver(&send.effects, &mut vec![sender])?;
                }
            }
        }
        Some(self.grown.contains(&self.round))
    }

    /// Takes note of work; `None` where it has become too much or somebody asks to stop.
    fn account(&mut self, work: u64) -> Option<()> {
        self.work += work;
        if self.work >= self.next_look {
            self.next_look = self.work + WORK_PER_LOOK;
            let reached = Reached {
                bytes: self.pairs.bytes(),
                ..Reached::default()
            };
            if self.work > MOST_WORK || !self.watch.keep_going(reached) {
                return None;
            }
        }
        Some(())
    }

    /// Hands the remaining effects to every choice of receivers that is pairwise possible.
    fn deliver(&mut self, effects: &[usize], moved: &mut Vec<Moved>) -> Option<()> {
        let Some((&symbol, rest)) = effects.split_first() else {
            self.fire(moved);
            return Some(());
        };
        let receivers = self.receivers.get(symbol).map_or(0, Vec::len);
        self.account(1 + receivers as u64)?;
        for at in 0..receivers {
            let receiver = self.receivers[symbol][at];
            let fits = |&(index, before, _): &Moved| {
                index != receiver.0 && self.pairs.contains(before, receiver.1)
            };
            if moved.iter().all(fits) {
                moved.push(receiver);
                self.deliver(rest, moved)?;
                moved.pop();
            }
        }
        Some(())
    }

    /// Adds what one message set makes possible: its participants' new places with each other, and
    /// with every bystander that is possible together with all their old places.
    fn fire(&mut self, moved: &[Moved]) {
        let news = |&(_, before, _): &Moved| self.grown[before] + 1 >= self.round;
        if !moved.iter().any(news) {
            return;
        }
        // Counted here, looked at by those who list the message sets.
        self.work += (2 * moved.len() * (moved.len() + self.pairs.width)) as u64;
        let mut bystanders = std::mem::take(&mut self.bystanders);
        bystanders.copy_from_slice(self.pairs.row(moved[0].1));
        for &(_, before, _) in &moved[1..] {
            for (word, kept) in bystanders.iter_mut().zip(self.pairs.row(before)) {
                *word &= kept;
            }
        }
        for &(index, ..) in moved {
            for (word, own) in bystanders.iter_mut().zip(self.pairs.space.own(index)) {
                *word &= !own;
            }
        }
        for &(_, _, after) in moved {
            for &(_, _, other) in moved {
                self.insert(after, other);
            }
            for (word, &bits) in bystanders.iter().enumerate() {
                let row = &mut self.pairs.words[after * self.pairs.width + word];
                let mut fresh = bits & !*row;
                *row |= fresh;
                while fresh != 0 {
                    let place = word * 64 + fresh.trailing_zeros() as usize;
                    self.insert(place, after);
                    self.grown[after] = self.round;
                    fresh &= fresh - 1;
                }
            }
        }
        self.bystanders = bystanders;
    }

    fn insert(&mut self, a: usize, b: usize) {
        for (one, other) in [(a, b), (b, a)] {
            let word = &mut self.pairs.words[one * self.pairs.width + other / 64];
            let bit = 1 << (other % 64);
            if *word & bit == 0 {
                *word |= bit;
                self.grown[one] = self.round;
            }
        }
    }
}
