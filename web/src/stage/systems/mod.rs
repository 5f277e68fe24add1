//! A transition system on the stage: its control flow with the values at the step above, its run below.
//!
//! What is drawn comes from [`lockstep_core::diagram`]; here are the regions, their views and what clicks do. All
//! of it is fetched when the first text of this kind is opened.

mod by_hand;
mod choices;
mod columns;
pub(super) mod compared;
mod control_flow;
pub(super) mod halves;
mod made;
pub(super) mod named;
mod other_run;
mod other_value;
pub(super) mod paper;
mod pointed;
mod run_file;
mod shown;
mod space;
pub(super) mod steps;
pub(super) mod time;
pub(super) mod variables;
pub(super) mod watch_list;

use leptos::prelude::*;
use lockstep_core::api;

use super::draft::AskForm;
use super::empty::Remark;
use super::runs;
use super::sequence::chosen;
use super::view_choice;
use super::witnesses;
use super::{StageContext, panes};
use crate::parts::{self, part};
use crate::state::Page;
use crate::state::stage::views::RunView;
use crate::ui::on_paper;
pub(super) use choices::all_stopped;
pub(super) use pointed::{By, Pointed, PointedAt};
pub(super) use shown::{CurrentStep, Shown};

/// The views of a run of a system.
pub(super) const VIEWS: [(RunView, &str); 2] =
    [(RunView::Picture, "Values"), (RunView::Steps, "Steps")];

/// Structure and behaviour of a system, once the part that draws them is there.
pub fn view(page: Page, play: StageContext, step: RwSignal<usize>) -> AnyView {
    let draw = move || parts::now(regions(page, play, step)).into_any();
    parts::later("What shows transition systems", fetch, draw)
}

part! {
    transitions, fetched by fetch;
    fn regions(page: Page, play: StageContext, step: RwSignal<usize>) -> Result<AnyView, Missing> {
        let shown = Shown::new(play, step, Some(api::watched));
        variables::offer(shown, Vec::new);
        let canvas = canvas(page, shown, "Control flow", halves::view(shown, control_flow::view));
        let pictured = move |_| if_run(shown, values);
        let behaviour = behaviour(page, shown, &VIEWS, pictured, || ().into_any());
        let paper = on_paper(move || paper::stage(shown, |step| control_flow::figures(shown, step)));
        Ok(view! { {panes::view(play, canvas, behaviour)} {paper} }.into_any())
    }
}

part! {
    running, fetched by fetch_runs;
    fn runs_pane(page: Page, shown: Shown) -> Result<AnyView, Missing> {
        Ok(runs::view(page, shown.step, made::runs(page)))
    }
}

part! {
    views, fetched by fetch_states;
    fn states_pane(page: Page, shown: Shown) -> Result<AnyView, Missing> {
        Ok(space::view(page, shown))
    }
}

part! {
    running, fetched by fetch_by_hand;
    fn by_hand_pane(page: Page, shown: Shown) -> Result<AnyView, Missing> {
        Ok(by_hand::view(page, shown))
    }
}

/// A view of the run, where there is one.
pub(super) fn if_run(shown: Shown, view: fn(Shown) -> AnyView) -> AnyView {
    let has_run = shown.has_run();
    (move || has_run.get().then(|| view(shown))).into_any()
}

/// The values over time, with what is watched below them.
pub(super) fn values(shown: Shown) -> AnyView {
    view! { <div class="values-pane">{time::view(shown)} {watch_list::view(shown)}</div> }
        .into_any()
}

/// All runs, once the part that draws them is there.
fn all_runs(page: Page, shown: Shown) -> AnyView {
    let draw = move || parts::now(runs_pane(page, shown)).into_any();
    parts::later("The picture of all runs", fetch_runs, draw)
}

/// The state space, likewise.
fn states(page: Page, shown: Shown) -> AnyView {
    let draw = move || parts::now(states_pane(page, shown)).into_any();
    parts::later("The state space", fetch_states, draw)
}

/// Stepping by hand, likewise.
fn stepping(page: Page, shown: Shown) -> AnyView {
    let draw = move || parts::now(by_hand_pane(page, shown)).into_any();
    let pane = parts::later("Stepping by hand", fetch_by_hand, draw);
    view! { <div class="by-hand-frame">{pane}</div> }.into_any()
}

/// The canvas with the drawing of a system and its further modes.
pub(super) fn canvas(
    page: Page,
    shown: Shown,
    word: &'static str,
    drawing: AnyView,
) -> panes::Canvas {
    panes::Canvas {
        word,
        drawing,
        states: Box::new(move || states(page, shown)),
        runs: Box::new(move || all_runs(page, shown)),
    }
}

/// The run of a system in one of these views; the pictures are the kind's own, the first of them also where there is no
/// run. What a kind tells of the step stands `aside`, above stepping by hand.
pub(super) fn behaviour(
    page: Page,
    shown: Shown,
    views: &'static [(RunView, &'static str)],
    picture: impl Fn(RunView) -> AnyView + Send + 'static,
    aside: impl Fn() -> AnyView,
) -> AnyView {
    let play = shown.play;
    let title = move || {
        if page.stage_content().is_by_hand() {
            return "by hand".to_owned();
        }
        let check = play.check.get();
        check.map_or_else(|| "no check".to_owned(), |check| check.title)
    };
    let remarks =
        Memo::new(move |_| page.stage_content().is_answered() && !page.stage.is_simulated());
    let chosen_view = view_choice::shown(play, views);
    let has_run = shown.has_run();
    let contents = move || match chosen_view.get() {
        // What a kind of model draws may be there without a run.
        RunView::Picture => picture(RunView::Picture),
        _ if !has_run.get() => ().into_any(),
        RunView::Steps => steps::view(shown),
        RunView::Values => picture(RunView::Values),
    };
    view! {
        <section class="sequence" aria-label="Run">
            {move || compared::bar(shown)}
            {move || compared::under_way(page)}
            <header class="stage-head">
                <p class="frame-title">{title}</p>
                {view_choice::of_run(play, views)}
                {panes::run_end(play)}
            </header>
            {witnesses::bar(page)}
            {chosen(page)}
            <AskForm page play/>
            {move || remarks.get().then(|| view! { <Remark page play/> })}
            <div class="sequence-body">
                <div class="system-view">{contents}</div>
                <div class="run-aside">
                    {aside()}
                    {move || page.stage.session.get().map(|_| stepping(page, shown))}
                </div>
            </div>
        </section>
    }
    .into_any()
}
