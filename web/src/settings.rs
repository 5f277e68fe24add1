//! The dialog of the settings, and the button that opens it. Each choice holds at once; there is
//! nothing to confirm. The dialog is drawn by a part of the program.

use leptos::prelude::*;

use crate::state::Page;
use crate::state::action::{Action, Dialog};
use crate::state::settings::{ALL, Settings, THEME};
use crate::ui::{self, Icon, modal};

/// The button that opens the dialog.
pub fn button(page: Page) -> AnyView {
    view! {
        <button
            type="button"
            class="button quiet square"
            aria-label="Settings"
            title="Settings (,)"
            aria-haspopup="dialog"
            on:click=move |_| show(page)
        >
            <Icon name="settings"/>
        </button>
    }
    .into_any()
}

/// Goes round: system, light, dark.
pub fn theme_switch(page: Page) -> AnyView {
    let choices = ALL[THEME].choices;
    let at = move || page.settings.chosen(THEME);
    let label = move || format!("Theme: {}", choices[at()].1);
    let next = move |_| {
        let next = (untrack(at) + 1) % choices.len();
        // Where it is not kept the theme holds until the page is closed.
        let _ = page.settings.choose(THEME, next);
    };
    view! {
        <button type="button" class="button quiet square theme-switch" aria-label=label title=label on:click=next>
            {move || view! { <Icon name=["system", "sun", "moon"][at()]/> }}
        </button>
    }
    .into_any()
}

/// Opens the dialog.
pub fn show(page: Page) {
    page.perform(Action::Open(Dialog::Settings));
}

/// The dialog.
pub fn view(page: Page) -> AnyView {
    let settings = page.settings;
    let node = modal();
    let kept = RwSignal::new(true);
    let groups = ALL.iter().enumerate();
    let groups = groups.map(|(which, _)| group(settings, which, kept));
    let reset = move || {
        let refused = (0..ALL.len()).filter(|&which| !settings.choose(which, 0));
        kept.set(refused.count() == 0);
    };
    let about = move || {
        ui::close_modal(node);
        page.perform(Action::Open(Dialog::Keys));
    };
    let note = move || {
        let words = "This browser does not keep settings: they hold until the page is closed.";
        (!kept.get()).then_some(words)
    };
    view! {
        <dialog
            class="dialog settings"
            aria-label="Settings"
            node_ref=node
            on:close=move |_| page.close(&Dialog::Settings)
        >
            <h2>"Settings"</h2>
            <form method="dialog">
                {groups.collect_view()}
                <p class="dialog-note" role="status">{note}</p>
                <div class="dialog-foot">
                    {ui::button("button", "Reset", reset)}
                    {ui::button("link", "About Lockstep", about)}
                    <button class="button primary">"Done"</button>
                </div>
            </form>
        </dialog>
    }
    .into_any()
}

/// The choices of a setting.
fn group(settings: Settings, which: usize, kept: RwSignal<bool>) -> AnyView {
    let setting = &ALL[which];
    let about =
        (!setting.about.is_empty()).then(|| view! { <p class="menu-note">{setting.about}</p> });
    let choice = |(choice, &(_, word)): (usize, &(&'static str, &'static str))| {
        view! {
            <label>
                <input
                    class="visually-hidden"
                    type="radio"
                    name=setting.key
                    prop:checked=move || settings.chosen(which) == choice
                    on:change=move |_| kept.set(settings.choose(which, choice))
                />
                <span>{word}</span>
            </label>
        }
    };
    view! {
        <fieldset class="setting">
            <legend class="menu-title">{setting.name}</legend>
            {about}
            <div class="setting-choices">
                {setting.choices.iter().enumerate().map(choice).collect_view()}
            </div>
        </fieldset>
    }
    .into_any()
}
