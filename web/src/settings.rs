//! The dialog of the settings, and the button that opens it. Each choice holds at once; there is
//! nothing to confirm. The dialog is drawn by a part of the program.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use crate::stage::help;
use crate::state::Page;
use crate::state::action::{Action, Dialog};
use crate::state::settings::{ALL, Settings, THEME};
use crate::ui::Icon;
use crate::ui::dom::{add, modal, on_window, set};

/// The button that opens the dialog.
pub fn button(page: Page) -> AnyView {
    let settings = page.settings;
    on_window(ev::storage, move |_| settings.follow());
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
    Effect::new(move |_| {
        let Some(dialog) = node.get() else { return };
        if dialog.child_element_count() == 0 {
            build(&dialog);
        }
        mark(&dialog, settings);
        if let Ok(Some(line)) = dialog.query_selector("[role=status]") {
            line.set_text_content((!kept.get()).then_some(
                "This browser does not keep settings: they hold until the page is closed.",
            ));
        }
    });
    let change = move |event: web_sys::Event| {
        let input: Option<HtmlInputElement> = event.target().and_then(|it| it.dyn_into().ok());
        if let Some(input) = input {
            let which = ALL.iter().position(|it| it.key == input.name());
            if let (Some(which), Ok(choice)) = (which, input.value().parse()) {
                kept.set(settings.choose(which, choice));
            }
        }
    };
    let click = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        let pressed = |what| target.as_ref().is_some_and(|it| it.has_attribute(what));
        if pressed("data-about") {
            help::open();
        }
        if pressed("data-reset") {
            let refused = (0..ALL.len()).filter(|&which| !settings.choose(which, 0));
            kept.set(refused.count() == 0);
        }
    };
    view! {
        <dialog
            class="dialog settings"
            aria-label="Settings"
            node_ref=node
            on:change=change
            on:click=click
            on:close=move |_| page.close(&Dialog::Settings)
        ></dialog>
    }
    .into_any()
}

fn build(dialog: &Element) {
    add(dialog, "h2", "", "Settings");
    let form = add(dialog, "form", "", "");
    set(&form, "method", "dialog");
    for setting in &ALL {
        let group = add(&form, "fieldset", "setting", "");
        add(&group, "legend", "menu-title", setting.name);
        if !setting.about.is_empty() {
            add(&group, "p", "menu-note", setting.about);
        }
        let choices = add(&group, "div", "setting-choices", "");
        for (choice, (_, word)) in setting.choices.iter().enumerate() {
            let label = add(&choices, "label", "", "");
            let input = add(&label, "input", "visually-hidden", "");
            set(&input, "type", "radio");
            set(&input, "name", setting.key);
            set(&input, "value", &choice.to_string());
            add(&label, "span", "", word);
        }
    }
    set(&add(&form, "p", "dialog-note", ""), "role", "status");
    let foot = add(&form, "div", "dialog-foot", "");
    let reset = add(&foot, "button", "button", "Reset");
    set(&reset, "type", "button");
    set(&reset, "data-reset", "");
    let about = add(&foot, "button", "link", "About Lockstep");
    set(&about, "type", "button");
    set(&about, "data-about", "");
    add(&foot, "button", "button primary", "Done");
}

/// Checks the buttons of what is chosen, tracked.
fn mark(dialog: &Element, settings: Settings) {
    for (which, setting) in ALL.iter().enumerate() {
        let chosen = settings.chosen(which);
        let found = dialog.query_selector(&format!("[name='{}'][value='{chosen}']", setting.key));
        if let Ok(Some(input)) = found {
            input.unchecked_into::<HtmlInputElement>().set_checked(true);
        }
    }
}
