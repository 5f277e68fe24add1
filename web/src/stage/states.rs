//! The picture of a state space, of whatever kind of model: shapes in columns, the run lit among them, the step at hand
//! ringed, and a line that tells of the state that is pointed at.
//!
//! States and their places come from the core ([`lockstep_core::diagram::space`]). They are drawn once; the run may
//! change under them, and then only marks change. A finger taps twice: the first time to read, the second to act.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{EndView, SpaceEdgeView, SpaceStateView, SpaceUnitView, SpaceView};
use lockstep_core::diagram::Point;
use lockstep_core::diagram::drawing::arrow_head;
use lockstep_core::diagram::space::{self, Placed, SIZE};
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, PointerEvent};

use super::roving::Roving;
use super::shown_step::At;
use super::tools::{Size, Zoom};
use crate::ui::Strong;

/// A state space, and what the run is in it.
#[derive(Clone)]
pub struct States {
    /// What is drawn.
    pub view: Arc<SpaceView>,
    /// Where it stands.
    pub placed: Arc<Placed>,
    /// The same states and edges with the run as it is now.
    pub marked: Signal<Arc<SpaceView>>,
    /// The step.
    pub at: At,
    /// A state in words, as it is at the step; tracked.
    pub words: Words,
    /// What a step is called; tracked.
    pub called: Called,
    /// What there is to say where the step is in none of the states; tracked.
    pub nowhere: Arc<dyn Fn() -> String + Send + Sync>,
    /// Goes to a state.
    pub act: Callback<usize>,
}

/// Tells of a state.
pub type Words = Arc<dyn Fn(usize) -> String + Send + Sync>;
/// Names a step.
pub type Called = Arc<dyn Fn(usize) -> String + Send + Sync>;

/// The handles of a picture that outlive what is drawn.
#[derive(Clone, Copy)]
pub struct Frame {
    /// How large it is drawn.
    pub zoom: Zoom,
    /// What the picture and its controls stand in.
    pub room: NodeRef<html::Div>,
    /// What scrolls.
    pub scroller: NodeRef<html::Div>,
    /// The state that is told of.
    pub told: RwSignal<Option<usize>>,
}

impl Frame {
    /// Nothing is told.
    pub fn new() -> Self {
        Self {
            zoom: Zoom::new(),
            room: NodeRef::new(),
            scroller: NodeRef::new(),
            told: RwSignal::new(None),
        }
    }

    /// Draws the states as wide as there is room.
    pub fn fit(self, states: Signal<Option<States>>) {
        let width = states.with_untracked(|it| it.as_ref().map(|it| it.placed.width));
        if let (Some(room), Some(width)) = (self.room.get_untracked(), width) {
            let room = f64::from(room.client_width());
            self.zoom.change(Size::Exactly(room / width.max(1.0)));
        }
    }
}

/// Brings the state of the step into view, and tells of it.
pub fn follow_step(states: Signal<Option<States>>, at: At, frame: Frame) {
    Effect::new(move |_| {
        let (step, size) = (at.get(), frame.zoom.get());
        let (Some(states), Some(pane)) = (states.get(), frame.scroller.get()) else {
            return;
        };
        let marked = states.marked.get();
        let here = |state: &SpaceStateView| state.steps.contains(&step);
        let here = marked.states.iter().position(here);
        frame.told.set(here);
        if let Some(place) = here.and_then(|here| states.placed.states.get(here)) {
            scroll(&pane, (place.x * size, place.y * size));
        }
    });
}

/// Scrolls to a place of the picture, where it cannot be seen.
fn scroll(pane: &Element, (x, y): (f64, f64)) {
    // Pixels on a screen: far inside the range of i32.
    #[allow(clippy::cast_possible_truncation)]
    let (x, y) = (x as i32, y as i32);
    let (width, height) = (pane.client_width(), pane.client_height());
    if x < pane.scroll_left() + 20 || x > pane.scroll_left() + width - 20 {
        pane.set_scroll_left(x - width / 2);
    }
    if y < pane.scroll_top() + 20 || y > pane.scroll_top() + height - 20 {
        pane.set_scroll_top(y - height / 2);
    }
}

