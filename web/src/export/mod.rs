//! Taking what is on the stage elsewhere: a dialog with the formats, each to copy or to save.
//!
//! The writers are the core's ([`lockstep_core::interchange`]); they and the dialog are a part of the
//! program that comes when it is asked for.

mod dialog;
pub mod save;

use leptos::prelude::*;

use crate::parts::{self, part};
use crate::state::Page;
use crate::ui::Icon;

/// The button that opens the dialog.
#[component]
pub fn ExportButton(page: Page) -> impl IntoView {
    let open = RwSignal::new(false);
    view! {
        <button type="button" class="button" aria-haspopup="dialog" on:click=move |_| show(page, open)>
            <Icon name="save"/>
            <span class="button-word">"Export"</span>
        </button>
        {move || if open.get() { parts::now(dialog(page, open)) } else { None }}
    }
}

/// Opens the dialog once its part is there, or says why it does not open.
fn show(page: Page, open: RwSignal<bool>) {
    let open = Callback::new(move |()| open.set(true));
    parts::with(
        page.notices,
        "The part that writes other formats",
        fetch,
        open,
    );
}

part! {
    views, fetched by fetch;
    fn dialog(page: Page, open: RwSignal<bool>) -> Result<AnyView, Missing> {
        Ok(dialog::view(page, open))
    }
}
