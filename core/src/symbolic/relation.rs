//! A transition system over bits, as clauses.
//!
//! A state is a row of bits. The three formulas of a [`Relation`] share a layout: the bits of a state come
//! first, in their order; in the step the bits of the next state follow; whatever else a formula
//! needs comes after that. [`Side`] writes a formula into a larger one with its bits where they are wanted.

use crate::cnf::{ClauseSink, Formula, Lit};

/// A bit of a state with the value it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bit {
    /// Which bit.
    pub index: usize,
    /// Its value.
    pub value: bool,
}

/// The states in which some bits have given values; sorted, each bit at most once.
pub type Cube = Vec<Bit>;

/// Start states, steps and bad states.
#[derive(Clone, Debug)]
pub struct Relation {
    /// How many bits a state has.
    pub bits: usize,
    /// Holds of the start states.
    pub initial: Formula,
    /// Holds of a state and the next one.
    pub step: Formula,
    /// Literals of [`Self::initial`] that tell how the start was chosen.
    pub start_choices: Vec<Lit>,
    /// Literals of [`Self::step`] that tell how the step was chosen.
    pub step_choices: Vec<Lit>,
    /// Says when [`Self::bad`] holds of a state.
    pub property: Formula,
    /// A literal of [`Self::property`]: the state must not be reached.
    pub bad: Lit,
}

/// A formula that is to be written with its first bits somewhere else.
#[derive(Clone, Copy, Debug)]
pub struct Side<'f>(pub &'f Formula);

impl Side<'_> {
    /// Writes the clauses; the formula's first variables become these literals, the others are new. The
    /// list that comes back says what each variable has become. Linear in the formula.
    pub fn write(self, sink: &mut (impl ClauseSink + ?Sized), first: &[Lit]) -> Vec<Lit> {
        self.write_where(sink, first, None)
    }

    /// As [`Self::write`], with every clause demanded only where a condition holds.
    pub fn write_where(
        self,
        sink: &mut (impl ClauseSink + ?Sized),
        first: &[Lit],
        condition: Option<Lit>,
    ) -> Vec<Lit> {
        let mut now = first.to_vec();
        while now.len() < self.0.var_count() {
            now.push(sink.new_lit());
        }
        let mut clause = Vec::new();
        for old in self.0.clauses() {
            clause.clear();
            clause.extend(condition.map(|it| !it));
            clause.extend(old.iter().map(|&lit| moved(lit, &now)));
            sink.add_clause(&clause);
        }
        now
    }
}

/// What a literal has become.
#[must_use]
fn moved(lit: Lit, now: &[Lit]) -> Lit {
    let to = now[lit.var().index()];
    if lit.is_negated() { !to } else { to }
}

impl Relation {
    /// New literals for the bits of a state.
    pub fn state(&self, sink: &mut (impl ClauseSink + ?Sized)) -> Vec<Lit> {
        (0..self.bits).map(|_| sink.new_lit()).collect()
    }

    /// Demands that a state is a start state. The literals that come back tell how it was chosen.
    pub fn start_at(&self, sink: &mut (impl ClauseSink + ?Sized), state: &[Lit]) -> Vec<Lit> {
        let now = Side(&self.initial).write(sink, state);
        self.start_choices
            .iter()
            .map(|&it| moved(it, &now))
            .collect()
    }

    /// Demands that one state follows another. The literals that come back tell how.
    pub fn step_between(
        &self,
        sink: &mut (impl ClauseSink + ?Sized),
        now: &[Lit],
        next: &[Lit],
    ) -> Vec<Lit> {
        let now = Side(&self.step).write(sink, &[now, next].concat());
        self.step_choices
            .iter()
            .map(|&it| moved(it, &now))
            .collect()
    }

    /// Demands that one state follows another, where a condition holds.
    pub fn step_where(
        &self,
        sink: &mut (impl ClauseSink + ?Sized),
        condition: Lit,
        now: &[Lit],
        next: &[Lit],
    ) {
        let first = [now, next].concat();
        Side(&self.step).write_where(sink, &first, Some(condition));
    }

    /// A literal that holds exactly where a state is bad.
    pub fn bad_at(&self, sink: &mut (impl ClauseSink + ?Sized), state: &[Lit]) -> Lit {
        let now = Side(&self.property).write(sink, state);
        moved(self.bad, &now)
    }
}
