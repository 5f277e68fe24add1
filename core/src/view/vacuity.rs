//! What a "no" rests on: transitions of machines that can never start or never end; that a transition system has no run, or
//! one that ends because its only way on is not possible.

use serde::{Deserialize, Serialize};

/// What a "no" rests on; of machines: there would be a run if only these transitions could happen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VacuityView {
    /// The transitions, in the order in which a run would need them; at least one of machines.
    pub idle: Vec<IdleView>,
    /// One sentence that names them; names stand in backticks.
    pub sentence: String,
}

/// A transition that can never start, or never end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IdleView {
    /// Index of the lifeline.
    pub lifeline: usize,
    /// Index of the transition in its machine.
    pub transition: usize,
    /// The symbol that no other lifeline ever sends, or takes.
    pub symbol: String,
    /// Whether it can never start, for want of its trigger; else it can never end, for nobody takes an effect.
    pub never_starts: bool,
}
