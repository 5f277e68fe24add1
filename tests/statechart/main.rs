//! Statecharts: texts, the rules of their meaning one by one, published tests and depths.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

mod answers;
mod depths;
mod mistakes;
mod pssm;
mod reading;
mod rules;
mod scxml;
