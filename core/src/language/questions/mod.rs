//! Checks, the questions a text asks: what all languages share of them.
//!
//! A check is a subject and clauses, `from`, `within`, `expect`. What is reached and where a run starts
//! is a [`Goal`] of the language; bounds and expected answers mean the same everywhere.

mod ast;
mod check;
mod expected;
pub mod parse;
mod print;
pub mod property;
pub mod temporal;

pub use ast::{Bound, CheckSyntax, Goal, Subject};
pub use check::{bound, expected};
pub use expected::ExpectedAnswer;
pub use parse::check as read;
pub use print::check as print;
pub use property::PropertySubject;
