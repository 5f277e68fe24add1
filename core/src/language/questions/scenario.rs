//! What checks of all languages say of scenarios: that something is one, and how it is read.

use crate::text::{NameKind, TokenRole};

/// A scenario.
pub(crate) const SCENARIO: NameKind = NameKind {
    word: "scenario",
    role: TokenRole::Name,
    is_local: false,
};

/// What may happen between two messages of a scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Only empty message sets (ε-moves): decision 4 of the semantics.
    #[default]
    Strict,
    /// Any other message: decision 5.
    Loose,
}
