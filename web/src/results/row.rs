//! One check: verdict, title, how far it can be played, what was asked.

use leptos::prelude::*;
use lockstep_core::api::grouped;

use super::detail::Detail;
use super::judgement::Judgement;
use crate::state::Page;
use crate::state::run::{Phase, Row};
use crate::words;

/// Said beside the sign of an answer that rests on unmet demands.
const VACUOUS: &str = "only because something in the model can never happen";

/// A row of the list.
#[component]
pub fn CheckRow(page: Page, row: Row) -> impl IntoView {
    let id = row.id;
    let view = row.view.clone();
    let judgement = {
        let run = row.run.clone();
        Memo::new(move |_| run.with(Judgement::of))
    };
    let position = Memo::new(move |_| {
        page.checks
            .rows()
            .with(|rows| rows.iter().position(|row| row.id == id))
            .unwrap_or(0)
    });
    let selected = Memo::new(move |_| page.checks.selected().get() == Some(id));
    let title = {
        let view = view.clone();
        move || view.get().title.clone()
    };
    let short = Memo::new({
        let row = row.clone();
        move |_| short_answer(page, &row)
    });
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
    let asked = {
        let view = view.clone();
        move || words::asked(&view.get())
    };
    view! {
        <li
            class="check"
            data-tone=move || judgement.get().tone()
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
                    <span class="check-sign" aria-hidden="true">
                        {move || judgement.get().glyph()}
                        {move || judgement.get().is_vacuous.then(|| view! {
                            <span class="check-vacuous" title=VACUOUS>"!"</span>
                        })}
                    </span>
                    <span class="check-title">{title}</span>
                    <span class="check-short">{move || short.get()}</span>
                    <span class="check-asked">{asked}</span>
                    <span class="visually-hidden">{move || {
                        let judgement = judgement.get();
                        let vacuous = if judgement.is_vacuous { format!("; {VACUOUS}") } else { String::new() };
                        let held = if stale.get() { ", for the text before the errors" } else { "" };
                        format!("({}{vacuous}{held})", judgement.status())
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

/// The answer in two words at most: for scenarios how far they can be played.
pub fn short_answer(page: Page, row: &Row) -> String {
    let run = row.run.get();
    match &run.phase {
        Phase::Running(search) if search.seconds > 0 => {
            return format!("running, {} s", grouped(u64::from(search.seconds)));
        }
        Phase::Running(_) => return "running".to_owned(),
        Phase::Stopped => return "stopped".to_owned(),
        Phase::Overdue => return "unknown".to_owned(),
        Phase::Failed(_) => return "no answer".to_owned(),
        Phase::Waiting | Phase::Done => {}
    }
    let Some(answer) = run.answer else {
        let held = page.checks.is_held(row.view.with(|view| view.index));
        return if held { "after your bet" } else { "waiting" }.to_owned();
    };
    let messages = row.view.get().scenario.and_then(|scenario| {
        page.document
            .settled()
            .with(|it| it.scenarios.get(scenario).map(|it| it.messages.len()))
    });
    messages
        .and_then(|messages| words::played(&answer.outcome, messages))
        .unwrap_or_else(|| answer.outcome.answer().word().to_owned())
}
