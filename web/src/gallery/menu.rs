//! The menu of examples.

use leptos::prelude::*;
use lockstep_core::api::capitalised;

use super::{ALL, FORMULAS, is_example};
use crate::state::action::Action;
use crate::state::notices::{Life, Notice, Tone, Topic};
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
        action: Action::BringBack(text.into()),
    });
    let examples = ALL.iter().enumerate().map(|(at, example)| MenuItem {
        heading: (at == FORMULAS.0).then_some(FORMULAS.1),
        title: example.title,
        note: Some(capitalised(example.look)),
        picture: Some((example.picture.lines, example.picture.fault)),
        action: Action::OpenExample(at),
    });
    let items = before.into_iter().chain(examples).collect();
    let on_choice = Callback::new(move |action| page.perform(action));
    view! { <Menu label="Examples" items on_choice/> }
}

/// Loads the example at a position in the place of the text; undo in the editor takes it back.
pub async fn open(page: Page, at: usize) {
    let Some(example) = ALL.get(at) else { return };
    let Ok(text) = example.text().await else {
        let sentence = format!(
            "“{}” could not be fetched. Your text stays as it was; try again when you are online.",
            example.title
        );
        let notice = Notice::new(Topic::Text, Tone::Bad, sentence);
        let notice = notice.offering(Action::OpenExample(at));
        return page.notices.say(notice.lasting(Life::Model));
    };
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
        let said = "The example took the place of your text.";
        let notice = Notice::new(Topic::Text, Tone::Good, said);
        let notice = notice.offering(Action::BringBack(before));
        page.notices.say(notice.lasting(Life::Model));
    }
}
