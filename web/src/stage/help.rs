//! The list of keys, opened by `?`.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

use crate::ui::dom::{add, set};

/// Keys and what they do; the words between bars are keys.
const KEYS: [(&str, &str); 16] = [
    ("Space", "play or pause"),
    ("→|j", "one step on"),
    ("←|k", "one step back"),
    ("Home|End", "to the first or the last step"),
    ("1|…|9", "select that check"),
    ("t", "change between diagram, table and states"),
    ("h", "step by hand, or leave it"),
    ("n", "show another run with the same answer"),
    ("s", "show how soon each state is reached, or no more"),
    ("+|-|0", "larger, smaller, usual size"),
    ("↑|↓", "walk inside a diagram or the table"),
    ("Enter", "go to what is focused"),
    ("Esc, then Tab", "leave the text"),
    ("Ctrl K", "find a check, a state, an example or a command"),
    (",", "settings"),
    ("?", "this list"),
];

/// Shows the list. It is built when it is asked for, in place of an earlier one.
pub fn open() {
    let Some(body) = document().body() else {
        return;
    };
    if let Some(before) = document().get_element_by_id("keys") {
        before.remove();
    }
    let dialog = add(&body, "dialog", "dialog", "");
    set(&dialog, "id", "keys");
    set(&dialog, "aria-label", "Keys");
    add(&dialog, "h2", "", "Keys");
    let list = add(&dialog, "dl", "keys", "");
    for (keys, what) in KEYS {
        let term = add(&list, "dt", "", "");
        for key in keys.split('|') {
            add(&term, "kbd", "", key);
        }
        add(&list, "dd", "", what);
    }
    let foot = add(&dialog, "form", "dialog-foot", "");
    set(&foot, "method", "dialog");
    let note = "They work wherever you are not typing.";
    add(&foot, "span", "dialog-note", note);
    add(&foot, "button", "button primary", "Done");
    // Fails only for a dialog that is open or not in the document; this one is neither.
    let _ = dialog.unchecked_into::<HtmlDialogElement>().show_modal();
}
