//! Encodings: from a task to clauses, and from an assignment back to a path.
//!
//! No literal leaves this folder, `cnf`, `sat` and the engine that drives them; everybody else
//! speaks of places and steps. An encoding shares the network with explicit search and nothing
//! with the interpreter, so the agreement of the three says something.

mod account;
mod blame;
mod deadlock;
pub mod delivery;
mod example;
mod induction;
mod observer;
mod open;
mod rules;
pub mod symbolic;
mod target;
mod window;

pub use account::{Account, FormulaCount, variables_in};
pub use blame::Demands;
pub use delivery::Unrolling;
pub use example::{Example, Meaning};

/// An encoding that can be chosen by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The name in options and tables.
    pub name: &'static str,
    /// What distinguishes it, in one sentence.
    pub about: &'static str,
}

/// All encodings, the default one first.
pub const ALL: [Published; 1] = [Published {
    name: "delivery",
    about: "Sender, symbol and receiver of each delivery are variables; no symbol is.",
}];
