//! How large a text may be. Beyond, one clear message stands instead of a page that hangs.

use crate::text::{Diagnostic, Span, grouped};

/// Longest text in bytes.
pub const TEXT: usize = 1 << 20;
/// Most states of all machines together.
pub const STATES: usize = 2_000;
/// Most transitions of all machines together.
pub const TRANSITIONS: usize = 8_000;
/// Most scenarios.
pub const SCENARIOS: usize = 1_000;
/// Most messages of one scenario.
pub const MESSAGES: usize = 2_000;
/// Most lifelines that play together.
pub const LIFELINES: usize = 64;
/// Most checks.
pub const CHECKS: usize = 1_000;
/// Largest bound in transactions.
pub const BOUND: u32 = 10_000;

/// Most ways in which a condition over places can be false.
pub const WAYS: usize = 256;

/// Most places that a condition names.
pub const NAMED_PLACES: usize = 1_000;

/// The finding about a text that is too long to be read.
#[must_use]
pub fn text(text: &str) -> Option<Diagnostic> {
    (text.len() > TEXT).then(|| {
        let title = format!(
            "The text has {} bytes; at most {} can be read",
            grouped(text.len() as u64),
            grouped(TEXT as u64)
        );
        Diagnostic::error("too-large", Span::new(0, 0), title)
            .hint("Split the model into several files.")
    })
}

/// An error about too many of something.
#[must_use]
pub fn too_many(span: Span, what: &str, found: usize, most: usize, hint: &str) -> Diagnostic {
    let title = format!(
        "There are {} {what}; at most {} can be handled",
        grouped(found as u64),
        grouped(most as u64)
    );
    Diagnostic::error("too-large", span, title).hint(hint)
}
