//! The checks on paper: what was asked, what the answer is, and what it says.

use leptos::prelude::*;

use super::judgement::Judgement;
use super::row::short_answer;
use crate::state::Page;
use crate::state::run::{Phase, Row};
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
    let mut run = row.run.get_untracked();
    // An answer to an earlier text is not one to the text on the same paper.
    run.answer = run.answer.filter(|it| !page.checks.is_stale(it));
    let judgement = Judgement::of(&run);
    let short = match run.answer {
        None if run.phase == Phase::Done => "waiting".to_owned(),
        _ => short_answer(page, row),
    };
    let answer = run.answer;
    let said = answer.map(|answer| {
        let reason = answer.outcome.reason();
        let reason = reason.map(|it| view! { " " <Prose text=it.sentence.clone()/> });
        view! { <p><Prose text=answer.outcome.sentence.clone()/> {reason}</p> }
    });
    view! {
        <li data-tone=judgement.tone()>
            <p class="paper-check">
                <span class="paper-sign">{judgement.glyph()}</span>
                <b>{check.title.clone()}</b>
                <span>{words::asked(&check)}</span>
                <span>{short}</span>
                <span>{judgement.status()}</span>
            </p>
            {said}
        </li>
    }
}
