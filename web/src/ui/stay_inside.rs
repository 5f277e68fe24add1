//! The focus stays in a group whose buttons come and go: where the one that has it is taken away,
//! another one takes over, so that somebody who works by keys does not begin at the top again.

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, FocusEvent, HtmlElement};

use super::NextFrame;

/// Which element of a group has the focus. The group calls [`Self::came`] and [`Self::left`].
#[derive(Clone, Copy)]
pub struct StayInside(StoredValue<Option<Element>, LocalStorage>);

impl StayInside {
    /// Looks after a group whenever something has changed that `changes` tracks; `heir` finds the
    /// element that takes over.
    pub fn new(
        changes: impl Fn() + 'static,
        heir: impl Fn() -> Option<Element> + Clone + 'static,
    ) -> Self {
        let focused = StoredValue::new_local(None::<Element>);
        let frame = NextFrame::new();
        Effect::new(move || {
            changes();
            let heir = heir.clone();
            // When the change has been drawn.
            frame.run(move || {
                if focused.get_value().is_some_and(|it| !it.is_connected()) {
                    focused.set_value(None);
                    focus(heir());
                }
            });
        });
        Self(focused)
    }

    /// The focus has come to an element of the group.
    pub fn came(self, event: &FocusEvent) {
        self.0.set_value(element(event.target()));
    }

    /// The focus has left an element of the group.
    pub fn left(self, event: &FocusEvent) {
        let left = element(event.target());
        // Browsers differ in whether they tell of it before they take an element away; somebody who
        // goes elsewhere leaves it standing.
        let look = move || {
            self.0.try_update_value(|focused| {
                if *focused == left && left.as_ref().is_some_and(|it| it.is_connected()) {
                    *focused = None;
                }
            });
        };
        set_timeout(look, Duration::ZERO);
    }
}

fn element(target: Option<EventTarget>) -> Option<Element> {
    target?.dyn_into().ok()
}

/// Moves the focus to the first of some elements that takes it: what is not seen does not. Each is told by a selector.
pub fn focus_first(selectors: &[&str]) {
    for selector in selectors {
        let element = document().query_selector(selector).ok().flatten();
        focus(element.clone());
        if element.is_some() && document().active_element() == element {
            return;
        }
    }
}

/// Moves the focus to an element, if there is one.
pub fn focus(element: Option<Element>) {
    if let Some(element) = element {
        // Elements of drawings have the same method.
        let element: HtmlElement = element.unchecked_into();
        // Fails only for an element that has just been removed.
        let _ = element.focus();
    }
}
