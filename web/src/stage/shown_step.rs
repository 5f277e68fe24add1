//! The step that is shown, for effects that read more than the step.
//!
//! An effect that reads a memo, and after it something that this memo is computed from, is not always
//! run when only the latter changes: whoever asks a memo for its news is left out when the news is
//! spread (`reactive_graph` 0.2.16, the loop over subscribers in `computed/inner.rs`). So whoever reads
//! the step reads first what it depends on.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::Outcome;

/// The step, clamped to the run at hand.
#[derive(Clone, Copy)]
pub struct At {
    outcome: Signal<Option<Arc<Outcome>>>,
    last: Memo<usize>,
    at: Memo<usize>,
}

impl At {
    /// The step within the run of an answer whose last step is `last`.
    pub fn new(
        step: RwSignal<usize>,
        outcome: Signal<Option<Arc<Outcome>>>,
        last: Memo<usize>,
    ) -> Self {
        Self::of(
            outcome,
            last,
            Memo::new(move |_| step.get().min(last.get())),
        )
    }

    /// A step of the run of an answer that something else says; it is `last` at most.
    pub fn of(outcome: Signal<Option<Arc<Outcome>>>, last: Memo<usize>, at: Memo<usize>) -> Self {
        Self { outcome, last, at }
    }

    /// The step.
    pub fn get(self) -> usize {
        self.track();
        self.at.get()
    }

    /// The step, without following it.
    pub fn get_untracked(self) -> usize {
        self.at.get_untracked()
    }

    /// Follows the step without reading it.
    pub fn track(self) {
        self.outcome.track();
        self.last.track();
        self.at.track();
    }
}
