//! States glide to their new places after an edit, so that the eye can follow them.
//!
//! The picture is drawn as it is now; the style sheet has each state begin where it was (`--x`,
//! `--y`). Who wants no motion sees the states at their places at once.

use leptos::prelude::*;
use leptos::svg;
use lockstep_core::diagram::Point;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::layout::Ways;
use crate::ui::dom;

/// Has the states of a picture come from where they were; nothing where none of them has moved.
pub fn glide(node: NodeRef<svg::Svg>, ways: Option<Ways>) {
    let far = |&(_, way): &(usize, Point)| way.x.abs() + way.y.abs() >= 1.0;
    let Some(ways) = ways.filter(|ways| ways.iter().any(far)) else {
        return;
    };
    Effect::new(move || {
        let Some(picture) = node.get() else { return };
        let picture: Element = picture.unchecked_into();
        dom::set(&picture, "data-anew", "");
        for (state, way) in ways.iter() {
            let state = picture.query_selector(&format!("[data-i=\"{state}\"]"));
            if let Ok(Some(state)) = state {
                let from = format!("--x: {:.0}px; --y: {:.0}px", way.x, way.y);
                dom::set(&state, "style", &from);
            }
        }
    });
}
