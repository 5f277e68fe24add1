//! The head of the page: name, examples, the model's title, notices, export, share, theme, settings; on a phone the switch
//! between model and run, and the rest behind a button.

mod phone;
mod title;

use leptos::prelude::*;

use crate::examples::{ExamplesMenu, NewMenu};
use crate::export::ExportButton;
use crate::notice_bar::NoticeBar;
use crate::settings;
use crate::share::ShareButton;
use crate::state::Page;
use crate::state::action::Action;
use crate::ui::WindowKind;
use lockstep_core::address::Place;

/// What the page is, in a sentence.
pub const ABOUT: &str = "Draws state machines that talk, and checks what they can do together.";

/// The bar at the top.
#[component]
pub fn Header(page: Page) -> impl IntoView {
    let kind = page.folds.window.kind;
    let is_phone = Memo::new(move |_| kind.get() == WindowKind::Phone);
    view! {
        <header class="top">
            {move || if is_phone.get() { phone::view(page) } else { usual(page) }}
            // Filled by web/js/frame/offline.js.
            <span class="top-offline" role="status"></span>
            <NoticeBar notices=page.notices on_action=Callback::new(move |action| page.perform(action))/>
        </header>
    }
}

/// All of it in one row.
fn usual(page: Page) -> AnyView {
    view! {
        <div class="top-group">
            <h1 class="brand">
                <Mark/>
                "Lockstep"
            </h1>
            {begins(page)}
        </div>
        // Where there is room, and nothing else to say.
        {title::middle(page)}
        <div class="top-group top-end">
            <ExportButton page/>
            <ShareButton page/>
            {settings::theme_switch(page)}
            {settings::button(page)}
        </div>
    }
    .into_any()
}

/// What one can begin with.
fn begins(page: Page) -> AnyView {
    view! {
        <NewMenu page/>
        <ExamplesMenu page/>
        {learn_button(page)}
    }
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
