//! The answers that texts with variables can expect of their questions.

/// What a text can expect as an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExpectedAnswer {
    /// The property is true in every state.
    Holds,
    /// There is a state in which it is not.
    Violated,
    /// The goal can be reached.
    Reachable,
    /// It cannot.
    Unreachable,
    /// The scenario can be played.
    Consistent,
    /// It cannot.
    Inconsistent,
    /// The system can get stuck.
    Deadlock,
    /// It cannot.
    None,
    /// Two readings admit the same.
    Same,
    /// One admits what the other does not.
    Different,
    /// The invariant can fail while all others hold.
    Independent,
    /// It cannot.
    Implied,
}

impl ExpectedAnswer {
    /// All answers.
    pub const ALL: [Self; 12] = [
        Self::Holds,
        Self::Violated,
        Self::Reachable,
        Self::Unreachable,
        Self::Consistent,
        Self::Inconsistent,
        Self::Deadlock,
        Self::None,
        Self::Same,
        Self::Different,
        Self::Independent,
        Self::Implied,
    ];

    /// The word of the language.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Reachable => "reachable",
            Self::Unreachable => "unreachable",
            Self::Consistent => "consistent",
            Self::Inconsistent => "inconsistent",
            Self::Deadlock => "deadlock",
            Self::None => "none",
            Self::Same => "same",
            Self::Different => "different",
            Self::Independent => "independent",
            Self::Implied => "implied",
        }
    }
}
