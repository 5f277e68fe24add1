//! The pane with the topics: a field to search, the topics that have the words, and their examples.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::topics::{self, Block, Topic};
use crate::kinds;
use crate::state::Page;
use crate::state::action::Action;
use crate::ui::{Icon, Prose, button};

const FILE: &str = include_str!("../../../static/help/language.md");

/// The pane. The field has the focus; when it is closed by hand, what had the focus before has it again.
pub fn view(page: Page) -> AnyView {
    let before = document().active_element();
    let before = StoredValue::new_local(before.and_then(|it| it.dyn_into::<HtmlElement>().ok()));
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            // A field that has just been put there takes the focus.
            let _ = field.focus();
        }
    });
    let close = move || {
        page.help.set(false);
        if let Some(before) = before.get_value() {
            // It may be gone; then nothing has the focus, as at first.
            let _ = before.focus();
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            event.stop_propagation();
            close();
        }
    };
    let looked_for = RwSignal::new(String::new());
    let (introduction, all) = topics::read(FILE);
    // The topics of the kind of model at hand come first.
    let kind = untrack(|| page.kind());
    let is_own = |topic: &Topic| {
        let text = topic.model().unwrap_or_default();
        kinds::analyse(text).structure.kind() == kind
    };
    let all = all.into_iter().map(|it| (is_own(&it), it));
    let all = StoredValue::new(all.map(|(is_own, it)| (it, is_own)).collect::<Vec<_>>());
    let found = move || all.with_value(|all| topics::found(all, &looked_for.get()));
    // Whoever searches wants to see what was found, not where it might be.
    let is_open = move || !looked_for.with(|it| it.trim().is_empty());
    let shown = move || {
        let ((found, whole), is_open) = (found(), is_open());
        if found.is_empty() {
            let none = "No topic has any of these words.";
            return view! { <p class="guide-none">{none}</p> }.into_any();
        }
        let topics = found.into_iter().map(|it| topic(page, it, is_open));
        let some = (!whole).then(|| {
            view! { <p class="guide-none">"No topic has all of these words. These have most of them."</p> }
        });
        view! { {some} {topics.collect_view()} }.into_any()
    };
    let count = move || match (is_open(), found().0.len()) {
        (false, _) => String::new(),
        (true, 1) => "1 topic".to_owned(),
        (true, count) => format!("{count} topics"),
    };
    view! {
        <section class="guide" aria-labelledby="guide-title" on:keydown=on_key>
            <header class="guide-head">
                <h2 id="guide-title">"The model language"</h2>
                <input
                    type="search"
                    class="guide-field"
                    placeholder="Search"
                    aria-label="Search the help"
                    node_ref=field
                    on:input=move |event| looked_for.set(event_target_value(&event))
                />
                <button
                    type="button"
                    class="button quiet square"
                    aria-label="Close the help"
                    title="Close (Esc)"
                    on:click=move |_| close()
                >
                    <Icon name="close"/>
                </button>
            </header>
            <div class="guide-body" tabindex="0" role="group" aria-label="Topics">
                <p class="visually-hidden" role="status">{count}</p>
                <p class="guide-introduction"><Prose text=introduction/></p>
                {shown}
            </div>
        </section>
    }
    .into_any()
}

/// A topic: closed, it says what it is about.
fn topic(page: Page, topic: Topic, is_open: bool) -> AnyView {
    let blocks = topic.blocks.into_iter().map(|it| block(page, it));
    view! {
        <details class="guide-topic" open=is_open>
            <summary>
                <span class="guide-name">{topic.title}</span>
                <span class="guide-summary"><Prose text=topic.summary/></span>
            </summary>
            {blocks.collect_view()}
        </details>
    }
    .into_any()
}

fn block(page: Page, block: Block) -> AnyView {
    match block {
        Block::Words(words) => view! { <p><Prose text=words/></p> }.into_any(),
        Block::Lines(lines) => view! { <pre tabindex="0"><code>{lines}</code></pre> }.into_any(),
        Block::Model(title, text) => {
            let text: Arc<str> = text.into();
            let opened = Arc::clone(&text);
            let open = move || page.perform(Action::OpenSample(Arc::clone(&opened)));
            view! {
                <figure class="guide-model">
                    <figcaption>
                        <span>"A whole text: " {title}</span>
                        {button("button", "Open", open)}
                    </figcaption>
                    <pre tabindex="0"><code>{text.to_string()}</code></pre>
                </figure>
            }
            .into_any()
        }
    }
}
