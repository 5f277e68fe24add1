//! Elements made by hand: for lists that are built once, typed views would weigh many times as much.

use leptos::prelude::document;
use web_sys::Element;

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

/// Sets an attribute.
pub fn set(element: &Element, name: &str, value: &str) {
    // Fails only for invalid names of attributes; ours are valid.
    let _ = element.set_attribute(name, value);
}
