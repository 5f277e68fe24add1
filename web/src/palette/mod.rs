//! The palette of commands: Ctrl+K, some letters, Enter.
//!
//! It finds checks, machines, states and scenarios by name, examples, lessons, and every button of the page's
//! bars. What it finds is data, and the page does it: the palette is closed by then.
//!
//! Its part may still be on its way when somebody types on: until the dialog is there, letters are kept for its field, and
//! neither the editor nor the page's shortcuts get them.

mod commands;
mod dialog;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::KeyboardEvent;

pub use dialog::view;

use crate::keys::{self, Command};
use crate::state::Page;
use crate::state::action::{Action, Dialog};

/// Listens for its keys.
pub fn listen(page: Page) {
    // The editor has a use for the key of the other kind of keyboard.
    keys::listen(move |command| {
        if command != Command::Find {
            return false;
        }
        if page.dialog.with_untracked(Option::is_none) {
            page.typed_ahead.set_value(Some(String::new()));
        }
        page.perform(Action::Open(Dialog::Commands));
        true
    });
    // Before the editor hears of it. The page listens as long as it is there.
    let keep =
        Closure::<dyn Fn(KeyboardEvent)>::new(move |event: KeyboardEvent| keep(page, &event));
    let listener = keep.as_ref().unchecked_ref();
    // Fails only for listeners that are none.
    let _ = window().add_event_listener_with_callback_and_bool("keydown", listener, true);
    keep.forget();
}

/// Keeps a letter that is meant for the palette while it is waited for; other keys do nothing then.
fn keep(page: Page, event: &KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let key = event.key();
    let kept = page.typed_ahead.try_update_value(|typed| {
        let Some(typed) = typed else { return false };
        match &*key {
            "Backspace" => {
                typed.pop();
            }
            letter if letter.chars().count() == 1 => typed.push_str(letter),
            _ => {}
        }
        true
    });
    if kept == Some(true) {
        event.prevent_default();
        event.stop_propagation();
    }
}
