//! The dialogs of the page: one at a time, over everything else, drawn by a part of the program that
//! comes when it is first asked for.
//!
//! Which one is open is data of the page, so that no button's end closes it, or opens it again.

use leptos::prelude::*;

use crate::parts::{self, Missing, part};
use crate::results::formulas;
use crate::state::Page;
use crate::state::action::{Action, Dialog};
use crate::state::notices::{Notice, Tone, Topic};
use crate::ui::task::yield_now;
use crate::{export, help, palette, settings, share};

/// A dialog that was closed, and has not said so yet.
const CLOSED: &str = "dialog:not([open])";
/// How often the browser may do something else first.
const PATIENCE: usize = 20;

/// The dialog that is open, if any.
pub fn view(page: Page) -> AnyView {
    // Another dialog is another element: what one has still to say (that it was closed) reaches no other.
    let draw = move |dialog| parts::now(drawn(page, dialog));
    view! {
        <For each=move || page.dialog.get() key=|dialog| format!("{dialog:?}") children=draw/>
    }
    .into_any()
}

part! {
    dialogs, fetched by fetch;
    fn drawn(page: Page, dialog: Dialog) -> Result<AnyView, Missing> {
        Ok(match dialog {
            Dialog::Commands => palette::view(page),
            Dialog::Settings => settings::view(page),
            Dialog::Keys => help::keys::view(page),
            Dialog::Export => export::view(page),
            Dialog::Formulas(row, papers) => formulas::view(page, row, papers),
            Dialog::CopyByHand(text) => share::view(page, &text),
            Dialog::Imported(found, before) => share::diagram::view(page, &found, &before),
        })
    }
}

/// Opens a dialog once its part is there, or says why it does not open.
pub async fn open(page: Page, dialog: Dialog) {
    let (topic, what) = part_of(&dialog);
    let there = fetch().await.is_ok();
    if !there && matches!(dialog, Dialog::Commands) {
        page.typed_ahead.set_value(None);
    }
    if page.dialog.with_untracked(Option::is_some) {
        // One of its buttons may have asked: its form is sent before it goes. And where it has been closed,
        // it says so a moment later.
        for _ in 0..PATIENCE {
            yield_now().await;
            if !matches!(document().query_selector(CLOSED), Ok(Some(_))) {
                break;
            }
        }
    }
    if there {
        page.notices.over(topic);
        // The papers' formulas open by themselves with their examples: never in the place of what somebody has opened.
        if matches!(dialog, Dialog::Formulas(_, true))
            && page.dialog.with_untracked(Option::is_some)
        {
            return;
        }
        if let Dialog::Formulas(row, _) = dialog {
            // Meanwhile somebody may have gone to another check.
            if page.checks.selected().get_untracked() != Some(row) {
                return;
            }
            page.checks.write_formulas();
        }
        return page.dialog.set(Some(dialog));
    }
    let notice = match dialog {
        // Where nothing can be shown, what could be copied can still be saved.
        Dialog::CopyByHand(_) => {
            let sentence = "The browser did not allow copying. Save it instead.";
            Notice::new(topic, Tone::Bad, sentence)
        }
        dialog => {
            Notice::new(topic, Tone::Bad, Missing.sentence(what)).offering(Action::Open(dialog))
        }
    };
    page.notices.say(notice);
}

/// What is missing where a dialog does not open, at the beginning of a sentence.
fn part_of(dialog: &Dialog) -> (Topic, &'static str) {
    let (number, what) = match dialog {
        Dialog::Commands => (0, "The list of commands"),
        Dialog::Settings => (1, "The settings"),
        Dialog::Export => (2, "The part that writes other formats"),
        Dialog::Formulas(..) => (3, "The view of formulas"),
        Dialog::CopyByHand(_) => (4, "What shows a text to copy"),
        Dialog::Keys => (6, "The list of keys"),
        Dialog::Imported(..) => (7, "What says what was left out"),
    };
    (Topic::Part(number), what)
}
