//! The stage: machine cards, the sequence diagram and the player, all driven by one step value.
//!
//! Geometry and marks come from [`lockstep_core::diagram`]; the components here draw them and
//! pass clicks and keys on. Every card, message and place is drawn once per text and answer; a
//! step only changes classes and small texts, so nothing moves but what the run moves.

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
mod large;
mod layout;
mod lifelines;
mod machine_graph;
mod marked;
mod paper;
mod player;
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
mod systems;
mod table;
mod tools;
mod view_choice;
mod wait_graph;
mod watch;
mod witnesses;

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Analysis, CheckView, Outcome, Range, Structure, StructureKind};
use lockstep_core::diagram::ElementId;

use crate::state::Page;
use crate::state::stage::views::{DIAGRAM, RUNS, STATES, TABLE, VALUES, VIEWS};
use crate::ui::on_paper;
use tools::Zoom;

/// What every part of the stage reads. Cheap to copy: all of it is handles.
#[derive(Clone, Copy)]
struct StageContext {
    page: Page,
    analysis: Signal<Arc<Analysis>>,
    check: Signal<Option<CheckView>>,
    outcome: Signal<Option<Arc<Outcome>>>,
    /// The step, clamped to the run at hand.
    at: shown_step::At,
    /// Index of the last step; 0 without a run.
    last: Memo<usize>,
    /// Which of the [`VIEWS`] is shown.
    view: RwSignal<usize>,
    /// How large the machines are drawn.
    zoom_cards: Zoom,
    /// How large the machine is drawn that is shown large.
    zoom_large: Zoom,
    /// Which lifeline is shown large, if one is.
    large: RwSignal<Option<usize>>,
    /// The lifeline on whose card somebody last did something.
    at_hand: RwSignal<usize>,
    /// How large the sequence diagram is drawn.
    zoom_sequence: Zoom,
    /// The names of the lifelines that are folded in the sequence diagram.
    folded: RwSignal<BTreeSet<String>>,
    /// What is selected, in all views.
    picked: Memo<Option<ElementId>>,
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
    /// The zoom of the diagram that has the focus; without one, of the sequence diagram. What is shown
    /// large covers both.
    fn zoom_at_focus(self) -> Zoom {
        if self.large.get_untracked().is_some() {
            return self.zoom_large;
        }
        let focused = document().active_element();
        let in_cards = focused.and_then(|it| it.closest(".cards").ok()?).is_some();
        match in_cards {
            true => self.zoom_cards,
            false => self.zoom_sequence,
        }
    }

    /// Shows the next of the views.
    fn show_next(self) {
        let has_values = self.analysis.with_untracked(|it| match &it.structure {
            Structure::Statecharts(_) => true,
            Structure::Generic(it) => it.lifelines.is_some(),
            _ => false,
        });
        let count = if has_values { VIEWS.len() } else { VALUES };
        let next = (self.view.get_untracked() + 1) % count;
        self.page.stage.views.show(next);
    }
}

/// Machines, scenario and player of one check.
#[component]
pub fn Stage(
    /// For what the stage changes: the question being asked.
    page: Page,
    /// The current text's machines and scenarios.
    analysis: Signal<Arc<Analysis>>,
    /// The selected check.
    check: Signal<Option<CheckView>>,
    /// Its answer; `None` while it is unknown or being computed.
    outcome: Signal<Option<Arc<Outcome>>>,
    /// Whether the text has changed since the answer: then it is dimmed, not hidden.
    stale: Signal<bool>,
    /// The step: an index into the answer's trace. Everything follows it.
    step: RwSignal<usize>,
    /// What is selected, in all views.
    picked: Memo<Option<ElementId>>,
    /// The places in the text that are to blame for the answer.
    blamed: Signal<Vec<Range>>,
    /// Told the place in the text of an element that was clicked in a drawing.
    on_mark: Callback<Range>,
    /// Told the place in the text that is to be edited.
    on_reveal: Callback<Range>,
) -> impl IntoView {
    let last = Memo::new(move |_| {
        outcome.with(|outcome| {
            let length = outcome.as_ref().map_or(0, |outcome| outcome.length());
            length.saturating_sub(1)
        })
    });
    let play = StageContext {
        page,
        analysis,
        check,
        outcome,
        at: shown_step::At::new(step, outcome, last),
        last,
        view: page.stage.views.shown,
        zoom_cards: Zoom::new(),
        zoom_large: Zoom::new(),
        large: RwSignal::new(None),
        at_hand: RwSignal::new(0),
        zoom_sequence: Zoom::new(),
        folded: RwSignal::new(BTreeSet::new()),
        picked,
        blamed,
        on_mark,
        on_reveal,
        asking: page.stage.asks.into(),
        on_state: Callback::new(move |(lifeline, state)| page.stage.draft.toggle(lifeline, state)),
        can: page.stage.simulation.can,
        on_take: Callback::new(move |(lifeline, transition)| {
            page.stage.simulation.take(lifeline, transition);
        }),
    };
    provide_context(layout::Layouts::new());
    let kind = Memo::new(move |_| analysis.with(|it| it.structure.kind()));
    view! {
        <section class="stage" class:stale=stale aria-label="Machines, scenario and run">
            {move || match kind.get() {
                StructureKind::Machines => view! {
                    <cards::Cards play />
                    <sequence::Sequence page play step />
                    {large::view(play)}
                }
                .into_any(),
                StructureKind::Transitions => systems::view(page, play, step),
                StructureKind::Statecharts => charts::view(page, play, step),
                StructureKind::Generic(_) => generic::view(page, play, step),
            }}
            <player::Player page play step />
            {hint::view(page)}
            {marked::view(page)}
            {on_paper(move || paper::stage(page, play))}
        </section>
    }
}
