//! The selected check on a phone or a tablet, above its run: its outcome and its sentence, and the way to the other checks.

use std::sync::Arc;

use leptos::prelude::*;

use super::detail::trouble;
use super::judgement::Judgement;
use super::row::badge;
use crate::state::Page;
use crate::state::run::{Row, Run};
use crate::ui::{Disclosure, Icon, Strong, WindowKind, focus_first};
use crate::words;

/// The strip, in windows in which the list of checks and the run are seen in turns, or one lies over the other. It stays while
/// another check is selected, so that the focus does.
pub fn strip(page: Page) -> AnyView {
    let folds = page.folds;
    let is_there = Memo::new(move |_| {
        let is_beside = !folds.text_is_sheet.get() && folds.window.kind.get() != WindowKind::Phone;
        !is_beside && page.checks.selected_row().is_some()
    });
    (move || is_there.get().then(|| of_selected(page))).into_any()
}

fn of_selected(page: Page) -> AnyView {
    let judgement = Memo::new(move |_| match page.checks.selected_row() {
        Some(row) => Judgement::of_row(page, &row),
        None => Judgement::waiting(),
    });
    let list = Disclosure::new();
    let place = move || {
        let (rows, selected) = (page.checks.rows(), page.checks.selected().get());
        let at = rows.with(|rows| rows.iter().position(|it| Some(it.id) == selected));
        let count = rows.with(Vec::len);
        format!("check {} of {count}", at.unwrap_or(0) + 1)
    };
    let sentence = Memo::new(move |_| said(page, &page.checks.selected_row()?.run.get()));
    let fixes = Memo::new(move |before: Option<&Option<Fixes>>| {
        let run = page.checks.selected_row()?.run;
        run.with(|run| {
            let of = Arc::as_ptr(&run.answer.as_ref()?.outcome) as usize;
            // The room for one that was awaited stays where none is found: nothing moves then either.
            let was_awaited = before.is_some_and(|it| it.is_some_and(|it| it.of == of));
            let found = page.suggested(run);
            let has_room = found > 0 || was_awaited || page.may_suggest(run);
            has_room.then_some(Fixes { of, found })
        })
    });
    let others = move || {
        list.opened.get().then(|| {
            let rows = page.checks.rows().get().into_iter();
            let others = rows.map(|row| other(page, row, list)).collect_view();
            view! { <ol class="strip-list popover" aria-label="Checks">{others}</ol> }
        })
    };
    view! {
        <div class="strip" role="region" aria-label="Selected check" node_ref=list.root
            on:focusout=move |event| list.left(&event) on:keydown=move |event| list.key(&event)>
            <button
                type="button"
                class="strip-check"
                data-bad=move || judgement.get().is_bad.to_string()
                node_ref=list.button
                aria-expanded=move || list.opened.get().to_string()
                on:click=move |_| list.toggle()
            >
                <span class="outcome" data-shape=move || judgement.get().shape aria-hidden="true"></span>
                <b class="strip-word">{move || judgement.get().word}</b>
                {move || judgement.get().badge.map(badge)}
                <span class="strip-place">{place}<Icon name="chevron"/></span>
            </button>
            {move || sentence.get().map(|it| view! { <p class="strip-sentence"><Strong text=it/></p> })}
            {move || fixes.get().map(|it| fix(page, it))}
            {others}
        </div>
    }
    .into_any()
}

/// What a row of the list is about, and what came of it; pressed it is the selected one.
fn other(page: Page, row: Row, list: Disclosure) -> AnyView {
    let (id, view) = (row.id, row.view.clone());
    let judgement = Memo::new(move |_| Judgement::of_row(page, &row));
    let press = move |_| {
        page.select_row(id);
        list.close();
    };
    view! {
        <li>
            <button
                type="button"
                class="strip-other"
                aria-current=move || (page.checks.selected().get() == Some(id)).then_some("true")
                data-bad=move || judgement.get().is_bad.to_string()
                on:click=press
            >
                <span class="outcome" data-shape=move || judgement.get().shape aria-hidden="true"></span>
                <span class="check-title">{move || view.get().title.clone()}</span>
                <span class="check-short">{move || judgement.get().word}</span>
            </button>
        </li>
    }
    .into_any()
}

/// What is known of edits that would mend what an answer tells.
#[derive(Clone, Copy, PartialEq)]
struct Fixes {
    /// Where the answer is, which tells it from others.
    of: usize,
    /// How many there are; none while they are looked for, and where none is found.
    found: usize,
}

/// The way to the edits that are suggested, which stand below the check. Until they are found there is its room, so that nothing moves
/// when they come.
fn fix(page: Page, fixes: Fixes) -> AnyView {
    // What takes the focus comes into sight.
    let show = move |_| page.show_text_and(|| focus_first(&[".repair button"]));
    let word = match fixes.found {
        0 => {
            return view! { <span class="link strip-fix awaited" aria-hidden="true">"Suggested fix"</span> }.into_any();
        }
        1 => "Suggested fix",
        _ => "Suggested fixes",
    };
    view! { <button type="button" class="link strip-fix" on:click=show>{word}</button> }.into_any()
}

/// Why the answer is what it is, or why there is none.
fn said(page: Page, run: &Run) -> Option<String> {
    let answered = || Some(words::why(&run.answer.as_ref()?.outcome).to_owned());
    trouble(page, run).or_else(answered)
}
