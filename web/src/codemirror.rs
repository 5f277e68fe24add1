//! The editor bundle (`web/js/editor`), as Rust sees it: a thin layer of declarations, and a handle for those who only
//! want to talk to the editor.

use leptos::prelude::*;
use lockstep_core::api::{PatchView, Range};
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::HtmlElement;

#[wasm_bindgen]
extern "C" {
    /// The bundle `entry-editor.js`, once it has arrived.
    pub type Bundle;

    /// A CodeMirror editor with the look and the language of the page.
    pub type Editor;

    /// Builds an editor inside `parent`; `described_by` is the id of the text that explains its keys,
    /// `core` what `editor/core.rs` answers.
    #[wasm_bindgen(method, js_name = createEditor)]
    pub fn create_editor(
        this: &Bundle,
        parent: &HtmlElement,
        text: &str,
        described_by: &str,
        core: &JsValue,
        on_change: &Closure<dyn FnMut(String, bool)>,
        on_verdict: &Closure<dyn FnMut(u32)>,
        on_caret: &Closure<dyn FnMut(u32, u32)>,
        on_escape: &Closure<dyn FnMut() -> bool>,
    ) -> Editor;

    /// Replaces the whole text in one step that a single undo takes back.
    #[wasm_bindgen(method)]
    pub fn replace(this: &Editor, text: &str);

    /// Begins anew with another text: undo does not lead to the one before.
    #[wasm_bindgen(method)]
    pub fn begin(this: &Editor, text: &str);

    /// Has every change looked at before it is made: the function takes the text as it would be and returns whether it
    /// may be; `undefined` allows all.
    #[wasm_bindgen(method)]
    pub fn guard(this: &Editor, allows: &JsValue);

    /// Marks locked lines; takes a list of their numbers, from 1.
    #[wasm_bindgen(method, js_name = setLocked)]
    pub fn set_locked(this: &Editor, lines: &[u32]);

    /// Makes changes in one step that a single undo takes back; takes a list of [`Change`].
    #[wasm_bindgen(method)]
    pub fn patch(this: &Editor, changes: &JsValue);

    /// Lights what is to blame; takes a list of ranges `[from, to]` of UTF-16 offsets.
    #[wasm_bindgen(method, js_name = setBlamed)]
    pub fn set_blamed(this: &Editor, ranges: JsValue);

    /// Lights what the step at hand executes; takes a list of ranges `[from, to]` of UTF-16 offsets.
    #[wasm_bindgen(method, js_name = setExecuted)]
    pub fn set_executed(this: &Editor, ranges: JsValue);

    /// Selects a range of UTF-16 offsets, brings it into view and takes the keyboard.
    #[wasm_bindgen(method)]
    pub fn reveal(this: &Editor, from: u32, to: u32);

    /// Selects a range and brings it into view.
    #[wasm_bindgen(method)]
    pub fn select(this: &Editor, from: u32, to: u32);

    /// Underlines findings; takes a list of [`Finding`].
    #[wasm_bindgen(method, js_name = setDiagnostics)]
    pub fn set_diagnostics(this: &Editor, findings: JsValue);

    /// Marks checks beside their lines; takes a list of [`Mark`].
    #[wasm_bindgen(method, js_name = setVerdicts)]
    pub fn set_verdicts(this: &Editor, marks: JsValue);

    /// Asks for the tokens of the text again.
    #[wasm_bindgen(method, js_name = readAgain)]
    pub fn read_again(this: &Editor);

    /// Gives the editor the keyboard.
    #[wasm_bindgen(method)]
    pub fn focus(this: &Editor);

    /// Measures anew after the pane was shown.
    #[wasm_bindgen(method)]
    pub fn measure(this: &Editor);
}

/// A diagnostic for the editor.
#[derive(Serialize)]
pub struct Finding<'a> {
    /// UTF-16 offset of its first character.
    pub from: u32,
    /// UTF-16 offset after its last character.
    pub to: u32,
    /// True for errors.
    pub error: bool,
    /// One sentence.
    pub title: String,
    /// Further places, as "line 3: the other one".
    pub labels: Vec<String>,
    /// The next action.
    pub hint: Option<String>,
    /// Edits that would mend it.
    pub fixes: Vec<Fix<'a>>,
}

