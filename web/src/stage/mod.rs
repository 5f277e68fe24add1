//! The stage: machine cards, the sequence diagram and the player, all driven by one step value.
//!
//! Geometry and marks come from [`lockstep_core::diagram`]; the components here draw them and
//! pass clicks and keys on. Every card, message and place is drawn once per text and answer; a
//! step only changes classes and small texts, so nothing moves but what the run moves.

mod along;
mod by_chance;
mod card;
mod cards;
mod charts;
mod choice_focus;
mod depths;
mod draft;
mod empty;
mod generic;
mod glide;
mod hint;
mod in_sight;
mod layout;
mod lifelines;
mod looked_at;
mod machine_graph;
mod marked;
mod panes;
mod paper;
pub mod player;
mod roving;
mod row;
mod rules;
mod runs;
mod scrubber;
mod sequence;
mod short;
mod shown_step;
mod simulation;
mod sought;
mod space;
pub mod spoken;
mod states;
mod surface;
mod systems;
mod table;
mod tools;
mod verdict;
mod view_choice;
mod wait_graph;
mod watch;
mod witnesses;

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{
    Analysis, CheckView, Kind, Outcome, Range, Structure, StructureKind, place_term,
};
use lockstep_core::diagram::{ElementId, stops};

use crate::results::strip;
use crate::state::Page;
use crate::state::folds::Fold;
use crate::state::stage::views::RunView;
use crate::ui::{Share, on_paper};
use surface::Surface;
use tools::{Size, Zoom};

/// What every part of the stage reads. Cheap to copy: all of it is handles.
#[derive(Clone, Copy)]
pub struct StageContext {
    page: Page,
    analysis: Signal<Arc<Analysis>>,
    check: Signal<Option<CheckView>>,
    outcome: Signal<Option<Arc<Outcome>>>,
    /// The step, clamped to the run at hand.
    at: shown_step::At,
    /// Index of the last step; 0 without a run.
    last: Memo<usize>,
    /// The steps at which playing stops, in order; none without a run.
    stops: Memo<Vec<usize>>,
    /// The step as the page has it; it may lie behind the end of the run at hand.
    step: RwSignal<usize>,
    /// How much of the stage the canvas has.
    halves: Share,
    /// Where the drawings stand, and what is seen of them.
    surface: Surface,
    /// The lifeline on whose card somebody last did something.
    at_hand: RwSignal<usize>,
    /// How large the sequence diagram is drawn.
    zoom_sequence: Zoom,
    /// The names of the lifelines that are folded in the sequence diagram.
    folded: RwSignal<BTreeSet<String>>,
    /// What is selected, in all views.
    picked: Memo<Option<ElementId>>,
    /// Whether the run of the check is shown, and violates what is to hold always.
    violates: Memo<bool>,
    /// What is to blame for the answer.
    blamed: Signal<Vec<Range>>,
    /// Marks the place in the text of what was clicked in a drawing; the focus stays there.
    on_mark: Callback<Range>,
    /// Shows a place in the text to be edited.
    on_reveal: Callback<Range>,
    /// Whether a question is being put together: then clicks on states choose them.
    asking: Signal<bool>,
    /// Chooses a state of a lifeline for the question.
    on_state: Callback<(usize, usize)>,
    /// What can happen next in a run by hand: lifeline, or object, and transition.
    can: RwSignal<Option<Vec<(usize, usize)>>>,
    /// Takes a transition of a lifeline in a run by hand.
    on_take: Callback<(usize, usize)>,
    /// Whether this is the other of two runs that are compared: its drawings lie as those of the first do.
    is_beside: bool,
    /// Whether it is of the text in the editor: places of another text are not shown there.
    is_of_text: bool,
}

impl StageContext {
    /// Whether the answer is blamed on what stands there, tracked.
    fn is_blamed(&self, range: Range) -> bool {
        (self.blamed).with(|blamed| {
            blamed
                .iter()
                .any(|it| (it.from, it.to) == (range.from, range.to))
        })
    }
}

impl StageContext {
    /// Changes the size of the sequence diagram where the focus is beside the canvas, else of the drawings.
    fn resize(self, by: Size) {
        let focused = document().active_element();
        if focused.is_some_and(|it| matches!(it.closest(".sequence"), Ok(Some(_)))) {
            self.zoom_sequence.change(by);
        } else {
            self.surface.change(by);
        }
    }

    /// Shows the next mode of the canvas where that has the focus, else the next view of the run.
    fn show_next(self) {
        let views = self.page.stage.views;
        let focused = document().active_element();
        if focused.is_some_and(|it| matches!(it.closest(".canvas"), Ok(Some(_)))) {
            return views.show_on_canvas(panes::next_mode(views.canvas.get_untracked()));
        }
        let has_values = self.analysis.with_untracked(|it| match &it.structure {
            Structure::Statecharts(_) => true,
            Structure::Generic(it) => it.lifelines.is_some(),
            _ => false,
        });
        views.show_run(match views.run.get_untracked() {
            RunView::Picture if has_values => RunView::Values,
            RunView::Picture | RunView::Values => RunView::Steps,
            RunView::Steps => RunView::Picture,
        });
    }
}

