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
    let blamed = page.blamed();
    let blamed = Signal::derive(move || {
        let places = blamed.get().into_iter();
        places.map(|it| (it, String::new())).collect()
    });
    keep(page, blamed, Editor::set_blamed);
    keep(page, page.executed(), Editor::set_executed);
}

/// Keeps one kind of marks equal to these places, each with what is written at the right of its line; that may be empty.
fn keep(page: Page, places: Signal<Vec<(Range, String)>>, mark: fn(&Editor, JsValue)) {
    let rest = Timer::new();
    rest.on_tick(move || {
        let Some(editor) = untrack(|| page.editor.tracked()) else {
            return;
        };
        let places = places.get_untracked().into_iter();
        let ranges: Vec<_> = places.map(|(at, name)| (at.from, at.to, name)).collect();
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
