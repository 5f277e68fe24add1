//! The state space of a transition system: its stable states, or also what lies between them, with the run lit.
//!
//! A worker visits the states (`state::stage::simulator`), and again when the run is another one: then only marks change. A
//! click on a state of the run goes to its step; on another one it goes there by hand, on a shortest way.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{
    RunChoice, RunRequest, SpaceEdgeView, SpaceRequest, SpaceStateView, SpaceView, StructureKind,
    UndrawnView, capitalised,
};
use lockstep_core::diagram::space;

use super::Shown;
use crate::protocol::{Simulated, Simulation, Wanted};
use crate::stage::states::{self, Frame, States};
use crate::stage::tools;
use crate::state::Page;
use crate::state::stage::simulator::Simulator;
use crate::ui::{Strong, button};

/// What is there, and who brings it.
#[derive(Clone, Copy)]
struct Bench {
    page: Page,
    shown: Shown,
    simulator: Simulator,
    /// Whether states between those that properties are about are drawn, too.
    between: RwSignal<bool>,
    /// The states with the run as it is now.
    marked: RwSignal<Arc<SpaceView>>,
    /// Why there are none.
    said: RwSignal<String>,
}

/// The view.
pub fn view(page: Page, shown: Shown) -> AnyView {
    let (drawn, marked) = (RwSignal::new(None), RwSignal::new(Arc::default()));
    let said = RwSignal::new("The states are drawn when the text has no errors.".to_owned());
    let simulator = Simulator::new(page, move |_, result| match result {
        Ok(Simulated::Space(view)) => take_over(drawn, marked, Arc::from(view)),
        Ok(_) => {}
        Err(why) => said.set(capitalised(&why)),
    });
    let bench = Bench {
        page,
        shown,
        simulator,
        between: RwSignal::new(false),
        marked,
        said,
    };
    bench.follow();
    let frame = Frame::new();
    let states = Memo::new_with_compare(
        move |_| drawn.get().map(|view| bench.states(view)),
        |_, _| true,
    );
    states::follow_step(states.into(), shown.play.at, frame);
    let contents = move || match states.get() {
        Some(states) => states::picture(&states, frame),
        None => view! {
            <p class="space-none">{move || view! { <Strong text=said.get()/> }}</p>
        }
        .into_any(),
    };
    view! {
        <div class="sequence-main">
            <div class="space" node_ref=frame.room on:wheel=move |event| frame.zoom.wheel(&event)>
                {controls(bench)}
                {contents}
            </div>
            {tools::tools(frame.zoom, "states", move || frame.fit(states.into()), None)}
        </div>
    }
    .into_any()
}

/// The states are there. Where they are those that are drawn only the run has changed.
fn take_over(
    drawn: RwSignal<Option<Arc<SpaceView>>>,
    marked: RwSignal<Arc<SpaceView>>,
    view: Arc<SpaceView>,
) {
    let same = drawn.with_untracked(|old| old.as_ref().is_some_and(|old| are_the_same(old, &view)));
    marked.set(Arc::clone(&view));
    if !same {
        drawn.set(Some(view));
    }
}

/// Whether two state spaces have the same picture, marks of the run aside.
fn are_the_same(one: &SpaceView, other: &SpaceView) -> bool {
    let state = |(one, other): (&SpaceStateView, &SpaceStateView)| {
        let place = |it: &SpaceStateView| (it.depth, it.end, it.goal, it.between);
        one.values == other.values && place(one) == place(other)
    };
    let edge = |(one, other): (&SpaceEdgeView, &SpaceEdgeView)| {
        (one.from, one.to) == (other.from, other.to)
    };
    (one.unit, &one.goal) == (other.unit, &other.goal)
        && one.states.len() == other.states.len()
        && one.edges.len() == other.edges.len()
        && one.states.iter().zip(&other.states).all(state)
        && one.edges.iter().zip(&other.edges).all(edge)
}

impl Bench {
    /// Asks for the states whenever the text, the run or the question is another one.
    fn follow(self) {
        let asked = Memo::new(move |_| {
            let revision = self.page.document.revision().with(|it| it.number);
            let reads = self.page.document.analysis().with(|it| !it.has_errors);
            let outcome = self.shown.play.outcome.get();
            let run = outcome.and_then(|it| it.system.clone());
            let row = self.page.checks.selected_row();
            let request = SpaceRequest {
                between: self.between.get(),
                check: row.map(|row| row.view.with(|view| view.index)),
                run: run.unwrap_or_default(),
            };
            (reads, revision, request)
        });
        Effect::new(move |_| {
            let (reads, _, space) = asked.get();
            if reads {
                let simulation = Simulation {
                    space,
                    ..Simulation::default()
                };
                untrack(|| self.simulator.ask(Wanted::Space, &simulation));
            }
        });
    }

