//! Calls of class models as plain data: what a call of a run changes, and why a call is impossible.

use serde::{Deserialize, Serialize};

use super::Range;

/// A call of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallView {
    /// The call as it is written: `b1.requesting()`.
    pub call: String,
    /// The object that is called.
    pub object: String,
    /// The properties that have another value after it.
    pub changes: Vec<PropertyChangeView>,
    /// The properties that the call leaves open: it could have given them another value.
    pub open: Vec<PropertyView>,
    /// The properties that its frame keeps.
    pub kept: Vec<PropertyView>,
    /// Pre- and postconditions of the operation, and the invariants that read what was changed.
    pub clauses: Vec<ClauseView>,
    /// Whether all outcomes of the call were looked at; else more may be open.
    pub complete: bool,
}

impl CallView {
    /// What is not true after it, of all that has to be: of a call that is possible nothing.
    pub fn violated(&self) -> impl Iterator<Item = &ClauseView> {
        self.clauses.iter().filter(|it| it.is_violated())
    }
}

impl ClauseView {
    /// Whether it has to be true after the call, and is not.
    #[must_use]
    pub fn is_violated(&self) -> bool {
        self.kind != ClauseKind::Pre && self.after == Some(false)
    }
}

/// A property of an object: an attribute, or the objects at an end of an association.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PropertyView {
    /// The object.
    pub object: String,
    /// The attribute or role.
    pub property: String,
}

/// A property with another value than before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PropertyChangeView {
    /// The object.
    pub object: String,
    /// The attribute or role.
    pub property: String,
    /// Its value before the call.
    pub before: String,
    /// Its value after it.
    pub after: String,
    /// The postconditions that name it, by their place in [`CallView::clauses`].
    pub clauses: Vec<usize>,
}

/// What a clause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClauseKind {
    /// A precondition.
    Pre,
    /// A postcondition.
    Post,
    /// An invariant.
    Inv,
    /// The multiplicity of an end of an association.
    Multiplicity,
}

/// A clause that a call has to satisfy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClauseView {
    /// What it is.
    pub kind: ClauseKind,
    /// Whose it is: `Light::switch`, a class, or an association.
    pub owner: String,
    /// Its name; may be empty.
    pub name: String,
    /// As it is written.
    pub text: String,
    /// Where.
    pub range: Range,
    /// Whether it is true in the state before the call; of a postcondition, if nothing changed. `None` where that was not
    /// asked.
    pub before: Option<bool>,
    /// Whether it is true in the state after the call; of a postcondition, over the step.
    pub after: Option<bool>,
    /// Whether it is what makes the call impossible, with the others that are.
    pub at_fault: bool,
}

/// A call that is impossible in a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedCallView {
    /// The call as it is written.
    pub call: String,
    /// The object that is called.
    pub object: String,
    /// Where its operation is declared.
    pub range: Range,
    /// What is at fault: preconditions that are not true; else what no outcome of the call meets together, nothing of it without
    /// need. Empty where there are too many outcomes to tell, and where the contract is not what forbids it.
    pub clauses: Vec<ClauseView>,
    /// Whether it would be possible with integers outside the bound of the analysis.
    pub needs_integers: bool,
    /// Whether its contract allows it, and the check that is run does not ask for it: a scenario goes on with another one.
    pub out_of_order: bool,
}