/// What the columns count, and the shapes that need a word.
fn key(unit: SpaceUnitView) -> &'static str {
    match unit {
        SpaceUnitView::MessageSets => {
            "Columns count message sets; the run is lit, a diamond is a deadlock."
        }
        SpaceUnitView::Firings => {
            "Columns count firings of trans; the run is lit, a diamond is a deadlock."
        }
        SpaceUnitView::Steps => {
            "Columns count steps; the run is lit, a diamond is a deadlock, dashed is not stable."
        }
        SpaceUnitView::Behaviours => {
            "Columns count behaviours; the run is lit, a diamond is a deadlock, dashed is inside a step."
        }
    }
}

/// The picture, with what is said of it above.
pub fn picture(states: &States, frame: Frame) -> AnyView {
    let Frame {
        zoom,
        scroller,
        told,
        ..
    } = frame;
    let States {
        view,
        placed,
        marked,
        act,
        ..
    } = states.clone();
    let roving = Roving::new();
    let count = view.states.len();
    let told_words = {
        let states = states.clone();
        move || match told.get() {
            Some(index) => (states.words)(index),
            None => (states.nowhere)(),
        }
    };
    let columns = placed.columns.iter().enumerate().map(|(depth, &x)| {
        view! { <text class="depth" x=x y="14" aria-hidden="true">{depth}</text> }
    });
    let edges = view
        .edges
        .iter()
        .zip(&placed.edges)
        .map(|(_, at)| arrow(at, ""));
    let at = states.at;
    // What is lit lies above the rest.
    let lit = {
        let placed = Arc::clone(&placed);
        move || {
            let marked = marked.get();
            let lit = marked.edges.iter().zip(&placed.edges);
            let lit = lit.filter(|(edge, _)| edge.lit);
            lit.map(|(edge, points)| lit_arrow(edge, points, at))
                .collect_view()
        }
    };
    let shapes = view.states.iter().zip(&placed.states).enumerate();
    let shapes = shapes.map(|(index, (state, &at))| shape(states, state, at, index, roving));
    // A finger cannot point: its first tap on a state tells of it, the second one goes there.
    let tapped = StoredValue::new(None);
    let tap = move |event: web_sys::MouseEvent| {
        let is_touch =
            (event.dyn_ref::<PointerEvent>()).is_some_and(|it| it.pointer_type() == "touch");
        let Some(at) = roving.target(&event) else {
            return;
        };
        if is_touch && tapped.get_value() != Some(at) {
            tapped.set_value(Some(at));
            told.set(Some(at));
        } else {
            act.run(at);
        }
    };
    let tell = move |target: Option<EventTarget>| {
        if let Some(at) = target.and_then(index_of) {
            told.set(Some(at));
        }
    };
    let (width, height) = (placed.width, placed.height);
    let said = {
        let view = Arc::clone(&view);
        move || {
            marked.with(|it| {
                if it.sentence.is_empty() {
                    view.sentence.clone()
                } else {
                    it.sentence.clone()
                }
            })
        }
    };
    let label = match view.unit {
        SpaceUnitView::MessageSets => "Global states",
        SpaceUnitView::Firings | SpaceUnitView::Steps | SpaceUnitView::Behaviours => "States",
    };
    view! {
        <p class="space-said">
            <span>{move || view! { <Strong text=said()/> }}</span>
            <span class="space-key">{key(view.unit)}</span>
        </p>
        <p class="space-told" aria-hidden="true">{told_words}</p>
        <div class="space-scroll" node_ref=scroller>
            <svg
                viewBox=format!("0 0 {width:.0} {height:.0}")
                width=move || format!("{:.0}", width * zoom.get())
                height=move || format!("{:.0}", height * zoom.get())
                role="group"
                aria-label=label
                on:click=tap
                on:keydown=move |event: KeyboardEvent| {
                    if let Some(at) = roving.key(&event, count) {
                        act.run(at);
                    }
                }
                on:pointerover=move |event| tell(event.target())
                on:focusin=move |event| tell(event.target())
            >
                {columns.collect_view()}
                {edges.collect_view()}
                {lit}
                {shapes.collect_view()}
            </svg>
        </div>
    }
    .into_any()
}

fn path([from, control, to]: &[Point; 3]) -> String {
    format!(
        "M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
        from.x, from.y, control.x, control.y, to.x, to.y
    )
}

