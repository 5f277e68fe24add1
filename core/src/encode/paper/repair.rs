//! What can be mended in the printed formulas, each by its name.

/// One repair of a printed formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repair {
    /// φ_8 of the first paper also for the last index.
    Range,
    /// φ_goal without environ.
    Environ,
    /// φ_2 and φ_3 of the first paper with the second paper's at-most-one.
    AtMostOne,
    /// φ_init and φ_7 of the first paper for intermediate states.
    Intermediate,
    /// φ_seq with the message's sender and receiver.
    Names,
    /// φ_seq: no other symbol is consumed together with the message.
    ProtectMessage,
    /// φ_seq: no symbol is consumed in the first step after the message.
    ProtectFirst,
    /// φ_seq: no symbol is consumed in the third step after the message. (The second is the only
    /// one that is protected in print.)
    ProtectThird,
    /// `int_size` of the third paper with room for maxint.
    Integers,
    /// Queues of the third paper with as many usable cells as they have, and a count.
    Queues,
    /// `XO3` of the third paper for sets of transitions, inner ones first.
    Sets,
    /// `X5` of the third paper for active transitions only.
    Delays,
    /// `EO3` of the third paper without timed transitions where it keeps an event from being discarded.
    Discarding,
    /// f of the fourth paper with slots that a call keeps because it does not name them.
    Frame,
    /// f of the fourth paper for at most k calls.
    AtMostK,
    /// ω of the fourth paper with enough bits for all calls.
    Ceil,
    /// f of the fourth paper with an undefined value that is no word of an attribute.
    Undefined,
}

/// A set of repairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Repairs(u32);

impl Repair {
    /// All repairs, in the order of the papers and of their formulas.
    pub const ALL: [Self; 17] = [
        Self::Range,
        Self::Environ,
        Self::AtMostOne,
        Self::Intermediate,
        Self::Names,
        Self::ProtectMessage,
        Self::ProtectFirst,
        Self::ProtectThird,
        Self::Integers,
        Self::Queues,
        Self::Sets,
        Self::Delays,
        Self::Discarding,
        Self::Frame,
        Self::AtMostK,
        Self::Ceil,
        Self::Undefined,
    ];

