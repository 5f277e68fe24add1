//! What a reason claims, as data: each claim can be decided by the definitions, and
//! [`super::phrase`] has one sentence for each.
//!
//! All of them speak of the global states *after the prefix*: those in which some run can be when it
//! has played the messages before the failing one, and nothing of it yet. A [`Scope`] says of which
//! runs.

use crate::language::LifelineId;
use crate::network::LocalPlace;

/// Of which runs a claim speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Of all.
    EveryLength,
    /// Of those within the bound: before the first message (strict), in all (loose).
    Within(u32),
}

/// A lifeline's part in the failing message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// To send this symbol.
    Send(usize),
    /// To receive it.
    Receive(usize),
}

/// Who can take what a lifeline still has to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Takers {
    /// These, and nobody else: after the prefix each can be in its place.
    Only(Vec<(LifelineId, LocalPlace)>),
    /// After the prefix nobody is ready for these of the symbols.
    NobodyFor(Vec<usize>),
    /// Not known, or too many to name.
    Unsaid,
}

/// Why a message fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The lifeline's machine has no transition that could do its part.
    NoTransition(LifelineId, Act),
    /// The message can follow, in one transaction more than the bound allows.
    NoTransactionLeft,
    /// The lifeline is inside a transition with these effects pending, whenever it cannot move by
    /// itself, so it cannot do its part.
    Pending {
        /// Who.
        lifeline: LifelineId,
        /// Whether it may first have to come there by moves without messages.
        arrives: bool,
        /// The effects.
        symbols: Vec<usize>,
        /// Who can take them.
        takers: Takers,
        /// What it cannot do before.
        cannot: Act,
    },
    /// The lifeline is in this state, which it only leaves by taking one of these symbols.
    Waits {
        /// Who.
        lifeline: LifelineId,
        /// Whether it may first have to come there by moves without messages.
        arrives: bool,
        /// Where.
        place: LocalPlace,
        /// For what.
        symbols: Vec<usize>,
        /// What it cannot do there.
        cannot: Act,
    },
    /// The lifeline ends up in this state, which has no transitions.
    NeverLeaves {
        /// Who.
        lifeline: LifelineId,
        /// Where.
        place: LocalPlace,
        /// What it cannot do there.
        cannot: Act,
    },
    /// The sender is inside none of the transitions that send the symbol.
    NeverInside(LifelineId, usize),
    /// The lifeline can be in exactly these places, and do its part in none.
    Places {
        /// Who.
        lifeline: LifelineId,
        /// Where.
        places: Vec<LocalPlace>,
        /// What it cannot do there.
        cannot: Act,
    },
    /// Strict: the sender has the symbol to send, but in a set with others that are not the next
    /// messages; the others where they are the same in every such place.
    OnlyTogether(Option<Vec<usize>>),
    /// Both are possible, but not in the same state.
    NeverAtOnce {
        /// Strict: whether this is only said of places where the sender has nothing else to send.
        alone: bool,
    },
    /// Strict: the sender has these symbols to send at once, each to its receiver, but all receivers
    /// are never ready then.
    NeverAllTaken(Vec<(usize, LifelineId)>),
    /// Loose: sender and receiver are ready in the same state, but the sender has to send others with
    /// it, which nobody takes then; these where they are the same in every such place.
    OthersNeverTaken(Option<Vec<usize>>),
}
