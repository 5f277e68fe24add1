//! An event queue as the paper has it (3.1): a cyclic buffer with the indices of its first and last event.
//!
//! m cells and two indices modulo m have m differences for m + 1 fill levels. As printed a queue that is full is the same
//! as an empty one, and nothing says what a call into it does: the first event is overwritten. [`Repair::Queues`] counts
//! the events, and a queue that is full takes no more.
//!
//! [`Repair::Queues`]: super::super::Repair::Queues

use crate::cnf::Lit;
use crate::encode::symbolic::{Bits, Word};

/// A number from 0 on, least significant bit first; without bits it is 0.
pub(super) type Index = Vec<Lit>;

/// A queue.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    /// The event in each cell, with what it brings.
    pub(super) cells: Vec<(Index, Vec<Word>)>,
    /// The cell of the first event.
    pub(super) first: Index,
    /// The cell behind the last one.
    pub(super) last: Index,
    /// How many events wait, where that is counted.
    pub(super) fill: Option<Index>,
}

/// The least number of bits for so many different values.
pub(super) fn bits_for(values: usize) -> usize {
    let last = values.saturating_sub(1);
    (usize::BITS - last.leading_zeros()) as usize
}

/// A number.
pub(super) fn number(bits: &Bits<'_>, number: usize, width: usize) -> Index {
    let bit = |at: usize| bits.constant(number >> at & 1 == 1);
    (0..width).map(bit).collect()
}

/// Whether a number is this one.
pub(super) fn is(bits: &mut Bits<'_>, index: &[Lit], number: usize) -> Lit {
    let lits = index.iter().enumerate();
    let lits: Vec<Lit> = lits
        .map(|(at, &lit)| if number >> at & 1 == 1 { lit } else { !lit })
        .collect();
    bits.all(lits)
}

/// The second where the condition holds, else the third.
pub(super) fn choose(bits: &mut Bits<'_>, condition: Lit, then: &[Lit], other: &[Lit]) -> Index {
    let pairs = then.iter().zip(other);
    pairs.map(|(&a, &b)| bits.choose(condition, a, b)).collect()
}

/// What a number below `values` becomes, value by value.
fn mapped(bits: &mut Bits<'_>, index: &[Lit], values: usize, to: &dyn Fn(usize) -> usize) -> Index {
    let cases: Vec<Lit> = (0..values).map(|it| is(bits, index, it)).collect();
    let bit = |at: usize| {
        let here = cases.iter().enumerate();
        let here = here.filter(|&(it, _)| to(it) >> at & 1 == 1);
        here.map(|it| *it.1).collect::<Vec<_>>()
    };
    let each: Vec<Vec<Lit>> = (0..index.len()).map(bit).collect();
    each.into_iter().map(|it| bits.any(it)).collect()
}

impl Queue {
    fn size(&self) -> usize {
        self.cells.len()
    }

    /// queueEmpty.
    pub(super) fn is_empty(&self, bits: &mut Bits<'_>) -> Lit {
        if let Some(fill) = &self.fill {
            return is(bits, fill, 0);
        }
        let pairs: Vec<_> = self.first.iter().zip(&self.last).collect();
        let same: Vec<Lit> = pairs.iter().map(|(a, b)| bits.equal(**a, **b)).collect();
        bits.all(same)
    }

    /// Whether there is no room, where that can be told.
    pub(super) fn is_full(&self, bits: &mut Bits<'_>) -> Lit {
        match &self.fill {
            Some(fill) => is(bits, fill, self.size()),
            None => bits.constant(false),
        }
    }

    /// How many events wait.
    pub(super) fn length(&self, bits: &mut Bits<'_>) -> Word {
        let no = bits.constant(false);
        if let Some(fill) = &self.fill {
            return Word(fill.iter().copied().chain([no]).collect());
        }
        let size = self.size();
        let width = bits_for(size) + 1;
        let mut length = Word::constant(bits, 0, width);
        for first in 0..size {
            for last in 0..size {
                let (a, b) = (is(bits, &self.first, first), is(bits, &self.last, last));
                let here = bits.and(a, b);
                let count = i64::try_from((size + last - first) % size).unwrap_or(0);
                let count = Word::constant(bits, count, width);
                length = Word::choose(bits, here, &count, &length);
            }
        }
        length
    }

    /// Whether the first event is this one: msg.
    pub(super) fn is_first(&self, bits: &mut Bits<'_>, event: usize) -> Lit {
        let empty = self.is_empty(bits);
        let mut any = bits.constant(false);
        for (at, (code, _)) in self.cells.iter().enumerate() {
            let (here, this) = (is(bits, &self.first, at), is(bits, code, event));
            let both = bits.and(here, this);
            any = bits.or(any, both);
        }
        bits.and(!empty, any)
    }

    /// What the first event brings.
    pub(super) fn brings(&self, bits: &mut Bits<'_>) -> Vec<Word> {
        let Some((_, mut found)) = self.cells.first().cloned() else {
            return Vec::new();
        };
        for (at, (_, values)) in self.cells.iter().enumerate().skip(1) {
            let here = is(bits, &self.first, at);
            for (found, value) in found.iter_mut().zip(values) {
                *found = Word::choose(bits, here, value, found);
            }
        }
        found
    }

    /// popMsg.
    pub(super) fn pop(&mut self, bits: &mut Bits<'_>) {
        let size = self.size();
        self.first = mapped(bits, &self.first, size, &|it| (it + 1) % size);
        if let Some(fill) = &mut self.fill {
            *fill = mapped(bits, fill, size + 1, &|it| it.saturating_sub(1));
        }
    }

    /// Puts an event behind the last one, where a condition holds; it must have room.
    pub(super) fn push(
        &mut self,
        bits: &mut Bits<'_>,
        condition: Lit,
        event: &[Lit],
        data: &[Word],
    ) {
        let size = self.size();
        for (at, (code, values)) in self.cells.iter_mut().enumerate() {
            let here = is(bits, &self.last, at);
            let here = bits.and(condition, here);
            *code = choose(bits, here, event, code);
            for (value, new) in values.iter_mut().zip(data) {
                let width = value.width();
                *value = Word::choose(bits, here, &new.resized(width), value);
            }
        }
        let next = mapped(bits, &self.last, size, &|it| (it + 1) % size);
        self.last = choose(bits, condition, &next, &self.last);
        if let Some(fill) = &mut self.fill {
            let more = mapped(bits, fill, size + 1, &|it| (it + 1).min(size));
            *fill = choose(bits, condition, &more, fill);
        }
    }

    /// All its bits.
    pub(super) fn lits(&self) -> Vec<Lit> {
        let mut all = Vec::new();
        for (code, values) in &self.cells {
            all.extend(code);
            all.extend(values.iter().flat_map(|it| &it.0));
        }
        all.extend(&self.first);
        all.extend(&self.last);
        all.extend(self.fill.iter().flatten());
        all
    }
}
