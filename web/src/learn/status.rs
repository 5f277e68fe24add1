//! What became of the task, below the prose and below the text: what is missing, a hint more, or that it is solved.

use leptos::prelude::*;
use lockstep_core::lesson::Evidence;

use super::open::{Judged, Open};
use super::{evidence, task, words};
use crate::ui::task::spawn;
use crate::ui::task::yield_now;
use crate::ui::{Icon, button};

/// The strip; nothing where the task is not at hand.
pub fn view(open: Open) -> AnyView {
    let at_task = Memo::new(move |_| open.is_at_task());
    let hints = RwSignal::new(0_usize);
    let is_begun = Memo::new(move |_| {
        open.page.document.revision().track();
        open.page.attempt().is_some()
    });
    view! {
        <Show when=move || at_task.get()>
            <section class="lesson-status" aria-label="Task" data-state=move || state(open)>
                <div class="lesson-says" role="status">
                    {move || said(open, is_begun.get())}
                </div>
                {move || acts(open, hints, is_begun.get())}
                {move || shown_hints(open, hints.get())}
                // The prose has them above the task; a proof is written with its clauses in sight.
                {move || open.page.learn.shows_text.get().then(|| task::clauses(open, true))}
            </section>
        </Show>
        <p class="lesson-refused" role="alert">
            {move || open.announcer.refused.get().map(|it| words::sentence(&it))}
        </p>
    }
    .into_any()
}

/// How far the attempt is, for the stylesheet.
fn state(open: Open) -> &'static str {
    match open.judged.get() {
        Judged::Waiting => "waiting",
        Judged::Failed(_) => "missing",
        Judged::Done(judgement) if judgement.is_solved() => "solved",
        Judged::Done(_) => "missing",
    }
}

fn said(open: Open, is_begun: bool) -> AnyView {
    let judgement = match open.judged.get() {
        Judged::Waiting => return view! { <p>"The attempt is being checked."</p> }.into_any(),
        Judged::Failed(why) => return view! { <p>{why}</p> }.into_any(),
        Judged::Done(judgement) => judgement,
    };
    if judgement.is_solved() {
        let note = open.progress.note();
        // A wrong *yes* that was asked for is seen, and not only counted.
        let shown = judgement.criteria.iter().find_map(evidence::more);
        return view! {
            <p class="lesson-done"><Icon name="good"/>"Solved: every criterion is met."</p>
            {shown.map(|it| view! { <p>{words::sentence(&it)}</p> })}
            {note.map(|it| view! { <p>{it}</p> })}
        }
        .into_any();
    }
    let Some((_, first)) = judgement.first() else {
        return ().into_any();
    };
    let more = evidence::more(first);
    // Before the first change this is the task, and no reproach.
    let lead = if is_begun { "Not yet. " } else { "To do. " };
    view! {
        <p><b>{lead}</b>{words::sentence(&first.sentence)}</p>
        {more.map(|it| view! { <p>{words::sentence(&it)}</p> })}
    }
    .into_any()
}

/// What can be done about it.
fn acts(open: Open, hints: RwSignal<usize>, is_begun: bool) -> AnyView {
    let judgement = match open.judged.get() {
        Judged::Done(judgement) => Some(judgement),
        Judged::Waiting | Judged::Failed(_) => None,
    };
    let solved = judgement.as_ref().is_some_and(|it| it.is_solved());
    let first = judgement.as_ref().and_then(|it| it.first());
    let first = first.map(|(_, it)| it.clone());
    let show = first.and_then(|first| {
        let word = evidence::word(&first)?;
        // Of the attempt's own checks the answer stands below already, where there is room.
        let is_seen = matches!(
            first.evidence,
            Some(Evidence::Shown(_) | Evidence::Printed(..))
        ) && !evidence::has_run(&first);
        Some(view! {
            <button
                type="button"
                class="button lesson-show"
                data-shown=is_seen.to_string()
                on:click=move |_| evidence::show_on_request(open, &first)
            >
                {word}
            </button>
        })
    });
    let all = open.loaded.with_value(|it| it.lesson.hints().count());
    let hint = (!solved && hints.get() < all).then(|| {
        let word = match hints.get() {
            0 => "Hint",
            _ => "Another hint",
        };
        button("button quiet", word, move || hints.update(|it| *it += 1))
    });
    let shows_text = open.page.learn.shows_text;
    let say = (solved && shows_text.get()).then(|| {
        button("button", "What you should be able to say", move || {
            shows_text.set(false);
            spawn(async move {
                // The prose has to be drawn before it can be scrolled.
                yield_now().await;
                if let Ok(Some(say)) = document().query_selector(".lesson-say") {
                    say.scroll_into_view();
                }
            });
        })
    });
    let again = is_begun.then(|| button("button quiet", "Start over", move || open.start_over()));
    view! { <p class="lesson-acts">{show} {say} {hint} {again}</p> }.into_any()
}

/// The hints that were asked for, the next step first.
fn shown_hints(open: Open, count: usize) -> AnyView {
    let hint = |it: &lockstep_core::lesson::Words| view! { <li>{words::words(it)}</li> };
    let hints = open.loaded.with_value(|it| {
        let hints = it.lesson.hints().take(count);
        hints.map(hint).collect_view()
    });
    (count > 0)
        .then(|| view! { <ol class="lesson-hints" aria-label="Hints" role="list">{hints}</ol> })
        .into_any()
}
