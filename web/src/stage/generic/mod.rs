//! A model of a kind without drawings of its own: its graphs with the values of a state on the canvas, and its run, with the
//! contract of the call where steps are calls.
//!
//! What it describes comes as data ([`GenericStructure`]), so this knows no kind; the views of a run are those of all systems.

mod call;
mod calls;
mod graph;
mod picture;

use leptos::prelude::*;
use lockstep_core::api::{GenericStructure, Structure};

use super::systems::{self, Shown, VIEWS, behaviour, canvas, halves, paper, variables};
use super::{StageContext, panes};
use crate::parts::{self, part};
use crate::state::Page;
use crate::state::stage::views::RunView;
use crate::ui::on_paper;

/// Structure and behaviour, once the part that draws them is there.
pub fn view(page: Page, play: StageContext, step: RwSignal<usize>) -> AnyView {
    let draw = move || parts::now(regions(page, play, step)).into_any();
    parts::later("What shows this kind of model", fetch, draw)
}

part! {
    generic, fetched by fetch;
    fn regions(page: Page, play: StageContext, step: RwSignal<usize>) -> Result<AnyView, Missing> {
        let shown = Shown::new(play, step, None);
        let layouts = graph::Layouts::new();
        variables::offer(shown, Vec::new);
        let has_calls = untrack(|| structure(shown)).is_some_and(|it| it.lifelines.is_some());
        let views: &[_] = if has_calls { &WITH_CALLS } else { &VIEWS };
        let pictured = move |view| match view {
            RunView::Picture if has_calls => halves::view(shown, calls_of_run),
            _ => systems::if_run(shown, systems::time::view),
        };
        let behaviour = behaviour(page, shown, views, pictured, move || call::view(shown));
        let paper = on_paper(move || paper::stage(shown, |step| view! { {graph::on_paper(shown, layouts, step)} {calls::on_paper(shown, step)} {call::on_paper(shown, step)} }.into_any()));
        let word = if has_calls { "Classes and objects" } else { "Structure" };
        let canvas = canvas(page, shown, word, halves::view(shown, move |it| graph::view(it, layouts)));
        Ok(view! { {panes::view(play, canvas, behaviour)} {paper} }.into_any())
    }
}

/// The views of a run whose steps are calls.
const WITH_CALLS: [(RunView, &str); 3] = [
    (RunView::Picture, "Calls"),
    (RunView::Values, "Values"),
    (RunView::Steps, "Steps"),
];

/// The sequence diagram, where there is a run.
fn calls_of_run(shown: Shown) -> AnyView {
    systems::if_run(shown, calls::view)
}

/// What is drawn of the text, tracked.
fn structure(shown: Shown) -> Option<GenericStructure> {
    shown.play.analysis.with(|it| match &it.structure {
        Structure::Generic(it) => Some((**it).clone()),
        _ => None,
    })
}
