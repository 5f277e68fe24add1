//! What is left of text and checks where they are folded: the way back to them, and the outcome of each check.

use leptos::prelude::*;

use super::judgement::Judgement;
use crate::state::Page;
use crate::state::folds::Fold;
use crate::state::run::Row;

/// The rail, while the text is folded.
pub fn rail(page: Page) -> AnyView {
    let folded = Memo::new(move |_| page.folds.has(Fold::Text));
    let rows = page.checks.rows();
    let rail = move || {
        folded.get().then(|| {
            view! {
                <nav class="text-rail" aria-label="Text and checks, folded">
                    <button
                        type="button"
                        class="stage-fold text-unfold"
                        title="Unfold the text (t)"
                        aria-label="Unfold the text"
                        aria-expanded="false"
                        on:click=move |_| page.folds.toggle(Fold::Text)
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
