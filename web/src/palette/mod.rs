//! The palette of commands: Ctrl+K, some letters, Enter.
//!
//! It finds checks, machines, states and scenarios by name, examples, and every button of the page's
//! bars. What it finds is data, and the page does it: the palette is closed by then.

mod commands;
mod dialog;

use leptos::ev;

pub use dialog::view;

use crate::state::Page;
use crate::state::action::{Action, Dialog};
use crate::ui::on_window;

/// Listens for its keys.
pub fn listen(page: Page) {
    on_window(ev::keydown, move |event| {
        let is_asked = (event.ctrl_key() || event.meta_key()) && event.key() == "k";
        // The editor has a use for the key of the other kind of keyboard.
        if is_asked && !event.default_prevented() && !event.alt_key() && !event.shift_key() {
            event.prevent_default();
            page.perform(Action::Open(Dialog::Commands));
        }
    });
}
