//! The menu of examples.

use leptos::prelude::*;
use lockstep_core::api::capitalised;
use lockstep_core::diagram::text;
use wasm_bindgen::JsValue;

use crate::gallery::{
    ALL, CHARTS, CLASSES, EMPTY, FORMULAS, SPLITTING, SYSTEMS, TEMPLATES, Template, is_example,
    run_by_hand,
};
use crate::kinds;
use crate::menu::{Menu, MenuItem};
use crate::state::action::Action;
use crate::state::notices::{Life, Notice, Tone, Topic};
use crate::state::{Page, Pane};

/// A menu that loads an example or a text that is kept; undo in the editor takes it back.
#[component]
pub fn ExamplesMenu(page: Page) -> impl IntoView {
    let items = Callback::new(move |()| {
        let own = kept(page);
        let mut items = own.clone();
        items.extend(ALL.iter().enumerate().map(|(at, example)| MenuItem {
            heading: match at {
                0 if !own.is_empty() => Some("Examples"),
                at if at == SYSTEMS.0 => Some(SYSTEMS.1),
                at if at == CHARTS.0 => Some(CHARTS.1),
                at if at == CLASSES.0 => Some(CLASSES.1),
                at if at == FORMULAS.0 => Some(FORMULAS.1),
                at if at == SPLITTING.0 => Some(SPLITTING.1),
                _ => None,
            },
            title: example.title.to_owned(),
            note: Some(capitalised(&text::plain(example.look))),
            picture: Some((example.picture.lines, example.picture.fault)),
            action: Action::OpenExample(at),
        }));
        items
    });
    let on_choice = Callback::new(move |action| page.perform(action));
    view! { <Menu label="Examples" items on_choice/> }
}

/// A menu of texts to begin with.
#[component]
pub fn NewMenu(page: Page) -> impl IntoView {
    let item = |(at, template): (usize, &Template)| MenuItem {
        heading: None,
        title: template.title.to_owned(),
        note: Some(template.about.to_owned()),
        picture: None,
        action: Action::OpenTemplate(at),
    };
    let items = Callback::new(move |()| TEMPLATES.iter().enumerate().map(item).collect());
    let on_choice = Callback::new(move |action| page.perform(action));
    view! { <Menu label="New" items on_choice/> }
}

/// The texts that are kept beside the one in the editor: of other tabs, open or closed, and those that
/// something else has replaced.
fn kept(page: Page) -> Vec<MenuItem> {
    let kept = page.texts.kept().into_iter().enumerate();
    kept.map(|(at, kept)| MenuItem {
        heading: (at == 0).then_some("Your other texts"),
        title: kept.name,
        note: (kept.stored > 0).then(|| format!("Kept on {}", date(kept.stored))),
        picture: None,
        action: Action::BringBack(kept.text),
    })
    .collect()
}

/// A day and a time as people write them here.
fn date(milliseconds: u64) -> String {
    // Exact for a quarter of a million years.
    let date = js_sys::Date::new(&JsValue::from_f64(milliseconds as f64));
    date.to_locale_string("default", &JsValue::UNDEFINED).into()
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
    let run = run_by_hand(&text);
    if run.is_some()
        && let Some(part) = kinds::analyse(&text).needs
    {
        // A run is made of what can be read; where that cannot be fetched the page says so when it reads the text.
        let _ = kinds::bring(&part).await;
    }
    take_the_place(page, &text, "The example took the place of your text.");
    if example.is_about_formulas() {
        // The formulas stand beside the check, so that pane must be in view.
        page.folds.show_text();
        let now = page.document.revision().get_untracked().number;
        page.papers_of.set(now as usize);
    }
    if let Some(run) = run {
        page.pane.set(Pane::Stage);
        page.make_run(0, run);
    }
}

/// Opens the template at a position in the place of the text.
pub fn open_template(page: Page, at: usize) {
    let Some(template) = TEMPLATES.get(at) else {
        return;
    };
    take_the_place(page, template.text, "A new text took the place of yours.");
    // Somebody who begins wants to write.
    page.show_text_and(move || {
        page.editor.measure();
        if at == EMPTY {
            page.editor.go_to_the_end();
        }
    });
}

/// Opens a text of the help in the place of the text, and shows what it draws: the help covers that.
pub fn open_sample(page: Page, text: &str) {
    take_the_place(page, text, "The example took the place of your text.");
    page.help.set(false);
    if page.pane.get_untracked() == Pane::Model {
        page.pane.set(Pane::Stage);
    }
}

/// Puts a text in the place of the one there is, and offers that one back where it is not ours.
fn take_the_place(page: Page, text: &str, said: &'static str) {
    let before = page.document.revision().get_untracked().text;
    page.replace(text);
    page.checks.open_story();
    if !is_example(&before) && !before.trim().is_empty() {
        let notice = Notice::new(Topic::Text, Tone::Good, said);
        let notice = notice.offering(Action::BringBack(before));
        page.notices.say(notice.lasting(Life::Model));
    }
}
