//! What a search may use: states, steps, clauses and memory; and who is asked whether it goes on.
//!
//! Limits are counted and never timed, so the same input gives the same answer on every machine. Memory
//! is counted where it is taken, in bytes, by the room that tables, formulas and lists have: the same
//! numbers in every run, and a little more than what the allocator is asked for at any moment. Time is
//! the business of the host outside, who is asked between any two pieces of work.

mod meter;

pub use meter::{Ended, MOST_BETWEEN_LOOKS, Meter};

/// How far a search got, told to a [`Watch`] now and then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Every path of at most so many transactions is covered.
    pub depth: u32,
    /// Global states visited, those included that differ from a visited one only in which of several
    /// equal lifelines is where.
    pub states: u64,
    /// Clauses built.
    pub clauses: u64,
    /// Memory in use, in bytes; 0 in the report of a search that is over, unless memory ended it.
    pub bytes: u64,
}

/// Somebody outside who is told how far a search got and may ask it to stop.
pub trait Watch {
    /// Told now and then; `false` asks the engine to stop.
    fn keep_going(&mut self, reached: Reached) -> bool;

    /// Milliseconds since some fixed moment; 0 where there is no clock.
    fn now_ms(&self) -> f64 {
        0.0
    }
}

/// A watch that never stops anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn keep_going(&mut self, _reached: Reached) -> bool {
        true
    }
}

/// A watch that asks a callback whether to stop.
pub struct Asking<'a>(pub &'a dyn Fn() -> bool);

impl Watch for Asking<'_> {
    fn keep_going(&mut self, _reached: Reached) -> bool {
        !(self.0)()
    }
}

/// What a search may use before it gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most global states that explicit search may hold.
    pub states: u64,
    /// Most transactions that explicit search may try.
    pub transactions: u64,
    /// Most clauses of a formula.
    pub clauses: u64,
    /// Most bytes that everything together may take.
    pub memory: u64,
    /// Most work of solvers, counted in their pauses, where runs of every length are asked about one length
    /// after the other: such a search need not come to an end by itself.
    pub solving: u64,
    /// State spaces of at most so many combinations of places are searched to the end before
    /// anything else is tried.
    pub few_states: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            states: 2_000_000,
            transactions: 50_000_000,
            clauses: 5_000_000,
            memory: 500_000_000,
            solving: 3_000,
            few_states: 100_000,
        }
    }
}

impl Limits {
    /// The smaller of both, limit by limit.
    #[must_use]
    pub fn at_most(&self, other: &Self) -> Self {
        Self {
            states: self.states.min(other.states),
            transactions: self.transactions.min(other.transactions),
            clauses: self.clauses.min(other.clauses),
            memory: self.memory.min(other.memory),
            solving: self.solving.min(other.solving),
            few_states: other.few_states,
        }
    }
}

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Somebody outside asked for it. Why, engines do not know.
    Asked,
    /// Somebody outside asked for it because the time was over; said by who knows that.
    Late,
    /// More global states than allowed.
    States,
    /// More transactions than allowed.
    Transactions,
    /// More clauses than allowed.
    Clauses,
    /// More memory than allowed.
    Memory,
    /// More work of solvers than allowed.
    Solving,
    /// The engine cannot handle a network of this size.
    Size,
}

/// The bytes for which a vector has room.
pub fn bytes_of<T>(items: &Vec<T>) -> u64 {
    items.capacity() as u64 * size_of::<T>() as u64
}
