//! Instances: what is asked of a printed encoding, and of which lifelines.

use crate::language::machines::scenario::Message;
use crate::language::machines::{Composition, GlobalState, Place};
use crate::language::questions::Mode;
use crate::language::{Check, Lifeline, LifelineId, Model, Question};
use crate::network::{Places, compile, place_number, step_between};

use super::Claim;

/// The question of one of the papers.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'m> {
    /// k-GSC: can these places be occupied at the same time?
    Goal(&'m [(LifelineId, Place)]),
    /// k-MSCP: can these messages be exchanged, with only ε-moves in between?
    Messages(&'m [Message]),
}

/// A k-GSC or a k-MSCP instance but for its k.
#[derive(Clone, Debug)]
pub struct Instance<'m> {
    model: &'m Model,
    lifelines: &'m [Lifeline],
    start: GlobalState,
    asked: Asked<'m>,
}

/// Why a check is no instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncovered {
    /// The papers ask what can be reached.
    Always,
    /// Neither paper encodes deadlocks.
    Deadlock,
    /// The second paper knows strict scenarios only.
    Loose,
    /// The second paper knows single effects only.
    EffectSets,
    /// The second paper's formulas begin with the first message.
    NoMessages,
}

impl Uncovered {
    /// The reason as half a sentence.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Always => "the papers encode no conditions that are always true",
            Self::Deadlock => "the papers encode no deadlocks",
            Self::Loose => "the paper encodes strict scenarios only",
            Self::EffectSets => "the paper encodes transitions with at most one effect only",
            Self::NoMessages => "the paper encodes scenarios with messages only",
        }
    }
}

impl<'m> Instance<'m> {
    /// The instance of a check.
    ///
    /// # Errors
    /// Says what of it the papers do not cover.
    pub fn new(model: &'m Model, check: &'m Check) -> Result<Self, Uncovered> {
        let lifelines = model.lifelines_of(check);
        let asked = match &check.question {
            Question::Reach { goal } => Asked::Goal(goal),
            Question::Always { .. } => return Err(Uncovered::Always),
            Question::Deadlock => return Err(Uncovered::Deadlock),
            Question::Scenario {
                mode: Mode::Loose, ..
            } => return Err(Uncovered::Loose),
            Question::Scenario {
                scenario,
                mode: Mode::Strict,
            } => Asked::Messages(&model.scenarios[*scenario].messages),
        };
        if let Asked::Messages(messages) = asked {
            let single = |lifeline: &Lifeline| {
                let transitions = &model.machines[lifeline.machine].transitions;
                transitions.iter().all(|t| t.effects.len() <= 1)
            };
            if !lifelines.iter().all(single) {
                return Err(Uncovered::EffectSets);
            }
            if messages.is_empty() {
                return Err(Uncovered::NoMessages);
            }
        }
        Ok(Self {
            model,
            lifelines,
            start: Composition::new(model, lifelines, &check.from).initial(),
            asked,
        })
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The lifelines.
    #[must_use]
    pub fn lifelines(&self) -> &'m [Lifeline] {
        self.lifelines
    }

    /// Where they start.
    #[must_use]
    pub fn start(&self) -> &GlobalState {
        &self.start
    }

    /// What is asked.
    #[must_use]
    pub fn asked(&self) -> Asked<'m> {
        self.asked
    }

    /// The first index of a claimed path that cannot follow the one before by any transaction, or
    /// whose lifelines are not in one place each; `None` where all of it is a path by the
    /// definitions. Whether a path shows what was asked is another question.
    #[must_use]
    pub fn first_impossible(&self, claims: &[Claim]) -> Option<usize> {
        let network = compile(self.model, self.lifelines, &[]);
        let mut before: Option<Places> = None;
        for (index, claim) in claims.iter().enumerate() {
            let state = claim.state();
            let numbers = state.map(|state| {
                let places = state.iter().zip(self.lifelines);
                let number = |(&place, lifeline): (&Place, &Lifeline)| {
                    place_number(&self.model.machines[lifeline.machine], place)
                };
                places.map(number).collect::<Places>()
            });
            let Some(after) = numbers else {
                return Some(index);
            };
            let follows = before.is_none_or(|before| {
                before == after || step_between(&network, &before, &after, &[]).is_some()
            });
            if !follows {
                return Some(index);
            }
            before = Some(after);
        }
        None
    }
}
