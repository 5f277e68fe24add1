//! A menu button: a click or an arrow key opens it, letters and arrows walk, Escape closes.

use js_sys::Promise;
use leptos::ev::KeyboardEvent;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlElement;

use crate::state::action::Action;
use crate::state::timer::Timer;
use crate::ui::{Disclosure, Icon, task};

/// How many milliseconds a menu waits for its letters: on a network that stands still it is used in others.
const LONGEST_WAIT: u64 = 5_000;

/// One thing to choose.
#[derive(Clone)]
pub struct MenuItem {
    /// What it is.
    pub title: String,
    /// What this and the following ones are called together.
    pub heading: Option<&'static str>,
    /// A second line.
    pub note: Option<String>,
    /// A drawing of 40 by 30 units: the path of its lines, and of what is wrong in it.
    pub picture: Option<(&'static str, &'static str)>,
    /// What choosing it asks for.
    pub action: Action,
}

/// A button with a list of things to choose.
#[component]
pub fn Menu(
    /// The word on the button.
    label: &'static str,
    /// What there is to choose, asked when it opens.
    items: Callback<(), Vec<MenuItem>>,
    /// Told what was chosen, when the menu has closed.
    on_choice: Callback<Action>,
) -> impl IntoView {
    let menu = Disclosure::new();
    let open = menu.opened;
    let list = NodeRef::<Div>::new();
    // Focus moves into the list once it is there. Until its letters are those that it is to be read in, it does not have its
    // final size, and the pointer would hit something else than what was aimed at.
    let settles = RwSignal::new(false);
    let patience = Timer::new();
    patience.on_tick(move || settles.set(false));
    Effect::new(move || {
        if open.get()
            && let Some(list) = list.get()
        {
            settles.set(true);
            focus_item(&list, Walk::First);
            // Asked for its size, the list is laid out: now it is known which letters it needs.
            list.get_bounding_client_rect();
            task::spawn(async move {
                fonts_are_there().await;
                settles.set(false);
            });
            patience.after(LONGEST_WAIT);
        }
    });
    let on_button_key = move |event: KeyboardEvent| {
        if event.key() == "ArrowDown" {
            event.prevent_default();
            open.set(true);
        }
    };
    let on_list_key = move |event: KeyboardEvent| {
        let Some(list) = list.get_untracked() else {
            return;
        };
        let walk = match event.key().as_str() {
            "ArrowDown" => Walk::Next,
            "ArrowUp" => Walk::Previous,
            "Home" => Walk::First,
            "End" => Walk::Last,
            "Escape" => {
                event.prevent_default();
                event.stop_propagation();
                return menu.close();
            }
            key => match letter(key, &event) {
                Some(letter) => Walk::To(letter),
                None => return,
            },
        };
        event.prevent_default();
        event.stop_propagation();
        focus_item(&list, walk);
    };
    view! {
        <div class="menu" node_ref=menu.root on:focusout=move |event| menu.left(&event)>
            <button
                type="button"
                class="button quiet"
                node_ref=menu.button
                aria-haspopup="menu"
                aria-expanded=move || open.get().to_string()
                on:click=move |_| menu.toggle()
                on:keydown=on_button_key
            >
                {label}
                <Icon name="chevron"/>
            </button>
            {move || {
                open.get()
                    .then(|| {
                        let items = untrack(|| items.run(()));
                        view! {
                            <div
                                class="menu-list popover"
                                class:settling=move || settles.get()
                                role="menu"
                                aria-label=label
                                tabindex="-1"
                                node_ref=list
                                on:keydown=on_list_key
                            >
                                {items
                                    .into_iter()
                                    .map(|item| {
                                        let heading = item.heading.map(heading);
                                        let action = item.action;
                                        view! {
                                            {heading}
                                            <button
                                                type="button"
                                                class="menu-item"
                                                role="menuitem"
                                                tabindex="-1"
                                                on:click=move |_| {
                                                    menu.close();
                                                    on_choice.run(action.clone());
                                                }
                                            >
                                                {item.picture.map(picture)}
                                                <span class="menu-title">{item.title}</span>
                                                {item.note.map(|note| view! { <span class="menu-note">{note}</span> })}
                                            </button>
                                        }
                                    })
                                    .collect_view()}
                            </div>
                        }
                    })
            }}
        </div>
    }
}

/// Waits until the fonts that are being fetched are there, or cannot be.
async fn fonts_are_there() {
    let document = document();
    let fonts = js_sys::Reflect::get(&document, &"fonts".into());
    let ready = fonts.and_then(|fonts| js_sys::Reflect::get(&fonts, &"ready".into()));
    if let Some(ready) = ready.ok().and_then(|it| it.dyn_into::<Promise>().ok()) {
        // It never fails.
        let _ = JsFuture::from(ready).await;
    }
}

/// Between items, for the eyes: screen readers count items only.
fn heading(text: &'static str) -> AnyView {
    view! { <p class="menu-heading" role="presentation">{text}</p> }.into_any()
}

/// Only for the eyes: the title says what it is.
fn picture((lines, fault): (&'static str, &'static str)) -> AnyView {
    view! {
        <svg class="menu-picture" viewBox="0 0 40 30" width="40" height="30" aria-hidden="true">
            <path d=lines/>
            <path class="menu-fault" d=fault/>
        </svg>
    }
    .into_any()
}

#[derive(Clone, Copy)]
enum Walk {
    First,
    Last,
    Next,
    Previous,
    /// The next one whose title begins so.
    To(char),
}

/// The letter or digit that was typed; what presses an item, or is meant for the browser, is none.
fn letter(key: &str, event: &KeyboardEvent) -> Option<char> {
    let mut all = key.chars();
    let typed = all.next().filter(|_| all.next().is_none())?;
    let is_own = !event.ctrl_key() && !event.meta_key() && !event.alt_key();
    (is_own && typed.is_alphanumeric()).then_some(typed)
}

/// Whether an item of a menu begins with a letter, large or small.
fn begins_with(item: &HtmlElement, letter: char) -> bool {
    let title = item.query_selector(".menu-title").ok().flatten();
    let title = title.and_then(|it| it.text_content()).unwrap_or_default();
    let first = title.chars().find(|it| it.is_alphanumeric());
    first.is_some_and(|it| it.to_lowercase().eq(letter.to_lowercase()))
}

fn focus_item(list: &HtmlElement, walk: Walk) {
    let Ok(found) = list.query_selector_all("[role=menuitem]") else {
        return;
    };
    let items: Vec<HtmlElement> = (0..found.length())
        .filter_map(|at| found.get(at)?.dyn_into().ok())
        .collect();
    if items.is_empty() {
        return;
    }
    let focused = document().active_element();
    let at = items.iter().position(|item| {
        let element: &web_sys::Element = item;
        focused.as_ref() == Some(element)
    });
    let last = items.len() - 1;
    let next = match (walk, at) {
        (Walk::First, _) | (Walk::Next, None) => 0,
        (Walk::Last, _) | (Walk::Previous, None) => last,
        (Walk::Next, Some(at)) => (at + 1) % items.len(),
        (Walk::Previous, Some(at)) => at.checked_sub(1).unwrap_or(last),
        (Walk::To(letter), at) => {
            let from = at.map_or(0, |it| it + 1);
            let mut after = (0..items.len()).map(|it| (from + it) % items.len());
            let found = after.find(|&it| begins_with(&items[it], letter));
            // Where none begins so, nothing moves.
            match found.or(at) {
                Some(found) => found,
                None => return,
            }
        }
    };
    let _ = items[next].focus();
}
