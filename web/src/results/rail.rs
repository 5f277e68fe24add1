//! Beside text and checks where they are folded, or a sheet over the drawings: the way to them and back, and the outcome of
//! each check.

use leptos::ev::{self, FocusEvent, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::judgement::Judgement;
use crate::keys::is_taken;
use crate::state::Page;
use crate::state::folds::Fold;
use crate::state::run::Row;
use crate::ui::on_window;

/// The rail, while the text is folded; where it is a sheet, always.
pub fn view(page: Page) -> AnyView {
    let folds = page.folds;
    on_window(ev::keydown, move |event| leave(page, &event));
    on_window(ev::focusin, move |event| uncover(page, &event));
    let is_there = Memo::new(move |_| folds.text_is_sheet.get() || folds.has(Fold::Text));
    let is_folded = Memo::new(move |_| folds.has(Fold::Text));
    let rows = page.checks.rows();
    let title = move || {
        if is_folded.get() {
            "Unfold the text (t)"
        } else {
            "Fold the text (t)"
        }
    };
    let rail = move || {
        is_there.get().then(|| {
            view! {
                <nav class="text-rail" aria-label="Checks in short">
                    <button
                        type="button"
                        class="stage-fold text-unfold"
                        title=title
                        aria-label="Text and checks"
                        aria-controls="column-text"
                        aria-expanded=move || (!is_folded.get()).to_string()
                        on:click=move |_| page.fold_text()
                    >
                        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 6l4 4 4-4"/></svg>
                    </button>
                    {move || rows.get().into_iter().map(|row| mark(page, row)).collect_view()}
                </nav>
            }
        })
    };
    rail.into_any()
}

/// The button in the head of the text, or of a lesson, that folds it where it has a column.
pub fn fold(page: Page, class: &str) -> AnyView {
    view! {
        <button
            type="button"
            class=format!("stage-fold {class}")
            title="Fold the text (t)"
            aria-label="Text and checks"
            aria-controls="column-text"
            aria-expanded="true"
            on:click=move |_| page.fold_text()
        >
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 6l4 4 4-4"/></svg>
        </button>
    }
    .into_any()
}

/// Whether text and checks lie over the drawings now. Not tracked.
fn covers(page: Page) -> bool {
    untrack(|| page.folds.text_is_sheet.get() && !page.folds.has(Fold::Text))
}

/// Escape puts the sheet away, unless something else has a use for the key.
fn leave(page: Page, event: &KeyboardEvent) {
    if event.key() == "Escape" && covers(page) && !is_taken(event) {
        event.prevent_default();
        page.fold_text();
    }
}

/// What takes the focus below the sheet has to be seen: the sheet goes.
fn uncover(page: Page, event: &FocusEvent) {
    let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    let below = target.filter(|it| matches!(it.closest(".stage"), Ok(Some(_))));
    let sheet = document().get_element_by_id("column-text");
    let (Some(below), Some(sheet)) = (below.filter(|_| covers(page)), sheet) else {
        return;
    };
    let (below, sheet) = (
        below.get_bounding_client_rect(),
        sheet.get_bounding_client_rect(),
    );
    if below.left() + below.width() / 2.0 < sheet.right() {
        page.folds.put_sheet_away();
    }
}

/// The outcome of a check: pointed at it says which, pressed it selects that.
fn mark(page: Page, row: Row) -> AnyView {
    let (id, view) = (row.id, row.view.clone());
    let judgement = Memo::new(move |_| Judgement::of_row(page, &row));
    let said = move || {
        let title = view.with(|it| it.title.clone());
        judgement.with(|it| format!("{title}: {}", it.word))
    };
    let selected = move || (page.checks.selected().get() == Some(id)).then_some("true");
    view! {
        <button
            type="button"
            class="rail-check"
            title=said.clone()
            aria-label=said
            aria-current=selected
            data-bad=move || judgement.get().is_bad.to_string()
            on:click=move |_| page.select_row(id)
        >
            <span class="outcome" data-shape=move || judgement.get().shape aria-hidden="true"></span>
        </button>
    }
    .into_any()
}
