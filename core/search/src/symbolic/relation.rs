//! A transition system over bits, as clauses.
//!
//! A state is a row of bits. The three formulas of a [`Relation`] share a layout: the bits of a state come
//! first, in their order; whatever else a formula needs comes after that. [`Side`] writes a formula into a larger
//! one with its bits where they are wanted.
//!
//! A step is a function: of a state and of inputs that somebody is free to set. It says what the next state is and
//! whether the step is possible. So it can be asked of a step which part of a state it does not depend on.

use std::cell::OnceCell;

use super::transition::{Taken, Transition};
use crate::cnf::{ClauseSink, Formula, Lit, gate};

/// A bit of a state with the value it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bit {
    /// Which bit.
    pub index: usize,
    /// Its value.
    pub value: bool,
}

impl Bit {
    /// The literal that says that the bit has its value in a state.
    #[must_use]
    pub fn in_state(self, state: &[Lit]) -> Lit {
        let lit = state[self.index];
        if self.value { lit } else { !lit }
    }
}

/// The states in which some bits have given values; sorted, each bit at most once.
pub type Cube = Vec<Bit>;

/// A number that a state holds, in order encoding, or the greatest of several; numbers from a lowest value on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// For each value but the lowest, in ascending order, the bits one of which at least says that it is reached. In states that steps begin
    /// in or lead to, a bit of a level has one below it in the level before.
    pub levels: Vec<Vec<Bit>>,
}

/// Start states, steps and bad states.
#[derive(Clone, Debug)]
pub struct Relation {
    /// How many bits a state has.
    pub bits: usize,
    /// Holds of the start states.
    pub initial: Formula,
    /// How a state goes on.
    pub step: Step,
    /// Literals of [`Self::initial`] that tell how the start was chosen.
    pub start_choices: Vec<Lit>,
    /// Says when [`Self::bad`] holds of a state.
    pub property: Formula,
    /// A literal of [`Self::property`]: the state must not be reached.
    pub bad: Lit,
    /// Numbers whose growth may be worth knowing.
    pub counters: Vec<Counter>,
    /// [`Self::transition`], once it was asked for; nothing at first.
    pub transition: OnceCell<Transition>,
}

/// A step as a function of the state and of inputs. The formula is total: whatever values the bits of the state and
/// the inputs have, the rest has one value each.
#[derive(Clone, Debug)]
pub struct Step {
    /// Says what the literals below are.
    pub formula: Formula,
    /// The step is possible.
    pub holds: Lit,
    /// The bits of the next state.
    pub next: Vec<Lit>,
    /// What somebody is free to set.
    pub inputs: Vec<Lit>,
    /// What tells how the step was chosen.
    pub choices: Vec<Lit>,
}

/// A formula that is to be written with its first bits somewhere else.
#[derive(Clone, Copy, Debug)]
pub struct Side<'f>(pub &'f Formula);

impl Side<'_> {
    /// Writes the clauses; the formula's first variables become these literals, the others are new. The
    /// list that comes back says what each variable has become. Linear in the formula.
    pub fn write(self, sink: &mut (impl ClauseSink + ?Sized), first: &[Lit]) -> Vec<Lit> {
        let mut now = first.to_vec();
        while now.len() < self.0.var_count() {
            now.push(sink.new_lit());
        }
        let mut clause = Vec::new();
        for old in self.0.clauses() {
            clause.clear();
            clause.extend(old.iter().map(|&lit| moved(lit, &now)));
            sink.add_clause(&clause);
        }
        now
    }
}

/// What a literal has become.
#[must_use]
pub(super) fn moved(lit: Lit, now: &[Lit]) -> Lit {
    let to = now[lit.var().index()];
    if lit.is_negated() { !to } else { to }
}

/// A step that has been written somewhere, see [`Step`].
#[derive(Clone, Debug)]
pub struct Onward {
    /// The step is possible.
    pub holds: Lit,
    /// The bits of the next state.
    pub next: Vec<Lit>,
    /// What somebody is free to set.
    pub inputs: Vec<Lit>,
    /// What tells how the step was chosen.
    pub choices: Vec<Lit>,
}

impl Relation {
    /// The bytes that its formulas take, without the transition.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.initial.bytes() + self.step.formula.bytes() + self.property.bytes()
    }

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

    /// How a state goes on. Nothing is demanded.
    pub fn step_from(&self, sink: &mut (impl ClauseSink + ?Sized), now: &[Lit]) -> Onward {
        let Step {
            formula,
            holds,
            next,
            inputs,
            choices,
        } = &self.step;
        let now = Side(formula).write(sink, now);
        let all = |lits: &[Lit]| lits.iter().map(|&it| moved(it, &now)).collect();
        Onward {
            holds: moved(*holds, &now),
            next: all(next),
            inputs: all(inputs),
            choices: all(choices),
        }
    }

    /// The step as a relation between two states, which is made when it is first asked for. A refutation of runs says something of the
    /// relation once it was shown that this follows from the step ([`Transition::derivation`]).
    pub fn transition(&self) -> &Transition {
        self.transition
            .get_or_init(|| Transition::of(self.bits, &self.step))
    }

    /// Demands that one state follows another. The literals that come back tell how.
    pub fn step_between(
        &self,
        sink: &mut (impl ClauseSink + ?Sized),
        now: &[Lit],
        next: &[Lit],
    ) -> Vec<Lit> {
        let Taken { taken, choices } = self.transition().write(sink, now, next);
        sink.add_clause(&[taken]);
        choices
    }

    /// Demands that one state is the next of another, if the step is possible.
    pub fn step_into(
        &self,
        sink: &mut (impl ClauseSink + ?Sized),
        now: &[Lit],
        next: &[Lit],
    ) -> Onward {
        let onward = self.step_from(sink, now);
        for (&place, &value) in next.iter().zip(&onward.next) {
            gate::equals(sink, place, value);
        }
        onward
    }

    /// A literal that holds exactly where a state is bad.
    pub fn bad_at(&self, sink: &mut (impl ClauseSink + ?Sized), state: &[Lit]) -> Lit {
        let now = Side(&self.property).write(sink, state);
        moved(self.bad, &now)
    }
}
