//! Listening to the whole window.

use leptos::ev::EventDescriptor;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Listens to an event of the window for as long as the current owner lives.
pub fn on_window<E>(event: E, listener: impl Fn(E::EventType) + 'static)
where
    E: EventDescriptor + 'static,
    E::EventType: JsCast,
{
    let handle = window_event_listener(event, listener);
    on_cleanup(move || handle.remove());
}
