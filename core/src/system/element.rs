//! A thing in the model, named the same way by every view: by its kind, whose it is, and its number.

/// What kind of thing it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ElementKind {
    /// A machine, a statechart, a class: what objects and lifelines are instances of.
    Type,
    /// A state of a machine or statechart, pseudostates included.
    State,
    /// A transition of a machine or statechart.
    Transition,
    /// A region of a statechart.
    Region,
    /// A variable or attribute.
    Attribute,
    /// An operation of a class, or a statement of a transition system.
    Operation,
    /// A lifeline or object; its owner is the scenario, or [`ElementId::SYSTEM`].
    Lifeline,
    /// A scenario.
    Scenario,
    /// A message of a scenario.
    Message,
}

/// A thing within its type or scenario, as a drawing of that shows it. A drawing is shared by all that are alike,
/// wherever they stand in the text, so it names nothing by its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element {
    /// What kind of thing it is.
    pub kind: ElementKind,
    /// Its number among those of its kind and owner.
    pub index: usize,
}

impl Element {
    /// A lifeline where nothing else stands for it: the one whose type is drawn.
    pub const LIFELINE: Self = Self {
        kind: ElementKind::Lifeline,
        index: 0,
    };

    /// A state.
    #[must_use]
    pub const fn state(index: usize) -> Self {
        Self {
            kind: ElementKind::State,
            index,
        }
    }

    /// A transition.
    #[must_use]
    pub const fn transition(index: usize) -> Self {
        Self {
            kind: ElementKind::Transition,
            index,
        }
    }

    /// The number of a state; `None` of anything else.
    #[must_use]
    pub fn as_state(self) -> Option<usize> {
        (self.kind == ElementKind::State).then_some(self.index)
    }

    /// The number of a transition; `None` of anything else.
    #[must_use]
    pub fn as_transition(self) -> Option<usize> {
        (self.kind == ElementKind::Transition).then_some(self.index)
    }
}

/// A thing in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementId {
    /// What kind of thing it is.
    pub kind: ElementKind,
    /// The number of the type or scenario that it belongs to; its own number where it belongs to none.
    pub owner: u32,
    /// Its number among those of its kind and owner.
    pub index: u32,
}

impl ElementId {
    /// The owner of what belongs to the system as a whole.
    pub const SYSTEM: u32 = u32::MAX;

    /// The element of a kind with a number, in its owner.
    ///
    /// # Panics
    /// For more than 2³² things, which no text of the largest size has.
    #[must_use]
    pub fn new(kind: ElementKind, owner: usize, index: usize) -> Self {
        let number = |it| u32::try_from(it).expect("the language limits the size of texts");
        Self {
            kind,
            owner: number(owner),
            index: number(index),
        }
    }

    /// The same within its owner.
    #[must_use]
    pub fn element(self) -> Element {
        Element {
            kind: self.kind,
            index: self.index as usize,
        }
    }

    /// Whether it belongs to the type or scenario with this number.
    #[must_use]
    pub fn is_of(self, owner: usize) -> bool {
        usize::try_from(self.owner) == Ok(owner)
    }
}
