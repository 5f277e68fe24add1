//! A run, step by step.

use serde::{Deserialize, Serialize};

use super::{MessageView, PlaceView};

/// One entry of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepView {
    /// The messages exchanged in this step.
    pub messages: Vec<MessageView>,
    /// The half-steps taken in this step.
    pub moves: Vec<MoveView>,
    /// Where each lifeline is after the step.
    pub state: Vec<PlaceView>,
    /// How many messages of the scenario have been exchanged after the step.
    pub done: usize,
    /// The step in words, such as "m sends done to cm; cm leaves maintenance".
    pub sentence: String,
}

/// A half-step of one lifeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveView {
    /// Which lifeline.
    pub lifeline: usize,
    /// Which transition of its machine.
    pub transition: usize,
    /// True where the transition starts (its trigger is taken), false where it completes.
    pub begins: bool,
    /// Where it was.
    pub from: PlaceView,
    /// Where it is now.
    pub to: PlaceView,
}
