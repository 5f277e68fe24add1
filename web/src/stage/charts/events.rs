//! The chart of events: lanes that say where objects are for how long, and the events that lead from one to another. Time runs
//! along the longer side of the pane.
//!
//! Where things stand comes from [`lockstep_core::diagram::events`]; names and numbers stay in view while the run scrolls
//! under them.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::diagram::axis::Axis;
use lockstep_core::diagram::events::{Arrow, Bar, EventChart, Fate, Lane, event_chart};
use lockstep_core::diagram::statechart::marks::place;

use super::{Charts, card};
use crate::stage::along::{Pane, Sight, Strips, grid};

/// Steps that are printed at most: nobody reads more on paper.
const MOST_PRINTED: usize = 200;

/// The chart.
pub(super) fn view(charts: Charts) -> AnyView {
    let pane = Pane::new();
    // Only its length along time matters for what is placed.
    let room = Memo::new(move |_| {
        let (axis, size) = pane.room();
        (axis, axis.of_size(size).0)
    });
    let placed = Memo::new(move |_| {
        let (scene, run) = (charts.scene.get(), charts.shown.run.get());
        let (axis, room) = room.get();
        Arc::new(event_chart(&scene.objects, &scene.charts, &run, axis, room))
    });
    pane.keep_in_view(move || sight(&placed.get(), charts.shown.play.at.get()));
    pane.view("Chart of events", move || whole(charts, &placed.get()))
}

/// The whole chart for paper, which does not scroll: downwards, as a page is read.
pub(super) fn figure(charts: Charts) -> AnyView {
    let (scene, run) = (
        charts.scene.get_untracked(),
        charts.shown.run.get_untracked(),
    );
    let run = &run[..run.len().min(MOST_PRINTED)];
    let chart = event_chart(&scene.objects, &scene.charts, run, Axis::Down, 0.0);
    view! { <div class="along-figure">{whole(charts, &Arc::new(chart))}</div> }.into_any()
}

/// The picture with names and numbers beside it.
fn whole(charts: Charts, chart: &Arc<EventChart>) -> AnyView {
    let names = chart.lanes.iter().map(|it| lane_name(chart, it));
    let strips = Strips {
        names: names.collect_view().into_any(),
        numbers: numbers(charts, chart),
    };
    let go = {
        let chart = Arc::clone(chart);
        move |along: f64| {
            let stop = chart.stops.iter().position(|it| along < it.end());
            if let Some(stop) = stop {
                charts.shown.step.set(stop);
            }
        }
    };
    grid(chart.frame, strips, picture(charts, chart), go)
}

/// The name of a lane, and what stands below it.
fn lane_name(chart: &EventChart, it: &Lane) -> AnyView {
    let (x, y) = match chart.frame.axis {
        Axis::Right => (14.0 - chart.frame.names, it.middle + 4.5),
        Axis::Down => (it.middle, 25.0 - chart.frame.names),
    };
    let below = !it.below.is_empty();
    let up = if below { 6.5 } else { 0.0 };
    let below = below.then(|| {
        view! { <text class="events-type" x=x y=y + 7.0>{it.below.clone()}</text> }
    });
    view! {
        <g class="events-name">
            <title>{it.whole.clone()}</title>
            <text x=x y=y - up>{it.name.clone()}</text>
            {below}
        </g>
    }
    .into_any()
}

/// The numbers of steps.
fn numbers(charts: Charts, chart: &Arc<EventChart>) -> AnyView {
    let at = charts.shown.play.at;
    let ends: Vec<_> = (chart.stops.iter().enumerate())
        .filter(|it| it.1.is_step)
        .map(|it| it.0)
        .collect();
    let all = chart.stops.iter().enumerate().filter_map(|(index, it)| {
        let (number, middle) = it.number.clone()?;
        let until = ends.iter().copied().find(|&it| it > index);
        let now = move || index <= at.get() && until.is_none_or(|it| at.get() < it);
        let (x, y) = match chart.frame.axis {
            Axis::Right => (middle, 16.0 - chart.frame.numbers),
            Axis::Down => (-chart.frame.numbers / 2.0, middle + 4.0),
        };
        Some(view! { <text class="along-number" class:now=now x=x y=y>{number}</text> })
    });
    all.collect_view().into_any()
}

