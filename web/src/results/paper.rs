//! The checks on paper: what was asked, what the answer is, and what it says.

use leptos::prelude::*;

use super::judgement::{Judgement, Standing};
use super::row::badge;
use crate::state::Page;
use crate::state::run::Row;
use crate::ui::Prose;
use crate::words;

/// All checks.
pub fn checks(page: Page) -> AnyView {
    let rows = page.checks.rows().get_untracked();
    if rows.is_empty() {
        return ().into_any();
    }
    let items = rows.iter().map(|row| check(page, row)).collect_view();
    view! {
        <section class="paper paper-checks">
            <h2>"Checks"</h2>
            <ol>{items}</ol>
        </section>
    }
    .into_any()
}

fn check(page: Page, row: &Row) -> impl IntoView + use<> {
    let check = row.view.get_untracked();
    let answer = row.run.get_untracked().answer;
    // An answer to an earlier text is not one to the text on the same paper.
    let answer = answer.filter(|it| !page.checks.is_stale(it));
    let judgement = match untrack(|| Judgement::of_row(page, row)) {
        it if it.standing == Standing::Answered && answer.is_none() => Judgement::waiting(),
        it => it,
    };
    let said = answer.map(|answer| {
        let reason = answer.outcome.reason();
        let reason = reason.map(|it| view! { " " <Prose text=it.sentence.clone()/> });
        view! { <p><Prose text=answer.outcome.sentence.clone()/> {reason}</p> }
    });
    view! {
        <li data-bad=judgement.is_bad.to_string()>
            <p class="paper-check">
                <span class="outcome" data-shape=judgement.shape></span>
                <b>{check.title.clone()}</b>
                <span class="check-short">{judgement.word}</span>
                {judgement.badge.map(badge)}
                <span>{words::limits(&check)}</span>
            </p>
            {said}
        </li>
    }
}