/// An edit that a finding offers.
#[derive(Serialize)]
pub struct Fix<'a> {
    /// What it does, in the words of a button.
    pub name: String,
    /// What changes, in the order of the text.
    pub changes: Vec<Change<'a>>,
}

/// A change of the text.
#[derive(Serialize)]
pub struct Change<'a> {
    /// UTF-16 offset of the first character that goes.
    pub from: u32,
    /// UTF-16 offset after the last character that goes.
    pub to: u32,
    /// What comes in its place.
    pub insert: &'a str,
}

impl<'a> Change<'a> {
    /// The change of a patch.
    #[must_use]
    pub fn of(patch: &'a PatchView) -> Self {
        Self {
            from: patch.range.from,
            to: patch.range.to,
            insert: &patch.text,
        }
    }
}

/// A verdict for the editor's gutter.
#[derive(Serialize)]
pub struct Mark {
    /// UTF-16 offset in the check's line; `None` leaves a mark where it is.
    pub at: Option<u32>,
    /// Position in the list of checks.
    pub index: u32,
    /// Whether it is the bad answer of its question.
    pub bad: bool,
    /// The shape of the outcome: a word of `results::judgement`.
    pub shape: &'static str,
    /// The outcome in words.
    pub label: String,
    /// Whether this check is selected.
    pub selected: bool,
}

/// The editor for those who only want to talk to it. It may not have arrived yet.
#[derive(Clone, Copy)]
pub struct Handle(RwSignal<Option<Editor>, LocalStorage>);

impl Handle {
    /// A handle to an editor that is still to come.
    #[must_use]
    pub fn new() -> Self {
        Self(RwSignal::new_local(None))
    }

    /// The editor is there.
    pub fn has_arrived(&self, editor: Editor) {
        self.0.set(Some(editor));
    }

    /// Replaces the whole text; returns false where there is no editor yet.
    #[must_use]
    pub fn replace(&self, text: &str) -> bool {
        self.call(|editor| editor.replace(text)).is_some()
    }

    /// Begins anew with another text; returns false where there is no editor yet.
    #[must_use]
    pub fn begin(&self, text: &str) -> bool {
        self.call(|editor| editor.begin(text)).is_some()
    }

    /// Applies changes in one step; returns false where there is no editor yet.
    #[must_use]
    pub fn patch(&self, patches: &[PatchView]) -> bool {
        let changes: Vec<_> = patches.iter().map(Change::of).collect();
        let Ok(changes) = serde_wasm_bindgen::to_value(&changes) else {
            return false;
        };
        self.call(|editor| editor.patch(&changes)).is_some()
    }

    /// Selects a range and takes the keyboard.
    pub fn reveal(&self, range: Range) {
        self.call(|editor| editor.reveal(range.from, range.to));
    }

    /// Selects a range without taking the keyboard.
    pub fn select(&self, from: u32, to: u32) {
        self.call(|editor| editor.select(from, to));
    }

    /// Puts the caret behind the text and takes the keyboard.
    pub fn go_to_the_end(&self) {
        // The editor takes what lies behind the text for its end.
        self.call(|editor| editor.reveal(u32::MAX, u32::MAX));
    }

    /// Gives the editor the keyboard, where it has arrived.
    pub fn focus(&self) {
        self.call(Editor::focus);
    }

    /// Measures anew after the pane was shown.
    pub fn measure(&self) {
        self.call(Editor::measure);
    }

    /// Colours the text anew: it can be read now.
    pub fn read_again(&self) {
        self.call(Editor::read_again);
    }

    /// Calls into the editor with nothing borrowed: the editor may call back at once.
    fn call(&self, action: impl FnOnce(&Editor)) -> Option<()> {
        let editor = self
            .0
            .with_untracked(|editor| editor.as_ref().map(clone_reference))?;
        action(&editor);
        Some(())
    }

    /// The editor, tracked.
    #[must_use]
    pub fn tracked(&self) -> Option<Editor> {
        self.0.with(|editor| editor.as_ref().map(clone_reference))
    }
}

fn clone_reference(editor: &Editor) -> Editor {
    let value: &JsValue = editor.as_ref();
    value.clone().unchecked_into()
}
