//! A lesson in the pane of the text: its head with the tabs *Lesson* and *Text*, the slide, what became of the task, and the
//! way to the next slide. The editor stands between them (`static/style/learn.css` puts it there).

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::lesson::PATH;

use super::files::{self, Loaded};
use super::open::Open;
use super::{slides, status};
use crate::results::rail;
use crate::state::Page;
use crate::state::action::Action;
use crate::ui::task::spawn;
use crate::ui::{Icon, button};
use lockstep_core::address::Place;

/// The lesson that the address names.
pub fn view(page: Page) -> AnyView {
    let position = Memo::new(move |_| match page.learn.place().get() {
        Some(Place::Slide(position, _)) => Some(position),
        _ => None,
    });
    view! {
        {head(page)}
        {move || position.get().map(|position| fetched(page, position))}
    }
    .into_any()
}

/// The tabs, the way to all lessons and the way out.
fn head(page: Page) -> AnyView {
    let shows_text = page.learn.shows_text;
    let tab = move |text: bool, word: &'static str| {
        let show = move |_| {
            shows_text.set(text);
            if text {
                page.editor.measure();
            }
        };
        view! {
            <button
                type="button"
                class="lesson-tab"
                aria-pressed=move || (shows_text.get() == text).to_string()
                on:click=show
            >
                {word}
            </button>
        }
    };
    view! {
        <div class="lesson-head" role="group" aria-label="Lesson and text">
            {tab(false, "Lesson")} {tab(true, "Text")}
            <a class="link lesson-all" href=format!("#{}", Place::Path.fragment())>"All lessons"</a>
            <button
                type="button"
                class="button quiet square"
                aria-label="Leave the lesson"
                title="Leave the lesson: your own text comes back"
                on:click=move |_| page.perform(Action::LeaveLessons)
            >
                <Icon name="close"/>
            </button>
            {rail::fold(page, "lesson-fold")}
        </div>
    }
    .into_any()
}

/// A lesson, once its files are there.
fn fetched(page: Page, position: usize) -> AnyView {
    let loaded: RwSignal<Option<Result<Arc<Loaded>, String>>> = RwSignal::new(None);
    let owner = Owner::current().unwrap_or_default();
    let fetch = move || {
        loaded.set(None);
        owner.with(|| {
            spawn(async move {
                let found = files::load(position).await;
                loaded.set(Some(found.map(Arc::new)));
            });
        });
    };
    fetch();
    let shown = move || match loaded.get() {
        None => {
            view! { <p class="part" role="status">"The lesson is being loaded."</p> }.into_any()
        }
        Some(Ok(loaded)) => opened(page, loaded),
        Some(Err(why)) => view! {
            <div class="part lesson-broken" role="alert">
                <p>{why}</p>
                {button("button", "Try again", fetch.clone())}
            </div>
        }
        .into_any(),
    };
    shown.into_any()
}

fn opened(page: Page, loaded: Arc<Loaded>) -> AnyView {
    let open = Open::new(page, loaded);
    view! {
        {slides::view(open)}
        {status::view(open)}
        {foot(open)}
    }
    .into_any()
}

/// Where this slide is among those of the lesson, and the ways on and back.
fn foot(open: Open) -> AnyView {
    let position = open.position();
    let count = open.lesson().lesson.slides.len();
    let at = Memo::new(move |_| open.slide());
    let back = move || match at.get() {
        0 => match position {
            0 => Some((Place::Path, "All lessons".to_owned())),
            _ => Some((Place::Slide(position - 1, 0), format!("Lesson {position}"))),
        },
        slide => Some((Place::Slide(position, slide - 1), "Back".to_owned())),
    };
    let next = move || {
        let slide = at.get() + 1;
        match position + 1 {
            _ if slide < count => Some((Place::Slide(position, slide), "Next".to_owned())),
            next if next < PATH.len() => {
                Some((Place::Slide(next, 0), format!("Lesson {}", next + 1)))
            }
            _ => Some((Place::Path, "All lessons".to_owned())),
        }
    };
    let way = |class: &'static str, rel: &'static str, to: Option<(Place, String)>| {
        to.map(|(place, words)| {
            view! { <a class=class rel=rel href=format!("#{}", place.fragment())>{words}</a> }
        })
    };
    let dots = move || {
        let dot = |slide: usize| {
            let current = move || (at.get() == slide).then_some("step");
            view! {
                <li>
                    <a
                        href=format!("#{}", Place::Slide(position, slide).fragment())
                        aria-current=current
                        aria-label=format!("Slide {} of {count}", slide + 1)
                    ></a>
                </li>
            }
        };
        (0..count).map(dot).collect_view()
    };
    view! {
        <nav class="lesson-foot" aria-label="Slides">
            {move || way("lesson-way", "prev", back())}
            <ol class="lesson-dots">{dots()}</ol>
            {move || way("lesson-way lesson-next", "next", next())}
        </nav>
    }
    .into_any()
}
