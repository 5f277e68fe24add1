//! One tab stop for a group of elements: ↑ and ↓ move the focus inside it, Enter or Space act.
//!
//! The elements carry `data-i="0"`, `data-i="1"`, …; one listener on the group serves them all.
//! ← and → stay free: they step through the run from everywhere.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent};

use crate::keys::presses;
use crate::ui::focus;

/// The element of the group that holds the tab stop.
#[derive(Clone, Copy)]
pub struct Roving(RwSignal<usize>);

impl Roving {
    /// The tab stop is at the first element.
    pub fn new() -> Self {
        Self(RwSignal::new(0))
    }

    /// `tabindex` of an element.
    pub fn tabindex(self, index: usize) -> &'static str {
        if self.0.get() == index { "0" } else { "-1" }
    }

    /// The element that holds the tab stop.
    pub fn at(self) -> usize {
        self.0.get_untracked()
    }

    /// Gives the tab stop to an element.
    pub fn go_to(self, index: usize) {
        self.0.set(index);
    }

    /// The element that an event is about.
    pub fn target(self, event: &Event) -> Option<usize> {
        let element: Element = event.target()?.dyn_into().ok()?;
        let item = element.closest("[data-i]").ok()??;
        let index = item.get_attribute("data-i")?.parse().ok()?;
        self.0.set(index);
        Some(index)
    }

    /// Moves the focus for ↑ and ↓; returns the element that Enter or Space ask for.
    pub fn key(self, event: &KeyboardEvent, count: usize) -> Option<usize> {
        let index = self.target(event)?;
        let next = match event.key().as_str() {
            "ArrowDown" => (index + 1).min(count.saturating_sub(1)),
            "ArrowUp" => index.saturating_sub(1),
            _ if presses(event) => {
                event.prevent_default();
                event.stop_propagation();
                return Some(index);
            }
            _ => return None,
        };
        event.prevent_default();
        self.0.set(next);
        let group: Option<Element> = event.current_target().and_then(|it| it.dyn_into().ok());
        let item = group.and_then(|group| {
            group
                .query_selector(&format!("[data-i=\"{next}\"]"))
                .ok()
                .flatten()
        });
        focus(item);
        None
    }
}
