//! What is true of a global state: conditions over places, by their definition.

use super::{LifelineId, Place};

/// A condition over the places of lifelines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The lifeline is exactly there.
    At(LifelineId, Place),
    /// The condition is false.
    Not(Box<Condition>),
    /// All of them are true.
    All(Vec<Condition>),
    /// One of them is true.
    Any(Vec<Condition>),
}

impl Condition {
    /// Whether it is true in a global state.
    #[must_use]
    pub fn holds(&self, state: &[Place]) -> bool {
        match self {
            Self::At(lifeline, place) => state[*lifeline] == *place,
            Self::Not(part) => !part.holds(state),
            Self::All(parts) => parts.iter().all(|it| it.holds(state)),
            Self::Any(parts) => parts.iter().any(|it| it.holds(state)),
        }
    }

    /// How many places it names. Linear in the condition.
    #[must_use]
    pub fn places(&self) -> usize {
        match self {
            Self::At(..) => 1,
            Self::Not(part) => part.places(),
            Self::All(parts) | Self::Any(parts) => parts.iter().map(Self::places).sum(),
        }
    }

    /// In how many ways it can be `value`, as it is written: what is to be so at the same time multiplies, what is so one or the other
    /// way adds up. The greatest number there is where there are more. Linear in the condition.
    #[must_use]
    pub fn ways(&self, value: bool) -> usize {
        let ways = |part: &Self| part.ways(value);
        match (self, value) {
            (Self::At(..), _) => 1,
            (Self::Not(part), _) => part.ways(!value),
            (Self::All(parts), true) | (Self::Any(parts), false) => {
                parts.iter().map(ways).fold(1, usize::saturating_mul)
            }
            (Self::All(parts), false) | (Self::Any(parts), true) => {
                parts.iter().map(ways).fold(0, usize::saturating_add)
            }
        }
    }
}
