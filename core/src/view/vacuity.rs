//! What a "no" rests on: transitions that can never start or never end.

use serde::{Deserialize, Serialize};

/// There would be a run if only these transitions could happen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VacuityView {
    /// The transitions, in the order in which a run would need them; at least one.
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
