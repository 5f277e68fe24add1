//! A transition system on the stage: its control flow with the values at the step above, its run below.
//!
//! What is drawn comes from [`lockstep_core::diagram`]; here are the regions, their views and what clicks do. All
//! of it is fetched when the first text of this kind is opened.

mod by_hand;
mod choices;
pub(super) mod compared;
mod control_flow;
mod made;
pub(super) mod named;
mod other_value;
pub(super) mod paper;
mod run_file;
mod space;
pub(super) mod steps;
pub(super) mod time;
pub(super) mod variables;
pub(super) mod watch_list;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{self, SystemEvidenceView, SystemStepView, SystemView};
use lockstep_core::diagram::beside::Beside;
use lockstep_core::diagram::{ElementId, ElementKind, stops};

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

/// The views of a run of a system.
pub(super) const VIEWS: [(RunView, &str); 2] =
    [(RunView::Picture, "Values"), (RunView::Steps, "Steps")];

/// Everything that the views of a system share. Cheap to copy: all of it is handles.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    pub play: StageContext,
    pub step: RwSignal<usize>,
    /// The system.
    pub system: Memo<Arc<SystemView>>,
    /// The run that is shown; empty without one.
    pub run: Memo<Arc<Vec<SystemStepView>>>,
    /// What the step at hand does.
    pub current: Memo<Option<Arc<CurrentStep>>>,
    /// What is watched along the run.
    pub watched: Memo<Vec<watch_list::Seen>>,
    /// The variables that the check names.
    pub named: Memo<BTreeSet<usize>>,
    /// The run that it is compared with.
    pub beside: Memo<Option<Arc<Beside>>>,
}

/// A step: its entries as one, and the entry before them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CurrentStep {
    /// The numbers of its entries in the run.
    pub entries: Range<usize>,
    /// What its entries do together, and the values after it.
    pub entry: SystemStepView,
    /// Its entries one by one; at the start the whole of it.
    pub parts: Vec<SystemStepView>,
    /// What was before it.
    pub was: Option<SystemStepView>,
}

impl CurrentStep {
    /// The step that an entry of a run ends, or the entry alone; `None` where it is not in the run.
    pub fn of(run: &[SystemStepView], at: usize, is_whole: bool) -> Option<Self> {
        let entries = match is_whole {
            true => stops::unit(run, at),
            false => at..at + 1,
        };
        let was = entries.start.checked_sub(1).and_then(|it| run.get(it));
        let parts = run.get(entries.clone())?;
        let entry = match is_whole {
            true => stops::together(run, entries.clone()),
            false => parts.last()?.clone(),
        };
        Some(Self {
            // At the start no object acts.
            parts: match entries.start {
                0 => vec![entry.clone()],
                _ => parts.to_vec(),
            },
            was: was.cloned(),
            entry,
            entries,
        })
    }

    /// The step at hand of a run.
    pub fn at_hand(
        play: StageContext,
        run: Memo<Arc<Vec<SystemStepView>>>,
    ) -> Memo<Option<Arc<Self>>> {
        Memo::new(move |_| {
            let at = play.at.get();
            let is_whole = play.page.plays_whole_steps();
            let now = run.with(|run| Self::of(run, at, is_whole));
            now.or_else(|| Self::start(play)).map(Arc::new)
        })
    }

    /// The start of the model, of an answer that has no run, and while a question is put together; tracked.
    fn start(play: StageContext) -> Option<Self> {
        let of = |evidence: &SystemEvidenceView| {
            let start = &evidence.start;
            match start.len().checked_sub(1) {
                Some(last) => Self::of(start, last, true),
                None => Self::of(
                    &evidence.run,
                    stops::stops(&evidence.run).first().copied()?,
                    true,
                ),
            }
        };
        let outcome = play.outcome.get();
        if outcome.is_some() || !play.asking.get() {
            return of(outcome?.system.as_ref()?);
        }
        let rows = play.page.checks.rows().get();
        rows.iter().find_map(|row| {
            row.run
                .with(|run| of(run.answer.as_ref()?.outcome.system.as_ref()?))
        })
    }
}

