//! Help on the language beside the text: topics that are searched, whose examples open; and the list of
//! keys.
//!
//! It covers the diagrams and leaves the editor alone, so that one can read and write at once. On a
//! phone, where one pane is seen at a time, it covers all of them.

pub mod keys;
mod pane;
mod topics;

use leptos::prelude::*;

use crate::keys::{self as table, Command};
use crate::parts::{self, part};
use crate::state::Page;
use crate::state::action::Action;

/// The help, where it is open. F1 opens it from everywhere.
pub fn view(page: Page) -> AnyView {
    table::listen(move |command| {
        let is_asked = command == Command::Help;
        if is_asked {
            page.perform(Action::Help);
        }
        is_asked
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
