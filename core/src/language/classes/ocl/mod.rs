//! The expressions of contracts: a part of OCL, with integers that never wrap, null as a value and invalid as no answer.
//!
//! `ast` is what is written, `term` what it means once names and types are looked up, `value` what there is, and `evaluate` the
//! definitions, over two states.

pub mod ast;
pub mod check;
mod check_bindings;
mod check_calls;
mod check_names;
mod check_values;
pub(in crate::language::classes) mod elsewhere;
pub mod evaluate;
pub mod operations;
pub mod parse;
mod parse_values;
pub mod print;
pub mod term;
pub mod types;
pub mod value;
pub mod words;
