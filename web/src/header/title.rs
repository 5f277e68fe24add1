//! The title of the model in the head, which a click changes.

use leptos::ev::KeyboardEvent;
use leptos::html::{Button, Input};
use leptos::prelude::*;

use super::ABOUT;
use crate::state::Page;
use crate::ui::NextFrame;

/// The title of the model, which a click changes; of an empty text what the page is.
pub(super) fn middle(page: Page) -> AnyView {
    let is_blank = Memo::new(move |_| {
        page.document
            .revision()
            .with(|it| it.text.trim().is_empty())
    });
    (move || match is_blank.get() {
        true => view! { <p class="top-about">{ABOUT}</p> }.into_any(),
        false => title(page),
    })
    .into_any()
}

fn title(page: Page) -> AnyView {
    let renames = RwSignal::new(false);
    let (input, button) = (NodeRef::<Input>::new(), NodeRef::<Button>::new());
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            // An input that has just been put there takes the focus.
            let _ = input.focus();
            input.select();
        }
    });
    let title = Memo::new(move |_| page.title());
    let end = move |title: Option<String>| {
        // Leaving it by Enter takes the focus away, too.
        // The field may be gone already, as with the head of a window that is turned: a title that was not finished is none.
        if renames.try_get_untracked() != Some(true) {
            return;
        }
        renames.set(false);
        if let Some(title) = title {
            page.rename(&title);
        }
    };
    let back = NextFrame::new();
    let key = move |event: KeyboardEvent| {
        let title = match event.key().as_str() {
            "Enter" => Some(event_target_value(&event)),
            "Escape" => None,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        end(title);
        back.run(move || {
            if let Some(button) = button.get_untracked() {
                // It is gone together with its text.
                let _ = button.focus();
            }
        });
    };
    (move || match renames.get() {
        true => view! {
            <input
                class="top-title"
                aria-label="Title of the model"
                maxlength="80"
                spellcheck="false"
                node_ref=input
                prop:value=title.get_untracked().unwrap_or_default()
                on:keydown=key
                on:blur=move |event| end(Some(event_target_value(&event)))
            />
        }
        .into_any(),
        // A lesson has a title of its own, and lines that cannot be changed.
        false => view! {
            <button
                type="button"
                class="top-title"
                class:untitled=move || title.with(Option::is_none)
                title=move || match title.get() {
                    Some(title) => format!("{title}: rename"),
                    None => "Give this model a title".to_owned(),
                }
                disabled=move || page.learn.is_open()
                node_ref=button
                on:click=move |_| renames.set(true)
            >
                {move || title.get().unwrap_or_else(|| "Untitled".to_owned())}
            </button>
        }
        .into_any(),
    })
    .into_any()
}
