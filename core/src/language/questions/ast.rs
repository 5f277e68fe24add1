//! A check as written: a subject, and clauses that are the same in all languages.

use super::Answer;
use super::Mode;
use crate::language::Name;
use crate::text::{Cursor, Span, Vocabulary};

/// What stands behind `reach` and `from` in a language. The default is what stands nowhere.
pub trait Goal: Default {
    /// Whether the language has scenarios, whose names are subjects of checks, too.
    const HAS_SCENARIOS: bool;
    /// Whether it has conditions that can be asked to be always true.
    const HAS_CONDITIONS: bool;
    /// The words of the language.
    const VOCABULARY: &'static Vocabulary;

    /// Reads a goal; what cannot be read is reported and left out.
    fn read(cursor: &mut Cursor) -> Self;
    /// Adds what stands behind a second word.
    fn join(&mut self, more: Self);
    /// Whether nothing is written.
    fn is_empty(&self) -> bool;
    /// The goal as the language writes it.
    fn written(&self) -> String;
    /// Calls `forget` on every place in the tree.
    fn each_span(&mut self, forget: &mut dyn FnMut(&mut Span));
}

/// What stands behind `always` in a language.
pub trait Condition: Sized {
    /// Offers what a condition can begin with.
    fn offer(cursor: &mut Cursor);
    /// Reads a condition; `None` where what stands there is none, which is reported.
    fn read(cursor: &mut Cursor) -> Option<Self>;
    /// The condition as the language writes it.
    fn written(&self) -> String;
    /// Calls `forget` on every place in the tree.
    fn each_span(&mut self, forget: &mut dyn FnMut(&mut Span));
}

/// What stands behind `always` in a language that has no conditions: nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCondition {}

impl Condition for NoCondition {
    fn offer(_cursor: &mut Cursor) {}

    fn read(_cursor: &mut Cursor) -> Option<Self> {
        None
    }

    fn written(&self) -> String {
        match *self {}
    }

    fn each_span(&mut self, _forget: &mut dyn FnMut(&mut Span)) {}
}

/// `check subject from … within … expect …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckSyntax<G, C> {
    /// What is asked.
    pub subject: Subject<G, C>,
    /// Where it starts, where that differs from the initial state.
    pub from: G,
    /// The bound, where there is one.
    pub within: Option<Bound>,
    /// The expected answer and its place.
    pub expect: Option<(Answer, Span)>,
    /// The whole statement.
    pub span: Span,
}

/// The number after `within`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Transactions, or whatever the language counts; numbers that do not fit are the largest one.
    pub transactions: u32,
    /// Where it is written.
    pub span: Span,
}

/// What a check asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject<G, C> {
    /// Can this scenario be played?
    Scenario {
        /// Its name.
        name: Name,
        /// `strict` or `loose`, where it is written.
        mode: Option<Mode>,
    },
    /// Can this be?
    Reach {
        /// The goal.
        goal: G,
    },
    /// Is this true in every state?
    Always {
        /// The condition.
        condition: C,
    },
    /// Can the system get stuck?
    Deadlock,
}

impl<G, C> Subject<G, C> {
    /// What it can answer.
    #[must_use]
    pub fn answers(&self) -> [Answer; 2] {
        match self {
            Self::Scenario { .. } => [Answer::Consistent, Answer::Inconsistent],
            Self::Reach { .. } => [Answer::Reachable, Answer::Unreachable],
            Self::Always { .. } => [Answer::Holds, Answer::Violated],
            Self::Deadlock => [Answer::Deadlock, Answer::None],
        }
    }

    /// What it is, for a sentence.
    #[must_use]
    pub fn what(&self) -> &'static str {
        match self {
            Self::Scenario { .. } => "scenario",
            Self::Reach { .. } => "`reach` check",
            Self::Always { .. } => "`always` check",
            Self::Deadlock => "`deadlock` check",
        }
    }
}

impl<G, C> CheckSyntax<G, C> {
    /// Whether it asks about the whole system.
    #[must_use]
    pub fn is_about_system(&self) -> bool {
        !matches!(self.subject, Subject::Scenario { .. })
    }
}

impl<G: Goal, C: Condition> CheckSyntax<G, C> {
    /// Calls `forget` on every place in the tree.
    pub fn each_span(&mut self, forget: &mut dyn FnMut(&mut Span)) {
        match &mut self.subject {
            Subject::Scenario { name, .. } => forget(&mut name.span),
            Subject::Reach { goal } => goal.each_span(forget),
            Subject::Always { condition } => condition.each_span(forget),
            Subject::Deadlock => {}
        }
        self.from.each_span(forget);
        if let Some(bound) = &mut self.within {
            forget(&mut bound.span);
        }
        if let Some((_, span)) = &mut self.expect {
            forget(span);
        }
        forget(&mut self.span);
    }
}
