//! The head of the page on a phone: the switch between model and run, what the canvas shows, and everything else behind one
//! button.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::{Mark, begins, title};
use crate::export::ExportButton;
use crate::settings;
use crate::share::ShareButton;
use crate::state::stage::views::CanvasMode;
use crate::state::{Page, Pane};
use crate::ui::{Disclosure, Icon};

/// The modes of the canvas, with their words.
const MODES: [(CanvasMode, &str); 3] = [
    (CanvasMode::Drawing, "Drawing"),
    (CanvasMode::States, "States"),
    (CanvasMode::Runs, "All runs"),
];

/// One row.
pub(super) fn view(page: Page) -> AnyView {
    view! {
        <div class="top-group">
            <h1 class="brand">
                <Mark/>
                <span class="visually-hidden">"Lockstep"</span>
            </h1>
            {panes(page)}
        </div>
        // On its side there is room.
        {title::middle(page)}
        <div class="top-group top-end">
            {modes(page)}
            <ShareButton page/>
            {more(page)}
        </div>
    }
    .into_any()
}

/// The switch between the two panes.
fn panes(page: Page) -> AnyView {
    let model = move || match page.learn.is_open() {
        true => "Lesson",
        false => "Model",
    };
    let choice = move |pane: Pane, label: Signal<&'static str>| {
        view! {
            <button
                type="button"
                class="pane-choice"
                aria-current=move || (page.pane.get() == pane).then_some("true")
                on:click=move |_| {
                    page.pane.set(pane);
                    if pane == Pane::Model {
                        page.editor.measure();
                    }
                }
            >
                {label}
            </button>
        }
    };
    view! {
        <nav class="pane-switch" aria-label="Panes">
            {choice(Pane::Model, Signal::derive(model))}
            {choice(Pane::Stage, Signal::stored("Run"))}
        </nav>
    }
    .into_any()
}

/// What the canvas shows, while it is seen.
fn modes(page: Page) -> AnyView {
    let views = page.stage.views;
    let choose = move |event| {
        let chosen = event_target_value(&event);
        if let Some(mode) = MODES.iter().find(|it| it.1 == chosen) {
            views.show_on_canvas(mode.0);
        }
    };
    let option = move |(mode, word): (CanvasMode, &'static str)| {
        view! { <option value=word prop:selected=move || views.canvas.get() == mode>{word}</option> }
    };
    let select = move || {
        (page.pane.get() == Pane::Stage).then(|| {
            view! {
                <select class="top-mode" aria-label="View of the model" on:change=choose>
                    {MODES.map(option).into_iter().collect_view()}
                </select>
            }
        })
    };
    select.into_any()
}

/// New texts, examples, lessons, files and settings: a list below its button.
fn more(page: Page) -> AnyView {
    let it = Disclosure::new();
    // What is chosen in it leads elsewhere; a menu in it opens.
    let pressed = move |event: MouseEvent| {
        let target = event.target();
        let target = target.and_then(|it| it.dyn_into::<Element>().ok());
        let opens =
            target.is_some_and(|it| matches!(it.closest("[aria-haspopup='menu']"), Ok(Some(_))));
        if !opens {
            it.close_around_focus();
        }
    };
    view! {
        <div
            class="top-more"
            node_ref=it.root
            on:focusout=move |event| it.left(&event)
            on:keydown=move |event| it.key(&event)
        >
            <button
                type="button"
                class="button quiet square"
                node_ref=it.button
                aria-label="More"
                title="More"
                aria-expanded=move || it.opened.get().to_string()
                on:click=move |_| it.toggle()
            >
                <Icon name="more"/>
            </button>
            {move || it.opened.get().then(|| view! {
                <div class="top-more-list popover" on:click=pressed>
                    {begins(page)}
                    <ExportButton page/>
                    {settings::button(page)}
                </div>
            })}
        </div>
    }
    .into_any()
}
