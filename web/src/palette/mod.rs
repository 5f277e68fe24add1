//! The palette of commands: Ctrl+K, some letters, Enter.
//!
//! It finds checks, machines, states and scenarios by name, examples, and every button of the page's
//! bars. Its list and dialog are a part of the program that comes when it is first asked for.

mod commands;
mod dialog;

use leptos::ev;
use leptos::prelude::*;

use crate::parts::{self, part};
use crate::state::Page;

/// Listens for its keys, and shows it where it is open.
pub fn view(page: Page) -> AnyView {
    let open = RwSignal::new(false);
    let keys = window_event_listener(ev::keydown, move |event| {
        let is_asked = (event.ctrl_key() || event.meta_key()) && event.key() == "k";
        // The editor has a use for the key of the other kind of keyboard.
        if is_asked && !event.default_prevented() && !event.alt_key() && !event.shift_key() {
            event.prevent_default();
            show(page, open);
        }
    });
    on_cleanup(move || keys.remove());
    let shown = move || {
        if open.get() {
            parts::now(palette(page, open))
        } else {
            None
        }
    };
    shown.into_any()
}

/// Opens it once its part is there, or says why it does not open.
fn show(page: Page, open: RwSignal<bool>) {
    let open = Callback::new(move |()| open.set(true));
    parts::with(page.notices, "The list of commands", fetch, open);
}

part! {
    views, fetched by fetch;
    fn palette(page: Page, open: RwSignal<bool>) -> Result<AnyView, Missing> {
        Ok(dialog::view(page, open))
    }
}
