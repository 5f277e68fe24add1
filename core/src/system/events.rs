//! What a step shows, as data: messages and fired elements.

use super::element::ElementId;
use super::schema::GroupId;

/// What a step shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// What is sent, in its order.
    pub messages: Vec<Sent>,
    /// What fires, in its order.
    pub fired: Vec<Fired>,
}

/// A message, call or signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Who sends it; `None` where it comes from outside.
    pub from: Option<GroupId>,
    /// Who receives it.
    pub to: GroupId,
    /// The symbol or event.
    pub what: String,
}

/// An element that fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fired {
    /// Whose it is; `None` for what all share.
    pub group: Option<GroupId>,
    /// A transition, an operation.
    pub element: ElementId,
    /// Which part of it.
    pub phase: Phase,
}

/// Which part of an element fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It starts: the trigger is taken.
    Begins,
    /// It ends: the effects are sent.
    Ends,
    /// All of it at once.
    Whole,
}
