//! Where the focus is while a run is made by hand: on the first choice, unless the user works in the text or a drawing.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use crate::ui::focus;

/// The digit that takes the choice at an index, if there is one.
pub fn digit(index: usize) -> Option<String> {
    (index < 9).then(|| (index + 1).to_string())
}

/// What has the focus in a pane: the first choice, else what its list offers, else what is always there.
pub fn first(pane: &Element) -> Option<Element> {
    let places = [
        "[data-number='1']",
        ".by-hand-list button",
        ".by-hand-head button",
    ];
    let mut found = places.iter().map(|it| pane.query_selector(it));
    found.find_map(|it| it.ok().flatten())
}

/// Moves the focus to the first choice of a pane that has just come up; a user who is writing goes on writing.
pub fn enter(pane: &Element) {
    let writes = document()
        .active_element()
        .and_then(|it| it.closest(".cm-editor").ok()?);
    if writes.is_none() {
        focus(first(pane));
    }
}

/// A digit is about to take a choice: where nothing has the focus, the choices get it and keep it.
pub fn prepare(pane: &Element) {
    let is_free = document()
        .active_element()
        .is_none_or(|it| it.tag_name() == "BODY");
    if is_free {
        focus(first(pane));
    }
}

/// ↑ and ↓ walk through the choices, which are of several groups.
pub fn walk(pane: &Element, event: &KeyboardEvent) {
    let by = match event.key().as_str() {
        "ArrowDown" => 1,
        "ArrowUp" => -1,
        _ => return,
    };
    let Ok(found) = pane.query_selector_all(".by-hand-choice") else {
        return;
    };
    let all = (0..found.length()).filter_map(|at| found.get(at)?.dyn_into::<Element>().ok());
    let all: Vec<_> = all.collect();
    let now = document().active_element();
    let Some(at) = all.iter().position(|it| Some(it) == now.as_ref()) else {
        return;
    };
    event.prevent_default();
    if let Some(next) = at.checked_add_signed(by) {
        focus(all.into_iter().nth(next));
    }
}
