//! Resolved checks: what a text about machines asks, from where, how far, and what it expects.

use super::{LifelineId, Place};
use crate::language::machines::Condition;
use crate::language::questions::{Answer, Mode};
use crate::text::Span;

/// One question with its expected answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The question as a short text, such as `reach PhD.waiting, CoffeeMachine.error`, or the
    /// scenario's name.
    pub title: String,
    /// What is asked.
    pub question: Question,
    /// Start places from `from`; lifelines not named start in their machine's initial state.
    pub from: Vec<(LifelineId, Place)>,
    /// The K of `within`, in transactions; `None` asks about every length.
    pub bound: Option<u32>,
    /// The answer after `expect`, or what the kind of question expects by itself
    /// (scenarios always, deadlock: none); `None` where nothing is expected.
    pub expected: Option<Answer>,
    /// True where the text says `expect`.
    pub expect_written: bool,
    /// True where no `check` line asked: every scenario of a text without checks.
    pub implicit: bool,
    /// The whole line in the text; the scenario's name where the check is implicit.
    pub span: Span,
}

impl Check {
    /// A question as a program asks it: from the initial states, expecting nothing, without a text.
    #[must_use]
    pub fn asking(question: Question, bound: Option<u32>) -> Self {
        Self {
            title: String::new(),
            question,
            from: Vec::new(),
            bound,
            expected: None,
            expect_written: false,
            implicit: false,
            span: Span::default(),
        }
    }
}

/// What can be asked about communicating machines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Can the machines play this scenario?
    Scenario {
        /// Index in [`super::Model::scenarios`].
        scenario: usize,
        /// What may happen between its messages.
        mode: Mode,
    },
    /// Can these places be occupied at the same time? Decision 7: exactly these places.
    Reach {
        /// At most one place per lifeline of the system.
        goal: Vec<(LifelineId, Place)>,
    },
    /// Is this true of every global state that can be reached?
    Always {
        /// The condition, over lifelines of the system.
        condition: Condition,
    },
    /// Can the system get stuck outside final states? Decision 8.
    Deadlock,
}
