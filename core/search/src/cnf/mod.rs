//! Propositional formulas in conjunctive normal form: what encodings write and solvers read.
//!
//! An encoding takes any [`ClauseSink`]: a plain [`Formula`] that can be counted, printed
//! ([`dimacs`]) and certified, or a solver that reads along. [`gate`] and [`at_most_one`] are the
//! building blocks; each states its formula beside its clauses, and its test is the truth table.
//!
//! Nothing here solves anything, and nothing here knows a model.

mod assignment;
pub mod at_most_one;
pub mod dimacs;
pub mod elimination;
mod formula;
pub mod gate;
mod literal;
pub mod smtlib;

pub use assignment::Assignment;
pub use at_most_one::AtMostOne;
pub use formula::{ClauseSink, Formula};
pub use literal::{Lit, Var};

#[cfg(test)]
mod truth_table;
