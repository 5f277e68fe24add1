//! The rules in which the readings differ, one by one (`docs/statecharts.md` has them in words).
//!
//! An interpreter ([`Machine`]) asks here whose version of a rule holds: its own reading's, unless two readings are compared. Then a
//! reading is given rules of another one, and where the two part, that is how it is found out which rules part them. UML and
//! SCXML are one interpreter, so each of their rules can be exchanged. BMC4UML has a transition function of its own
//! (`bmc4uml`); which of its rules can be exchanged says [`Rule::can_be_taken`].

use super::super::model::Reading;
use super::machine::Machine;

/// A rule of which readings have different versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// When a transition without an event is taken: states that have ended are looked at one at a time, those whose guards are false
    /// are forgotten together before that, or no state has to end.
    Completion,
    /// Whether an event is raised when a state has ended.
    Done,
    /// In which order regions go on within a step: any, or a fixed one.
    Order,
    /// Which of the enabled transitions fire: the innermost, any of those that exclude each other, or what the order of the active states
    /// in the text finds first.
    Selection,
    /// What a transition of a region leaves: the region alone, or the state around it with all its regions.
    Domain,
    /// Whether a transition to an active state around its source leaves that and enters it again.
    Ancestor,
    /// What histories remember.
    History,
    /// Where events wait that an object sends to itself.
    Internal,
    /// When it is found what a transition enters: step by step, or all of it before anything is left.
    Entry,
    /// When an event is removed that no transition wants: at once, or not while a transition's time has come.
    Discarding,
    /// Whether an object that has come to its end takes events, and removes them.
    End,
}

impl Rule {
    /// All of them, in the order in which they are named.
    pub const ALL: [Self; 11] = [
        Self::Completion,
        Self::Done,
        Self::Order,
        Self::Selection,
        Self::Domain,
        Self::Ancestor,
        Self::History,
        Self::Internal,
        Self::Entry,
        Self::Discarding,
        Self::End,
    ];

    /// Whether a reading has another version of this rule than another reading, and can be followed with that.
    #[must_use]
    pub fn can_be_taken(self, by: Reading, from: Reading) -> bool {
        use Reading::{Bmc4uml, Scxml, Uml};
        match (by, from) {
            (Uml, Scxml) | (Scxml, Uml) => !matches!(self, Self::Discarding | Self::End),
            (Uml, Bmc4uml) => matches!(
                self,
                Self::Completion | Self::Order | Self::Ancestor | Self::Discarding | Self::End
            ),
            (Scxml, Bmc4uml) => matches!(
                self,
                Self::Selection | Self::Domain | Self::Internal | Self::Discarding | Self::End
            ),
            (Bmc4uml, Uml) => matches!(
                self,
                Self::Completion | Self::Order | Self::Discarding | Self::End
            ),
            (Bmc4uml, Scxml) => matches!(
                self,
                Self::Selection | Self::Internal | Self::Discarding | Self::End
            ),
            (Uml, Uml) | (Bmc4uml, Bmc4uml) | (Scxml, Scxml) => false,
        }
    }
}

/// Whose version of each rule holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// For each of [`Rule::ALL`].
    versions: [Reading; Rule::ALL.len()],
}

impl Rules {
    /// The rules of a reading.
    #[must_use]
    pub fn of(reading: Reading) -> Self {
        Self {
            versions: [reading; Rule::ALL.len()],
        }
    }

    /// The same with some rules of another reading.
    #[must_use]
    pub fn with(mut self, rules: &[Rule], of: Reading) -> Self {
        for &rule in rules {
            self.versions[rule as usize] = of;
        }
        self
    }

    /// Whose version of a rule holds.
    #[must_use]
    pub fn version(self, rule: Rule) -> Reading {
        self.versions[rule as usize]
    }
}

impl Machine<'_> {
    /// Whose version of a rule holds.
    pub(super) fn version(&self, rule: Rule) -> Reading {
        self.rules.version(rule)
    }

    /// Whether SCXML's version of a rule holds.
    pub(super) fn is_scxml(&self, rule: Rule) -> bool {
        self.version(rule) == Reading::Scxml
    }

    /// Whether what is left and entered is found at once by W3C's algorithm (`entry_set`), which follows SCXML in order, domain and
    /// ancestors, too. So SCXML does without it where one of these is exchanged, and then segments follow the rules one by one;
    /// UML does with it all that it does.
    pub(super) fn enters_at_once(&self) -> bool {
        let others = [Rule::Order, Rule::Domain, Rule::Ancestor];
        self.is_scxml(Rule::Entry)
            && (self.reading == Reading::Uml || others.into_iter().all(|it| self.is_scxml(it)))
    }
}
