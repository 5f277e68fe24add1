//! The parts of the text that are lit: what is to blame for the selected check's answer, and what the step at
//! hand executes.

use leptos::prelude::*;
use lockstep_core::api::Range;
use wasm_bindgen::JsValue;

use crate::codemirror::Editor;
use crate::state::Page;

/// Keeps the editor's marks equal to what is blamed, and to what is executed.
pub fn light(page: Page) {
    keep(page, page.blamed(), Editor::set_blamed);
    keep(page, page.executed(), Editor::set_executed);
}

/// Keeps one kind of marks equal to these places.
fn keep(page: Page, places: Signal<Vec<Range>>, mark: fn(&Editor, JsValue)) {
    Effect::new(move || {
        let Some(editor) = page.editor.tracked() else {
            return;
        };
        let ranges: Vec<_> = places.with(|it| it.iter().map(|at| (at.from, at.to)).collect());
        if let Ok(value) = serde_wasm_bindgen::to_value(&ranges) {
            mark(&editor, value);
        }
    });
}
