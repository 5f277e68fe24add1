//! Engines for systems of any kind: from a space of states and its formulas to a finding with its evidence.
//!
//! Explicit search visits a [`Space`]; bounded model checking, induction and IC3 ask [`Formulas`] of it. [`search`] lets
//! them take turns, cheap ones first, and says who has answered. No engine knows the language behind a space.

#[cfg(test)]
mod deep;
mod glance;
mod growth;
mod others;
mod portfolio;
mod proofs;
mod store;
#[cfg(test)]
mod tests;
mod unrolling;
mod visit;

use super::symbolic::{Run, State};
use super::{Coverage, Reached};
use crate::budget::Meter;
use crate::state::{Flow, Valuation};
use crate::symbolic::Relation;

pub use glance::glance;
pub use others::{Others, Shown};
pub use portfolio::{Budget, Choice, HEAD_START, search};
pub(crate) use store::Store;
pub use visit::{Tell, Visit};

/// States and the steps between them, with what is looked for.
pub trait Space {
    /// Every start state, until `visit` breaks off or the meter says that it is enough. Answers whether these are all there
    /// are. Work between two states is counted.
    fn starts(&self, meter: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool;

    /// Every state that follows, each at least once, until `visit` breaks off or the meter says that it is enough. Answers
    /// whether these are all there are. Work between two states is counted.
    fn steps(&self, at: &[i64], meter: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool;

    /// Whether the steps of a state count where depths are counted; all states that are as many steps away from
    /// the start say the same.
    fn counts(&self, at: &[i64]) -> bool;

    /// What is seen in a state.
    fn look(&self, at: &[i64]) -> Look;

    /// Whether a state without steps is what is looked for.
    fn seeks_ends(&self) -> bool;

    /// How many states one that is told stands for, where symmetric ones are told once.
    fn stands_for(&self, at: &[i64]) -> u64 {
        let _ = at;
        1
    }

    /// Whether what was told so far ended at a bound of the analysis that is no number of steps.
    fn meets_bound(&self) -> bool {
        false
    }

    /// Bytes of its own tables of what was met, which count towards the limit of memory.
    fn bytes(&self) -> u64 {
        0
    }

    /// Whether no state whatever is what is looked for, which is known without a look at any: the condition reads
    /// no variable.
    fn is_settled(&self) -> bool {
        false
    }
}

/// What is seen in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// It is what is looked for.
    Wanted,
    /// It is not.
    Other,
    /// A limit of the tool keeps it from being known.
    Unclear,
}

/// A space as formulas over bits, as far as it can be written.
pub trait Formulas {
    /// The relation with integers of a width, where no range says how wide they are; its first bit
    /// says that a state is beyond what this width can say. `None` where it cannot be written at all.
    fn relation(&self, width: usize) -> Option<Relation>;

    /// The widths that are worth a try, the smallest first.
    fn widths(&self) -> Vec<usize>;
}

/// The answer to a question that is settled: none of the states there are was visited.
fn settled() -> Finding {
    Finding {
        way: None,
        depth: 0,
        shortest: false,
        coverage: Coverage::Every,
        engine: Engine::Explicit,
        reached: Reached::default(),
        evidence: Evidence::Visited(0),
        layers: Vec::new(),
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// A way to what was looked for, if there is one.
    pub way: Option<Way>,
    /// The fewest counted steps to it.
    pub depth: u32,
    /// Whether it is known that there is no shorter way.
    pub shortest: bool,
    /// What is known of all others.
    pub coverage: Coverage,
    /// Who has answered.
    pub engine: Engine,
    /// Why a "no" is one.
    pub evidence: Evidence,
    /// How far the search got.
    pub reached: Reached,
    /// Of a visit, how many states were met first after so many counted steps, from 0 on; nothing of other engines, and where these are
    /// more than a thousand.
    pub layers: Vec<u64>,
}

/// A way through a space.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// All states.
    States(Vec<Valuation>),
    /// An assignment of the formulas of a width.
    Bits(usize, Run),
}

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Explicit search.
    Explicit,
    /// Bounded model checking.
    Bounded,
    /// k-induction.
    Induction,
    /// IC3.
    Ic3,
}

impl Engine {
    /// Its name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Explicit => "explicit",
            Self::Bounded => "bmc",
            Self::Induction => "induction",
            Self::Ic3 => "ic3",
        }
    }
}

/// Why a "no" is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// There is nothing to be shown: something was found, or nobody knows.
    None,
    /// All states were visited, or all within the bound.
    Visited(u64),
    /// The proofs of so many lemmas were checked; with the invariant, where there is one, over the bits of a
    /// width.
    Proof {
        /// Lemmas of all proofs.
        lemmas: u64,
        /// The width of integers without a range.
        width: usize,
        /// What IC3 has found to hold always: none of these cubes is entered.
        invariant: Option<super::symbolic::Invariant>,
        /// The k of the induction.
        k: Option<u32>,
    },
}

/// The states of a run of formulas.
#[must_use]
pub fn last_state(run: &Run) -> &State {
    run.states.last().expect("a run has a start")
}
