//! Taking what is on the stage elsewhere: a dialog with the formats, each to copy or to save.
//!
//! The writers are the core's ([`lockstep_core::interchange`]); they and the dialog are a part of the
//! program that comes when it is asked for.

mod dialog;
pub mod save;

use leptos::prelude::*;

pub use dialog::view;

use crate::parts::{self, part};
use crate::state::Page;
use crate::state::action::{Action, Dialog, Export};
use crate::ui::Icon;

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

/// Copies what is on the stage. The part that writes it is there: its dialog, or a notice about it, has
/// been shown.
pub fn copy_stage(page: Page, what: Export) {
    parts::now(copied(page, what));
}

/// Saves what is on the stage; as [`copy_stage`].
pub fn save_stage(page: Page, what: Export) {
    parts::now(saved(page, what));
}

part! {
    views;
    fn copied(page: Page, what: Export) -> Result<(), Missing> {
        dialog::copy_as(page, what);
        Ok(())
    }
}

part! {
    views;
    fn saved(page: Page, what: Export) -> Result<(), Missing> {
        dialog::save_as(page, what);
        Ok(())
    }
}
