//! Clauses in one flat vector, found by their number and by what they say.
//!
//! A proof deletes a clause by repeating it, in any order. So every clause hangs in a chain of a
//! hash table whose hash does not depend on the order; the chain's links live beside the literals.
//! The propagation reorders literals in place, which leaves hash and chain alone.

use crate::cnf::Lit;

/// Where the literals of a clause begin in the arena.
pub type ClauseRef = u32;

/// The end of a chain; no clause begins there, since its header comes before it.
const NONE: ClauseRef = 0;

/// Before the literals of a clause stand the next clause of its chain and their number, which is 0
/// for deleted clauses.
const HEADER: usize = 2;

/// A set of clauses of at least one literal each. The same clause can be in it several times.
#[derive(Debug)]
pub struct Database {
    arena: Vec<u32>,
    /// First clauses of the chains; as many as a power of two.
    chains: Vec<ClauseRef>,
    live: usize,
    /// How much of the arena belongs to deleted clauses.
    wasted: usize,
}

impl Database {
    /// No clauses.
    pub fn new() -> Self {
        Self {
            arena: Vec::new(),
            chains: vec![NONE; 1024],
            live: 0,
            wasted: 0,
        }
    }

    /// Adds a clause. Constant time, amortised, for each literal.
    pub fn insert(&mut self, clause: &[Lit]) -> ClauseRef {
        if self.live == self.chains.len() {
            self.grow();
        }
        let start = self.arena.len() + HEADER;
        let reference = ClauseRef::try_from(start).expect("proofs beyond 16 GB fit no memory here");
        let chain = self.chain_of(clause.iter().map(|lit| lit.code() as u32));
        self.arena.push(self.chains[chain]);
        self.arena.push(clause.len() as u32);
        self.arena
            .extend(clause.iter().map(|lit| lit.code() as u32));
        self.chains[chain] = reference;
        self.live += 1;
        reference
    }

    /// The codes of a clause's literals, in any order the caller likes; empty once it is deleted.
    pub fn literals(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause as usize;
        let length = self.arena[start - 1] as usize;
        &mut self.arena[start..start + length]
    }

    /// Deletes one clause with exactly these literals, which must be sorted and different. Tells
    /// whether there was one.
    pub fn delete(&mut self, sorted: &[Lit]) -> bool {
        let chain = self.chain_of(sorted.iter().map(|lit| lit.code() as u32));
        let mut before = NONE;
        let mut clause = self.chains[chain];
        while clause != NONE {
            let next = self.arena[clause as usize - HEADER];
            if says(self.literals(clause), sorted) {
                if before == NONE {
                    self.chains[chain] = next;
                } else {
                    self.arena[before as usize - HEADER] = next;
                }
                self.arena[clause as usize - 1] = 0;
                self.live -= 1;
                self.wasted += HEADER + sorted.len();
                return true;
            }
            before = clause;
            clause = next;
        }
        false
    }

    /// Whether deleted clauses hold more than half of the memory.
    pub fn is_wasteful(&self) -> bool {
        self.wasted > self.arena.len() / 2 && self.wasted > 1 << 16
    }

    /// Moves the clauses together. What is handed back knows where each of them went.
    pub fn compact(&mut self) -> Moves {
        let mut arena = Vec::with_capacity(self.arena.len() - self.wasted);
        for first in &mut self.chains {
            let mut old = std::mem::replace(first, NONE) as usize;
            while old != NONE as usize {
                let end = old + self.arena[old - 1] as usize;
                let next = self.arena[old - HEADER] as usize;
                arena.push(*first);
                arena.extend_from_slice(&self.arena[old - 1..end]);
                *first = (arena.len() - (end - old)) as ClauseRef;
                self.arena[old - HEADER] = *first;
                old = next;
            }
        }
        self.wasted = 0;
        Moves {
            arena: std::mem::replace(&mut self.arena, arena),
        }
    }

