//! Help on the language beside the text: topics that are searched, whose examples open; and the list of
//! keys.
//!
//! It covers the diagrams and leaves the editor alone, so that one can read and write at once. On a
//! phone, where one pane is seen at a time, it covers all of them.

pub mod keys;
mod pane;
mod topics;

use leptos::ev;
use leptos::prelude::*;

use crate::parts::{self, part};
use crate::state::Page;
use crate::state::action::Action;
use crate::ui::on_window;

/// The help, where it is open. F1 opens it from everywhere.
pub fn view(page: Page) -> AnyView {
    on_window(ev::keydown, move |event| {
        if event.key() == "F1" {
            event.prevent_default();
            page.perform(Action::Help);
        }
    });
    let draw = move || parts::now(drawn(page)).into_any();
    (move || {
        page.help
            .get()
            .then(|| parts::later("The help", fetch, draw))
    })
    .into_any()
}

/// The button that opens it.
pub fn button(page: Page) -> impl IntoView {
    view! {
        <button
            type="button"
            class="link findings-guide"
            title="Help on the language (F1)"
            on:click=move |_| page.perform(Action::Help)
        >
            "Help"
        </button>
    }
}

part! {
    dialogs, fetched by fetch;
    fn drawn(page: Page) -> Result<AnyView, Missing> {
        Ok(pane::view(page))
    }
}
