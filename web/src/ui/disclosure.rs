//! A button with something below it that opens, and closes by Escape or when the focus goes elsewhere.

use leptos::ev::{FocusEvent, KeyboardEvent};
use leptos::html::{Button, Div};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Node;

use super::focus;

/// Whether it is open, and its elements.
#[derive(Clone, Copy)]
pub struct Disclosure {
    /// Whether what the button opens is there.
    pub opened: RwSignal<bool>,
    /// Around the button and what it opens.
    pub root: NodeRef<Div>,
    /// The button.
    pub button: NodeRef<Button>,
}

impl Disclosure {
    /// Closed.
    #[must_use]
    pub fn new() -> Self {
        Self {
            opened: RwSignal::new(false),
            root: NodeRef::new(),
            button: NodeRef::new(),
        }
    }

    /// A press of the button.
    pub fn toggle(self) {
        self.opened.update(|it| *it = !*it);
    }

    /// Closes it; the focus goes to the button.
    pub fn close(self) {
        self.opened.set(false);
        // What goes with its window, as the head of a phone that is turned, still tells of the focus that it loses.
        let button = self.button.try_get_untracked().flatten();
        focus(button.map(Into::into));
    }

    /// Closes it; the focus goes to the button if it would go with what closes.
    pub fn close_around_focus(self) {
        if self.holds(document().active_element().as_deref()) {
            self.close();
        } else {
            self.opened.set(false);
        }
    }

    /// The focus leaves an element of it.
    pub fn left(self, event: &FocusEvent) {
        let went = event.related_target();
        let went = went.and_then(|it| it.dyn_into::<Node>().ok());
        if !self.holds(went.as_ref()) {
            self.opened.set(false);
        }
    }

    /// A key that nothing in it has taken.
    pub fn key(self, event: &KeyboardEvent) {
        if event.key() == "Escape" && self.opened.try_get_untracked() == Some(true) {
            event.prevent_default();
            event.stop_propagation();
            self.close();
        }
    }

    fn holds(self, node: Option<&Node>) -> bool {
        let root = self.root.try_get_untracked().flatten();
        root.is_some_and(|root| root.contains(node))
    }
}
