//! The run of a system over time: one track per variable, one column per step. Time runs along the longer side of the pane.
//!
//! Where things stand comes from [`lockstep_core::diagram::timeline`]; names and numbers stay in view while the run scrolls under
//! them.

use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Folding, SystemStepView};
use lockstep_core::diagram::axis::{Axis, Frame};
use lockstep_core::diagram::timeline::{Column, Segment, Timeline, Track, moments, timeline};

use super::Shown;
use super::columns::{changes, columns};
use crate::stage::along::{Pane, Sight, Strips, grid};

/// What is drawn: tracks, and whose they are.
#[derive(Clone, PartialEq)]
struct Drawn {
    timeline: Timeline,
    /// The column of each track, and whether it is of the other of two runs.
    rows: Vec<(usize, bool)>,
    /// Where the two runs differ: the track of the column, and the steps.
    differ: Vec<(usize, Range<usize>)>,
    /// How they come from the variables.
    folding: Option<Folding>,
}

/// Places the run, beside another one where two are compared.
fn drawn(shown: Shown, room: (Axis, (f64, f64))) -> Drawn {
    let columns = columns(shown);
    let (system, run) = (Arc::clone(&columns.system), Arc::clone(&columns.run));
    let Some(beside) = columns.beside.clone() else {
        let is_whole = shown.play.page.plays_whole_steps();
        return Drawn {
            timeline: timeline(&system, &run, &moments(&run, is_whole), room),
            rows: (0..system.variables.len()).map(|it| (it, false)).collect(),
            differ: Vec::new(),
            folding: columns.folding,
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
        timeline: timeline(&both, &steps, &moments(&run, false), room),
        rows,
        folding: columns.folding,
    }
}

/// The diagram.
pub fn view(shown: Shown) -> AnyView {
    let pane = Pane::new();
    let placed = Memo::new(move |_| Arc::new(drawn(shown, pane.room())));
    pane.keep_in_view(move || sight(&placed.get().timeline, shown.play.at.get()));
    pane.view("Values over time", move || whole(shown, &placed.get()))
}

/// The step, and room for the one after it.
fn sight(placed: &Timeline, step: usize) -> Option<Sight> {
    let column = placed.column(step)?;
    Some(Sight {
        frame: placed.frame,
        along: (column.start, column.end() + column.size),
        across: None,
    })
}

fn whole(shown: Shown, drawn: &Arc<Drawn>) -> AnyView {
    let each = drawn.timeline.tracks.iter().zip(&drawn.rows);
    let names = each.map(|(it, &(number, other))| {
        let drawn = Arc::clone(drawn);
        let changed = move || {
            let moves = |entry: &SystemStepView| changes(drawn.folding.as_ref(), entry, number);
            !other && shown.of_entry(|entry| entry.is_some_and(moves))
        };
        name(it, changed, other)
    });
    let columns = drawn.timeline.columns.iter().map(|it| {
        let (first, end) = (it.moment.entries.start, it.moment.entries.end);
        number(it, move || (first..end).contains(&shown.play.at.get()))
    });
    let strips = Strips {
        names: names.collect_view().into_any(),
        numbers: columns.collect_view().into_any(),
    };
    let now = {
        let drawn = Arc::clone(drawn);
        move || cursor(&drawn.timeline, shown.play.at.get())
    };
    let begun = {
        let drawn = Arc::clone(drawn);
        move || begun(&drawn, shown.play.at.get())
    };
    let marks = differ(drawn).collect_view().into_any();
    let body = view! {
        // Beside the picture, which a step leaves as it is: it is moved, and nothing is drawn.
        <div class="time-now" aria-hidden="true" style=("transform", now)></div>
        {drawing(&drawn.timeline, marks)}
        {begun}
    };
    let go = {
        let drawn = Arc::clone(drawn);
        move |along: f64| {
            if let Some(column) = drawn.timeline.column_at(along) {
                shown.step.set(column.moment.entries.end - 1);
            }
        }
    };
    grid(drawn.timeline.frame, strips, body.into_any(), go)
}

/// The name of a variable, or what says that a track is of another run.
fn name(track: &Track, moved: impl Fn() -> bool + Send + 'static, other: bool) -> AnyView {
    let (shown, at) = track.shown.clone();
    let (shown, whole) = match other {
        true => (
            "other run".to_owned(),
            format!("{}, of the other run", track.name),
        ),
        false => (shown, track.name.clone()),
    };
    view! {
        <text class="time-name" class:moved=moved class:other=other x=at.x y=at.y + 4.5>
            <title>{whole}</title>
            {shown}
        </text>
    }
    .into_any()
}

/// The number of a step, with whose turn it is.
fn number(column: &Column, now: impl Fn() -> bool + Send + 'static) -> AnyView {
    let (at, between) = (column.number, column.moment.between);
    let turn = column.turn.clone().map(|(turn, at)| {
        view! { <text class="time-turn" x=at.x y=at.y + 4.0>{turn}</text> }
    });
    view! {
        <text class="along-number time-step" class:now=now class:between=between x=at.x y=at.y + 4.0>
            {column.moment.name.clone()}
        </text>
        {turn}
    }
    .into_any()
}

/// Frames around what differs: the variable's track and the one of the other run below it.
fn differ(drawn: &Drawn) -> impl Iterator<Item = AnyView> {
    drawn.differ.iter().filter_map(|(track, steps)| {
        let it = drawn.timeline.cells(steps.clone(), *track, 2)?;
        let frame = view! {
            <rect class="time-differs" x=it.x + 1.0 y=it.y + 1.0 width=it.width - 2.0 height=it.height - 2.0 rx="4"/>
        };
        Some(frame.into_any())
    })
}

/// Where what marks the step stands, which is one pixel long as it is.
fn cursor(placed: &Timeline, step: usize) -> String {
    let (start, size) = (placed.column(step)).map_or((0.0, 0.0), |it| (it.start, it.size));
    let it = placed.frame.stretch((start, start + size));
    format!(
        "translate({:.1}px,{:.1}px) scale({:.1},{:.1})",
        it.x, it.y, it.width, it.height
    )
}

/// The values that begin at a step once more, over the others: what the step has changed.
fn begun(drawn: &Drawn, step: usize) -> AnyView {
    let Frame { width, height, .. } = drawn.timeline.frame;
    let mut columns = drawn.timeline.columns.iter();
    let column = columns.position(|it| it.moment.entries.contains(&step));
    let is_new = |it: &&Segment| it.columns.start > 0 && Some(it.columns.start) == column;
    let own = drawn.timeline.tracks.iter().zip(&drawn.rows);
    let own = own.filter(|(_, row)| !row.1).flat_map(|it| &it.0.segments);
    let new = own.filter(is_new).map(|it| segment(it, "time-new"));
    view! {
        <svg class="time-begun" aria-hidden="true" width=format!("{width:.0}") height=format!("{height:.0}")>
            {new.collect_view()}
        </svg>
    }
    .into_any()
}

/// A stretch of a run on paper, with the step at hand marked: names and numbers stand beside it and nothing scrolls.
pub(super) fn figure(placed: &Timeline, step: usize) -> AnyView {
    let names = placed.tracks.iter().map(|it| name(it, || false, false));
    let columns = placed.columns.iter().map(|it| number(it, || false));
    let strips = Strips {
        names: names.collect_view().into_any(),
        numbers: columns.collect_view().into_any(),
    };
    let is_here = |it: &&Column| it.moment.entries.contains(&step);
    let now = placed.columns.iter().find(is_here).map(|it| {
        let it = placed.frame.stretch((it.start, it.end()));
        view! { <rect class="time-now" x=it.x y=it.y width=it.width height=it.height/> }
    });
    let body = drawing(placed, now.into_any());
    view! { <div class="along-figure">{grid(placed.frame, strips, body, |_| ())}</div> }.into_any()
}

/// The tracks of a run, or of a stretch of it, over what is marked.
fn drawing(placed: &Timeline, marks: AnyView) -> AnyView {
    let Frame { width, height, .. } = placed.frame;
    let lines = placed.columns.iter();
    let lines = lines.map(|it| view! { <path class="time-grid" d=it.line.clone()/> });
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
            {marks}
            {lines.collect_view()}
            {tracks.collect_view()}
        </svg>
    }
    .into_any()
}

fn track(track: &Track) -> AnyView {
    let segments = track.segments.iter().map(|it| {
        let class = if it.is_bar { "time-bar" } else { "time-low" };
        segment(it, class)
    });
    view! { <g class="time-track">{segments.collect_view()}</g> }.into_any()
}

fn segment(segment: &Segment, class: &'static str) -> AnyView {
    let (text, at) = segment.text.clone();
    view! {
        <g class=class>
            <title>{segment.value.clone()}</title>
            <path d=segment.outline.clone()/>
            <text x=at.x y=at.y + 4.0>{text}</text>
        </g>
    }
    .into_any()
}
