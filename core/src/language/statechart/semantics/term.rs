//! What still has to run, as data: terms τ ::= 0 | a | τ;τ | τ∥τ (section 3 of the rules).
//!
//! Invariant: a term is simplified by 0;τ = τ and 0∥τ = τ; a sequence has at least two parts and begins with none, a
//! parallel has at least two. A *thread* is a branch of a parallel that stands first, or the whole term.

use super::super::model::{RegionId, TransitionId, VertexId};
use super::code::Position;

/// What still has to run.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// Nothing.
    #[default]
    Done,
    /// An action.
    Act(Action),
    /// One after the other.
    Sequence(Vec<Term>),
    /// In any order of their parts.
    Parallel(Vec<Term>),
    /// Something for which static guards read these values: those at the dispatch, or at a choice.
    Frozen(Vec<i64>, Box<Term>),
}

/// An action.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A behaviour, from a position on.
    Run(Position),
    /// A state is left, with all that is active inside.
    Exit(VertexId),
    /// Its do behaviour ends.
    Abort(VertexId),
    /// It is active no more.
    Leave(VertexId),
    /// A region has come to its end.
    Complete(RegionId),
    /// A region has not come to its end any more.
    Reopen(RegionId),
    /// A state's entry behaviour is done.
    Entered(VertexId),
    /// A region is entered by its initial pseudostate.
    Default(RegionId),
    /// A region is entered as it was left.
    Restore(RegionId),
    /// A state becomes active, if it is not: but for these regions by default, and beside them this happens.
    Ensure(VertexId, Vec<RegionId>, Box<Term>),
    /// Its do behaviour begins.
    StartActivity(VertexId),
    /// A vertex is entered by a transition.
    Enter(VertexId, TransitionId),
    /// A segment of a transition.
    Segment(TransitionId),
    /// Several transitions at once, as SCXML takes them: all exits, then all effects, then all entries.
    Microstep(Vec<TransitionId>),
}

/// The way to a thread: at each parallel the number of the branch.
pub type Thread = Vec<usize>;

impl Term {
    /// One after the other, simplified.
    #[must_use]
    pub fn sequence(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all: Vec<Self> = Vec::new();
        for part in parts {
            match part {
                Self::Done => {}
                Self::Sequence(inner) => all.extend(inner),
                other => all.push(other),
            }
        }
        match all.len() {
            0 => Self::Done,
            1 => all.remove(0),
            _ => Self::Sequence(all),
        }
    }

    /// Side by side, simplified.
    #[must_use]
    pub fn parallel(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all: Vec<Self> = Vec::new();
        for part in parts {
            match part {
                Self::Done => {}
                Self::Parallel(inner) => all.extend(inner),
                other => all.push(other),
            }
        }
        match all.len() {
            0 => Self::Done,
            1 => all.remove(0),
            _ => Self::Parallel(all),
        }
    }

    /// Something for which static guards read these values.
    #[must_use]
    pub fn frozen(values: Vec<i64>, term: Self) -> Self {
        match term {
            Self::Done => Self::Done,
            inner @ Self::Frozen(..) => inner,
            term => Self::Frozen(values, Box::new(term)),
        }
    }

    /// Whether nothing is left.
    #[must_use]
    pub fn is_done(&self) -> bool {
        *self == Self::Done
    }

    /// All threads, in the order of the term.
    #[must_use]
    pub fn threads(&self) -> Vec<Thread> {
        fn collect(term: &Term, way: &mut Thread, all: &mut Vec<Thread>) {
            match term {
                Term::Done => {}
                Term::Act(_) => all.push(way.clone()),
                Term::Sequence(parts) => collect(&parts[0], way, all),
                Term::Frozen(_, inner) => collect(inner, way, all),
                Term::Parallel(parts) => {
                    for (number, part) in parts.iter().enumerate() {
                        way.push(number);
                        collect(part, way, all);
                        way.pop();
                    }
                }
            }
        }
        let mut all = Vec::new();
        collect(self, &mut Vec::new(), &mut all);
        all
    }

    /// The action with which a term begins, and the values that static guards read there; nothing where it begins with a
    /// parallel.
    #[must_use]
    pub fn first(&self) -> Option<(&Action, Option<&[i64]>)> {
        match self {
            Self::Done | Self::Parallel(_) => None,
            Self::Act(action) => Some((action, None)),
            Self::Sequence(parts) => parts[0].first(),
            Self::Frozen(values, inner) => {
                let (action, frozen) = inner.first()?;
                Some((action, frozen.or(Some(values))))
            }
        }
    }

    /// The same with the first action replaced by what it becomes.
    #[must_use]
    pub fn replace_first(self, becomes: Self) -> Self {
        match self {
            Self::Done | Self::Parallel(_) => self,
            Self::Act(_) => becomes,
            Self::Sequence(mut parts) => {
                let first = std::mem::take(&mut parts[0]).replace_first(becomes);
                parts[0] = first;
                Self::sequence(parts)
            }
            Self::Frozen(values, inner) => Self::frozen(values, inner.replace_first(becomes)),
        }
    }

    /// The thread of a way.
    #[must_use]
    pub fn thread(&self, way: &[usize]) -> Option<&Self> {
        match self {
            Self::Parallel(parts) => {
                let (&branch, rest) = way.split_first()?;
                parts.get(branch)?.thread(rest)
            }
            // Before the end of the way something else stands around the parallel.
            Self::Sequence(parts) if !way.is_empty() => parts[0].thread(way),
            Self::Frozen(_, inner) if !way.is_empty() => inner.thread(way),
            _ => way.is_empty().then_some(self),
        }
    }

    /// The same with another thread in place of one.
    #[must_use]
    pub fn with_thread(self, way: &[usize], thread: Self) -> Self {
        match self {
            Self::Parallel(mut parts) => {
                if let Some((&branch, rest)) = way.split_first()
                    && branch < parts.len()
                {
                    let old = std::mem::take(&mut parts[branch]);
                    parts[branch] = old.with_thread(rest, thread);
                }
                Self::parallel(parts)
            }
            Self::Sequence(mut parts) if !way.is_empty() => {
                let first = std::mem::take(&mut parts[0]);
                parts[0] = first.with_thread(way, thread);
                Self::sequence(parts)
            }
            Self::Frozen(values, inner) if !way.is_empty() => {
                Self::frozen(values, inner.with_thread(way, thread))
            }
            _ => thread,
        }
    }

    /// How many actions it has.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Done => 0,
            Self::Act(Action::Ensure(_, _, inner)) => 1 + inner.size(),
            Self::Act(_) => 1,
            Self::Sequence(parts) | Self::Parallel(parts) => parts.iter().map(Self::size).sum(),
            Self::Frozen(_, inner) => inner.size(),
        }
    }
}

impl From<Action> for Term {
    fn from(action: Action) -> Self {
        Self::Act(action)
    }
}
