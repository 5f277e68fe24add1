//! The other of two runs that are drawn beside each other, where it has come as far as the one that is played.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::Outcome;

use super::StageState;

/// Where the other run is.
#[derive(Clone)]
pub struct OtherRun {
    /// What the two are called, the one that is played first.
    pub names: [String; 2],
    /// The run, in the form of an answer.
    pub outcome: Arc<Outcome>,
    /// The entry of the run.
    pub at: usize,
    /// Whether it is of the text in the editor.
    pub is_of_text: bool,
}

impl StageState {
    /// Tells the text and the bar of the other run, until the current owner goes.
    pub fn keep_other_run(self, other: Signal<Option<OtherRun>>) {
        let kept = self.other_run;
        kept.set(Some(other));
        on_cleanup(move || {
            // The page itself may be going, or another drawing may have come before this one went.
            if kept.try_get_untracked().flatten() == Some(other) {
                kept.set(None);
            }
        });
    }

    /// Where the other run is, if two are drawn beside each other. Tracked.
    #[must_use]
    pub fn other_run(&self) -> Option<OtherRun> {
        self.other_run.get()?.try_get().flatten()
    }
}
