//! The sequence diagram: the scenario as written, or the run where there is no scenario; and in its
//! place, when asked for, the table of steps.
//!
//! Places and sizes come from [`lockstep_core::diagram::sequence`]. Only the rows near the
//! visible part are in the page, so that a scenario of thousands of messages stays quick. The
//! heads of the lifelines stay on top while the messages scroll under them.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{Kind, LifelineView};
use lockstep_core::diagram::chart::{Chart, Frame, chart};
use lockstep_core::diagram::compare;
use lockstep_core::diagram::sequence::{HEADS, Scene, scene};

use super::draft::AskForm;
use super::empty::Remark;
use super::in_sight::{self, observe_size};
use super::lifelines::{head, lifeline, note};
use super::roving::Roving;
use super::row;
use super::shown_step::At;
use super::simulation;
use super::table;
use super::tools::{self, Size};
use super::view_choice;
use super::wait_graph;
use super::witnesses;
use super::{StageContext, panes};
use crate::state::Page;
use crate::state::stage::comparison::Earlier;
use crate::state::stage::content::StageContent;
use crate::state::stage::views::RunView;
use crate::ui::button;

/// The views of a run of machines.
const VIEWS: [(RunView, &str); 2] = [(RunView::Picture, "Scenario"), (RunView::Steps, "Steps")];
/// Rows are drawn this many pixels above and below the visible part.
const MARGIN: f64 = 600.0;

/// A diagram with everything that its parts read.
#[derive(Clone)]
pub struct Sheet {
    /// What is told.
    pub chart: Arc<Chart>,
    /// Where it stands.
    pub scene: Arc<Scene>,
    /// The step.
    pub at: At,
    /// The tab stop among the messages.
    pub roving: Roving,
    /// What the whole stage reads.
    pub play: StageContext,
}

/// The diagram in what it scrolls in. Cheap to copy: all of it is handles.
#[derive(Clone, Copy)]
pub struct Scrolled {
    play: StageContext,
    step: RwSignal<usize>,
    told: Memo<Option<Arc<Chart>>>,
    placed: Memo<Option<Arc<Scene>>>,
    scroller: NodeRef<html::Div>,
    /// Width and height of what it scrolls in.
    size: RwSignal<(f64, f64)>,
    /// How far it is scrolled down.
    scrolled: RwSignal<f64>,
}

impl Scrolled {
    /// What the selected check tells.
    pub fn new(page: Page, play: StageContext, step: RwSignal<usize>) -> Self {
        let scroller = NodeRef::<html::Div>::new();
        let size = RwSignal::new((0.0, 400.0));
        observe_size(Box::new(move || scroller.get().map(Into::into)), size);
        let told = Memo::new(move |_| told(page, play));
        let zoom = play.zoom_sequence;
        let placed = Memo::new(move |_| {
            let width = size.get().0 / zoom.get();
            told.get().map(|chart| Arc::new(scene(&chart, width)))
        });
        in_sight::keep_message(play, told, placed, scroller, size);
        let scrolled = RwSignal::new(0.0);
        Self {
            play,
            step,
            told,
            placed,
            scroller,
            size,
            scrolled,
        }
    }

    /// As narrow as its contents allow, and then so small that it fits.
    fn fit(self) {
        let natural =
            (self.told).with_untracked(|told| told.as_ref().map(|chart| scene(chart, 0.0).width));
        let room = self.size.get_untracked().0;
        let size = Size::Exactly(room / natural.unwrap_or(room).max(1.0));
        self.play.zoom_sequence.change(size);
    }

    /// What is drawn.
    pub fn view(self) -> AnyView {
        let Self {
            play,
            step,
            told,
            placed,
            scroller,
            size,
            scrolled,
        } = self;
        let zoom = play.zoom_sequence;
        // The part of the rows to draw, in coarse steps of scrolling.
        let window = Memo::new(move |_| {
            let top = (scrolled.get() / zoom.get() / MARGIN).floor() * MARGIN;
            let bottom = top + size.get().1 / zoom.get() + 2.0 * MARGIN;
            (top - MARGIN, bottom)
        });
        let picture = move || {
            let sheet = Sheet {
                chart: told.get()?,
                scene: placed.get()?,
                at: play.at,
                roving: Roving::new(),
                play,
            };
            // Lifelines without a run and without a scenario tell nothing.
            let told = !sheet.chart.rows.is_empty() || sheet.chart.band_at(0).is_some();
            (told && !sheet.scene.columns.is_empty()).then(|| picture(play, step, sheet, window))
        };
        view! {
            <div
                class="sequence-scroll"
                node_ref=scroller
                on:wheel=move |event| zoom.wheel(&event)
                on:scroll=move |_| {
                    if let Some(scroller) = scroller.get_untracked() {
                        scrolled.set(f64::from(scroller.scroll_top()));
                    }
                }
            >
                {picture}
            </div>
        }
        .into_any()
    }
}

