//! What checks can answer, in all languages.

/// What a check can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// The scenario can be played.
    Consistent,
    /// The scenario cannot be played.
    Inconsistent,
    /// The goal can be reached.
    Reachable,
    /// The goal cannot be reached.
    Unreachable,
    /// The system can get stuck.
    Deadlock,
    /// The system cannot get stuck.
    None,
    /// It is true all the time.
    Holds,
    /// It is false at some time.
    Violated,
    /// Two readings of a text admit the same.
    Same,
    /// One of them admits what the other does not.
    Different,
    /// It can be false while all else holds.
    Independent,
    /// It follows from all else.
    Implied,
    /// A limit was hit before an answer was found.
    Unknown,
}

impl Answer {
    /// The word of the language and of the command line's JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Consistent => "consistent",
            Self::Inconsistent => "inconsistent",
            Self::Reachable => "reachable",
            Self::Unreachable => "unreachable",
            Self::Deadlock => "deadlock",
            Self::None => "none",
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Same => "same",
            Self::Different => "different",
            Self::Independent => "independent",
            Self::Implied => "implied",
            Self::Unknown => "unknown",
        }
    }

    /// The word beside the question, which says `deadlock` already: a deadlock is `found`.
    #[must_use]
    pub fn beside_its_question(self) -> &'static str {
        match self {
            Self::Deadlock => "found",
            _ => self.word(),
        }
    }
}
