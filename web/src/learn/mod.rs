//! Lessons on the page: the path of all of them, and one lesson with its prose in the place of the text, its live models
//! on the stage, bets, and a task that judges itself.
//!
//! Lessons are read and judged by the core (`lockstep_core::lesson`); what is asked about an attempt a worker of the
//! lesson's own answers ([`ask`]). All of it is a part of the program. Here is only what the page hooks in: where it goes,
//! and what is shown until the part has come. What the rest of the page has to know stands in `state/learn`.

mod announce;
mod ask;
mod bet;
mod blocks;
mod evidence;
mod files;
mod judging;
mod lesson;
mod locks;
mod models;
mod open;
mod path;
mod progress;
mod reading;
mod repairs;
mod slides;
mod status;
mod task;
mod words;

use leptos::prelude::*;

use crate::parts::{self, part};
use crate::state::Page;
use lockstep_core::address::Place;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawn {
    Lesson,
    Path,
}

/// Whether the prose of a lesson or its text is shown in the pane of the text; nothing where no lesson is open.
pub fn shows(page: Page) -> Option<&'static str> {
    let text = page.learn.shows_text.get();
    page.learn
        .is_open()
        .then_some(if text { "text" } else { "prose" })
}

/// The lesson that is open, if any, for the pane of the text.
pub fn lesson(page: Page) -> AnyView {
    let is_open = Memo::new(move |_| page.learn.is_open());
    shown(page, Drawn::Lesson, "The lesson", is_open)
}

/// The path of the lessons, where it is open: it covers the panes.
pub fn path(page: Page) -> AnyView {
    let is_open = Memo::new(move |_| page.learn.place().get() == Some(Place::Path));
    shown(page, Drawn::Path, "The path of the lessons", is_open)
}

fn shown(page: Page, what: Drawn, name: &'static str, is_open: Memo<bool>) -> AnyView {
    let draw = move || parts::now(drawn(page, what)).into_any();
    (move || is_open.get().then(|| parts::later(name, fetch, draw))).into_any()
}

part! {
    learn, fetched by fetch;
    fn drawn(page: Page, what: Drawn) -> Result<AnyView, Missing> {
        Ok(match what {
            Drawn::Lesson => lesson::view(page),
            Drawn::Path => path::view(page),
        })
    }
}