fn arrow(points: &[Point; 3], class: &str) -> AnyView {
    let size = if class.is_empty() { 6.0 } else { 8.0 };
    view! {
        <path class=format!("line{class}") d=path(points)/>
        <path class=format!("head{class}") d=arrow_head(&points[1..], size)/>
    }
    .into_any()
}

/// An edge that the run goes along; thicker while the step is on the way.
fn lit_arrow(edge: &SpaceEdgeView, points: &[Point; 3], at: At) -> AnyView {
    let within = edge.within.clone();
    let on_the_way = move || within.contains(&at.get());
    view! { <g class="way" class:here=on_the_way>{arrow(points, " lit")}</g> }.into_any()
}

/// One state: its shape, the step of the run inside, and what is special about it below.
fn shape(
    states: &States,
    state: &SpaceStateView,
    at: Point,
    index: usize,
    roving: Roving,
) -> AnyView {
    let half = SIZE / 2.0;
    let (step, marked) = (states.at, states.marked);
    let steps = Memo::new(move |_| {
        marked.with(|it| {
            it.states
                .get(index)
                .map_or_else(Vec::new, |it| it.steps.clone())
        })
    });
    let (words, spoken) = (Arc::clone(&states.words), Arc::clone(&states.words));
    let is_run = move || steps.with(|it| !it.is_empty());
    let current = move || steps.with(|it| it.contains(&step.get())).then_some("true");
    let eye = (state.end == EndView::Terminated)
        .then(|| view! { <path class="eye" d=outline(state, at, half - 4.0)/> });
    let called = Arc::clone(&states.called);
    let sign = move || {
        let first = steps.with(|it| it.first().copied());
        first.map(|first| {
            let name = called(first);
            // A step between two others has a long number.
            let long = name.len() > 3;
            view! { <text class:long=long x=at.x y=at.y + 3.6>{name}</text> }
        })
    };
    let word = match state.end {
        EndView::Deadlock => Some("deadlock".to_owned()),
        // Of goals in a row the words say which one it is; here there is no room for that.
        _ if state.goal => Some(states.view.goal.trim_start_matches("last ").to_owned()),
        EndView::Terminated => Some("end".to_owned()),
        EndView::None => None,
    };
    let word = word.map(|word| {
        view! {
            <text class="word" x=at.x y=at.y + half + 10.0 aria-hidden="true">{word}</text>
        }
    });
    let between = state.between;
    view! {
        <g
            class="global"
            class:run=is_run
            class:between=between
            role="button"
            data-i=index.to_string()
            tabindex=move || roving.tabindex(index)
            aria-label=move || spoken(index)
            aria-current=current
        >
            <title>{move || words(index)}</title>
            <path class="now" d=outline(state, at, half + 4.0)/>
            <path class="box" d=outline(state, at, half)/>
            {eye}
            {sign}
        </g>
        {word}
    }
    .into_any()
}

/// The outline of a state, so far from its middle.
fn outline(state: &SpaceStateView, Point { x, y }: Point, half: f64) -> String {
    match space::shape(state) {
        "deadlock" => format!(
            "M{x:.1} {:.1}l{half} {half}l-{half} {half}l-{half} -{half}z",
            y - half
        ),
        "goal" => {
            let (left, top, side) = (x - half, y - half, 2.0 * half);
            format!("M{left:.1} {top:.1}h{side}v{side}h-{side}z")
        }
        _ => format!(
            "M{:.1} {y:.1}a{half} {half} 0 1 0 {w} 0a{half} {half} 0 1 0 -{w} 0z",
            x - half,
            w = 2.0 * half
        ),
    }
}

/// The step of a state to go to: the next one after the step at hand, else the first; `None` where the run is never there.
pub fn step_of(state: &SpaceStateView, now: usize) -> Option<usize> {
    let later = state.steps.iter().find(|&&it| it > now);
    later.or_else(|| state.steps.first()).copied()
}

/// The state that an event is about.
fn index_of(target: EventTarget) -> Option<usize> {
    let element: Element = target.dyn_into().ok()?;
    let shape = element.closest("[data-i]").ok()??;
    shape.get_attribute("data-i")?.parse().ok()
}