    /// The name in options and tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Range => "range",
            Self::Environ => "environ",
            Self::AtMostOne => "at-most-one",
            Self::Intermediate => "intermediate",
            Self::Names => "names",
            Self::ProtectMessage => "protect-message",
            Self::ProtectFirst => "protect-first",
            Self::ProtectThird => "protect-third",
            Self::Integers => "integers",
            Self::Queues => "queues",
            Self::Sets => "sets",
            Self::Delays => "delays",
            Self::Discarding => "discarding",
            Self::Frame => "frame",
            Self::AtMostK => "at-most-k",
            Self::Ceil => "ceil",
            Self::Undefined => "undefined",
        }
    }

    /// What is wrong without it, in one sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Range => {
                "φ_8 ends at k-1, so that at index k a machine may be in its goal besides elsewhere."
            }
            Self::Environ => {
                "φ_goal takes a machine for arrived while it is still on its way to the goal."
            }
            Self::AtMostOne => {
                "A symbol may be sent by two machines or taken by two machines in the same step."
            }
            Self::Intermediate => {
                "φ_init knows no start inside a transition, and φ_7 no rest inside one without effects."
            }
            Self::Names => {
                "φ_seq asks for the symbol only: anybody may send it and anybody may take it."
            }
            Self::ProtectMessage => {
                "Together with a message of the scenario another one may be exchanged."
            }
            Self::ProtectFirst => {
                "In the first step after a message one that is not in the scenario may slip in."
            }
            Self::ProtectThird => {
                "In the third step after a message one that is not in the scenario may slip in."
            }
            Self::Integers => "int_size has no room for maxint where that is a power of two.",
            Self::Queues => {
                "A queue of m cells with two indices modulo m is empty when it is full."
            }
            Self::Sets => {
                "XO3 fires one transition for an event where the definition fires all that go together."
            }
            Self::Delays => {
                "X5 lets time pass for transitions whose sources are not active, so that nothing ever gets stuck."
            }
            Self::Discarding => {
                "An event that nobody wants stays at the head of the queue while a timed transition can fire."
            }
            Self::Frame => "A call may change every attribute and link that it does not name.",
            Self::AtMostK => {
                "All k calls are made, so that what is possible with k calls may not be with more."
            }
            Self::Ceil => {
                "ω has too few bits for the last calls where their number is no power of two."
            }
            Self::Undefined => {
                "⊥ is a word like others: the largest value and 1 make ⊥, and ⊥ and 1 make 0."
            }
        }
    }

    /// Whether it mends the formulas for goals, those of the first paper.
    #[must_use]
    pub fn is_for_goals(self) -> bool {
        matches!(
            self,
            Self::Range | Self::Environ | Self::AtMostOne | Self::Intermediate
        )
    }

    /// Whether it mends the formulas for scenarios, those of the second paper.
    #[must_use]
    pub fn is_for_scenarios(self) -> bool {
        matches!(
            self,
            Self::Intermediate
                | Self::Names
                | Self::ProtectMessage
                | Self::ProtectFirst
                | Self::ProtectThird
        )
    }

    /// Whether it mends the formulas for statecharts, those of the third paper.
    #[must_use]
    pub fn is_for_statecharts(self) -> bool {
        matches!(
            self,
            Self::Integers | Self::Queues | Self::Sets | Self::Delays | Self::Discarding
        )
    }

    /// Whether it mends the formulas for class models, those of the fourth paper.
    #[must_use]
    pub fn is_for_classes(self) -> bool {
        matches!(
            self,
            Self::Frame | Self::AtMostK | Self::Ceil | Self::Undefined
        )
    }

    /// The repair of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|repair| repair.name() == name)
    }
}

impl Repairs {
    /// Everything as printed: for φ_seq the reading that the scan shows.
    pub const NONE: Self = Self(0);
    /// Everything mended.
    pub const ALL: Self = Self((1 << Repair::ALL.len()) - 1);
    /// The third paper by its own definition, which discards no event while a timed transition can fire.
    pub const DEFINITION: Self = Self(
        1 << Repair::Integers as u32
            | 1 << Repair::Queues as u32
            | 1 << Repair::Sets as u32
            | 1 << Repair::Delays as u32,
    );
    /// The first paper with what may be a slip of the scan: the range of φ_8.
    pub const RANGE: Self = Self(1 << Repair::Range as u32);
    /// φ_seq in the reading "symbols": no other message may slip in, but anybody may play one.
    pub const SYMBOLS: Self = Self(
        1 << Repair::ProtectMessage as u32
            | 1 << Repair::ProtectFirst as u32
            | 1 << Repair::ProtectThird as u32,
    );
    /// φ_seq in the reading "full": sender and receiver are named as well.
    pub const FULL: Self = Self(Self::SYMBOLS.0 | 1 << Repair::Names as u32);

    /// Whether a repair is in the set.
    #[must_use]
    pub fn has(self, repair: Repair) -> bool {
        self.0 & 1 << repair as u32 != 0
    }

    /// The set with one repair more.
    #[must_use]
    pub fn and(self, repair: Repair) -> Self {
        Self(self.0 | 1 << repair as u32)
    }

    /// The set with one repair less.
    #[must_use]
    pub fn without(self, repair: Repair) -> Self {
        Self(self.0 & !(1 << repair as u32))
    }

    /// The repairs in the set, in the order of [`Repair::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Repair> {
        Repair::ALL
            .into_iter()
            .filter(move |&repair| self.has(repair))
    }
}

impl FromIterator<Repair> for Repairs {
    fn from_iter<I: IntoIterator<Item = Repair>>(repairs: I) -> Self {
        repairs.into_iter().fold(Self::NONE, Self::and)
    }
}