impl StageContext {
    /// What the stage of a page reads; it belongs to the current owner.
    #[must_use]
    pub fn new(page: Page) -> Self {
        let (outcome, step) = (page.outcome(), page.checks.step());
        let last = Memo::new(move |_| {
            outcome.with(|outcome| {
                let length = outcome.as_ref().map_or(0, |outcome| outcome.length());
                length.saturating_sub(1)
            })
        });
        Self {
            page,
            analysis: page.shown(),
            check: page.check(),
            outcome,
            at: shown_step::At::new(step, outcome, last),
            last,
            stops: Memo::new(move |_| {
                let is_whole = page.plays_whole_steps();
                outcome.with(|it| {
                    it.as_deref()
                        .map_or_else(Vec::new, |it| stops_of(it, is_whole))
                })
            }),
            step,
            halves: Share::remembered(
                page.folds.stage_kind,
                "lockstep.halves",
                [42.0, 45.0, 56.0, 45.0, 59.0],
            ),
            surface: Surface::new(),
            at_hand: RwSignal::new(0),
            zoom_sequence: Zoom::new(),
            folded: RwSignal::new(BTreeSet::new()),
            picked: page.selection.picked(),
            violates: Memo::new(move |_| violates(page)),
            blamed: page.blamed(),
            on_mark: Callback::new(move |range| page.mark_shown(range)),
            on_reveal: Callback::new(move |range| page.reveal_shown(range)),
            asking: page.stage.asks.into(),
            on_state: Callback::new(move |(lifeline, state)| page.choose_state(lifeline, state)),
            can: page.stage.simulation.can,
            on_take: Callback::new(move |(lifeline, transition)| {
                page.stage.simulation.take(lifeline, transition);
            }),
            is_beside: false,
            is_of_text: true,
        }
    }
}

/// The steps of an answer's run at which playing stops.
fn stops_of(outcome: &Outcome, is_whole: bool) -> Vec<usize> {
    match &outcome.system {
        Some(it) if is_whole => stops::stops(&it.run),
        _ => (0..outcome.length()).collect(),
    }
}

/// Whether what is shown is the run of a check that violates what is to hold always, tracked.
fn violates(page: Page) -> bool {
    let is_always = |it: &CheckView| it.kind == Kind::Always;
    let outcome = page.outcome();
    page.stage_content().is_check()
        && page.check().with(|it| it.as_ref().is_some_and(is_always))
        && outcome.with(|it| it.as_ref().is_some_and(|it| it.verdict.is_found()))
}

/// Drawings and run of one check; the player stands below the whole page ([`player::Player`]).
#[component]
pub fn Stage(
    /// What all parts of the stage read.
    play: StageContext,
) -> impl IntoView {
    let StageContext {
        page,
        analysis,
        step,
        halves,
        ..
    } = play;
    provide_context(layout::Layouts::new());
    // Who asks points at anything: the drawings are shown as at first, not what the step before was about.
    Effect::new(move |before: Option<bool>| {
        let asks = play.asking.get();
        if asks && before == Some(false) {
            play.surface.reset();
        }
        asks
    });
    let kind = Memo::new(move |_| analysis.with(|it| it.structure.kind()));
    let folded = move |pane: Fold| page.folds.has(pane).then_some("");
    view! {
        <section
            class="stage"
            // An answer to an earlier text is dimmed, not hidden.
            class:stale=page.stale()
            aria-label="Machines, scenario and run"
            data-asks=move || play.asking.get().then_some("")
            data-violates=move || play.violates.get().then_some("")
            data-beside=move || page.folds.run_is_beside.get().then_some("")
            data-canvas-folded=move || folded(Fold::Canvas)
            data-run-folded=move || folded(Fold::Run)
            style=("--canvas", move || halves.css())
        >
            {strip(page)}
            {move || match kind.get() {
                StructureKind::Machines => machines(page, play),
                StructureKind::Transitions => systems::view(page, play, step),
                StructureKind::Statecharts => charts::view(page, play, step),
                StructureKind::Generic(_) => generic::view(page, play, step),
            }}
            {on_paper(move || paper::stage(page, play))}
        </section>
    }
}

/// The stage of communicating machines.
fn machines(page: Page, play: StageContext) -> AnyView {
    let analysis = play.analysis;
    let canvas = panes::Canvas {
        word: "Machines",
        drawing: view! { <cards::Cards play/> }.into_any(),
        states: Box::new(move || space::view(page, play, play.step)),
        runs: Box::new(move || space::all_runs(page, play.step)),
    };
    let run = view! { <sequence::Sequence page play step=play.step/> }.into_any();
    Effect::new(move |_| {
        let analysis = analysis.get();
        let lifelines = analysis.system.iter().enumerate();
        let terms = lifelines.flat_map(|(at, it)| {
            let states = analysis
                .machines
                .get(it.machine)
                .map_or(0, |it| it.states.len());
            let terms = (0..states).filter_map(|state| place_term(&analysis, at, state));
            terms.collect::<Vec<_>>()
        });
        page.stage.draft.offered.set(terms.collect());
    });
    panes::view(play, canvas, run)
}
