//! The parts of the text that are lit: what is to blame for the selected check's answer, and what the step at
//! hand executes.

use leptos::prelude::*;

use crate::state::Page;

/// Keeps the editor's marks equal to what is blamed, and to what is executed.
pub fn light(page: Page) {
    let blamed = page.blamed();
    Effect::new(move || {
        let Some(editor) = page.editor.tracked() else {
            return;
        };
        let ranges: Vec<_> = blamed.with(|it| it.iter().map(|at| (at.from, at.to)).collect());
        if let Ok(value) = serde_wasm_bindgen::to_value(&ranges) {
            editor.set_blamed(value);
        }
    });
    let executed = page.executed();
    Effect::new(move || {
        let Some(editor) = page.editor.tracked() else {
            return;
        };
        let ranges: Vec<_> = executed.with(|it| it.iter().map(|at| (at.from, at.to)).collect());
        if let Ok(value) = serde_wasm_bindgen::to_value(&ranges) {
            editor.set_executed(value);
        }
    });
}