    /// Doubles the number of chains, and hangs every clause where it belongs now.
    fn grow(&mut self) {
        let doubled = vec![NONE; self.chains.len() * 2];
        for first in std::mem::replace(&mut self.chains, doubled) {
            let mut clause = first;
            while clause != NONE {
                let start = clause as usize;
                let end = start + self.arena[start - 1] as usize;
                let chain = self.chain_of(self.arena[start..end].iter().copied());
                let next = self.arena[start - HEADER];
                self.arena[start - HEADER] = self.chains[chain];
                self.chains[chain] = clause;
                clause = next;
            }
        }
    }

    /// The number of a clause's chain: a sum, so that the order does not matter, of well-mixed
    /// literals (the multiplier is 2^64 divided by the golden ratio, after Knuth).
    fn chain_of(&self, codes: impl Iterator<Item = u32>) -> usize {
        let mixed = |code: u32| {
            let product = (u64::from(code) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (product ^ product >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        let sum = codes.fold(0_u64, |sum, code| sum.wrapping_add(mixed(code)));
        (sum >> 32) as usize & (self.chains.len() - 1)
    }
}

/// Whether these are the same literals. Both sides have each of theirs once, so that one direction
/// and the number suffice.
fn says(codes: &[u32], sorted: &[Lit]) -> bool {
    codes.len() == sorted.len()
        && codes
            .iter()
            .all(|&code| sorted.binary_search(&Lit::from_code(code as usize)).is_ok())
}

/// Where clauses went when a database was compacted.
pub struct Moves {
    /// The old arena, with the new place of every live clause in the place of its link.
    arena: Vec<u32>,
}

impl Moves {
    /// The new place of a clause; none where it was deleted.
    pub fn new_place(&self, clause: ClauseRef) -> Option<ClauseRef> {
        let start = clause as usize;
        (self.arena[start - 1] > 0).then(|| self.arena[start - HEADER])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For every number another clause; the literals of different clauses overlap.
    fn clause(number: usize) -> Vec<Lit> {
        let mut clause = [number + 40_000, number % 97, number / 7 + 100]
            .map(Lit::from_code)
            .to_vec();
        clause.sort_unstable();
        clause
    }

    fn codes(clause: &[Lit]) -> Vec<u32> {
        clause.iter().map(|lit| lit.code() as u32).collect()
    }

    #[test]
    fn clauses_are_found_by_what_they_say() {
        let mut database = Database::new();
        let (mut a, b) = (clause(3), clause(4000));
        let first = database.insert(&a);
        let second = database.insert(&b);
        a.reverse();
        database.literals(second).reverse();
        let third = database.insert(&a);
        a.sort_unstable();
        assert!(database.delete(&b));
        assert!(!database.delete(&b), "it is gone");
        assert!(!database.delete(&a[..2]), "a part is another clause");
        assert!(database.literals(second).is_empty());
        assert!(
            database.delete(&a) && database.delete(&a),
            "it was in twice"
        );
        assert!(!database.delete(&a));
        assert!(database.literals(first).is_empty() && database.literals(third).is_empty());
    }

    #[test]
    fn clauses_survive_growing_and_compacting() {
        let mut database = Database::new();
        let count = 20_000;
        let places: Vec<ClauseRef> = (0..count).map(|n| database.insert(&clause(n))).collect();
        for n in (0..count).filter(|n| n % 5 != 0) {
            assert!(database.delete(&clause(n)), "{n}");
        }
        assert!(database.is_wasteful());
        let moves = database.compact();
        assert!(!database.is_wasteful());
        for (n, &place) in places.iter().enumerate() {
            let now = moves.new_place(place);
            assert_eq!(now.is_some(), n % 5 == 0, "{n}");
            if let Some(now) = now {
                assert_eq!(database.literals(now), codes(&clause(n)));
            }
        }
        for n in (0..count).step_by(5) {
            assert!(database.delete(&clause(n)), "{n}");
        }
        assert_eq!(database.live, 0);
    }
}
