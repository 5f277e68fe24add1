//! Splitting: a system whose transitions are taken apart, so that every internal choice is a step.
//!
//! The thesis' Chapter 4. A transition becomes *fragments*: small transitions that a program counter `pc` puts in
//! their order; `pc = 0` is between transitions, every other state is a *pseudostate*. Each fragment decides
//! nothing by itself, but for a havoc. The three relations are merged into one by two flags. The result is
//! again a system: it can be printed, checked and exported.
//!
//! The rules come in two readings. [`Rules::Corrected`] keeps the behaviour: a branch of a parallel
//! runs wholly on a program counter of its own, no fragment is empty, and [`SplitSystem`] offers only
//! what can be completed. [`Rules::Printed`] are the thesis' rules, which lose runs of nested parallels
//! and lead into dead ends; they stay for the comparison.

mod as_defined;
mod assemble;
mod branches;
mod branching;
mod draft;
mod look_ahead;
mod names;
mod parallel;
mod rules;
mod sequence;
mod system;

use std::collections::BTreeMap;

use super::model::{OperationId, Relation, TransitionModel, VariableId};
use super::settings::Settings;

pub use as_defined::Begun;
pub use look_ahead::Ahead;
pub use system::SplitSystem;

/// Which rules a system is split by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Those that keep the behaviour.
    Corrected,
    /// The thesis' rules as they are meant.
    Printed,
    /// The thesis' rules to the letter: the fork of Example 11 sets another number than its branches wait
    /// for, and a relation without operations has no fragment at all.
    Literal,
}

impl Rules {
    /// All of them with their names.
    pub const ALL: [(&'static str, Self); 3] = [
        ("corrected", Self::Corrected),
        ("printed", Self::Printed),
        ("literal", Self::Literal),
    ];

    /// The rules of a name; none means those that keep the behaviour.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = if name.is_empty() { "corrected" } else { name };
        let found = Self::ALL.into_iter().find(|it| it.0 == name);
        found.map(|it| it.1)
    }
}

/// How fine the steps are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitGrain {
    /// Every havoc, choice, condition and step of a parallel branch apart.
    Choice,
    /// Every assignment, too.
    Statement,
}

/// How a system is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitOptions {
    /// By which rules.
    pub rules: Rules,
    /// How fine.
    pub grain: SplitGrain,
    /// What the text leaves open; a local variable without a value is a choice, too.
    pub settings: Settings,
}

/// A system that has been split.
#[derive(Clone, Debug)]
pub struct SplitModel {
    /// The fragments as its `trans`; `init` and `env` are skips.
    pub model: TransitionModel,
    /// One for each alternative of `trans`, in their order.
    pub fragments: Vec<Fragment>,
    /// The program counter of whole transitions.
    pub counter: VariableId,
    /// The counters of branches.
    pub branches: Vec<VariableId>,
    /// The two flags that say whose turn it is, where the relations are merged.
    pub phases: Option<Phases>,
    /// For copies of operations of the original, which ones.
    pub sources: BTreeMap<OperationId, OperationId>,
    /// By which rules.
    pub rules: Rules,
    /// What the text leaves open.
    pub settings: Settings,
}

/// The flags that say which relation is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases {
    /// True until `init` has been executed.
    pub init: VariableId,
    /// True after `env`, until `trans` has been executed.
    pub trans: VariableId,
}

/// A part of a transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The relation it belongs to.
    pub relation: Relation,
    /// The counter that says when it is its turn.
    pub counter: VariableId,
    /// The value at which it is.
    pub from: i64,
    /// The operations of the original system that it executes; of a condition the whole one.
    pub origins: Vec<OperationId>,
}

/// Splits a system and merges its relations (4.3 and 4.4).
#[must_use]
pub fn split(model: &TransitionModel, options: SplitOptions) -> SplitModel {
    let mut splitter = rules::Splitter::new(model, options, true);
    for relation in Relation::ALL {
        for &operation in model.alternatives(relation) {
            splitter.transition(relation, operation);
        }
    }
    assemble::assemble(splitter)
}

/// Splits one transition by itself, without flags: split(t, 0, 0).
#[must_use]
pub fn split_transition(
    model: &TransitionModel,
    operation: OperationId,
    options: SplitOptions,
) -> SplitModel {
    let mut splitter = rules::Splitter::new(model, options, false);
    splitter.transition(Relation::Trans, operation);
    assemble::assemble(splitter)
}
