//! The editor's pane: CodeMirror in a frame, its marks, and the line that counts the findings.

mod core;
mod findings;
mod lit;
mod marks;
mod paper;

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::assets;
use crate::codemirror::Bundle;
use crate::state::Page;
use crate::state::action::Action;
use crate::state::notices::{Notice, Tone, Topic};
use crate::state::timer::Timer;
use crate::ui::on_paper;
use crate::ui::task::{spawn, yield_now};
use findings::{FindingsLine, TextHead};

/// Milliseconds that the editor waits for the first verdict.
const PATIENCE: u64 = 1_500;

/// The pane with the text.
#[component]
pub fn EditorPane(page: Page) -> impl IntoView {
    let host = NodeRef::<Div>::new();
    let failed = RwSignal::new(false);
    let wanted = RwSignal::new(false);
    let patience = Timer::new();
    patience.on_tick(move || wanted.set(true));
    patience.after(PATIENCE);
    // The first verdict does not need the editor: it has the line to itself.
    let due = Memo::new(move |due: Option<&bool>| {
        due == Some(&true)
            || wanted.get()
            || page.checks.has_answered()
            || page.document.analysis().with(|it| it.has_errors)
    });
    Effect::new(move || {
        let Some(parent) = host.get().filter(|_| due.get()) else {
            return;
        };
        spawn(async move {
            if let Ok(bundle) = assets::import("editor").await {
                // Reading so much JavaScript was a task of its own.
                yield_now().await;
                return start(&bundle.unchecked_into(), &parent, page);
            }
            failed.set(true);
            let sentence = "The editor could not be loaded. The model can be read but not changed.";
            let notice = Notice::new(Topic::Editor, Tone::Bad, sentence);
            page.notices.say(notice.offering(Action::Reload));
        });
    });
    findings::underline(page);
    marks::mark(page);
    lit::light(page);

    let frozen = move || page.document.analysis().with(|it| it.has_errors);
    view! {
        <section class="editor" aria-labelledby="editor-title" data-frozen=move || frozen().to_string()>
            <TextHead page/>
            <p id="editor-keys" class="visually-hidden">
                "Escape leads back to where you came from; Escape, then Tab, leaves the editor. F8 goes to the next finding."
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
    let on_escape = Closure::<dyn FnMut() -> bool>::new(move || page.go_back());
    let editor = bundle.create_editor(
        parent,
        &text,
        "editor-keys",
        &core::answers(),
        &on_change,
        &on_verdict,
        &on_caret,
        &on_escape,
    );
    // The editor lives as long as the page.
    on_change.forget();
    on_verdict.forget();
    on_caret.forget();
    on_escape.forget();
    // A link may have selected something before there was an editor.
    if let Some((from, to)) = page.selection.caret() {
        editor.select(from, to);
    }
    page.editor.has_arrived(editor);
}
