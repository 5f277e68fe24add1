//! The schema: what each number of a state is, and which of them belong together.

use super::Valuation;
use super::element::ElementId;
use crate::expression::{Sort, Value, unpack};

/// Index of a group in [`Schema::groups`].
pub type GroupId = usize;

/// What the numbers of a state are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    /// One for each of the first numbers, in their order.
    pub variables: Vec<Variable>,
    /// What columns and cards stand for.
    pub groups: Vec<Group>,
}

/// Numbers that belong together: a lifeline, an object, a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name.
    pub name: String,
    /// The thing in the model that it is.
    pub element: ElementId,
}

/// One number of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name, unique in the schema: `cm`, `ctl.cnt`.
    pub name: String,
    /// What the number stands for.
    pub sort: Sort,
    /// What it is for.
    pub role: Role,
    /// The group it belongs to; `None` for what all share.
    pub group: Option<GroupId>,
    /// The thing in the model that it comes from.
    pub element: ElementId,
}

/// What a variable is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Where a lifeline or a region is.
    Location,
    /// What has been started and is still to be sent.
    Pending,
    /// Whether a state has completed.
    Completed,
    /// A variable that the text declares.
    Attribute,
    /// An object that another one knows.
    Link,
    /// A place of a queue.
    QueueCell,
    /// How many places of a queue are taken.
    QueueLength,
    /// Time since something.
    Clock,
    /// How far a step that is taken apart has got.
    ProgramCounter,
    /// How much of a scenario has been played.
    Progress,
}

impl Schema {
    /// The index of the variable of a name.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|it| it.name == name)
    }

    /// The values of all variables in a state; `None` for what is no state.
    #[must_use]
    pub fn values(&self, at: &Valuation) -> Option<Box<[Value]>> {
        unpack(at, self.variables.iter().map(|it| &it.sort))
    }
}