fn picture(charts: Charts, chart: &Arc<EventChart>) -> AnyView {
    let now = {
        let chart = Arc::clone(chart);
        move || {
            let entries = charts
                .shown
                .current
                .with(|it| it.as_ref().map(|it| it.entries.clone()))?;
            let first = chart.stops.get(entries.start)?.start;
            let last = chart.stops.get(entries.end - 1)?.end();
            let it = chart.frame.stretch((first, last));
            Some(view! { <rect class="events-now" x=it.x y=it.y width=it.width height=it.height/> })
        }
    };
    let common = {
        let chart = Arc::clone(chart);
        move || {
            let common = charts.shown.common.get().into_iter();
            let stretches = common.filter_map(|it| {
                let (first, last) = (chart.stops.get(it.start)?, chart.stops.get(it.end - 1)?);
                let it = chart.frame.stretch((first.start, last.end()));
                Some(view! {
                    <rect class="events-common" x=it.x y=it.y width=it.width height=it.height>
                        <title>"The same in both runs"</title>
                    </rect>
                })
            });
            stretches.collect_view()
        }
    };
    let passes = chart.passes.iter().map(|(_, rect, text, middle)| {
        view! {
            <rect class="events-time" x=rect.x y=rect.y width=rect.width height=rect.height/>
            <text class="events-passed" x=middle.x y=middle.y + 4.0>{text.clone()}</text>
        }
    });
    let lines = chart.lanes.iter().map(|it| {
        view! { <path class="events-line" class:outside=it.object.is_none() d=it.line.clone()/> }
    });
    let arrows = chart.arrows.iter().map(|it| arrow(charts, it));
    let ringed = {
        let chart = Arc::clone(chart);
        Memo::new(move |_| ringed(charts, &chart))
    };
    let bars = chart.bars.iter().enumerate();
    let bars = bars.map(|it| bar(charts, it, ringed));
    let (width, height) = (chart.frame.width, chart.frame.height);
    // What a picture shows the table of steps tells in words; the scrubber goes from step to step.
    view! {
        <svg
            viewBox=format!("0 0 {width} {height}")
            width=width
            height=height
            role="img"
            aria-label="Where objects are, who sends what, and when it is taken; the view \u{201c}Steps\u{201d} tells it in words"
        >
            {common}
            {now}
            {lines.collect_view()}
            {passes.collect_view()}
            {arrows.collect_view()}
            {bars.collect_view()}
        </svg>
    }
    .into_any()
}

/// An event from its sender to where it is taken.
fn arrow(charts: Charts, it: &Arrow) -> AnyView {
    let at = charts.shown.play.at;
    let (sent, fate) = (it.sent, it.fate);
    let taken = match fate {
        Fate::Taken(step)
        | Fate::Discarded(step)
        | Fate::Deferred(step)
        | Fate::Forgotten(step) => Some(step),
        Fate::Waits | Fate::Lost => None,
    };
    let later = move || at.get() < sent;
    let waits =
        move || at.get() >= sent && taken.is_none_or(|it| at.get() < it) && fate != Fate::Lost;
    let now = move || {
        let is_now = |it: usize| charts.shown.is_now(it);
        is_now(sent) || taken.is_some_and(is_now)
    };
    let open = move || at.get() < taken.unwrap_or(sent);
    let cross = it.cross.map(|it| {
        let d = format!("M{:.1} {:.1}l8 8m0 -8l-8 8", it.x - 4.0, it.y - 4.0);
        view! { <path class="events-cross" d=d/> }
    });
    view! {
        <g class="events-arrow" class:later=later class:now=now class:waits=waits class:aside=it.aside class:lost=matches!(fate, Fate::Lost | Fate::Forgotten(_))>
            <title>{it.sentence.clone()}</title>
            <path class="events-shaft" d=it.shaft.clone()/>
            <path class="events-wait" d=it.wait.clone()/>
            <circle class="events-dot" cx=it.begin.x cy=it.begin.y r="2.5"/>
            <g class="events-end" class:later=open>
                <path class="events-shaft" d=it.end.clone()/>
                <path class="events-tip" d=it.tip.clone()/>
                {cross}
            </g>
            <text class="events-text" x=it.at.x y=it.at.y + 4.0>{it.text.clone()}</text>
        </g>
    }
    .into_any()
}

