//! The run of a system over time: one track per variable, one column per step.
//!
//! Where things stand comes from [`lockstep_core::diagram::timeline`]; the names stay in view while the tracks
//! scroll under them.

use std::ops::Range;
use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::SystemStepView;
use lockstep_core::diagram::timeline::{Segment, TRACK, Timeline, Track, moments, timeline};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, MouseEvent};

use super::Shown;
use crate::ui::NextFrame;

/// What is drawn: tracks, and whose they are.
#[derive(Clone, PartialEq)]
struct Drawn {
    timeline: Timeline,
    /// The variable of each track, and whether it is of the other of two runs.
    rows: Vec<(usize, bool)>,
    /// Where the two runs differ: the track of the variable, and the steps.
    differ: Vec<(usize, Range<usize>)>,
}

/// Places the run, beside another one where two are compared.
fn drawn(shown: Shown) -> Drawn {
    let (system, run) = (shown.system.get(), shown.run.get());
    let Some(beside) = shown.beside.get() else {
        let is_whole = shown.play.page.plays_whole_steps();
        return Drawn {
            timeline: timeline(&system, &run, &moments(&run, is_whole)),
            rows: (0..system.variables.len()).map(|it| (it, false)).collect(),
            differ: Vec::new(),
        };
    };
    // Two runs differ at entries.
    let (both, steps, rows) = beside.interleaved(&system, &run);
    let tracks = rows.iter().enumerate().filter(|(_, row)| !row.1);
    let differ = tracks.flat_map(|(track, &(variable, _))| {
        let spans = beside.spans(variable).into_iter();
        spans.map(move |span| (track, span))
    });
    Drawn {
        differ: differ.collect(),
        timeline: timeline(&both, &steps, &moments(&run, false)),
        rows,
    }
}

/// The diagram.
pub fn view(shown: Shown) -> AnyView {
    let scroller = NodeRef::<html::Div>::new();
    let placed = Memo::new(move |_| Arc::new(drawn(shown)));
    keep_in_view(shown, placed, scroller);
    let names = move || {
        let drawn = placed.get();
        let each = drawn.timeline.tracks.iter().zip(drawn.rows.clone());
        let each = each.map(|(it, (number, other))| {
            let name = if other { "other run".to_owned() } else { it.name.clone() };
            let changed = move || {
                let moves = |entry: &SystemStepView| entry.changed.contains(&number);
                !other && shown.of_entry(|entry| entry.is_some_and(moves))
            };
            view! {
                <li class:moved=changed class:other=other style=("height", format!("{TRACK}px"))>{name}</li>
            }
        });
        each.collect_view()
    };
    let head = move || placed.with(|it| format!("{}px", it.timeline.head));
    view! {
        <div class="time-pane" tabindex="0" role="group" aria-label="Values over time" node_ref=scroller>
            <ul class="time-names" aria-hidden="true" style=("padding-top", head)>{names}</ul>
            {move || picture(shown, &placed.get())}
        </div>
    }
    .into_any()
}

fn picture(shown: Shown, drawn: &Arc<Drawn>) -> AnyView {
    let now = {
        let drawn = Arc::clone(drawn);
        move || cursor(&drawn.timeline, shown.play.at.get())
    };
    let marks = differ(drawn).collect_view().into_any();
    let go = {
        let drawn = Arc::clone(drawn);
        move |event: MouseEvent| {
            let target: Option<HtmlElement> =
                event.current_target().and_then(|it| it.dyn_into().ok());
            let left = target.map_or(0.0, |it| it.get_bounding_client_rect().left());
            let x = f64::from(event.client_x()) - left;
            let mut columns = drawn.timeline.columns.iter();
            if let Some(column) = columns.find(|it| x < it.start + it.width) {
                shown.step.set(column.moment.entries.end - 1);
            }
        }
    };
    view! {
        <div class="time-tracks" on:click=go>
            // Beside the picture, which a step leaves as it is: it is moved, and nothing is drawn.
            <div class="time-now" aria-hidden="true" style=("transform", now)></div>
            {drawing(&drawn.timeline, marks)}
        </div>
    }
    .into_any()
}

