//! The formula of Soeken, Wille and Drechsler, "Verifying dynamic aspects of UML models" (DATE 2011), as printed:
//!
//! ```text
//! f = ⋀_{t ≤ k} σ_t(I) ∧ ⋀_{t < k} ⋀_{op ∈ OP} (ω_t = enc(op)) ⇒ σ_t(◁_op) ∧ σ_{t+1}(▷_op) ∧ τ
//! ```
//!
//! A call is chosen by a binary word ω, and k is the number of calls. Expressions are those of our own formulas. Four corrections
//! make of f what the definitions say, each by its [`Repair`]: frames, at most k calls, enough bits for ω, and an undefined value that is
//! apart from all words. Postconditions are read over both states, as the paper's Example 7 does; its notation σ_{t+1}(▷) names
//! one. The paper has no τ for deadlocks: that no call leads anywhere is asked here by refinement ([`stuck`](self)).

mod flaw;
mod part;
mod search;
mod stuck;
mod words;
mod write;

pub use flaw::{ClassFault, ClassFlaw};
pub use part::ClassPart;
pub use search::{ClassPath, Smallest};
pub use write::PrintedClasses;

use super::Unsupported;
use super::evaluate::{Limits, Undefined};
use super::question::{Question, Wanted};
use super::shape::Shape;
use crate::cnf::Formula;
use crate::encode::paper::{Repair, Repairs, Unanswered};
use crate::language::classes::model::{ClassModel, Subject};
use crate::language::classes::semantics::{Call, calls};
use crate::language::questions::PropertySubject;
use stuck::Successors;

/// Why a check is not encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UncoveredClasses {
    /// A question that is not about runs.
    NoRuns,
    /// Whether calls keep invariants.
    Preserves,
    /// A deadlock that depends on the bound of plain integers.
    Integers,
}

impl UncoveredClasses {
    /// The reason as half a sentence.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::NoRuns => "the paper encodes sequences of calls, and this check is about states",
            Self::Preserves => {
                "the paper demands invariants of every state and cannot ask whether calls keep them"
            }
            Self::Integers => {
                "a deadlock of a model with type `Integer` depends on integers outside the bound; give its attributes ranges"
            }
        }
    }
}

/// A check as the paper encodes it.
#[derive(Clone, Debug)]
pub struct ClassInstance<'m> {
    model: &'m ClassModel,
    check: usize,
    calls: Vec<Call>,
}

impl<'m> ClassInstance<'m> {
    /// A check of a model without errors.
    ///
    /// # Errors
    /// Says why it is not encoded.
    pub fn new(model: &'m ClassModel, check: usize) -> Result<Self, UncoveredClasses> {
        match model.checks.get(check).map(|it| &it.subject) {
            None | Some(Subject::Consistent | Subject::Independent(_)) => {
                return Err(UncoveredClasses::NoRuns);
            }
            Some(Subject::Preserves(_)) => return Err(UncoveredClasses::Preserves),
            Some(Subject::Property(PropertySubject::Deadlock)) if model.has_plain_integers() => {
                return Err(UncoveredClasses::Integers);
            }
            Some(Subject::Property(_) | Subject::Calls(..)) => {}
        }
        Ok(Self {
            model,
            check,
            calls: calls(model, model.integers),
        })
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &'m ClassModel {
        self.model
    }

    /// All calls, OP in the paper; `enc` of each is its place.
    #[must_use]
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// How many bits ω has.
    #[must_use]
    pub fn selection_bits(&self, repairs: Repairs) -> usize {
        let count = self.calls.len().max(1);
        let bits = match repairs.has(Repair::Ceil) {
            true => count.next_power_of_two().ilog2(),
            false => count.ilog2(),
        };
        bits as usize
    }
}

/// What the formulas of all k have in common.
pub struct ClassSheet<'i> {
    pub(super) instance: &'i ClassInstance<'i>,
    repairs: Repairs,
    pub(super) shape: Shape<'i>,
    initial: Formula,
    successors: Option<Successors>,
    gates: usize,
    stop: &'i dyn Fn() -> bool,
}

impl<'i> ClassSheet<'i> {
    /// Prepares the formulas of a check with some corrections, none of which may have more gates than `gates`.
    ///
    /// # Errors
    /// Where something in it cannot be written as bits, or where `stop` says so.
    pub fn new(
        instance: &'i ClassInstance<'i>,
        repairs: Repairs,
        gates: usize,
        stop: &'i dyn Fn() -> bool,
    ) -> Result<Self, Unanswered> {
        let question = Question::of(instance.model, instance.check);
        let mut question = question.ok_or(Unsupported::Question)?;
        question.is_open |= !repairs.has(Repair::Frame);
        let undefined = match repairs.has(Repair::Undefined) {
            true => Undefined::Apart,
            false => Undefined::Word,
        };
        let of = (instance.calls.as_slice(), question);
        let shape = Shape::new(instance.model, of, undefined, Limits { gates, stop })?;
        let initial = shape.initial()?;
        let mut sheet = Self {
            instance,
            repairs,
            shape,
            initial,
            successors: None,
            gates,
            stop,
        };
        if matches!(sheet.shape.question.wanted, Wanted::Stuck) {
            sheet.successors = Some(Successors::new(&sheet)?);
        }
        Ok(sheet)
    }
}

impl From<Unsupported> for Unanswered {
    /// What cannot be written as bits has no formula of any size.
    fn from(why: Unsupported) -> Self {
        match why {
            Unsupported::Stopped => Self::Stopped,
            Unsupported::Size
            | Unsupported::Question
            | Unsupported::Collection
            | Unsupported::Type => Self::TooLarge,
        }
    }
}