/// The pane with the diagram.
#[component]
pub fn Sequence(page: Page, play: StageContext, step: RwSignal<usize>) -> impl IntoView {
    let diagram = Scrolled::new(page, play, step);
    let (told, zoom) = (diagram.told, play.zoom_sequence);
    let frame = move || told.get().map(|chart| frame(&chart));
    let forbidden = move || {
        told.with(|told| {
            told.as_ref()
                .is_some_and(|chart| chart.frame == Frame::Forbidden)
        })
    };
    let shown = view_choice::shown(play, &VIEWS);
    let contents = move || match shown.get() {
        RunView::Steps => table::view(play, told, step),
        RunView::Picture | RunView::Values => {
            view! { <div class="sequence-main">{diagram.view()}</div> }.into_any()
        }
    };
    view! {
        <section class="sequence" class:forbidden=forbidden aria-label="Sequence diagram">
            <header class="stage-head" hidden=move || told.with(Option::is_none)>
                {frame}
                {view_choice::of_run(play, &VIEWS)}
                {move || (shown.get() == RunView::Picture).then(|| {
                    let fit = move || diagram.fit();
                    tools::tools(zoom, "diagram", fit, Some((play.folded, told)))
                })}
                {panes::run_end(play)}
            </header>
            {move || compared(page, told)}
            {chosen(page)}
            {witnesses::bar(page)}
            <AskForm page play/>
            <Remark page play />
            <div class="sequence-body">
                {contents}
                {move || page.stage.session.get().map(|_| simulation::view(page, play, step))}
            </div>
        </section>
    }
}

/// What the diagram tells: the scenario as written or the run, beside another one in a comparison.
pub fn told(page: Page, play: StageContext) -> Option<Arc<Chart>> {
    let check = play.check.get()?;
    let outcome = play.outcome.get();
    let analysis = play.analysis.get();
    let chart = chart(&analysis, &check, outcome.as_deref());
    let both = match page.stage_content() {
        StageContent::Comparison(both) => match &both.before {
            Earlier::Machines(before) => compare::runs(before, &chart),
            Earlier::System(..) => None,
        },
        _ => None,
    };
    let mut chart = both.unwrap_or(chart);
    chart.folded = play.folded.with(|folded| {
        let lifelines = chart.lifelines.iter().enumerate();
        let is_folded = |(at, it): (usize, &LifelineView)| folded.contains(&it.name).then_some(at);
        lifelines.filter_map(is_folded).collect()
    });
    Some(Arc::new(chart))
}

/// What is compared, and the way back.
fn compared(page: Page, told: Memo<Option<Arc<Chart>>>) -> Option<AnyView> {
    let StageContent::Comparison(comparison) = page.stage_content() else {
        return None;
    };
    let summary = told.with_untracked(|told| told.as_ref().map(|chart| compare::summary(chart)));
    Some(
        view! {
            <div class="compared" role="status">
                <p><b>{comparison.title.clone()}</b>" "{summary}</p>
                <p class="compared-key" aria-hidden="true">
                    <span class="gone">"\u{2212} gone"</span><span class="come">"+ new"</span>
                </p>
                {button("button", "End comparison", move || page.end_comparison())}
            </div>
        }
        .into_any(),
    )
}

/// That the run is one of the picture of all runs, or of a check that the text does not have, and the way back.
pub fn chosen(page: Page) -> impl Fn() -> Option<AnyView> + Send + 'static {
    let chosen = Memo::new(move |_| match page.stage_content() {
        StageContent::Execution(..) => Some((
            "One of all runs.".to_owned(),
            " By hand goes on from its end.",
        )),
        // Two readings that are compared say so themselves.
        StageContent::Asked { title, run, .. } if run.check.kind != Kind::Same => Some((title, "")),
        _ => None,
    });
    move || {
        chosen.get().map(|(title, more)| {
            view! {
                <div class="compared" role="status">
                    <p><b>{title}</b>{more}</p>
                    {button("button", "Back to the check", move || page.show(StageContent::Check))}
                </div>
            }
            .into_any()
        })
    }
}