impl Shown {
    /// What a variable is in the other of two runs that are compared, where that is something else; tracked.
    pub fn other(self, variable: usize) -> Option<String> {
        let at = self.play.at.get();
        let beside = self.beside.get()?;
        beside.other(variable, at).map(str::to_owned)
    }

    /// The entry of the step at hand, tracked.
    pub fn entry(self) -> Option<SystemStepView> {
        self.of_entry(|it| it.cloned())
    }

    /// Reads the entry of the step at hand, tracked. It has all values of a state: who needs few does not copy it.
    pub fn of_entry<T>(self, read: impl FnOnce(Option<&SystemStepView>) -> T) -> T {
        self.current
            .with(|now| read(now.as_ref().map(|it| &it.entry)))
    }

    /// Whether an object acts in the step at hand, tracked.
    pub fn acts(self, name: &str) -> bool {
        let is_its = |it: &SystemStepView| it.relation.as_deref() == Some(name);
        (self.current).with(|now| now.as_ref().is_some_and(|it| it.parts.iter().any(is_its)))
    }

    /// Whether an entry of the run is one of the step at hand, tracked.
    pub fn is_now(self, entry: usize) -> bool {
        (self.current).with(|now| now.as_ref().is_some_and(|it| it.entries.contains(&entry)))
    }

    /// Whether there is a run.
    pub fn has_run(self) -> Memo<bool> {
        Memo::new(move |_| !self.run.with(|run| run.is_empty()))
    }

    /// Whether the caret, or what is pointed at, selects an element of the system as a whole, tracked. What a statechart declares is none: each
    /// of its objects has one of its own.
    fn picks(self, kind: ElementKind, index: usize) -> bool {
        let of = |it: ElementId| it.kind == kind && it.element().index == index;
        let picked = self.play.picked.get();
        picked.is_some_and(|it| it.owner == ElementId::SYSTEM && of(it))
    }
}

/// Structure and behaviour of a system, once the part that draws them is there.
pub fn view(page: Page, play: StageContext, step: RwSignal<usize>) -> AnyView {
    let draw = move || parts::now(regions(page, play, step)).into_any();
    parts::later("What shows transition systems", fetch, draw)
}

part! {
    transitions, fetched by fetch;
    fn regions(page: Page, play: StageContext, step: RwSignal<usize>) -> Result<AnyView, Missing> {
        let (system, run) = (system(play), run(play));
        // What is watched stands behind the variables, and is seen as they are.
        let watched = watch_list::watched(page, run, api::watched);
        let declared = system;
        let beside = compared::beside(play, declared);
        let system = Memo::new(move |_| watched.with(|it| watch_list::with_watches(&declared.get(), it)));
        let run = Memo::new(move |_| watched.with(|it| watch_list::along(&run.get(), it)));
        let shown = Shown { play, step, system, run, current: CurrentStep::at_hand(play, run), watched, named: named::named(play, system), beside };
        watch_list::break_where_true(shown);
        variables::offer(shown, Vec::new);
        let canvas = canvas(page, shown, "Control flow", control_flow::view(shown));
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

/// The system that the text is about.
pub(super) fn system(play: StageContext) -> Memo<Arc<SystemView>> {
    Memo::new(move |_| {
        let system = play.analysis.with(|it| it.structure.system().cloned());
        Arc::new(system.unwrap_or_default())
    })
}

/// The run that is shown.
pub(super) fn run(play: StageContext) -> Memo<Arc<Vec<SystemStepView>>> {
    Memo::new(move |_| {
        play.outcome.with(|outcome| {
            let evidence = outcome.as_ref().and_then(|it| it.system.as_ref());
            Arc::new(evidence.map_or_else(Vec::new, |it| it.run.clone()))
        })
    })
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
        Memo::new(move |_| !page.stage_content().is_by_hand() && !page.stage.is_simulated());
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
            <header class="stage-head">
                <p class="frame-title">{title}</p>
                {view_choice::of_run(play, views)}
                {panes::run_end(play)}
            </header>
            {move || compared::bar(shown)}
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
