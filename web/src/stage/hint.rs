//! What to do first, for those who are here for the first time: a line that covers nothing, moves
//! nothing and goes away by itself when somebody does something.

use leptos::prelude::*;

use crate::header::ABOUT;
use crate::persist;
use crate::state::Page;
use crate::state::action::Action;
use crate::ui::Icon;
use lockstep_core::address::Place;

/// Whether somebody has been here before.
const SEEN: &str = "lockstep.seen";

/// The hint, where it is wanted.
pub fn view(page: Page) -> AnyView {
    // Where nothing can be remembered it would greet at every visit: then rather never.
    let first = page.greets && persist::read(SEEN).is_none() && persist::write(SEEN, "1");
    if !first {
        return ().into_any();
    }
    let open = RwSignal::new(true);
    Effect::new(move |before: Option<Option<usize>>| {
        let marked = page.selection.marked().is_some();
        // Where the run opens the answer says.
        let step = page.checks.step().get();
        let step = page.checks.has_answered().then_some(step);
        let moved = before.flatten().is_some_and(|it| step != Some(it));
        let stepped = moved || page.stage.is_simulated() || marked;
        // It speaks of the first check of the first example.
        page.checks.selected().track();
        let elsewhere = page.checks.position() > Some(0);
        if stepped || elsewhere || page.document.revision().get().number > 0 {
            open.set(false);
        }
        step
    });
    // The run opens at its end, or at its start.
    let at_end = move || page.checks.step().get() > 0;
    let shown = move || {
        (open.get() && page.checks.has_answered()).then(|| {
            view! {
                <div class="hint" role="note" aria-label="Hint">
                    <p>
                        // Where the head of the page has no room for it.
                        <span class="hint-about">{ABOUT} " "</span>
                        <span class="hint-what">"The fifth message cannot happen. "</span>
                        <span class="hint-keys">{move || if at_end() { "Press ←" } else { "Press →" }}</span>
                        <span class="hint-fingers">"Swipe here"</span>
                        <span>
                            {move || if at_end() { " to see how the run gets there, " } else { " to see how far the run gets, " }}
                        </span>
                        <span class="hint-wide">"apply the repair, or "</span>
                        <span class="hint-narrow">"tap the suggested fix above, or "</span>
                        <span class="hint-lesson">
                            <button
                                type="button"
                                class="link hint-learn"
                                on:click=move |_| page.perform(Action::Learn(Place::Path))
                            >
                                "take a lesson"
                            </button>
                            "."
                        </span>
                    </p>
                    <button
                        type="button"
                        class="button quiet square"
                        aria-label="Close the hint"
                        on:click=move |_| open.set(false)
                    >
                        <Icon name="close"/>
                    </button>
                </div>
            }
            .into_any()
        })
    };
    view! { <div class="hint-place">{shown}</div> }.into_any()
}
