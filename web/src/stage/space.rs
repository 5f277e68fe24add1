//! The state space of machines: a shape for each global state, the run lit among them, the step at hand ringed.
//!
//! It is computed here as stepping by hand is: there are few states, or only those around the run. A click on a state
//! of the run goes to its step; on another one it goes there by hand, on a shortest way.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Analysis, ByHand, CheckView, SpaceView};
use lockstep_core::diagram::space;

use super::StageContext;
use super::runs;
use super::states::{self, Frame, States};
use super::tools;
use crate::parts::{self, part};
use crate::protocol::Simulated;
use crate::state::Page;
use crate::state::run::ShownRun;

/// What the picture is of.
struct Space {
    tool: ByHand,
    view: Arc<SpaceView>,
}

/// The state space, once the part that draws it is there.
pub fn view(page: Page, play: StageContext, step: RwSignal<usize>) -> AnyView {
    let draw = move || parts::now(space_pane(page, play, step)).into_any();
    parts::later("The state space", fetch, draw)
}

/// All runs of the machines, once the part that draws them is there.
pub fn all_runs(page: Page, step: RwSignal<usize>) -> AnyView {
    let draw = move || parts::now(runs_pane(page, step)).into_any();
    let pane = parts::later("The picture of all runs", fetch_runs, draw);
    view! { <div class="sequence-main">{pane}</div> }.into_any()
}

part! {
    running, fetched by fetch_runs;
    fn runs_pane(page: Page, step: RwSignal<usize>) -> Result<AnyView, Missing> {
        Ok(runs::view(page, step, RUNS_OF_MACHINES))
    }
}

/// How all runs of machines are seen, and one of them played.
const RUNS_OF_MACHINES: runs::Kind = runs::Kind {
    grains: &[
        ("transition", "Transaction", "A whole transaction at a time"),
        ("choice", "Message set", "Each set of messages apart"),
    ],
    rules: &[],
    example: "everything, or some lifelines: cm, alice",
    play: |page, step, _, done| {
        let Simulated::States(states) = done else {
            return;
        };
        let text = page.document.revision().get_untracked().text;
        let row = untrack(|| page.checks.selected_row());
        let check = row.as_ref().map(|row| row.view.get_untracked());
        let Some(tool) = ByHand::new(&text, check.as_ref().map(|it| it.index)) else {
            return;
        };
        let run = tool.through(&states);
        let last = run.len().saturating_sub(1);
        let shown = ShownRun {
            row: page.checks.selected().get_untracked(),
            check: tool.view(page.lifelines()),
            outcome: Arc::new(tool.outcome(run)),
        };
        page.show_execution(shown, None);
        step.set(last);
    },
};

part! {
    views, fetched by fetch;
    fn space_pane(page: Page, play: StageContext, step: RwSignal<usize>) -> Result<AnyView, Missing> {
        Ok(pane(page, play, step))
    }
}

fn pane(page: Page, play: StageContext, step: RwSignal<usize>) -> AnyView {
    let frame = Frame::new();
    // Whenever it is looked up it is another picture.
    let space = Memo::new_with_compare(move |_| look(page, play).map(Arc::new), |_, _| true);
    let act = Callback::new(move |at: usize| {
        if let Some(space) = space.get_untracked() {
            go(page, play, step, (&space.tool, &space.view), at);
        }
    });
    let marked = Signal::derive(move || {
        space.with(|space| {
            space
                .as_ref()
                .map_or_else(Arc::default, |it| Arc::clone(&it.view))
        })
    });
    let drawn = move |space: Arc<Space>| {
        let view = Arc::clone(&space.view);
        States {
            placed: Arc::new(space::place(&view)),
            marked,
            at: play.at,
            words: {
                let view = Arc::clone(&view);
                Arc::new(move |index| words(play, &view, index))
            },
            called: Arc::new(|step| step.to_string()),
            nowhere: Arc::new(|| "Point at a state to read it.".to_owned()),
            act,
            view,
        }
    };
    let states = Memo::new_with_compare(move |_| space.get().map(drawn), |_, _| true);
    states::follow_step(states.into(), play.at, frame);
    let contents = move || match states.get() {
        Some(states) => states::picture(&states, frame),
        None => view! {
            <p class="space-none">"The global states are drawn when the text has no errors."</p>
        }
        .into_any(),
    };
    view! {
        <div class="sequence-main">
            <div class="space" node_ref=frame.room on:wheel=move |event| frame.zoom.wheel(&event)>
                {contents}
            </div>
            {tools::tools(frame.zoom, "states", move || frame.fit(states.into()), None)}
        </div>
    }
    .into_any()
}

/// The states around the run that is shown.
fn look(page: Page, play: StageContext) -> Option<Space> {
    play.check.track();
    let outcome = play.outcome.get();
    let analysis = page.document.analysis().get();
    if analysis.has_errors {
        return None;
    }
    let text = page.document.revision().get_untracked().text;
    let row = page.checks.selected_row();
    let check = row.map(|row| row.view.with_untracked(|view| view.index));
    let tool = ByHand::new(&text, check)?;
    let run = outcome.as_ref().map_or(&[][..], |outcome| &outcome.trace);
    let goal = play.check.get_untracked().map(|check| check.goal);
    let view = Arc::new(tool.space(run, &goal.unwrap_or_default())?);
    Some(Space { tool, view })
}

/// A state in words, as it is at the step. Tracked.
fn words(play: StageContext, view: &SpaceView, index: usize) -> String {
    let at = play.at.get();
    let told: (Arc<Analysis>, Option<CheckView>) =
        (play.analysis.get_untracked(), play.check.get_untracked());
    let (analysis, Some(check)) = told else {
        return String::new();
    };
    let mut words = space::words(&analysis, &check, view, index, at);
    if view.states.get(index).is_some_and(|it| it.steps.is_empty()) {
        words += "; go there by hand";
    }
    words
}

/// To the step of a state that lies on the run, else there by hand.
fn go(
    page: Page,
    play: StageContext,
    step: RwSignal<usize>,
    (tool, view): (&ByHand, &SpaceView),
    at: usize,
) {
    let Some(state) = view.states.get(at) else {
        return;
    };
    if let Some(to) = states::step_of(state, play.at.get_untracked()) {
        return step.set(to);
    }
    let Some(way) = view.way(at) else { return };
    let states: Vec<_> = way
        .iter()
        .map(|&it| view.states[it].places.clone())
        .collect();
    let run = tool.through(&states);
    let made = ShownRun {
        row: page.checks.selected().get_untracked(),
        check: tool.view(page.lifelines()),
        outcome: Arc::new(tool.outcome(run)),
    };
    page.by_hand(false);
    // Stepping by hand begins with what was put away.
    page.stage.simulation.put_away.set(Some(Arc::new(made)));
    step.set(0);
    page.by_hand(true);
}
