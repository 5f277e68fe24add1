//! All sentences: answers, reasons, steps and clauses in words.
//!
//! Everything else hands data around. Names stand in backticks, so that shells can set them apart.
//! "Not within 12" is never worded as "never".

pub(crate) mod actions;
pub(crate) mod another;
pub(crate) mod answer;
pub(crate) mod blamed;
pub(crate) mod calls;
pub(crate) mod classes;
pub(crate) mod clause;
pub(crate) mod events;
pub(crate) mod refused;
pub(crate) mod repairs;
pub(crate) mod simulate;
pub(crate) mod statecharts;
pub(crate) mod stepwise;
pub(crate) mod stopped;
pub(crate) mod systems;
pub(crate) mod unplayed;
