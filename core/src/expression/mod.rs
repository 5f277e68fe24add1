//! Typed values and expressions, shared by all languages that have variables.
//!
//! A [`Sort`] says which values there are. Values travel as 64-bit integers, so that a state of any
//! model is a vector of them ([`crate::system`]); the sort says what a number stands for.

mod sort;

pub use sort::{Enumeration, Sort};
