//! What is known about the selected check: its sentence, the facts behind it in one line that opens, and what can be done.

use leptos::prelude::*;
use lockstep_core::api::ShownFormulas;
use lockstep_core::api::{CertificateView, CheckView, Extent, Kind, Outcome, StopView, Verdict};

use super::{formulas, help, invariant};
use crate::settings;
use crate::state::Page;
use crate::state::action::Action;
use crate::state::checks::OVERDUE;
use crate::state::run::{Phase, Row, RowId, Run};
use crate::ui::{Icon, Prose, button};
use crate::words;

/// The open part of a row.
#[component]
pub fn Detail(page: Page, row: Row) -> impl IntoView {
    let run = row.run.clone();
    let view = row.view.clone();
    view! {
        <div class="check-detail">
            {
                let run = run.clone();
                move || body(page, &run.get(), &view.get())
            }
            {facts(page, &row)}
            {actions(page, &row)}
            {invariant::view(page, &row)}
            // Help is about the text that was checked: while another one stands there, it is hidden. It
            // comes late, and last, so that no button moves away from under a pointer.
            <div>
                {move || {
                    let answer = run.get().answer?;
                    let is_of_this = !page.checks.is_stale(&answer);
                    is_of_this.then(|| {
                        help::help(page, &answer.help, &row.view.get_untracked(), &answer.outcome)
                    })
                }}
            </div>
        </div>
    }
}

/// What can be done with the check, as links in one row.
fn actions(page: Page, row: &Row) -> impl IntoView + use<> {
    let others = Memo::new(move |_| page.can_show_another());
    let view = row.view.clone();
    let range = move || view.get_untracked().range;
    let more = {
        let row = row.clone();
        move || {
            let (run, check) = (row.run.get(), row.view.get());
            [
                farther(page, &run, &check),
                alone(page, &run, &check),
                readings(page, &run),
                undecided(page, row.id, &run),
                before(page, &row, &run),
            ]
            .into_iter()
            .flatten()
            .collect_view()
        }
    };
    view! {
        <div class="check-actions">
            {button("link", "Show in the text", move || page.reveal(range()))}
            {move || others.get().then(|| view! {
                <button
                    type="button"
                    class="link check-another"
                    title="Another run that shows the same (n)"
                    on:click=move |_| page.show_another()
                >
                    "Another run"
                </button>
            })}
            {(untrack(|| page.kind()).extras().formulas != ShownFormulas::None)
                .then(|| formulas::button(page, row.clone()))}
            {more}
        </div>
    }
}

/// Why there is no answer, or none yet, where that is not only that its turn has not come.
pub(super) fn trouble(page: Page, run: &Run) -> Option<String> {
    match &run.phase {
        Phase::Stopped => Some("Stopped. The question is still open.".to_owned()),
        Phase::Overdue => Some(OVERDUE.to_owned()),
        Phase::Failed(why) => Some(why.clone()),
        Phase::Running(search) => Some(words::search(
            search.seconds,
            search.covered,
            &search.progress,
            words::step(page.kind()),
        )),
        Phase::Waiting | Phase::Done => None,
    }
}

fn body(page: Page, run: &Run, check: &CheckView) -> AnyView {
    if let Some(trouble) = trouble(page, run) {
        let pending = matches!(run.phase, Phase::Running(_));
        let sentence = view! {
            <p class="check-sentence" class:check-pending=pending><Prose text=trouble/></p>
        };
        return sentence.into_any();
    }
    let Some(answer) = &run.answer else {
        let why = match run.earlier {
            _ if page.checks.is_held(check.index) => "Its answer comes after your bet.",
            Some(_) => "The question or the model has changed. Waiting for the new answer.",
            None => "Waiting for its turn.",
        };
        return view! { <p class="check-sentence check-soft">{why}</p> }.into_any();
    };
    let outcome = &answer.outcome;
    let reason = match (outcome.reason(), &outcome.certificate) {
        (Some(reason), _) => Some(reason.sentence.clone()),
        (None, CertificateView::Open { reached }) => Some(reached.clone()),
        (None, _) => None,
    };
    let vacuity = outcome.vacuity.as_ref().map(|it| it.sentence.clone());
    let ending = outcome.waits().and_then(|it| it.ending.as_ref());
    let ending = ending.filter(|_| outcome.as_expected() != Some(true));
    let ending = ending.map(|ending| ending.sentence.clone());
    view! {
        <p class="check-sentence"><Prose text=outcome.sentence.clone()/></p>
        {vacuity.map(|it| view! { <p class="check-sentence check-rests"><Prose text=it/></p> })}
        {reason.map(|reason| view! { <p class="check-sentence"><Prose text=reason/></p> })}
        {ending.map(|ending| view! { <p class="check-sentence"><Prose text=ending/></p> })}
    }
    .into_any()
}

