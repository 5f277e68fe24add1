//! The run of a system over time: one track per variable, as hardware people read waves.
//!
//! Where things stand comes from [`lockstep_core::diagram::timeline`]; the names stay in view while the tracks
//! scroll under them.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lockstep_core::diagram::timeline::{HEAD, Segment, TRACK, Timeline, Track, Wave, timeline};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, MouseEvent};

use super::Shown;

/// The diagram.
pub fn view(shown: Shown) -> AnyView {
    let scroller = NodeRef::<html::Div>::new();
    let placed = Memo::new(move |_| {
        let (system, run) = (shown.system.get(), shown.run.get());
        Arc::new(timeline(&system, &run))
    });
    keep_in_view(shown, placed, scroller);
    let names = move || {
        let tracks = placed.get();
        let each = tracks.tracks.iter().map(|it| {
            let (number, name) = (it.variable, it.name.clone());
            let changed = move || {
                shown
                    .entry()
                    .is_some_and(|entry| entry.changed.contains(&number))
            };
            view! { <li class:moved=changed style=("height", format!("{TRACK}px"))>{name}</li> }
        });
        each.collect_view()
    };
    view! {
        <div class="time-pane" tabindex="0" role="group" aria-label="Values over time" node_ref=scroller>
            <ul class="time-names" aria-hidden="true" style=("padding-top", format!("{HEAD}px"))>{names}</ul>
            {move || picture(shown, &placed.get())}
        </div>
    }
    .into_any()
}

fn picture(shown: Shown, placed: &Arc<Timeline>) -> AnyView {
    let now = {
        let placed = Arc::clone(placed);
        (move || now(&placed, shown.play.at.get())).into_any()
    };
    let go = {
        let placed = Arc::clone(placed);
        move |event: MouseEvent| {
            let target: Option<HtmlElement> =
                event.current_target().and_then(|it| it.dyn_into().ok());
            let left = target.map_or(0.0, |it| it.get_bounding_client_rect().left());
            let x = f64::from(event.client_x()) - left;
            let at = placed.columns.iter().position(|it| x < it.start + it.width);
            if let Some(at) = at {
                shown.step.set(at);
            }
        }
    };
    view! { <div class="time-tracks" on:click=go>{drawing(placed, 0, now)}</div> }.into_any()
}

/// What marks a step.
pub(super) fn now(placed: &Timeline, step: usize) -> Option<AnyView> {
    let column = placed.columns.get(step)?;
    let (x, width, height) = (column.start, column.width, placed.height);
    Some(view! { <rect class="time-now" x=x y="0" width=width height=height/> }.into_any())
}

/// The tracks of a stretch of the run that begins with the step `first`.
pub(super) fn drawing(placed: &Timeline, first: usize, now: AnyView) -> AnyView {
    let (width, height) = (placed.width, placed.height);
    let columns = placed.columns.iter().enumerate().map(|(index, column)| {
        let word = column.relation.clone();
        view! {
            <text class="time-step" x=column.middle y="13">{first + index}</text>
            <text class="time-turn" x=column.middle y="27">{word}</text>
            <path class="time-grid" d=format!("M{:.1} {HEAD}V{height:.0}", column.start)/>
        }
    });
    let tracks = placed.tracks.iter().map(track);
    // What a picture shows the table of steps tells in words; the scrubber goes from step to step.
    view! {
        <svg
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
    view! {
        <g class="time-track">
            <path class="time-wave" d=track.line.clone()/>
            {segments.collect_view()}
        </g>
    }
    .into_any()
}

fn segment(segment: &Segment) -> AnyView {
    let class = match segment.wave {
        Wave::High => "time-high",
        Wave::Low => "time-low",
        Wave::Value => "time-value",
    };
    let label = segment.text.clone().map(|(text, x, y)| {
        view! { <text class="time-text" x=x y=y>{text}</text> }
    });
    view! {
        <path class=class d=segment.outline.clone()><title>{segment.value.clone()}</title></path>
        {label}
    }
    .into_any()
}

/// Scrolls sideways so that the step and the one after it can be seen.
fn keep_in_view(shown: Shown, placed: Memo<Arc<Timeline>>, scroller: NodeRef<html::Div>) {
    Effect::new(move |_| {
        let at = shown.play.at.get();
        let Some(pane) = scroller.get() else {
            return;
        };
        let names = pane.query_selector(".time-names").ok().flatten();
        let names: Option<HtmlElement> = names.and_then(|it| it.dyn_into().ok());
        let room = f64::from(pane.client_width() - names.map_or(0, |it| it.offset_width()));
        let Some((left, right)) = placed.with(|it| {
            let column = it.columns.get(at)?;
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
    });
}