/// The tag of the frame, as UML writes it, and the name.
fn frame(chart: &Chart) -> impl IntoView + use<> {
    let (tag, meaning) = frame_tag(chart.frame);
    view! {
        <span class="frame-tag" title=meaning>{tag}</span>
        <h2 class="frame-title">{chart.title.clone()}</h2>
    }
}

/// The tag of a frame, and what it means.
pub fn frame_tag(frame: Frame) -> (&'static str, &'static str) {
    match frame {
        Frame::Desired => ("sd", "A scenario that should be possible"),
        Frame::Forbidden => ("neg", "A scenario that must not be possible"),
        Frame::Run => ("run", "A run that answers the question"),
    }
}

/// Heads, lifelines, messages, places, remark and cursor.
fn picture(
    play: StageContext,
    step: RwSignal<usize>,
    sheet: Sheet,
    window: Memo<(f64, f64)>,
) -> impl IntoView {
    let Sheet {
        chart,
        scene,
        at,
        roving,
        ..
    } = sheet.clone();
    let count = chart.rows.len();
    let act = {
        let chart = Arc::clone(&chart);
        move |index: usize| {
            let Some(row) = chart.rows.get(index) else {
                return;
            };
            if let Some(at) = row.step {
                step.set(at);
            }
            if let Some(range) = row.range {
                play.on_mark.run(range);
            }
        }
    };
    let act_by_key = act.clone();
    let cursor = {
        let (chart, scene) = (Arc::clone(&chart), Arc::clone(&scene));
        Memo::new(move |_| scene.cursor(&chart, at.get()))
    };
    let rows = {
        let scene = Arc::clone(&scene);
        move || {
            let (top, bottom) = window.get();
            let visible = scene.visible(top, bottom);
            // The band below the last row belongs to it.
            let end = if visible.end == scene.rows.len() {
                visible.end + 1
            } else {
                visible.end
            };
            visible.start..end
        }
    };
    let draw = {
        let sheet = sheet.clone();
        move |index: usize| row::draw(&sheet, index)
    };
    let lines: Vec<_> = scene
        .columns
        .iter()
        .map(|&x| lifeline(x, scene.height, cursor))
        .collect();
    let heads: Vec<_> = (0..scene.heads.len())
        .map(|index| head(play, &sheet, index))
        .collect();
    let (width, height) = (scene.width, scene.height);
    let zoom = play.zoom_sequence;
    let summary = format!(
        "{count} messages between {} lifelines",
        chart.lifelines.len()
    );
    let wanted = chart.stop.as_ref().is_some_and(|stop| stop.wanted);
    let note = scene.note.as_ref().map(|place| note(place, wanted));
    let cursor_line = move || {
        cursor.get().map(|y| {
            view! {
                <g class="cursor" style=format!("transform: translateY({y:.1}px)") aria-hidden="true">
                    <path class="cursor-line" d=format!("M14 0H{width:.1}") />
                    <path class="cursor-handle" d="M4 -6H10L16 0L10 6H4Z" />
                </g>
            }
        })
    };
    let is_deadlock = |outcome: &Option<Arc<lockstep_core::api::Outcome>>| {
        outcome.as_ref().is_some_and(|it| it.waits().is_some())
    };
    let deadlock = play.outcome.with_untracked(is_deadlock);
    let deadlock = deadlock.then(|| wait_graph::view(play, Arc::clone(&chart)));
    view! {
        <div class="sequence-sheet" style=move || format!("width: {:.1}px", width * zoom.get())>
            <svg
                class="heads"
                viewBox=format!("0 0 {width:.1} {HEADS}")
                width=move || width * zoom.get()
                height=move || HEADS * zoom.get()
                role="group" aria-label="Lifelines">
                {heads}
            </svg>
            <svg
                class="messages"
                viewBox=format!("0 0 {width:.1} {height:.1}")
                width=move || width * zoom.get()
                height=move || height * zoom.get()
                role="group"
                aria-label=summary
                on:click=move |event| {
                    if let Some(index) = roving.target(&event) {
                        act(index);
                    }
                }
                on:keydown=move |event| {
                    if let Some(index) = roving.key(&event, count) {
                        act_by_key(index);
                    }
                }
            >
                {lines}
                {cursor_line}
                <For each=rows key=|&index| index children=draw />
                {note}
            </svg>
            {deadlock}
        </div>
    }
}
