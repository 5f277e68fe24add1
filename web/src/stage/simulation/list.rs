//! What stands in the pane: the choices, or why there are none, and what else can be done.

use leptos::prelude::*;
use lockstep_core::api::StepView;

use super::{Bench, Choices};
use crate::stage::by_chance;
use crate::stage::choice_focus::digit;
use crate::ui::{Strong, titled_button};

/// The head: what the pane is, back to the start of the run, and out.
pub fn head(bench: Bench) -> AnyView {
    let over = move || {
        bench.said.set(String::new());
        bench.show(bench.run().into_iter().take(1).collect(), None);
    };
    let leave = move || bench.page.by_hand(false);
    view! {
        <header class="by-hand-head">
            <h3>"By hand"</h3>
            {titled_button("Start over", "Back to the start of the run", over)}
            {titled_button("Leave", "Leave stepping by hand (Esc)", leave)}
        </header>
    }
    .into_any()
}

/// Random steps, and what becomes of the run.
pub fn more(bench: Bench) -> AnyView {
    view! {
        {by_chance::controls(bench.seed, move |steps| bench.walk(steps))}
        <div class="by-hand-keep">
            {titled_button(
                "Let the solver go on…",
                "Choose states on the cards to get to",
                move || bench.page.choose_goal(true),
            )}
            {titled_button(
                "Keep as scenario",
                "Writes the run up to this step into the text",
                move || bench.keep_scenario(),
            )}
            {titled_button(
                "Keep as question",
                "Asks in the text whether this state can be reached",
                move || bench.keep_question(),
            )}
        </div>
    }
    .into_any()
}

/// The choices after a step, or why there are none.
pub fn choices(bench: Bench, choices: &Choices) -> AnyView {
    let Choices { run, at, next, .. } = choices;
    let Some(next) = next else {
        let words = "There are too many ways to go on to list them. The solver can look for one: \
                     choose where to.";
        return view! { <p>{words}</p> }.into_any();
    };
    if run.is_empty() {
        let has_errors = bench.page.document.analysis().with(|it| it.has_errors);
        let words = match has_errors {
            true => "Mend the errors in the text first.",
            false => {
                "Nothing is there to go by hand yet. Write machines, or begin with what “New” offers."
            }
        };
        return view! { <p>{words}</p> }.into_any();
    }
    let here = match at {
        0 => "At the start".to_owned(),
        step => format!("After step {step}"),
    };
    if next.is_empty() {
        return ending(bench, &run[..=*(at.min(&(run.len() - 1)))], &here);
    }
    let count = match next.len() {
        1 => "one thing can happen".to_owned(),
        more => format!("{more} things can happen"),
    };
    // The choice that was taken before stays in view as such.
    let taken = run.get(at + 1);
    let items = next.iter().enumerate();
    let items = items.map(|(index, step)| choice(bench, index, step, taken == Some(step)));
    view! {
        <p role="status">{format!("{here}, {count}:")}</p>
        <ol>{items.collect_view()}</ol>
    }
    .into_any()
}

fn choice(bench: Bench, index: usize, step: &StepView, taken: bool) -> AnyView {
    view! {
        <li>
            <button
                type="button"
                class="by-hand-choice"
                data-i=index.to_string()
                data-number=digit(index)
                aria-keyshortcuts=digit(index)
                tabindex=move || bench.roving.tabindex(index)
                aria-current=taken.then_some("true")
                on:click=move |_| bench.take(index)
                on:pointerenter=move |_| bench.light(Some(index))
                on:pointerleave=move |_| bench.light(None)
            >
                <Strong text=step.sentence.clone()/>
            </button>
        </li>
    }
    .into_any()
}

/// Nothing can happen: an end, or a deadlock with who waits for whom.
fn ending(bench: Bench, run: &[StepView], here: &str) -> AnyView {
    let Some(stuck) = bench.with_tool(|tool| tool.stuck(run)).flatten() else {
        return ().into_any();
    };
    if stuck.terminated {
        let words = "nothing can happen any more: all lifelines are in final states.";
        return view! { <p class="by-hand-end" role="status">{format!("{here}, {words}")}</p> }
            .into_any();
    }
    let lines = stuck.waits.lines.into_iter();
    let lines = lines.map(|line| view! { <li><Strong text=line/></li> });
    view! {
        <p class="by-hand-end bad" role="status">
            <b>"Deadlock. "</b>
            {format!("{here}, nothing can happen any more.")}
        </p>
        <p><Strong text=stuck.waits.sentence/></p>
        {stuck.waits.ending.map(|ending| view! { <p><Strong text=ending.sentence/></p> })}
        <ul>{lines.collect_view()}</ul>
    }
    .into_any()
}
