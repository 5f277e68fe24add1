//! Where the focus is while a run is made by hand: on the first choice, unless the user works in the text or a drawing.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::diagram::drawing::{self, Drawing, DrawnEdge};
use lockstep_core::diagram::graph::Edge;
use lockstep_core::diagram::{Element, Point};
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use crate::ui::focus;

/// So many choices are taken by a digit.
pub const DIGITS: usize = 9;

/// The digit that takes the choice at an index, if there is one.
pub fn digit(index: usize) -> Option<String> {
    (index < DIGITS).then(|| (index + 1).to_string())
}

/// The numbers of choices at the transitions that they fire, in a layer over a drawing: what a button shows would have to be part
/// of its name, and who does not see them has the list of choices.
pub fn numbers(drawing: &Arc<Drawing>, numbers: Memo<Vec<(usize, usize)>>) -> AnyView {
    let drawing = Arc::clone(drawing);
    let all = move || {
        let numbers = numbers.get().into_iter();
        let badges = numbers.filter_map(|(transition, number)| {
            let is_it = |it: &&DrawnEdge| it.edge == Edge::Element(Element::transition(transition));
            Some(badge(drawing.edges.iter().find(is_it)?, number))
        });
        badges.collect_view()
    };
    view! { <g class="choice-numbers" aria-hidden="true">{all}</g> }.into_any()
}

/// A number before the label of an arrow, or at the arrow's middle.
fn badge(edge: &DrawnEdge, number: usize) -> AnyView {
    let at = match edge.label {
        Some(label) => Point {
            x: label.x - 9.0,
            y: label.centre().y,
        },
        None => drawing::middle(&edge.points),
    };
    disc(at, 9.0, number)
}

/// A number on a disc.
pub fn disc(at: Point, radius: f64, number: usize) -> AnyView {
    view! {
        <circle cx=at.x cy=at.y r=radius/>
        <text x=at.x y=at.y + 4.3>{number}</text>
    }
    .into_any()
}

/// What has the focus in a pane: the first choice, else what its list offers, else what is always there.
pub fn first(pane: &web_sys::Element) -> Option<web_sys::Element> {
    let places = [
        "[data-number='1']",
        ".by-hand-list button",
        ".by-hand-head button",
    ];
    let mut found = places.iter().map(|it| pane.query_selector(it));
    found.find_map(|it| it.ok().flatten())
}

/// Moves the focus to the first choice of a pane that has just come up; a user who is writing goes on writing.
pub fn enter(pane: &web_sys::Element) {
    let writes = document()
        .active_element()
        .and_then(|it| it.closest(".cm-editor, input:not([type='range'])").ok()?);
    if writes.is_none() {
        focus(first(pane));
    }
}

/// A digit is about to take a choice: where nothing has the focus, the choices get it and keep it.
pub fn prepare(pane: &web_sys::Element) {
    let is_free = document()
        .active_element()
        .is_none_or(|it| it.tag_name() == "BODY");
    if is_free {
        focus(first(pane));
    }
}

/// ↑ and ↓ walk through the choices, which are of several groups.
pub fn walk(pane: &web_sys::Element, event: &KeyboardEvent) {
    let by = match event.key().as_str() {
        "ArrowDown" => 1,
        "ArrowUp" => -1,
        _ => return,
    };
    let Ok(found) = pane.query_selector_all(".by-hand-choice") else {
        return;
    };
    let all =
        (0..found.length()).filter_map(|at| found.get(at)?.dyn_into::<web_sys::Element>().ok());
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
