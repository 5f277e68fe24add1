//! The stage: machine cards, sequence diagram and player of the selected check.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Analysis, CheckView, Outcome, Range};

/// Plays one answer on all machines and lifelines at once.
#[component]
pub fn Stage(
    /// The machines and scenarios of the text.
    analysis: Signal<Arc<Analysis>>,
    /// The selected check.
    check: Signal<Option<CheckView>>,
    /// Its answer, `None` while unknown or running; may be of an earlier text, see `stale`.
    outcome: Signal<Option<Arc<Outcome>>>,
    /// Whether the text has changed since the answer was computed.
    stale: Signal<bool>,
    /// The step of the run: everything follows it.
    step: RwSignal<usize>,
    /// A clicked element wants the editor's caret.
    on_reveal: Callback<Range>,
) -> impl IntoView {
    let _ = (analysis, check, outcome, stale, step, on_reveal);
    view! { <div class="stage"></div> }
}
