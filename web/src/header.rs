//! The head of the page: name, examples, the model's title, notices, export, share, theme, settings.

use leptos::ev::KeyboardEvent;
use leptos::html::{Button, Input};
use leptos::prelude::*;

use crate::examples::{ExamplesMenu, NewMenu};
use crate::export::ExportButton;
use crate::notice_bar::NoticeBar;
use crate::settings;
use crate::share::ShareButton;
use crate::state::Page;
use crate::state::action::Action;
use crate::ui::NextFrame;
use lockstep_core::address::Place;

/// What the page is, in a sentence.
pub const ABOUT: &str = "Draws state machines that talk, and checks what they can do together.";

/// The bar at the top.
#[component]
pub fn Header(page: Page) -> impl IntoView {
    view! {
        <header class="top">
            <div class="top-group">
                <h1 class="brand">
                    <Mark/>
                    "Lockstep"
                </h1>
                <NewMenu page/>
                <ExamplesMenu page/>
                {learn_button(page)}
            </div>
            // Where there is room, and nothing else to say.
            {middle(page)}
            <NoticeBar notices=page.notices on_action=Callback::new(move |action| page.perform(action))/>
            <div class="top-group">
                // Filled by web/js/frame/offline.js.
                <span class="top-offline" role="status"></span>
                <ExportButton page/>
                <ShareButton page/>
                {settings::theme_switch(page)}
                {settings::button(page)}
            </div>
        </header>
    }
}

/// The title of the model, which a click changes; of an empty text what the page is.
fn middle(page: Page) -> AnyView {
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
        if !renames.get_untracked() {
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

/// Opens the path of the lessons, and closes it.
fn learn_button(page: Page) -> AnyView {
    let place = page.learn.place();
    let press = move |_| {
        page.perform(match place.get_untracked() {
            Some(Place::Path) => Action::LeaveLessons,
            _ => Action::Learn(Place::Path),
        });
    };
    view! {
        <button
            type="button"
            class="button quiet top-learn"
            aria-current=move || place.get().map(|_| "true")
            on:click=press
        >
            "Learn"
        </button>
    }
    .into_any()
}

/// Two lifelines and a message that arrives: the product in one sign.
#[component]
fn Mark() -> impl IntoView {
    view! {
        <svg class="mark" viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor"
            stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
            <path d="M4 2v16M16 2v16"/>
            <path class="mark-message" d="M5 7h9M11.500 4.500L14 7l-2.500 2.500M15 14H6"/>
        </svg>
    }
}
