//! Buttons, menus, separators, notices: parts that know no models.

mod button;
pub mod dom;
mod icon;
mod menu;
mod next_frame;
mod notices;
mod printing;
mod prose;
mod separator;
pub mod task;

pub use button::button;
pub use icon::Icon;
pub use menu::{Menu, MenuItem};
pub use next_frame::NextFrame;
pub use notices::NoticeBar;
pub use printing::{follow_printing, on_paper};
pub use prose::Prose;
pub use separator::{Direction, Separator, Share};

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
