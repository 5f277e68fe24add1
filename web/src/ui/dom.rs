//! Elements made by hand: for lists that are built once, typed views would weigh many times as much.
//! And dialogs that open themselves.

use leptos::ev::EventDescriptor;
use leptos::html::Dialog;
use leptos::prelude::*;
use lockstep_core::diagram::Rect;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement};

use super::prose::pieces;

/// Appends an element with a class and a text; the text is never markup. Empty ones are left out.
pub fn add(parent: &Element, tag: &str, class: &str, text: &str) -> Element {
    let element = document()
        .create_element(tag)
        .expect("names of tags are ours and valid");
    if !class.is_empty() {
        set(&element, "class", class);
    }
    if !text.is_empty() {
        element.set_text_content(Some(text));
    }
    // Fails only for a parent that cannot have children; ours all can.
    let _ = parent.append_child(&element);
    element
}

/// Appends an element of SVG with attributes and a text.
pub fn draw(parent: &Element, tag: &str, attributes: &[(&str, &str)], text: &str) -> Element {
    let element = document()
        .create_element_ns(Some("http://www.w3.org/2000/svg"), tag)
        .expect("names of tags are ours and valid");
    for (name, value) in attributes {
        set(&element, name, value);
    }
    if !text.is_empty() {
        element.set_text_content(Some(text));
    }
    // As above.
    let _ = parent.append_child(&element);
    element
}

/// Appends a text on a box with round corners, in a group of its own. `drop` is how far the letters
/// stand below the middle, so that they look centred.
pub fn boxed(
    parent: &Element,
    class: &str,
    rect: Rect,
    round: f64,
    drop: f64,
    text: &str,
) -> Element {
    let group = draw(parent, "g", &[("class", class)], "");
    let number = |value: f64| format!("{value:.1}");
    let (x, y) = (number(rect.x), number(rect.y));
    let (width, height, round) = (number(rect.width), number(rect.height), number(round));
    let shape = [
        ("x", &*x),
        ("y", &*y),
        ("width", &*width),
        ("height", &*height),
        ("rx", &*round),
    ];
    draw(&group, "rect", &shape, "");
    let centre = rect.centre();
    let (x, y) = (number(centre.x), number(centre.y + drop));
    draw(&group, "text", &[("x", &x), ("y", &y)], text);
    group
}

/// Appends a sentence of the core, with the names in it set apart, see [`super::Prose`].
pub fn prose(parent: &Element, text: &str) {
    for (is_name, piece) in pieces(text) {
        add(parent, if is_name { "code" } else { "span" }, "", piece);
    }
}

/// Sets an attribute.
pub fn set(element: &Element, name: &str, value: &str) {
    // Fails only for invalid names of attributes; ours are valid.
    let _ = element.set_attribute(name, value);
}

/// Listens to an event of the window for as long as the current owner lives.
pub fn on_window<E>(event: E, listener: impl Fn(E::EventType) + 'static)
where
    E: EventDescriptor + 'static,
    E::EventType: JsCast,
{
    let handle = window_event_listener(event, listener);
    on_cleanup(move || handle.remove());
}

/// Opens a `<dialog>` that stands in the document over everything else, at its top: the focus is on
/// the field to type into, else on the dialog itself, and not on a button at its end.
pub fn open_modal(dialog: &HtmlDialogElement) {
    let field = dialog.query_selector("textarea, input[type=text]");
    if matches!(field, Ok(None)) {
        set(dialog, "autofocus", "");
    }
    // Fails only for a dialog that is open or not in the document; this one is neither.
    let _ = dialog.show_modal();
    dialog.set_scroll_top(0);
}

/// For a `<dialog>`: opens it as soon as it stands in the document, see [`open_modal`].
pub fn modal() -> NodeRef<Dialog> {
    let node = NodeRef::<Dialog>::new();
    Effect::new(move || {
        if let Some(dialog) = node.get() {
            open_modal(&dialog);
        }
    });
    node
}
