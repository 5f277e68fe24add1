//! The menu of examples.

use leptos::prelude::*;
use lockstep_core::api::capitalised;

use super::{ALL, Example, FORMULAS};
use crate::state::Page;
use crate::state::notices::Tone;
use crate::ui::{Menu, MenuItem};

/// A menu that loads an example; undo in the editor takes it back.
#[component]
pub fn ExamplesMenu(page: Page) -> impl IntoView {
    let items = ALL
        .iter()
        .enumerate()
        .map(|(at, example)| MenuItem {
            heading: (at == FORMULAS.0).then_some(FORMULAS.1),
            title: example.title,
            // Those of the formulas begin with symbols and names, which are not words.
            note: Some(match at < FORMULAS.0 {
                true => capitalised(example.look),
                false => example.look.to_owned(),
            }),
            picture: Some((example.picture.lines, example.picture.fault)),
            action: Callback::new(move |()| open(page, example)),
        })
        .collect();
    view! { <Menu label="Examples" items/> }
}

/// Loads an example in the place of the text; undo in the editor takes it back.
pub fn open(page: Page, example: &'static Example) {
    leptos::task::spawn_local(async move {
        match example.text().await {
            Ok(text) => page.replace(&text),
            Err(_) => page.notices.say(
                Tone::Bad,
                format!(
                    "“{}” could not be fetched. Your text stays as it was; try again when you are online.",
                    example.title
                ),
            ),
        }
    });
}
