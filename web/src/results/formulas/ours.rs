//! Lockstep's own formulas.

use leptos::prelude::*;
use lockstep_core::api::{EncodedView, grouped};

use super::files;
use super::sheet::sheet;
use crate::protocol::Edition;
use crate::state::Page;
use crate::ui::Prose;
use crate::words::counted_large;

/// What the formula asks, its parts, and its files.
pub fn contents(page: Page, view: &EncodedView) -> AnyView {
    let head = format!(
        "k = {}: {} over {}",
        view.k,
        counted_large(view.clauses, "clause"),
        counted_large(view.variables, "variable")
    );
    let lines = view.formulas.iter().map(|it| (it.clone(), None)).collect();
    view! {
        <p><Prose text=view.sentence.clone()/></p>
        {sheet(vec![format!("Formula, {} together", grouped(view.formulas.len() as u64)), head], lines)}
        {files::buttons(page, "", Edition::Delivery)}
    }
    .into_any()
}
