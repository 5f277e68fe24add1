//! Statecharts on the stage: a card for each object above, the run below, as a chart of events and in the views that all
//! systems have.
//!
//! The cards are fetched when the first text of this kind is opened, and then what shows runs. What is drawn comes from
//! [`lockstep_core::diagram`], and what the views of systems share from [`super::systems`].

mod boxes;
mod card;
mod events;
mod object;
mod picture;
mod run_parts;
mod scenario;
mod scene;
mod sight;

use leptos::prelude::*;
use lockstep_core::api::{StatechartView, watched_chart};
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::graph::Graph;
use lockstep_core::diagram::statechart::regions::{Arrangement, Packed, packed};
use lockstep_core::diagram::statechart::words::Wording;
use lockstep_core::diagram::statechart::{self, Flow, known};

use super::layout::steady::{Laid, Layouts};
use super::systems::{Shown, behaviour, canvas, halves, paper, variables};
use super::{StageContext, panes};
use crate::parts::{self, part};
use crate::state::Page;
use crate::state::stage::views::RunView;
use crate::ui::on_paper;
use scene::Scenes;

/// The views of a run of statecharts.
const VIEWS: [(RunView, &str); 3] = [
    (RunView::Picture, "Events"),
    (RunView::Values, "Values"),
    (RunView::Steps, "Steps"),
];

/// Everything that the views of statecharts share. Cheap to copy: all of it is handles.
#[derive(Clone, Copy)]
struct Charts {
    shown: Shown,
    scene: Scenes,
    layouts: Layouts<StatechartView>,
}

impl Charts {
    /// The same of another run, which may be of another text.
    fn of(self, shown: Shown) -> Self {
        let other = shown.other_text();
        let scene = other.map_or(self.scene, |it| self.scene.of_other(&it));
        Self {
            shown,
            scene,
            ..self
        }
    }
}

impl Laid for StatechartView {
    const TOO_LARGE: &'static str = "This statechart is too large for a picture.";

    fn key(&self) -> String {
        statechart::key(self)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn graph(&self, flow: Flow, wording: Wording) -> Option<Graph> {
        statechart::graph(self, flow, wording)
    }

    fn remind(&self, was: (&Self, &Drawing), graph: &Graph) -> Option<Graph> {
        known::remind(was, self, graph)
    }

    fn packed(
        &self,
        drawings: (&Graph, &[&Drawing]),
        base: usize,
        room: (f64, f64),
        known: &[Arrangement],
    ) -> Option<Packed> {
        packed(self, drawings, base, room, known)
    }
}

/// Objects and behaviour, once the part that draws them is there.
pub fn view(page: Page, play: StageContext, step: RwSignal<usize>) -> AnyView {
    let draw = move || parts::now(regions(page, play, step)).into_any();
    parts::later("What shows statecharts", fetch, draw)
}

part! {
    charts, fetched by fetch;
    fn regions(page: Page, play: StageContext, step: RwSignal<usize>) -> Result<AnyView, Missing> {
        let shown = Shown::new(play, step, Some(watched_chart));
        let charts = Charts { shown, scene: Scenes::new(page, play.outcome), layouts: Layouts::new() };
        variables::offer(shown, move || card::states(charts));
        // What is drawn goes into what is exported.
        Effect::new(move || page.stage.drawn.set_value(card::drawn(charts)));
        let behaviour = behaviour(page, shown, &VIEWS, move |view| match view {
            RunView::Values => run_parts::over_time(charts),
            _ => halves::view(shown, move |it| run_parts::view(charts.of(it))),
        }, || ().into_any());
        run_parts::prepare();
        let paper = on_paper(move || paper::stage(shown, |step| view! { {card::on_paper(charts, step)} {run_parts::on_paper(charts)} }.into_any()));
        let canvas = canvas(page, shown, "Statecharts", halves::view(shown, move |it| object::cards(charts.of(it))));
        Ok(view! { {panes::view(play, canvas, behaviour)} {paper} }.into_any())
    }
}
