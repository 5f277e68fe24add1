//! The head of the page: name, examples, export, share, theme.

use leptos::prelude::*;

use crate::export::ExportButton;
use crate::gallery::ExamplesMenu;
use crate::share::ShareButton;
use crate::state::Page;
use crate::state::theme::Theme;
use crate::ui::Icon;

/// The bar at the top.
#[component]
pub fn Header(page: Page) -> impl IntoView {
    view! {
        <header class="top">
            <h1 class="brand">
                <Mark/>
                "Lockstep"
            </h1>
            <ExamplesMenu page/>
            <span class="top-space"></span>
            <ExportButton page/>
            <ShareButton page/>
            <ThemeSwitch/>
        </header>
    }
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

/// Goes round: system, light, dark.
#[component]
fn ThemeSwitch() -> impl IntoView {
    let theme = RwSignal::new(Theme::remembered());
    let next = move |_| {
        let at = Theme::ALL
            .iter()
            .position(|one| *one == theme.get_untracked());
        let next = Theme::ALL[at.map_or(0, |at| (at + 1) % Theme::ALL.len())];
        next.apply();
        theme.set(next);
    };
    let label = move || format!("Theme: {}", theme.get().word());
    view! {
        <button type="button" class="button quiet square" aria-label=label title=label on:click=next>
            {move || match theme.get() {
                Theme::System => view! { <Icon name="system"/> },
                Theme::Light => view! { <Icon name="sun"/> },
                Theme::Dark => view! { <Icon name="moon"/> },
            }}
        </button>
    }
}
