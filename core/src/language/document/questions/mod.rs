//! Checks: the questions a text asks.

pub(crate) mod check;
pub(crate) mod parse;
pub(crate) mod print;
