//! The menu of examples.

use leptos::prelude::*;
use lockstep_core::api::capitalised;

use super::ALL;
use crate::state::Page;
use crate::ui::{Menu, MenuItem};

/// A menu that loads an example; undo in the editor takes it back.
#[component]
pub fn ExamplesMenu(page: Page) -> impl IntoView {
    let items = ALL
        .iter()
        .map(|example| MenuItem {
            title: example.title(),
            note: example.look().map(capitalised),
            action: Callback::new(move |()| page.replace(example.text)),
        })
        .collect();
    view! { <Menu label="Examples" items/> }
}