/// Frames around what differs: the variable's track and the one of the other run below it.
fn differ(drawn: &Drawn) -> impl Iterator<Item = AnyView> {
    drawn.differ.iter().filter_map(|(track, steps)| {
        let columns = &drawn.timeline.columns;
        let (first, last) = (columns.get(steps.start)?, columns.get(steps.end - 1)?);
        // Tracks are counted in hundreds.
        #[allow(clippy::cast_precision_loss)]
        let y = drawn.timeline.head + *track as f64 * TRACK + 1.0;
        let (x, width) = (
            first.start + 1.0,
            last.start + last.width - first.start - 2.0,
        );
        let height = 2.0 * TRACK - 2.0;
        let frame = view! {
            <rect class="time-differs" x=x y=y width=width height=height rx="4"/>
        };
        Some(frame.into_any())
    })
}

/// Where what marks the step stands, which is one pixel wide as it is.
fn cursor(placed: &Timeline, step: usize) -> String {
    let (start, width) = (placed.column(step)).map_or((0.0, 0.0), |it| (it.start, it.width));
    format!("translateX({start:.1}px) scaleX({width:.1})")
}

/// What marks a step on paper.
pub(super) fn now(placed: &Timeline, step: usize) -> Option<AnyView> {
    let column = placed.column(step)?;
    let (x, width, height) = (column.start, column.width, placed.height);
    Some(view! { <rect class="time-now" x=x y="0" width=width height=height/> }.into_any())
}

/// The tracks of a run, or of a stretch of it.
pub(super) fn drawing(placed: &Timeline, now: AnyView) -> AnyView {
    let (width, height, head) = (placed.width, placed.height, placed.head);
    let line = placed.names();
    let columns = placed.columns.iter().map(|column| {
        let (moment, middle) = (&column.moment, column.middle);
        let turn = (!moment.turn.is_empty()).then(|| {
            view! { <text class="time-turn" x=middle y="27">{moment.turn.clone()}</text> }
        });
        view! {
            <text class="time-step" class:between=moment.between x=middle y=line>{moment.name.clone()}</text>
            {turn}
            <path class="time-grid" d=format!("M{:.1} {head}V{height:.0}", column.start)/>
        }
    });
    let tracks = placed.tracks.iter().map(track);
    // What a picture shows the table of steps tells in words; the scrubber goes from step to step.
    view! {
        <svg
            class="time-drawing"
            width=format!("{width:.0}")
            height=format!("{height:.0}")
            role="img"
            aria-label="The values over time; the view “Steps” tells them in words"
        >
            {now}
            {columns.collect_view()}
            {tracks.collect_view()}
        </svg>
    }
    .into_any()
}

fn track(track: &Track) -> AnyView {
    let segments = track.segments.iter().map(segment);
    view! { <g class="time-track">{segments.collect_view()}</g> }.into_any()
}

fn segment(segment: &Segment) -> AnyView {
    let (text, x, y) = segment.text.clone();
    view! {
        <g class=if segment.is_bar { "time-bar" } else { "time-low" }>
            <title>{segment.value.clone()}</title>
            <path d=segment.outline.clone()/>
            <text x=x y=y>{text}</text>
        </g>
    }
    .into_any()
}

/// Scrolls sideways so that the step and the one after it can be seen.
fn keep_in_view(shown: Shown, placed: Memo<Arc<Drawn>>, scroller: NodeRef<html::Div>) {
    let frame = NextFrame::new();
    let follow = move || {
        let at = shown.play.at.get_untracked();
        let Some(pane) = scroller.try_get_untracked().flatten() else {
            return;
        };
        let names = pane.query_selector(".time-names").ok().flatten();
        let names: Option<HtmlElement> = names.and_then(|it| it.dyn_into().ok());
        let room = f64::from(pane.client_width() - names.map_or(0, |it| it.offset_width()));
        let Some((left, right)) = placed.with_untracked(|it| {
            let column = it.timeline.column(at)?;
            Some((column.start, column.start + 2.0 * column.width))
        }) else {
            return;
        };
        let now = f64::from(pane.scroll_left());
        let to = now.max(right - room).min(left);
        if (to - now).abs() > 1.0 {
            // A picture is some thousands of pixels wide at most.
            #[allow(clippy::cast_possible_truncation)]
            pane.set_scroll_left(to as i32);
        }
    };
    Effect::new(move |_| {
        // The trait that only tracks has the name of what is drawn here.
        let _ = (shown.play.at.get(), placed.get(), scroller.get());
        // A run that has grown is as wide as it is now when the next frame is drawn.
        frame.run(follow);
    });
}
