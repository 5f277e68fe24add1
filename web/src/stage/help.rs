//! The list of keys, opened by `?`, and what Lockstep is and rests on.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

use crate::ui::dom::{add, set};
use crate::ui::open_modal;

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
    ("?", "this list, and about Lockstep"),
];

/// What Lockstep is, what its answers rest on, and what may be done with it.
const ABOUT: [&str; 3] = [
    "Lockstep checks whether communicating state machines can play a sequence diagram, reach a goal or \
     get stuck, and plays the evidence on all of them at once. Everything is computed in this tab: \
     nothing leaves the browser.",
    "The checks follow the definitions of P. Kaufmann, M. Kronegger, A. Pfandler, M. Seidl and M. Widl: \
     Global State Checker: Towards SAT-based Reachability Analysis of Communicating State Machines \
     (2013), and A SAT-based Debugging Tool for State Machines and Sequence Diagrams (2014).",
    concat!(
        "Version ",
        env!("CARGO_PKG_VERSION"),
        ". Licensed under MIT or Apache 2.0, as you like."
    ),
];

/// Shows both. It is built when it is asked for, in place of an earlier one.
pub fn open() {
    let Some(body) = document().body() else {
        return;
    };
    if let Some(before) = document().get_element_by_id("keys") {
        before.remove();
    }
    let dialog = add(&body, "dialog", "dialog", "");
    set(&dialog, "id", "keys");
    set(&dialog, "aria-label", "Keys and About");
    add(&dialog, "h2", "", "Keys");
    let note = "They work wherever you are not typing.";
    add(&dialog, "p", "dialog-note keys-note", note);
    let list = add(&dialog, "dl", "keys", "");
    for (keys, what) in KEYS {
        let term = add(&list, "dt", "", "");
        for key in keys.split('|') {
            add(&term, "kbd", "", key);
        }
        add(&list, "dd", "", what);
    }
    add(&dialog, "h2", "about", "About Lockstep");
    for words in ABOUT {
        add(&dialog, "p", "dialog-note", words);
    }
    let foot = add(&dialog, "form", "dialog-foot", "");
    set(&foot, "method", "dialog");
    add(&foot, "button", "button primary", "Done");
    open_modal(&dialog.unchecked_into::<HtmlDialogElement>());
}
