//! Diagrams of other tools that were pasted, dropped or opened: they are offered to be brought in, and a dialog says
//! what was left out.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::interchange::import::{self, Class, Imported};

use super::class_files;
use crate::parts::part;
use crate::state::Page;
use crate::state::action::{Action, Dialog};
use crate::state::notices::{Life, Notice, Tone, Topic};
use crate::ui::modal;
use crate::words::counted;

/// What such texts begin with.
const BEGINNINGS: [&str; 6] = [
    "@startuml",
    "sequenceDiagram",
    "stateDiagram",
    "<?xml",
    "<scxml",
    "<sc:scxml",
];

/// Offers to bring a text in as soon as it is seen to be a diagram of another tool.
pub fn follow(page: Page) {
    let seems = Memo::new(move |_| {
        let has_errors = page.document.analysis().with(|it| it.has_errors);
        let text = page.document.revision().get().text;
        match has_errors {
            true if class_files::begins_so(&text) => "This looks like a USE model or an OCL file.",
            true if begins_so(&text) => "This is a diagram of another tool, as it seems.",
            _ => "",
        }
    });
    Effect::new(move || match seems.get() {
        sentence if !sentence.is_empty() => {
            let notice = Notice::new(Topic::Diagram, Tone::Plain, sentence);
            page.notices
                .say(notice.offering(Action::BringIn).lasting(Life::Text));
        }
        _ => page.notices.over(Topic::Diagram),
    });
}

/// Whether a line begins a text of another notation; before it may stand comments, and what Mermaid calls front matter.
fn begins_so(text: &str) -> bool {
    let begins = |line: &str| BEGINNINGS.iter().any(|it| line.starts_with(it));
    text.lines().map(str::trim_start).any(begins)
}

part! {
    imports;
    /// Brings a text in, if its notation is one that is read. All of it is in the part: few texts are diagrams.
    fn brought_in(page: Page, text: Arc<str>) -> Result<(), Missing> {
        // Meanwhile it may have been changed.
        if page.document.revision().get_untracked().text == text {
            take(page, &text);
        }
        Ok(())
    }
}

/// Brings the text of the page in; one undo takes it back.
pub async fn bring_in(page: Page) {
    let text = page.document.revision().get_untracked().text;
    if class_files::begins_so(&text) {
        return class_files::bring_in(page, &text).await;
    }
    if let Err(missing) = brought_in(page, text).await {
        let sentence = missing.sentence("What reads diagrams of other tools");
        let notice = Notice::new(Topic::Diagram, Tone::Bad, sentence);
        page.notices
            .say(notice.offering(Action::BringIn).lasting(Life::Text));
    }
}

fn take(page: Page, text: &Arc<str>) {
    page.notices.over(Topic::Diagram);
    let found = match import::from_any(text) {
        Some(Ok(found)) => found,
        other => {
            let known: Vec<_> = import::all_notations().collect();
            let sentence = match other {
                Some(Err(what)) => format!("It cannot be read: {what}."),
                _ => format!(
                    "It is none that can be read. There are: {}.",
                    known.join(", ")
                ),
            };
            let notice = Notice::new(Topic::Diagram, Tone::Bad, sentence);
            return page.notices.say(notice.lasting(Life::Text));
        }
    };
    match found.is_scenario {
        // The model goes on, with what it has besides.
        true => {
            page.put_back(&found.text);
            look_at_scenario(page);
        }
        false => page.replace(&found.text),
    }
    report(page, found, text);
}

/// Says how well something came in, and keeps the text that was there before for a way back.
pub(super) fn report(page: Page, found: Imported, before: &Arc<str>) {
    if found.left_out.is_empty() {
        let scenario = match found.is_scenario {
            true => ", as a scenario of the objects",
            false => "",
        };
        let sentence = format!("The {} is imported exactly{scenario}.", found.notation);
        // The text is no diagram any more, so what is said of that is over in a moment.
        let notice = Notice::new(Topic::Text, Tone::Good, sentence);
        let back = Action::BringBack(Arc::clone(before));
        return page.notices.say(notice.offering(back).lasting(Life::Text));
    }
    page.perform(Action::Open(Dialog::Imported(
        Arc::new(found),
        Arc::clone(before),
    )));
}

/// Shows the scenario that has just come in: it is selected in the text, and its check in the list. Both stand last.
fn look_at_scenario(page: Page) {
    let analysis = page.document.analysis();
    let place = analysis.with_untracked(|it| it.scenarios.last().map(|it| it.range));
    if let Some(place) = place {
        page.editor.select(place.from, place.to);
    }
    page.checks.select_last();
}

/// What was left out of a diagram, line by line.
pub fn view(page: Page, found: &Arc<Imported>, before: &Arc<str>) -> AnyView {
    let this = Dialog::Imported(Arc::clone(found), Arc::clone(before));
    let before = Arc::clone(before);
    let back = move |_| page.perform(Action::BringBack(Arc::clone(&before)));
    let items = found.left_out.iter().map(|it| {
        view! {
            <li>
                <span class="imported-line">{format!("line {}", it.line)}</span>
                <code>{it.what.clone()}</code>
                <p>{it.why.clone()} " " <small>{format!("({})", it.class.name())}</small></p>
            </li>
        }
    });
    let count = counted(found.left_out.len(), "remark");
    let class = found.class();
    let worth = match class {
        Class::Exact => "Imported exactly. ",
        Class::Wider => "Imported, wider than the source. ",
        Class::Lossy => "Imported with losses. ",
    };
    let about = match (found.is_scenario, found.notation.contains("sequence")) {
        (true, _) => "Its messages are in a scenario of their objects, behind the statecharts.",
        (_, true) => {
            "Each participant has the smallest machine that plays its part. Replace it with the real one."
        }
        _ => "",
    };
    view! {
        <dialog class="dialog" node_ref=modal() aria-labelledby="imported-title" on:close=move |_| page.close(&this)>
            <h2 id="imported-title">{format!("What came in of the {}", found.notation)}</h2>
            <p><b>{worth}</b>{class.sentence()}</p>
            {(!about.is_empty()).then(|| view! { <p>{about}</p> })}
            <ul class="imported" tabindex="0" aria-label="What was left out">{items.collect_view()}</ul>
            <form method="dialog" class="dialog-foot">
                <span class="dialog-note">{count}</span>
                <button class="button" on:click=back>"Take it back"</button>
                <button class="button primary">"Done"</button>
            </form>
        </dialog>
    }
    .into_any()
}
