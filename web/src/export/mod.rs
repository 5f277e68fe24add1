//! Taking what is on the stage elsewhere: a dialog with the formats, each to copy or to save.
//!
//! The writers are the core's ([`lockstep_core::interchange`]); they and the dialog are a part of the
//! program that comes when it is asked for.

mod dialog;
pub mod save;

use leptos::prelude::*;

pub use dialog::view;

use crate::parts::{Missing, part};
use crate::state::Page;
use crate::state::action::{Action, Dialog, Export};
use crate::state::notices::{Notice, Tone, Topic};
use crate::ui::Icon;
use crate::ui::task::spawn;

/// The button that opens the dialog.
#[component]
pub fn ExportButton(page: Page) -> impl IntoView {
    let open = move |_| page.perform(Action::Open(Dialog::Export));
    view! {
        <button type="button" class="button" aria-haspopup="dialog" on:click=open>
            <Icon name="save"/>
            <span class="button-word">"Export"</span>
        </button>
    }
}

/// Copies what is on the stage.
pub fn copy_stage(page: Page, what: Export) {
    spawn(async move {
        if copied(page, what).await.is_err() {
            missing(page, Action::Copy(what));
        }
    });
}

/// Saves what is on the stage.
pub fn save_stage(page: Page, what: Export) {
    spawn(async move {
        if saved(page, what).await.is_err() {
            missing(page, Action::Save(what));
        }
    });
}

/// Says that what writes exports did not arrive, and offers to ask for it again.
fn missing(page: Page, again: Action) {
    let notice = Notice::new(Topic::Export, Tone::Bad, Missing.sentence("The export"));
    page.notices.say(notice.offering(again));
}

part! {
    dialogs;
    fn copied(page: Page, what: Export) -> Result<(), Missing> {
        dialog::copy_as(page, what);
        Ok(())
    }
}

part! {
    dialogs;
    fn saved(page: Page, what: Export) -> Result<(), Missing> {
        dialog::save_as(page, what);
        Ok(())
    }
}
