//! The verdict on a check, and what its author expected, as plain data.
//!
//! Invariant: nobody compares words. What a check came to is a [`Verdict`]; the word for it depends on
//! what was asked ([`Kind`]) and belongs to the language ([`Answer`]), which takes the same words after
//! `expect`.

use serde::{Deserialize, Serialize};

use super::Kind;
use crate::language::Answer;

/// What a check came to: whether there is a run that shows what was asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// There is one. A witness answers for every length: a longer bound only adds runs.
    Found {
        /// Transactions on the shortest (for a scenario: before its first message).
        depth: u32,
    },
    /// There is none.
    Absent(Extent),
    /// It was not decided.
    Unknown(StopView),
}

/// For which lengths there is nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Extent {
    /// For every length.
    Every,
    /// Within the bound; longer runs were not tried.
    Bound,
}

/// Why a search ended without a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopView {
    /// Somebody asked for it.
    Asked,
    /// The time was over: more time may give a verdict.
    Late,
    /// More global states than allowed.
    States,
    /// More transactions than allowed.
    Transactions,
    /// More clauses than allowed.
    Clauses,
    /// More memory than allowed.
    Memory,
    /// More work of solvers than allowed.
    Solving,
    /// The model is too large for the engine.
    Size,
}

/// What the author of a check expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Expected {
    /// That there is a run.
    Found,
    /// That there is none.
    Absent,
}

impl Verdict {
    /// Whether there is a run.
    #[must_use]
    pub fn is_found(self) -> bool {
        matches!(self, Self::Found { .. })
    }

    /// Whether there is none, for every length or within the bound.
    #[must_use]
    pub fn is_absent(self) -> bool {
        matches!(self, Self::Absent(_))
    }

    /// Whether it was not decided.
    #[must_use]
    pub fn is_unknown(self) -> bool {
        matches!(self, Self::Unknown(_))
    }

    /// Whether it holds for every length and not only within the bound.
    #[must_use]
    pub fn is_proved(self) -> bool {
        matches!(self, Self::Found { .. } | Self::Absent(Extent::Every))
    }

    /// The answer to a question of this kind.
    #[must_use]
    pub fn answer(self, kind: Kind) -> Answer {
        match self {
            Self::Found { .. } => Expected::Found.answer(kind),
            Self::Absent(_) => Expected::Absent.answer(kind),
            Self::Unknown(_) => Answer::Unknown,
        }
    }

    /// Whether an expectation is met; `None` where nothing was expected. What was not decided meets none.
    #[must_use]
    pub fn meets(self, expected: Option<Expected>) -> Option<bool> {
        let expected = expected?;
        Some(match self {
            Self::Found { .. } => expected == Expected::Found,
            Self::Absent(_) => expected == Expected::Absent,
            Self::Unknown(_) => false,
        })
    }
}

impl Expected {
    /// What is expected by the answer that stands after `expect`.
    #[must_use]
    pub fn of(answer: Answer) -> Option<Self> {
        match answer {
            Answer::Consistent
            | Answer::Reachable
            | Answer::Deadlock
            | Answer::Violated
            | Answer::Different
            | Answer::Independent => Some(Self::Found),
            Answer::Inconsistent
            | Answer::Unreachable
            | Answer::None
            | Answer::Holds
            | Answer::Same
            | Answer::Implied => Some(Self::Absent),
            Answer::Unknown => None,
        }
    }

    /// The answer that is expected of a question of this kind.
    #[must_use]
    pub fn answer(self, kind: Kind) -> Answer {
        match (self, kind) {
            (Self::Found, Kind::Scenario | Kind::Consistent) => Answer::Consistent,
            (Self::Found, Kind::Reach) => Answer::Reachable,
            (Self::Found, Kind::Deadlock) => Answer::Deadlock,
            (Self::Found, Kind::Always) => Answer::Violated,
            (Self::Found, Kind::Same) => Answer::Different,
            (Self::Found, Kind::Independent) => Answer::Independent,
            (Self::Absent, Kind::Scenario | Kind::Consistent) => Answer::Inconsistent,
            (Self::Absent, Kind::Reach) => Answer::Unreachable,
            (Self::Absent, Kind::Deadlock) => Answer::None,
            (Self::Absent, Kind::Always) => Answer::Holds,
            (Self::Absent, Kind::Same) => Answer::Same,
            (Self::Absent, Kind::Independent) => Answer::Implied,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_as_it_is_said() {
        for kind in [
            Kind::Scenario,
            Kind::Reach,
            Kind::Deadlock,
            Kind::Always,
            Kind::Same,
            Kind::Consistent,
            Kind::Independent,
        ] {
            for expected in [Expected::Found, Expected::Absent] {
                assert_eq!(Expected::of(expected.answer(kind)), Some(expected));
            }
        }
    }

    #[test]
    fn what_is_not_known_meets_no_expectation() {
        let found = Verdict::Found { depth: 3 };
        let absent = Verdict::Absent(Extent::Bound);
        let unknown = Verdict::Unknown(StopView::Late);
        let expected = Some(Expected::Absent);
        let met = [found, absent, unknown].map(|it| it.meets(expected));
        assert_eq!(met, [Some(false), Some(true), Some(false)]);
        assert_eq!([found, absent, unknown].map(|it| it.meets(None)), [None; 3]);
        let proved = [found, absent, unknown].map(Verdict::is_proved);
        assert_eq!(proved, [true, false, false]);
    }
}
