//! The state space: a shape for each global state, the run lit among them, the step at hand ringed.
//!
//! States and their places come from the core ([`lockstep_core::diagram::space`]), computed here as
//! stepping by hand is: there are few, or only those around the run. A click on a state of the run goes
//! to its step; on another one it goes there by hand, on a shortest way. A finger taps twice.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{
    Analysis, ByHand, CheckView, EndView, SpaceEdgeView, SpaceStateView, SpaceView, asked,
};
use lockstep_core::diagram::Point;
use lockstep_core::diagram::drawing::arrow_head;
use lockstep_core::diagram::space::{self, Placed, SIZE};
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, PointerEvent};

use super::StageContext;
use super::roving::Roving;
use super::runs;
use super::tools::{self, Size, Zoom};
use crate::parts::{self, part};
use crate::protocol::Done;
use crate::state::Page;
use crate::state::stage::content::ShownRun;

/// What the picture is of.
struct Space {
    tool: ByHand,
    view: SpaceView,
    placed: Placed,
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
    example: "everything, or some lifelines: cm, alice",
    play: |page, step, _, done| {
        let Done::States(states) = done else { return };
        let text = page.document.revision().get_untracked().text;
        let Some(tool) = ByHand::new(&text, None) else {
            return;
        };
        let lifelines = asked(&page.document.settled().get_untracked(), &[], None).lifelines;
        let run = tool.through(&states);
        let last = run.len().saturating_sub(1);
        page.show_execution(ShownRun {
            row: page.checks.selected().get_untracked(),
            check: tool.view(lifelines),
            outcome: Arc::new(tool.outcome(run)),
        });
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
    let (frame, scroller) = (NodeRef::<html::Div>::new(), NodeRef::<html::Div>::new());
    let zoom = Zoom::new();
    // Whenever it is looked up it is another picture.
    let space = Memo::new_with_compare(move |_| look(page, play).map(Arc::new), |_, _| true);
    let told = RwSignal::new(None::<usize>);
    show_step(play, space, zoom, scroller, told);
    let fit = move || {
        let width = space.with_untracked(|space| space.as_ref().map(|it| it.placed.width));
        if let (Some(frame), Some(width)) = (frame.get_untracked(), width) {
            let room = f64::from(frame.client_width());
            zoom.change(Size::Exactly(room / width.max(1.0)));
        }
    };
    let act = Callback::new(move |at: usize| {
        if let Some(space) = space.get_untracked() {
            go(page, play, step, (&space.tool, &space.view), at);
        }
    });
    let contents = move || match space.get() {
        Some(space) => picture(play, &space, zoom, scroller, told, act),
        None => view! {
            <p class="space-none">"The global states are drawn when the text has no errors."</p>
        }
        .into_any(),
    };
    view! {
        <div class="sequence-main">
            <div class="space" node_ref=frame on:wheel=move |event| zoom.wheel(&event)>
                {contents}
            </div>
            {tools::tools(zoom, "states", fit, None, None)}
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
    let view = tool.space(run, &goal.unwrap_or_default())?;
    let placed = space::place(&view);
    Some(Space { tool, view, placed })
}

/// Brings the state of the step into view, and reads it.
fn show_step(
    play: StageContext,
    space: Memo<Option<Arc<Space>>>,
    zoom: Zoom,
    scroller: NodeRef<html::Div>,
    told: RwSignal<Option<usize>>,
) {
    Effect::new(move |_| {
        let (at, size) = (play.at.get(), zoom.get());
        let (Some(space), Some(pane)) = (space.get(), scroller.get()) else {
            return;
        };
        let here = |state: &SpaceStateView| state.steps.contains(&at);
        let here = space.view.states.iter().position(here);
        told.set(here);
        if let Some(place) = here.and_then(|here| space.placed.states.get(here)) {
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

fn picture(
    play: StageContext,
    space: &Arc<Space>,
    zoom: Zoom,
    scroller: NodeRef<html::Div>,
    told: RwSignal<Option<usize>>,
    act: Callback<usize>,
) -> AnyView {
    let Space { view, placed, .. } = &**space;
    let roving = Roving::new();
    let count = view.states.len();
    let words = {
        let space = Arc::clone(space);
        move |index: usize| words(play, &space.view, index)
    };
    let told_words = {
        let words = words.clone();
        move || match told.get() {
            Some(index) => words(index),
            None => "Point at a state to read it.".to_owned(),
        }
    };
    let columns = placed.columns.iter().enumerate().map(|(depth, &x)| {
        view! { <text class="depth" x=x y="14" aria-hidden="true">{depth}</text> }
    });
    // What is lit lies above the rest.
    let edges = [false, true].into_iter().flat_map(|lit| {
        let edges = view.edges.iter().zip(&placed.edges);
        edges.filter(move |(edge, _)| edge.lit == lit).map(arrow)
    });
    let states = view.states.iter().zip(&placed.states).enumerate();
    let states = states.map(|(index, (state, &at))| {
        let words = words.clone();
        shape(play, state, at, index, roving, move || words(index))
    });
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
    view! {
        <p class="space-said">
            <span>{view.sentence.clone()}</span>
            <span class="space-key">
                "Columns count transactions; the run is lit, a diamond is a deadlock."
            </span>
        </p>
        <p class="space-told" aria-hidden="true">{told_words}</p>
        <div class="space-scroll" node_ref=scroller>
            <svg
                viewBox=format!("0 0 {width:.0} {height:.0}")
                width=move || format!("{:.0}", width * zoom.get())
                height=move || format!("{:.0}", height * zoom.get())
                role="group"
                aria-label="Global states"
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
                {states.collect_view()}
            </svg>
        </div>
    }
    .into_any()
}

fn arrow((edge, [from, control, to]): (&SpaceEdgeView, &[Point; 3])) -> AnyView {
    let line = format!(
        "M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
        from.x, from.y, control.x, control.y, to.x, to.y
    );
    let (size, lit) = if edge.lit { (8.0, " lit") } else { (6.0, "") };
    view! {
        <path class=format!("line{lit}") d=line/>
        <path class=format!("head{lit}") d=arrow_head(&[*control, *to], size)/>
    }
    .into_any()
}

/// One state: its shape, the step of the run inside, and what is special about it below.
fn shape(
    play: StageContext,
    state: &SpaceStateView,
    at: Point,
    index: usize,
    roving: Roving,
    words: impl Fn() -> String + Clone + Send + Sync + 'static,
) -> AnyView {
    let (half, spoken) = (SIZE / 2.0, words.clone());
    let steps = state.steps.clone();
    let is_run = !steps.is_empty();
    let current = move || steps.contains(&play.at.get()).then_some("true");
    let eye = (state.end == EndView::Terminated)
        .then(|| view! { <path class="eye" d=outline(state, at, half - 4.0)/> });
    let sign = Some(space::sign(state)).filter(|sign| !sign.is_empty());
    let sign = sign.map(|sign| view! { <text x=at.x y=at.y + 3.6>{sign}</text> });
    let word = match state.end {
        EndView::Deadlock => Some("deadlock"),
        _ if state.goal => Some("goal"),
        EndView::Terminated => Some("end"),
        EndView::None => None,
    };
    let word = word.map(|word| {
        view! {
            <text class="word" x=at.x y=at.y + half + 10.0 aria-hidden="true">{word}</text>
        }
    });
    view! {
        <g
            class="global"
            class:run=is_run
            role="button"
            data-i=index.to_string()
            tabindex=move || roving.tabindex(index)
            aria-label=spoken
            aria-current=current
        >
            <title>{words}</title>
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
    let now = play.at.get_untracked();
    let later = state.steps.iter().find(|&&it| it > now);
    if let Some(&to) = later.or_else(|| state.steps.first()) {
        return step.set(to);
    }
    let Some(way) = view.way(at) else { return };
    let states: Vec<_> = way
        .iter()
        .map(|&it| view.states[it].places.clone())
        .collect();
    let run = tool.through(&states);
    let lifelines = match untrack(|| page.checks.selected_row()) {
        Some(row) => row.view.with_untracked(|view| view.lifelines.clone()),
        None => asked(&page.document.settled().get_untracked(), &[], None).lifelines,
    };
    let made = ShownRun {
        row: page.checks.selected().get_untracked(),
        check: tool.view(lifelines),
        outcome: Arc::new(tool.outcome(run)),
    };
    page.by_hand(false);
    // Stepping by hand begins with what was put away.
    page.stage.simulation.put_away.set(Some(Arc::new(made)));
    step.set(0);
    page.by_hand(true);
}

/// The state that an event is about.
fn index_of(target: EventTarget) -> Option<usize> {
    let element: Element = target.dyn_into().ok()?;
    let shape = element.closest("[data-i]").ok()??;
    shape.get_attribute("data-i")?.parse().ok()
}
