//! Buttons, dialogs, separators, text: parts that know no models, and nothing of this page.

mod boxed;
mod button;
mod icon;
mod modal;
mod next_frame;
mod on_window;
mod printing;
mod prose;
mod separator;
mod stay_inside;
pub mod task;

pub use boxed::boxed;
pub use button::{button, titled_button};
pub use icon::Icon;
pub use modal::{close_modal, modal};
pub use next_frame::NextFrame;
pub use on_window::on_window;
pub use printing::{follow_printing, on_paper};
pub use prose::{Prose, Strong};
pub use separator::{Direction, Separator, Share};
pub use stay_inside::{StayInside, focus};

use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// Whether a key belongs to the page: no modifier, and the focus is not where somebody writes.
#[must_use]
pub fn is_page_key(event: &KeyboardEvent) -> bool {
    let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
    let writing = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .and_then(|element| {
            element
                .closest("input, textarea, select, dialog, [contenteditable], .cm-editor")
                .ok()?
        })
        .is_some();
    !modified && !writing && !event.default_prevented()
}
