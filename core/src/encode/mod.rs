//! Encodings that know a language: statecharts, transition systems and class models as relations, and formulas as papers print them.
//!
//! Those of networks, and values as bits, know none and are `lockstep-search`'s. No literal leaves either, `cnf`,
//! `sat` and the engine that drives them; everybody else speaks of places, values and steps.

pub mod classes;
pub mod paper;
pub mod statecharts;
pub mod transitions;

pub use lockstep_search::encode::*;

/// A printed formula would have more clauses than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;
