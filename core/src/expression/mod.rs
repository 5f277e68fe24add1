//! Typed values and expressions, shared by all languages that have variables.
//!
//! A [`Sort`] says which values there are. Values travel as 64-bit integers, so that a state of any
//! model is a vector of them ([`crate::system`]); the sort says what a number stands for. An expression
//! is read into a tree with places ([`ast`], [`parse`]), looked up in a [`Scope`] and typed
//! ([`Checker`], [`Term`]), and evaluated by the definitions ([`evaluate`](fn@evaluate)).
//! What solvers are given is made from the same terms elsewhere and shares no code with the evaluator.

pub mod ast;
mod check;
mod evaluate;
mod grammar;
pub mod parse;
pub mod print;
mod shown;
mod sort;
mod term;
#[cfg(test)]
mod tests;
mod types;
pub mod unresolve;
mod value;

pub use check::{Checker, Scope};
pub use evaluate::{Reason, Undefined, evaluate, truth};
pub use grammar::{Grammar, Negation};
pub use sort::{Enumeration, Sort};
pub use term::{Arithmetic, Comparison, Term, TermKind};
pub use types::Types;
pub use value::{Map, Value, pack, unpack};
