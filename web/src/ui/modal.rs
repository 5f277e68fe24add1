//! Dialogs that open themselves.

use leptos::html::Dialog;
use leptos::prelude::*;
use web_sys::HtmlDialogElement;

/// Opens a `<dialog>` that stands in the document over everything else, at its top: the focus is on
/// the field to type into, else on the dialog itself, and not on a button at its end.
fn open_modal(dialog: &HtmlDialogElement) {
    let field = dialog.query_selector("textarea, input[type=text]");
    if matches!(field, Ok(None)) {
        // Fails only for an invalid name.
        let _ = dialog.set_attribute("autofocus", "");
    }
    // Fails only for a dialog that is open or not in the document; this one is neither.
    let _ = dialog.show_modal();
    dialog.set_scroll_top(0);
}

/// Closes a dialog before something else is opened or focused, so that the focus goes back to where it
/// came from, and what comes does not lie under it.
pub fn close_modal(node: NodeRef<Dialog>) {
    if let Some(dialog) = node.get_untracked() {
        dialog.close();
    }
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
