//! The path: all lessons in the order in which they build on one another, with what is solved. Nothing is locked.

use leptos::html;
use leptos::prelude::*;
use lockstep_core::lesson::PATH;
use web_sys::KeyboardEvent;

use super::progress::Progress;
use super::slides::typographic;
use crate::state::Page;
use crate::state::action::Action;
use crate::ui::Icon;
use lockstep_core::address::Place;

/// The goal of each lesson, as its file says it: the path fetches no lesson.
const GOALS: [&str; PATH.len()] = [
    "Read two machines, and say what happens when one of them sends.",
    "Find the first message that cannot happen, its reason, and the message that was forgotten.",
    "Forbid a scenario without forbidding everything.",
    "Tell an answer about short runs from one about all runs.",
    "Find a deadlock, see who waits for whom, and tell it from a proper end.",
    "Use a set of effects as an atomic step: three philosophers and three forks.",
    "Read the formula that says \"there is a run of k steps\", and find out what happens when a part of it is missing.",
    "Ask for a goal, and get the shortest plan; ask for one less, and get the reason why there is none.",
    "See what makes a \"no\" believable, and write a proof by hand.",
    "Prove something for every length with one step.",
    "Tell a choice that is offered from one that was made.",
    "Say what happens to an event that comes at the wrong time.",
    "Find where two standards disagree about the same picture, and draw it so that they do not.",
    "Find the smallest delay that keeps a crossing safe.",
    "Find the clauses that keep a call from ever being made, and change the one that is wrong.",
    "See that a call may have several outcomes, and say exactly what changes and what stays.",
];

/// The path, over the panes.
pub fn view(page: Page) -> AnyView {
    let progress = Progress::remembered();
    let title = NodeRef::<html::H2>::new();
    Effect::new(move || {
        if let Some(title) = title.get() {
            // It has just been drawn, and takes the focus.
            let _ = title.focus();
        }
    });
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            event.stop_propagation();
            page.perform(Action::LeaveLessons);
        }
    };
    let count = move || progress.count(PATH.len());
    let next = move || (0..PATH.len()).find(|&it| !progress.is_solved(it));
    let item = move |position: usize| {
        let (_, name) = PATH[position];
        let solved = move || progress.is_solved(position);
        let mark = move || {
            solved().then(|| {
                view! {
                    <span class="path-solved"><Icon name="good"/>"solved"</span>
                }
            })
        };
        let is_next = move || (next() == Some(position)).then_some("step");
        view! {
            <li class="path-lesson" data-solved=move || solved().to_string()>
                <a href=format!("#{}", Place::Slide(position, 0).fragment()) aria-current=is_next>
                    <span class="path-number">{position + 1}</span>
                    <span class="path-name">{typographic(name)}</span>
                    <span class="path-goal">{typographic(GOALS[position])}</span>
                    {mark}
                </a>
            </li>
        }
    };
    view! {
        <section class="path" aria-labelledby="path-title" on:keydown=on_key>
            <div class="path-scroll" tabindex="0" role="group" aria-label="Lessons">
                <header class="path-head">
                    <div>
                        <h2 id="path-title" tabindex="-1" node_ref=title>"Learn model checking"</h2>
                        <p>
                            "Sixteen lessons of five to ten minutes. Each has models to play with and one task that checks itself. \
                             Begin anywhere; your own text is kept."
                        </p>
                    </div>
                    <button
                        type="button"
                        class="button quiet square"
                        aria-label="Close the lessons"
                        title="Close (Esc)"
                        on:click=move |_| page.perform(Action::LeaveLessons)
                    >
                        <Icon name="close"/>
                    </button>
                </header>
                <p class="path-count">{move || format!("{} of {} solved", count(), PATH.len())}</p>
                {move || progress.note().map(|it| view! { <p class="path-note" role="status">{it}</p> })}
                <ol class="path-lessons">{(0..PATH.len()).map(item).collect_view()}</ol>
            </div>
        </section>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::{GOALS, PATH};
    use std::path::Path;

    #[test]
    fn the_goals_are_those_of_the_lessons() {
        let lessons = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/lessons");
        for ((folder, title), goal) in PATH.iter().zip(GOALS) {
            let file = lessons.join(folder).join("lesson.md");
            let text = std::fs::read_to_string(&file).expect("each lesson has a file");
            let opening = format!("# {title}\n\n{goal}\n");
            assert!(text.starts_with(&opening), "{folder}: {opening}");
        }
    }
}