/// The facts behind the answer: one line, and all of them where it is opened.
fn facts(page: Page, row: &Row) -> impl IntoView + use<> {
    let (run, view) = (row.run.clone(), row.view.clone());
    let known = Memo::new(move |_| {
        let run = run.get();
        let answer = run.answer.filter(|_| is_settled(&run.phase))?;
        let step = words::step(page.kind());
        let line = words::evidence(&answer.outcome, step);
        Some((line, listed(&answer.outcome, &view.get(), step)))
    });
    move || {
        let (line, facts) = known.get()?;
        let facts = facts.into_iter().map(|(name, value)| {
            view! { <div><dt>{name}</dt><dd>{value}</dd></div> }
        });
        Some(view! {
            <details class="check-facts">
                <summary><span>{line}</span><Icon name="chevron"/></summary>
                <dl class="facts">{facts.collect_view()}</dl>
            </details>
        })
    }
}

/// Whether the answer that is there is the row's.
fn is_settled(phase: &Phase) -> bool {
    matches!(phase, Phase::Waiting | Phase::Done)
}

/// Beside "unknown": what may lead to an answer.
fn undecided(page: Page, row: RowId, run: &Run) -> Option<AnyView> {
    let answer = run.answer.as_ref().filter(|_| run.phase == Phase::Done);
    if let Some(engine) = answer.and_then(|it| it.outcome.instead.clone()) {
        let action = Action::UseEngine(engine);
        return Some(button("link", action.label(), move || {
            page.perform(action.clone());
        }));
    }
    let late = match (&run.phase, &run.answer) {
        (Phase::Overdue, _) => true,
        (Phase::Done, Some(answer)) => match answer.outcome.verdict {
            Verdict::Unknown(stop) => stop == StopView::Late,
            Verdict::Found { .. } | Verdict::Absent(_) => return None,
        },
        _ => return None,
    };
    let word = if late {
        "Ask again without a limit of time"
    } else {
        "Choose another engine"
    };
    Some(button("link", word, move || {
        if late {
            page.checks.ask_patiently(row);
        } else {
            settings::show(page);
        }
    }))
}

/// Beside a "no" within a bound: whether it holds for every length, as a check of its own.
fn farther(page: Page, run: &Run, check: &CheckView) -> Option<AnyView> {
    let answer = run.answer.as_ref().filter(|_| run.phase == Phase::Done)?;
    let outcome = &answer.outcome;
    let is_open = outcome.verdict == Verdict::Absent(Extent::Bound);
    let is_asked = is_open && check.bound.is_some() && !check.implicit;
    if !is_asked || page.checks.is_stale(answer) {
        return None;
    }
    let check = check.clone();
    let ask = move || page.ask_for_every_length(&check);
    let word = "Not within the bound. And never?";
    Some(button("link", word, ask))
}

/// Beside a deadlock that is not there only because something can come from outside: the question without that.
fn alone(page: Page, run: &Run, check: &CheckView) -> Option<AnyView> {
    let answer = run.answer.as_ref().filter(|_| run.phase == Phase::Done)?;
    let evidence = answer.outcome.system.as_ref()?;
    if !evidence.needs_environment || page.checks.is_stale(answer) {
        return None;
    }
    let check = check.clone();
    let ask = move || page.ask_without_environment(&check);
    Some(button("link", "And without the environment?", ask))
}

/// Beside an answer of a kind with two readings of a check: both of them side by side.
fn readings(page: Page, run: &Run) -> Option<AnyView> {
    let answer = run.answer.as_ref().filter(|_| run.phase == Phase::Done)?;
    let extras = untrack(|| page.kind()).extras();
    let (noun, [one, other]) = (extras.compares?, extras.readings) else {
        return None;
    };
    // Of what is no question about runs there is nothing to see.
    if answer.outcome.kind() == Kind::Independent || page.checks.is_stale(answer) {
        return None;
    }
    let word = format!("Compare {noun} {one} with {noun} {other}");
    let compare = move |_| page.compare_readings();
    Some(view! { <button type="button" class="link" on:click=compare>{word}</button> }.into_any())
}

/// Beside the answer to an edited text: its run and the one before the edit.
fn before(page: Page, row: &Row, run: &Run) -> Option<AnyView> {
    let before = run.answer.as_ref()?.before.clone()?;
    let now = &run.answer.as_ref()?.outcome;
    // Of the same kind of model, and each with a run.
    let runs = before.outcome.length() > 0
        && now.length() > 0
        && before.outcome.system.is_some() == now.system.is_some();
    let row = row.clone();
    let compare = move || page.compare_with(&row, &before);
    let word = "Compare with the run before the edit";
    runs.then(|| button("link check-compare", word, compare))
}

fn listed(outcome: &Outcome, check: &CheckView, step: &str) -> Vec<(&'static str, String)> {
    let time = outcome.work.encode_ms + outcome.work.solve_ms;
    // Of a scenario of machines it is what happens before the first message.
    let is_before = outcome.prefix().is_some() && outcome.system.is_none();
    [
        (
            "Question",
            Some(format!("{}, {}", words::kind(check), words::asked(check))),
        ),
        ("Holds for", Some(words::covers(outcome))),
        ("Certificate", Some(words::certificate(outcome))),
        (
            if is_before { "Begins after" } else { "Depth" },
            outcome
                .depth()
                .map(|depth| words::counted(depth as usize, step)),
        ),
        ("Engine", Some(words::engine(outcome))),
        ("Size", words::size(outcome)),
        ("Time", Some(words::milliseconds(time))),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value.filter(|value| !value.is_empty())?)))
    .collect()
}
