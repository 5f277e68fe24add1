//! What a check asks of its model, as formulas need it.

use crate::language::classes::model::{ClassModel, From, Sequence, Subject};
use crate::language::classes::ocl::term::Term;
use crate::language::classes::ocl::value::Value;
use crate::language::classes::semantics::Guards;
use crate::language::questions::PropertySubject;

/// A check.
pub(super) struct Question<'m> {
    /// Where runs start.
    pub(super) from: From,
    /// Which invariants the first states keep.
    pub(super) first: Guards,
    /// Whether nothing is kept by any call.
    pub(super) is_open: bool,
    /// Whether there are steps.
    pub(super) runs: bool,
    /// What is looked for.
    pub(super) wanted: Wanted<'m>,
}

/// What is looked for.
pub(super) enum Wanted<'m> {
    /// States in which these are true, one after the other.
    Goals(&'m [Term]),
    /// A state in which this is not true.
    Violated(&'m Term),
    /// A state from which no call leads anywhere.
    Stuck,
    /// These calls, strictly one after the other or with others between them.
    Calls(&'m Sequence, bool),
    /// A state and a call that does not keep an invariant by itself, or any for `None`.
    Breaks(Option<usize>),
    /// A state in which an invariant is not true.
    Broken(usize),
    /// Any state.
    Any,
}

impl<'m> Question<'m> {
    /// The question of a check; `None` where that is about several formulas.
    pub(super) fn of(model: &'m ClassModel, check: usize) -> Option<Self> {
        let check = model.checks.get(check)?;
        let mut question = Self {
            from: check.from.clone(),
            first: Guards::All,
            is_open: check.is_open,
            runs: true,
            wanted: Wanted::Any,
        };
        question.wanted = match &check.subject {
            Subject::Property(PropertySubject::Reach(goals)) => Wanted::Goals(goals),
            Subject::Property(PropertySubject::Always(it)) => Wanted::Violated(it),
            Subject::Property(PropertySubject::Deadlock) => Wanted::Stuck,
            Subject::Calls(sequence, is_strict) => Wanted::Calls(sequence, *is_strict),
            Subject::Preserves(it) => Wanted::Breaks(*it),
            Subject::Consistent => {
                question.runs = false;
                Wanted::Any
            }
            Subject::Independent(Some(it)) => {
                question.runs = false;
                question.first = Guards::AllBut(*it);
                if question.from == From::System {
                    question.from = From::Valid(Term::Constant(Value::Boolean(true)));
                }
                Wanted::Broken(*it)
            }
            Subject::Independent(None) => return None,
        };
        Some(question)
    }

    /// How many bits say how far a run has got with what is looked for.
    pub(super) fn stages(&self) -> usize {
        match &self.wanted {
            Wanted::Goals(goals) => goals.len().saturating_sub(1),
            Wanted::Calls(sequence, _) => sequence.calls.len(),
            _ => 0,
        }
    }
}
