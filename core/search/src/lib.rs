//! What searches, from a task to a finding with its evidence.
//!
//! [`cnf`] is what encodings write, [`sat`] solves it and has refutations checked. A [`network`] is composed machines as
//! dense tables, [`bounds`] says what no run of it can do, [`encode`] writes its runs as clauses; a [`symbolic`] relation
//! is any other kind of system as formulas, [`code`] its transitions as
//! instructions over [`state`]s. [`engine`] drives them all.
//!
//! Nothing here names a language: `lockstep-core` makes tasks of checks and runs of findings, and this crate cannot see it.
//! It is a crate of its own for that reason, and because the page compiles it for speed and everything else for
//! size (docs/decisions/0006).
//!
//! This crate does no input or output, reads no clock, starts no thread and uses no randomness. It builds natively and
//! for `wasm32-unknown-unknown`.

pub mod bounds;
pub mod budget;
pub mod cnf;
pub mod code;
pub mod encode;
pub mod engine;
pub mod network;
#[cfg(test)]
mod sample;
pub mod sat;
pub mod state;
pub mod symbolic;
