//! What is found out beyond an answer, and one row for each kind of it: what has to be fetched, how long it may take,
//! and which answers have it.
//!
//! A further kind is a further row, what the worker sends for it, and the view that shows it.

use std::sync::Arc;

use lockstep_core::api::{Extras, Kind, ShownFormulas};

use super::aid::{Aid, Found, Help};
use super::run::{Answer, Blamed};
use crate::protocol::{Done, Wanted};

/// A kind of help.
pub struct HelpKind {
    /// What is asked of the worker.
    pub wants: Wanted,
    /// What has to be there for it, at the beginning of a sentence.
    pub needs: &'static str,
    /// Milliseconds after which it is given up.
    pub limit_ms: f64,
    /// Whether it gives way to what somebody waits for.
    pub is_optional: bool,
    /// Whether an answer about a kind with these extras should have it; the flag says whether somebody wants to see how soon.
    offered: fn(&Answer, Extras, bool) -> bool,
    /// Takes it from what the worker sends.
    take: fn(Done) -> Option<Arc<Found>>,
}

/// All kinds, in the order in which they are asked for: first what somebody has asked for, then repairs, they are
/// what a user waits for.
static KINDS: [HelpKind; 5] = [
    HelpKind {
        wants: Wanted::Encoding,
        needs: "What writes formulas",
        limit_ms: 15_000.0,
        is_optional: false,
        offered: |answer, it, _| it.formulas == ShownFormulas::Both && answer.help.wants_formulas,
        take: |done| match done {
            Done::Encoding(found) => Some(Arc::new(*found)),
            _ => None,
        },
    },
    HelpKind {
        wants: Wanted::Formulas,
        needs: "What writes formulas",
        limit_ms: 15_000.0,
        is_optional: false,
        offered: |answer, _, _| answer.help.wants_formulas,
        take: |done| match done {
            Done::Formulas(found) => Some(Arc::new(*found)),
            _ => None,
        },
    },
    HelpKind {
        wants: Wanted::Depths,
        needs: "What looks how soon",
        limit_ms: 15_000.0,
        is_optional: false,
        offered: |_, _, wants_soon| wants_soon,
        take: |done| match done {
            Done::Depths(found) => Some(Arc::new(*found)),
            _ => None,
        },
    },
    HelpKind {
        wants: Wanted::Repairs,
        needs: "What looks for edits that would mend it",
        limit_ms: 15_000.0,
        is_optional: true,
        offered: |answer, it, _| answer.outcome.wants_repairs(it.repairs),
        take: |done| match done {
            Done::Repairs(found) => Some(Arc::new(*found)),
            _ => None,
        },
    },
    HelpKind {
        wants: Wanted::Blame,
        needs: "What looks for what is to blame",
        // Nobody waits for it.
        limit_ms: 5_000.0,
        is_optional: true,
        offered: |answer, _, _| {
            let outcome = &answer.outcome;
            outcome.verdict.is_absent() && !matches!(outcome.kind(), Kind::Deadlock | Kind::Same)
        },
        take: |done| match done {
            Done::Answer(outcome) => Some(Arc::new(Blamed::of(&outcome))),
            _ => None,
        },
    },
];

/// Milliseconds after which a request about a check is given up, where answers have so many; `None` for never.
#[must_use]
pub fn limit_ms(wants: Wanted, of_answers: Option<f64>) -> Option<f64> {
    match (HelpKind::of(wants), wants) {
        (Some(kind), _) => Some(kind.limit_ms),
        // Somebody looks at the page until the file is there.
        (None, Wanted::Clauses(_)) => Some(15_000.0),
        (None, _) => of_answers,
    }
}

impl HelpKind {
    /// The kind that is asked for so; `None` where that is no help with an answer.
    #[must_use]
    pub fn of(wants: Wanted) -> Option<&'static Self> {
        KINDS.iter().find(|it| it.wants == wants)
    }

    /// What is to be asked next about an answer of a kind with these extras, if anything.
    #[must_use]
    pub fn next(answer: &Answer, extras: Extras, wants_soon: bool) -> Option<Wanted> {
        let is_offered = |it: &Self| (it.offered)(answer, extras, wants_soon);
        let is_next = |it: &&Self| answer.help.is_unasked(it.wants) && is_offered(it);
        KINDS.iter().find(is_next).map(|it| it.wants)
    }
}

impl Help {
    /// Keeps what the worker has found.
    pub fn keep(&mut self, wants: Wanted, done: Done) {
        if let Some(found) = HelpKind::of(wants).and_then(|it| (it.take)(done)) {
            self.set(wants, Aid::There(found));
        }
    }

    /// Everything that failed may be asked for again.
    pub fn clear_all_failures(&mut self) {
        self.clear_failures(&KINDS.each_ref().map(|it| it.wants));
    }
}
