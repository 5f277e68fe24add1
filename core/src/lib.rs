//! The pure core of Lockstep, in the order in which a question travels through it.
//!
//! A text becomes a tree with spans and diagnostics ([`text`], [`language`]); the tree is resolved
//! into a [`language::Model`] of machines, lifelines, scenarios and checks. Every language has an
//! interpreter that follows the papers' definitions word for word, as a [`system::System`]; [`system::replay`] judges every run by
//! it before anybody sees the run. Searching happens on formulas: [`cnf`] is what encodings write,
//! [`sat`] solves it and has refutations checked.
//!
//! This crate does no input or output, reads no clock, starts no thread and uses no randomness
//! without a seed. It builds natively and for `wasm32-unknown-unknown`.

pub mod address;
pub mod api;
pub mod diagram;
pub mod edit;
pub mod encode;
pub mod explain;
pub mod expression;
pub mod fuzz;
pub mod generate;
pub mod interchange;
pub mod language;
pub mod lesson;
pub mod network;
pub mod question;
pub mod repair;
pub mod simulate;
pub mod system;
pub mod text;
pub mod view;
pub mod wording;

pub use lockstep_search::{bounds, budget, cnf, engine, sat, symbolic};