    fn states(self, view: Arc<SpaceView>) -> States {
        let play = self.shown.play;
        let words = {
            let (marked, shown) = (self.marked, self.shown);
            move |index| {
                let at = play.at.get();
                let system = self.shown.system.get();
                let mut words = shown.run.with(|run| {
                    marked.with(|view| space::system_words(&system, run, view, index, at))
                });
                let steps = marked.with(|view| view.states.get(index).map(|it| it.steps.len()));
                if steps == Some(0) {
                    words += "; go there by hand";
                }
                words
            }
        };
        States {
            placed: Arc::new(space::place(&view)),
            view,
            marked: self.marked.into(),
            at: play.at,
            words: Arc::new(words),
            called: Arc::new(move |step| self.called(step)),
            nowhere: Arc::new(move || self.nowhere()),
            act: Callback::new(move |at| self.go(at)),
        }
    }

    /// What a step is called.
    fn called(self, step: usize) -> String {
        let outcome = self.shown.play.outcome;
        outcome.with(|it| {
            it.as_ref()
                .map_or_else(String::new, |it| it.number_of(step))
        })
    }

    /// What there is to say where the step is in none of the states.
    fn nowhere(self) -> String {
        let at = self.shown.play.at.get();
        let length = self.shown.run.with(|run| run.len());
        let called = self.called(at);
        let is_on_the_way = |it: &SpaceEdgeView| it.within.contains(&at);
        let on_the_way = self
            .marked
            .with(|view| view.edges.iter().any(is_on_the_way));
        let undrawn = self.marked.with(|view| {
            let here = |it: &&UndrawnView| (it.first..=it.last).contains(&at);
            view.undrawn.iter().find(here).map(|it| it.why.clone())
        });
        let first = self.marked.with(|view| {
            let steps = view.states.iter().flat_map(|it| it.steps.iter().copied());
            steps.min()
        });
        match (undrawn, first) {
            _ if length == 0 => "Point at a state to read it.".to_owned(),
            (Some(why), _) => format!("Step {called} {why}"),
            _ if on_the_way => {
                format!("Step {called} is on the way from one of these states to the next.")
            }
            (None, Some(first)) if at < first => {
                format!("Step {called} is before the first of these states.")
            }
            _ => format!("Step {called} is none of these states. Point at one to read it."),
        }
    }

    /// To the step of a state that lies on the run, else there by hand.
    fn go(self, at: usize) {
        let marked = self.marked.get_untracked();
        let Some(state) = marked.states.get(at) else {
            return;
        };
        let step = self.shown.step;
        if let Some(to) = states::step_of(state, self.shown.play.at.get_untracked()) {
            return step.set(to);
        }
        // A run of the picture of all runs would be kept as stepping begins: it makes room first.
        self.page.by_hand(false);
        // Stepping by hand begins with what was kept, where the step is the start.
        self.page.stage.simulation.kept.set(Some(RunRequest {
            choices: state.way.iter().copied().map(RunChoice::numbered).collect(),
            ..RunRequest::default()
        }));
        step.set(0);
        self.page.by_hand(true);
    }
}

/// Which states are drawn, and a way to end a long visit.
fn controls(bench: Bench) -> AnyView {
    let choice = move |between: bool, word: &'static str, title: &'static str| {
        view! {
            <button
                type="button"
                title=title
                aria-pressed=move || (bench.between.get() == between).to_string()
                on:click=move |_| bench.between.set(between)
            >
                {word}
            </button>
        }
    };
    let stop = move || {
        let stop = move || {
            bench.simulator.stop();
            bench.said.set("Stopped.".to_owned());
        };
        bench.simulator.is_busy.get().then(|| {
            view! {
                <span class="space-busy">
                    "Visiting the states. " {button("button", "Stop", stop)}
                </span>
            }
        })
    };
    let (stable, between) = match untrack(|| bench.page.kind()) {
        StructureKind::Statecharts => (
            "Those in which no step is running, which questions are about",
            "Those inside of steps as well",
        ),
        _ => (
            "Those after init and after each trans, which properties are about",
            "The declared values and what lies between env and trans as well",
        ),
    };
    let has_between = !matches!(untrack(|| bench.page.kind()), StructureKind::Generic(_));
    view! {
        <div class="space-controls">
            {has_between.then(|| view! {
                <div class="frame-views by-hand-grain" role="group" aria-label="Which states are drawn">
                    {choice(false, "Stable states", stable)}
                    {choice(true, "Between, too", between)}
                </div>
            })}
            {stop}
        </div>
    }
    .into_any()
}
