//! The parts of the text that are lit: what is to blame for the selected check's answer, and what the step at
//! hand executes.

use leptos::prelude::*;
use lockstep_core::api::Range;
use wasm_bindgen::JsValue;

use crate::codemirror::Editor;
use crate::state::Page;
use crate::state::timer::Timer;

/// Milliseconds that a step rests before the text follows it. The editor draws lines anew for its marks, which costs
/// more than all else that a step changes; while steps go by faster than this nobody could read the text.
const REST: u64 = 60;

/// Keeps the editor's marks equal to what is blamed, and to what is executed.
pub fn light(page: Page) {
    keep(page, page.blamed(), Editor::set_blamed);
    keep(page, page.executed(), Editor::set_executed);
}

/// Keeps one kind of marks equal to these places.
fn keep(page: Page, places: Signal<Vec<Range>>, mark: fn(&Editor, JsValue)) {
    let rest = Timer::new();
    rest.on_tick(move || {
        let Some(editor) = untrack(|| page.editor.tracked()) else {
            return;
        };
        let ranges = places.with_untracked(|it| it.iter().map(|at| (at.from, at.to)).collect());
        let ranges: Vec<(u32, u32)> = ranges;
        if let Ok(value) = serde_wasm_bindgen::to_value(&ranges) {
            mark(&editor, value);
        }
    });
    Effect::new(move || {
        places.track();
        if page.editor.tracked().is_some() {
            rest.after(REST);
        }
    });
}
