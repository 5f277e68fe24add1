//! Checks, the questions a text asks: what all languages share of them.
//!
//! A check is a subject and clauses, `from`, `within`, `expect`. What is reached and where a run starts
//! is a [`Goal`] of the language; bounds and expected answers mean the same everywhere.

mod answer;
mod ast;
mod check;
mod expected;
pub mod parse;
mod print;
pub mod property;
mod scenario;
pub mod temporal;

pub use answer::Answer;
pub use ast::{Bound, CheckSyntax, Condition, Goal, NoCondition, Subject};
pub use check::{bound, expected};
pub use expected::ExpectedAnswer;
pub use parse::check as read;
pub use print::check as print;
pub use property::PropertySubject;
pub use scenario::Mode;
pub(crate) use scenario::SCENARIO;
