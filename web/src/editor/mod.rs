//! The editor's pane: CodeMirror in a frame, its marks, and the line that counts the findings.

mod blame;
mod bridge;
mod findings;
mod marks;
mod paper;

use std::time::Duration;

use leptos::html::Div;
use leptos::prelude::*;
use lockstep_core::api::{PatchView, Range};
use wasm_bindgen::prelude::*;

use crate::assets;
use crate::state::Page;
use crate::state::notices::Tone;
use crate::ui::on_paper;
use bridge::{Bundle, Editor};
use findings::FindingsLine;

/// How long the editor waits for the first verdict.
const PATIENCE: Duration = Duration::from_millis(1500);

/// The editor for those who only want to talk to it. It may not have arrived yet.
#[derive(Clone, Copy)]
pub struct Handle(RwSignal<Option<Editor>, LocalStorage>);

impl Handle {
    /// A handle to an editor that is still to come.
    #[must_use]
    pub fn new() -> Self {
        Self(RwSignal::new_local(None))
    }

    /// Replaces the whole text; returns false where there is no editor yet.
    #[must_use]
    pub fn replace(&self, text: &str) -> bool {
        self.call(|editor| editor.replace(text)).is_some()
    }

    /// Applies changes in one step; returns false where there is no editor yet.
    #[must_use]
    pub fn patch(&self, patches: &[PatchView]) -> bool {
        let changes: Vec<_> = patches
            .iter()
            .map(|patch| bridge::Change {
                from: patch.range.from,
                to: patch.range.to,
                insert: &patch.text,
            })
            .collect();
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

    /// Measures anew after the pane was shown.
    pub fn measure(&self) {
        self.call(Editor::measure);
    }

    /// Calls into the editor with nothing borrowed: the editor may call back at once.
    fn call(&self, action: impl FnOnce(&Editor)) -> Option<()> {
        let editor = self
            .0
            .with_untracked(|editor| editor.as_ref().map(clone_reference))?;
        action(&editor);
        Some(())
    }

    fn tracked(&self) -> Option<Editor> {
        self.0.with(|editor| editor.as_ref().map(clone_reference))
    }
}

fn clone_reference(editor: &Editor) -> Editor {
    let value: &JsValue = editor.as_ref();
    value.clone().unchecked_into()
}

/// The pane with the text.
#[component]
pub fn EditorPane(page: Page) -> impl IntoView {
    let host = NodeRef::<Div>::new();
    let failed = RwSignal::new(false);
    let wanted = RwSignal::new(false);
    let asked = StoredValue::new(false);
    set_timeout(move || wanted.set(true), PATIENCE);
    Effect::new(move || {
        let Some(parent) = host.get() else {
            return;
        };
        // The first verdict does not need the editor: it has the line to itself.
        let due = wanted.get()
            || page.checks.has_answered()
            || page.document.analysis().with(|it| it.has_errors);
        if !due || asked.get_value() {
            return;
        }
        asked.set_value(true);
        leptos::task::spawn_local(async move {
            match assets::import("editor").await {
                // A task of its own: reading so much JavaScript was one.
                Ok(bundle) => set_timeout(
                    move || start(&bundle.unchecked_into(), &parent, page),
                    Duration::ZERO,
                ),
                Err(_) => {
                    failed.set(true);
                    page.notices.say(
                        Tone::Bad,
                        "The editor could not be loaded. The model can be read but not changed; \
                         reload the page to try again.",
                    );
                }
            }
        });
    });
    findings::underline(page);
    marks::mark(page);
    blame::light(page);

    let frozen = move || page.document.analysis().with(|it| it.has_errors);
    view! {
        <section class="editor" aria-labelledby="editor-title" data-frozen=move || frozen().to_string()>
            <h2 id="editor-title" class="visually-hidden">"Model"</h2>
            <p id="editor-keys" class="visually-hidden">
                "Escape, then Tab, leaves the editor. F8 goes to the next finding."
            </p>
            <div class="editor-host" node_ref=host>
                // Until the editor has arrived its text stands in the same place.
                <Show when=move || page.editor.tracked().is_none()>
                    <pre
                        class="editor-waiting"
                        data-failed=move || failed.get().to_string()
                        on:pointerenter=move |_| wanted.set(true)
                    >
                        {move || page.document.revision().with(|revision| revision.text.to_string())}
                    </pre>
                </Show>
            </div>
            <FindingsLine page/>
            {on_paper(move || paper::text(page))}
        </section>
    }
}

fn start(bundle: &Bundle, parent: &web_sys::HtmlElement, page: Page) {
    let on_change = Closure::<dyn FnMut(String, bool)>::new(move |text: String, undone| {
        page.edited(&text, undone);
    });
    let on_verdict =
        Closure::<dyn FnMut(u32)>::new(move |index| page.checks.select_at(index as usize));
    let text = page.document.revision().get_untracked().text;
    let on_caret =
        Closure::<dyn FnMut(u32, u32)>::new(move |from, to| page.selection.caret_moved(from, to));
    let editor = bundle.create_editor(
        parent,
        &text,
        "editor-keys",
        &on_change,
        &on_verdict,
        &on_caret,
    );
    // The editor lives as long as the page.
    on_change.forget();
    on_verdict.forget();
    on_caret.forget();
    // A link may have selected something before there was an editor.
    if let Some((from, to)) = page.selection.caret() {
        editor.select(from, to);
    }
    page.editor.0.set(Some(editor));
}
