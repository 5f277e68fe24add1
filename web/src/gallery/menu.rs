//! The menu of examples.

use leptos::prelude::*;
use lockstep_core::api::capitalised;

use super::{ALL, Example, FORMULAS, is_example};
use crate::state::notices::Tone;
use crate::state::{Page, Pane, persist};
use crate::ui::{Menu, MenuItem};

/// A menu that loads an example; undo in the editor takes it back.
#[component]
pub fn ExamplesMenu(page: Page) -> impl IntoView {
    // What a link has replaced is offered for good, not only while its notice stands there.
    let before = persist::read(persist::PREVIOUS).filter(|text| !is_example(text));
    let before = before.map(|text| MenuItem {
        heading: None,
        title: "Your text before a link",
        note: Some(
            "A link took its place; undo in the editor brings back what is there now".to_owned(),
        ),
        picture: None,
        action: Callback::new(move |()| page.replace(&text)),
    });
    let examples = ALL.iter().enumerate().map(|(at, example)| MenuItem {
        heading: (at == FORMULAS.0).then_some(FORMULAS.1),
        title: example.title,
        note: Some(capitalised(example.look)),
        picture: Some((example.picture.lines, example.picture.fault)),
        action: Callback::new(move |()| open(page, example)),
    });
    let items = before.into_iter().chain(examples).collect();
    view! { <Menu label="Examples" items/> }
}

/// Loads an example in the place of the text; undo in the editor takes it back.
pub fn open(page: Page, example: &'static Example) {
    leptos::task::spawn_local(async move {
        match example.text().await {
            Ok(text) => {
                let before = page.document.revision().get_untracked().text;
                page.replace(&text);
                page.checks.select_at(0);
                if example.is_about_formulas() {
                    // The formulas stand beside the check, so that pane must be in view.
                    page.pane.set(Pane::Checks);
                    let now = page.document.revision().get_untracked().number;
                    page.papers_of.set(now as usize);
                }
                if !is_example(&before) && !before.trim().is_empty() {
                    let back = Callback::new(move |()| page.replace(&before));
                    let said = "The example took the place of your text.";
                    (page.notices).offer(Tone::Good, said, "Bring it back", back);
                }
            }
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
