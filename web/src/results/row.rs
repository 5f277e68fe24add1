//! One check in two lines: the question; its outcome, whether that was expected, and how far was asked.

use leptos::html;
use leptos::prelude::*;

use super::detail::Detail;
use super::judgement::{Badge, Judgement};
use crate::state::Page;
use crate::state::run::{Phase, Row};
use crate::ui::NextFrame;

/// Said beside the word of an answer that rests on unmet demands.
const VACUOUS: &str = "only because something in the model can never happen";

/// A row of the list.
#[component]
pub fn CheckRow(page: Page, row: Row) -> impl IntoView {
    let id = row.id;
    let view = row.view.clone();
    let judgement = {
        let row = row.clone();
        Memo::new(move |_| Judgement::of_row(page, &row))
    };
    let position = Memo::new(move |_| {
        page.checks
            .rows()
            .with(|rows| rows.iter().position(|row| row.id == id))
            .unwrap_or(0)
    });
    let selected = Memo::new(move |_| page.checks.selected().get() == Some(id));
    let item = NodeRef::new();
    keep_in_sight(item, selected, &row);
    let title = {
        let view = view.clone();
        move || view.get().title.clone()
    };
    let stale = Memo::new({
        let run = row.run.clone();
        move |_| {
            run.get()
                .answer
                .is_some_and(|answer| page.checks.is_stale(&answer))
        }
    });
    let stoppable = Memo::new({
        let run = row.run.clone();
        move |_| match run.with(|run| run.phase.clone()) {
            Phase::Running(_) => Some(true),
            Phase::Stopped | Phase::Overdue | Phase::Failed(_) => Some(false),
            Phase::Waiting | Phase::Done => None,
        }
    });
    view! {
        <li
            class="check"
            node_ref=item
            data-tone=move || judgement.get().tone()
            data-bad=move || judgement.get().is_bad.to_string()
            data-selected=move || selected.get().to_string()
            data-stale=move || stale.get().to_string()
        >
            <div class="check-line">
                <button
                    type="button"
                    class="check-select"
                    data-check=move || position.get() + 1
                    aria-current=move || selected.get().then_some("true")
                    aria-expanded=move || selected.get().to_string()
                    on:click=move |_| page.select_row(id)
                >
                    <span class="outcome" data-shape=move || judgement.get().shape aria-hidden="true"></span>
                    <span class="check-title">{title}</span>
                    {move || judgement.with(answer)}
                    <span class="visually-hidden">{move || {
                        let vacuous = judgement.get().is_vacuous.then_some(VACUOUS);
                        let held = stale.get().then_some("for the text before the errors");
                        let notes: Vec<_> = vacuous.into_iter().chain(held).collect();
                        if notes.is_empty() { String::new() } else { format!("({})", notes.join(", ")) }
                    }}</span>
                </button>
                {move || {
                    let stop = stoppable.get()?;
                    let label = if stop { "Stop" } else { "Check again" };
                    Some(view! {
                        <button
                            type="button"
                            class="button check-action"
                            on:click=move |_| if stop {
                                page.checks.stop(id);
                            } else {
                                page.checks.ask_again(id);
                            }
                        >
                            {label}
                        </button>
                    })
                }}
            </div>
            {
                let row = row.clone();
                move || selected.get().then(|| view! { <Detail page row=row.clone()/> })
            }
        </li>
    }
}

/// Scrolls the list to a row that is selected, wherever that was done, and again when its first answer makes it longer: edits, which
/// have it answered anew, leave the list where it is.
fn keep_in_sight(item: NodeRef<html::Li>, selected: Memo<bool>, row: &Row) {
    let (run, frame) = (row.run.clone(), NextFrame::new());
    let is_done = Memo::new(move |_| run.with(|it| it.phase == Phase::Done));
    let bring = move || {
        let item = item.try_get_untracked().flatten()?;
        let pane = item.closest(".checks-scroll").ok()??;
        let (row, room) = (
            item.get_bounding_client_rect(),
            pane.get_bounding_client_rect(),
        );
        let (above, below) = (row.top() - room.top(), row.bottom() - room.bottom());
        // A row that is higher than the list begins at its top.
        let by = above.min(below.max(0.0));
        // Lists are some thousand pixels high.
        #[allow(clippy::cast_possible_truncation)]
        pane.set_scroll_top(pane.scroll_top() + by as i32);
        Some(())
    };
    // Whether the row has been seen with its answer since it was selected.
    Effect::new(move |seen: Option<bool>| {
        if !selected.get() {
            return false;
        }
        let (is_done, seen) = (is_done.get(), seen == Some(true));
        if !seen {
            frame.run(move || {
                bring();
            });
        }
        seen || is_done
    });
}

/// The second line: the outcome, whether it was expected, and how far was asked.
fn answer(judgement: &Judgement) -> AnyView {
    let vacuous = judgement.is_vacuous.then(|| {
        view! { <span class="check-vacuous" title=VACUOUS aria-hidden="true">"!"</span> }
    });
    view! {
        <span class="check-answer">
            <span class="check-short">{judgement.word.clone()}</span>
            {vacuous}
            {judgement.badge.map(badge)}
            <span class="check-limits">{judgement.limits.clone()}</span>
        </span>
    }
    .into_any()
}

/// Whether an answer was expected, where the text says what is.
pub fn badge(badge: Badge) -> AnyView {
    let met = badge == Badge::Met;
    view! { <span class="badge" data-met=met.to_string()>{badge.words()}</span> }.into_any()
}
