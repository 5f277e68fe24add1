//! By which rules transitions are taken apart, where a step is finer than one: the corrected ones, or those of the thesis,
//! which lead into dead ends. It is a switch beside the grain, by hand and for all runs.

use leptos::prelude::*;

use crate::ui::Prose;

/// The core's word for rules, that of a button, and what it means.
pub type Rule = (&'static str, &'static str, &'static str);

/// By which rules a transition is taken apart.
pub const ALL: [Rule; 3] = [
    (
        "",
        "Corrected",
        "Only what can be completed is offered, and nothing is lost",
    ),
    (
        "printed",
        "As printed",
        "The rules of the thesis as they are meant",
    ),
    (
        "literal",
        "To the letter",
        "The rules of the thesis to the letter, with what is only misprinted",
    ),
];

/// The switch between rules, where steps are finer than transitions, and what runs by the thesis' rules are like.
pub fn switch(
    all: &'static [Rule],
    is_fine: Signal<bool>,
    chosen: Signal<String>,
    choose: Callback<&'static str>,
) -> AnyView {
    let choice = move |&(name, word, title): &Rule| {
        view! {
            <button
                type="button"
                title=title
                aria-pressed=move || (chosen.get() == name).to_string()
                on:click=move |_| choose.run(name)
            >
                {word}
            </button>
        }
    };
    let said = move || match &*chosen.get() {
        "" => None,
        "printed" => Some(
            "As printed a step is also offered where its transition cannot be completed after it, runs of nested branches are lost, and a run by hand ends where it comes back.",
        ),
        _ => Some(
            "To the letter also a fork leads to where nobody waits, and an `init` or `env` without statements has no step.",
        ),
    };
    let switch = move || {
        is_fine.get().then(|| {
            let said =
                said().map(|it| view! { <p class="by-hand-rules"><Prose text=it.to_owned()/></p> });
            view! {
                <div
                    class="frame-views by-hand-grain"
                    role="group"
                    aria-label="By which rules transitions are taken apart"
                >
                    {all.iter().map(choice).collect_view()}
                </div>
                {said}
            }
        })
    };
    switch.into_any()
}