/// How long an object is in a state, with a ring where it is one of those that have one.
fn bar(charts: Charts, (index, it): (usize, &Bar), ringed: Memo<BTreeSet<usize>>) -> AnyView {
    let at = charts.shown.play.at;
    let (from, until) = (it.from, it.until);
    let (rect, middle) = (it.rect, it.rect.centre());
    let ring = move || {
        ringed.with(|it| it.contains(&index)).then(|| {
            view! {
                <rect
                    class="events-ring"
                    x=rect.x - 3.0
                    y=rect.y - 3.0
                    width=rect.width + 6.0
                    height=rect.height + 6.0
                    rx="7"
                />
            }
        })
    };
    view! {
        <g class="events-bar" class:later=move || at.get() < from class:now=move || (from..until).contains(&at.get())>
            <title>{it.whole.clone()}</title>
            <rect x=rect.x y=rect.y width=rect.width height=rect.height rx="4"/>
            {ring}
            <text x=middle.x y=middle.y + 4.0>{it.text.clone()}</text>
        </g>
    }
    .into_any()
}

/// The numbers of the bars that have a ring: the last ones that a verdict which is violated names, and of two runs beside each other
/// those at hand in which only one of them is. Tracked.
fn ringed(charts: Charts, chart: &EventChart) -> BTreeSet<usize> {
    let at = charts.shown.play.at.get();
    let is_violated = charts.shown.play.violates.get();
    let differs = charts.shown.apart.with(|it| !it.is_empty());
    let last = chart.stops.len();
    let scene = charts.scene.get();
    let has_ring = |it: &Bar| {
        let is_named = is_violated && it.until == last;
        let is_here = differs && (it.from..it.until).contains(&at);
        if !(is_named || is_here) {
            return false;
        }
        let object = scene.objects.get(it.object);
        let drawn = object.and_then(|it| scene.charts.get(it.chart));
        let vertex = drawn.and_then(|drawn| place(drawn, it.region, &it.state));
        let has = |all: Vec<usize>| vertex.is_some_and(|it| all.contains(&it));
        is_named && has(card::wanted(charts, Some(it.object)))
            || is_here && has(card::elsewhere(charts, Some(it.object)))
    };
    let bars = chart.bars.iter().enumerate();
    bars.filter(|it| has_ring(it.1)).map(|it| it.0).collect()
}

/// The entry and the one after it, and where something begins or is sent at it.
fn sight(chart: &EventChart, step: usize) -> Option<Sight> {
    let stop = chart.stops.get(step)?;
    Some(Sight {
        frame: chart.frame,
        along: (stop.start, stop.end() + stop.size),
        across: across(chart, step),
    })
}

/// From where to where something begins or is sent at an entry, across time; `None` where nothing is.
fn across(chart: &EventChart, step: usize) -> Option<(f64, f64)> {
    let lane = |x: f64, y: f64, width: f64, height: f64| match chart.frame.axis {
        Axis::Right => (y, y + height),
        Axis::Down => (x, x + width),
    };
    let bars = chart.bars.iter().filter(|it| it.from == step);
    let bars = bars.map(|it| lane(it.rect.x, it.rect.y, it.rect.width, it.rect.height));
    let sent = chart.arrows.iter().filter(|it| it.sent == step);
    let sent = sent.map(|it| lane(it.begin.x, it.begin.y, 0.0, 0.0));
    let both = |one: (f64, f64), other: (f64, f64)| (one.0.min(other.0), one.1.max(other.1));
    let (from, to) = bars.chain(sent).reduce(both)?;
    Some((from - AROUND, to + AROUND))
}

/// Room around what is kept in view.
const AROUND: f64 = 8.0;
