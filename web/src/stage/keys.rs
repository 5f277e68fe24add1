//! The keys that step through the run from everywhere in the page, unless somebody is typing or
//! an element needs the key itself.

use leptos::ev;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::tools::Size;
use crate::ui::on_window;

/// What a key asks the player to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Command {
    /// To the start state.
    First,
    /// One step back.
    Back,
    /// Play, or pause.
    Toggle,
    /// One step on.
    Forward,
    /// To the last step.
    Last,
    /// Change between diagram and table.
    View,
    /// Draw a diagram larger or smaller.
    Zoom(Size),
    /// Step by hand, or leave it.
    Simulation,
    /// Open the settings.
    Settings,
    /// Show one machine large, or no more.
    Large,
    /// Show how soon, or no more.
    Soon,
    /// Show another run.
    Another,
    /// List the keys.
    Keys,
}

/// Elements in which letters are text.
const TYPING: &str = "textarea, select, [contenteditable]:not([contenteditable=false]), \
    input:not([type=range]):not([type=checkbox]):not([type=radio]):not([type=button])";
/// Elements that use arrows and Home/End themselves.
const MOVING: &str = "input, [role=menu], [role=listbox], [role=tablist], [role=tree], \
    [role=slider], [role=separator]";
/// Elements that a Space presses.
const PRESSED: &str = "button, a, summary, input, [role=button], [role=menuitem]";

/// Calls back for every key that means something to the player.
pub fn listen(act: impl Fn(Command) + 'static) {
    on_window(ev::keydown, move |event| {
        if let Some(command) = command(&event) {
            event.prevent_default();
            act(command);
        }
    });
}

fn command(event: &KeyboardEvent) -> Option<Command> {
    // A question mark needs Shift on most keyboards, a plus on many.
    let shifted = event.shift_key() && !matches!(&*event.key(), "?" | "+");
    let modified = event.ctrl_key() || event.meta_key() || event.alt_key() || shifted;
    if modified || event.default_prevented() || event.is_composing() {
        return None;
    }
    let target: Option<Element> = event.target().and_then(|target| target.dyn_into().ok());
    let within = |selector: &str| {
        let found = target.as_ref().map(|target| target.closest(selector));
        matches!(found, Some(Ok(Some(_))))
    };
    if within(TYPING) || within("dialog") {
        return None;
    }
    match event.key().as_str() {
        "?" => Some(Command::Keys),
        "," => Some(Command::Settings),
        "t" => Some(Command::View),
        "h" => Some(Command::Simulation),
        "l" => Some(Command::Large),
        "s" => Some(Command::Soon),
        "n" => Some(Command::Another),
        "+" | "=" => Some(Command::Zoom(Size::Larger)),
        "-" => Some(Command::Zoom(Size::Smaller)),
        "0" => Some(Command::Zoom(Size::Usual)),
        "k" => Some(Command::Back),
        "j" => Some(Command::Forward),
        " " if !within(PRESSED) => Some(Command::Toggle),
        "ArrowLeft" if !within(MOVING) => Some(Command::Back),
        "ArrowRight" if !within(MOVING) => Some(Command::Forward),
        "Home" if !within(MOVING) => Some(Command::First),
        "End" if !within(MOVING) => Some(Command::Last),
        _ => None,
    }
}
