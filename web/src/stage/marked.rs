//! What a click on a drawing has marked in the text can be shown there, to be edited: a button that comes with the mark.

use leptos::prelude::*;

use crate::state::Page;

/// The button, while something is marked.
pub fn view(page: Page) -> AnyView {
    let shown = move || {
        page.selection.marked().map(|range| {
            view! {
                <button
                    type="button"
                    class="button marked"
                    title="Show in the text what is marked, to edit it (e)"
                    // The focus stays where the way back leads to.
                    on:mousedown=move |event| event.prevent_default()
                    on:click=move |_| page.reveal_shown(range)
                >
                    "Show in the text"
                </button>
            }
        })
    };
    view! { <div class="hint-place marked-place">{shown}</div> }.into_any()
}
