//! The calls of a run as a sequence diagram, step in step with it: a row is a step, and a click goes there.
//!
//! Where things stand comes from [`lockstep_core::diagram::calls`]. A step moves one bar and draws nothing anew.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::Outcome;
use lockstep_core::diagram::Rect;
use lockstep_core::diagram::calls::{
    CallRow, Calls, End, HEADS, Room, STUCK, calls, part_of_calls,
};
use lockstep_core::diagram::drawing::arrow_head;

use crate::stage::in_sight::observe_size;
use crate::stage::roving::Roving;
use crate::stage::systems::Shown;
use crate::ui::NextFrame;

/// Length of the head of an arrow.
const ARROW: f64 = 9.0;

/// What the pane leaves free above and below the picture.
const AROUND: f64 = 8.0;

/// The diagram.
pub(super) fn view(shown: Shown) -> AnyView {
    let scroller = NodeRef::<html::Div>::new();
    let room = room(scroller);
    let placed = Memo::new(move |_| {
        let lifelines = super::structure(shown).and_then(|it| it.lifelines);
        let (lifelines, run) = (lifelines.unwrap_or_default(), shown.run.get());
        let room = room.get();
        Arc::new(
            shown
                .play
                .outcome
                .with(|it| calls(&lifelines, &run, room, end_of(it.as_deref()))),
        )
    });
    keep_in_sight(shown, scroller, placed);
    view! {
        <div class="calls-pane" tabindex="0" role="group" aria-label="Calls of the run" node_ref=scroller>
            {move || picture(shown, &placed.get(), Signal::derive(move || shown.play.at.get()))}
        </div>
    }
    .into_any()
}

/// Calls that are drawn on paper at most, as of all steps, and how many in one figure: none is cut between two sheets.
const MOST_ON_PAPER: usize = 500;
const ON_SHEET: usize = 10;

/// The same on paper, at a step; nothing where no step is a call.
pub(super) fn on_paper(shown: Shown, step: usize) -> Option<AnyView> {
    let lifelines = untrack(|| super::structure(shown))?.lifelines?;
    let run = shown.run.get_untracked();
    let outcome = shown.play.outcome.get_untracked();
    let end = end_of(outcome.as_deref());
    if end.breaking().is_none() && !run.iter().any(|it| it.call.is_some()) {
        return None;
    }
    let last = run.len().min(MOST_ON_PAPER);
    // Also of a run without calls it is drawn how it ends.
    let figures = (1..last.max(2)).step_by(ON_SHEET).map(|from| {
        let entries = from..(from + ON_SHEET).min(last);
        let placed = part_of_calls(&lifelines, &run, entries, Room::ANY, end);
        let drawn = picture(shown, &Arc::new(placed), Signal::stored(step));
        let caption = if from == 1 {
            "Calls"
        } else {
            "Calls, continued"
        };
        view! { <figure class="paper-calls"><figcaption>{caption}</figcaption>{drawn}</figure> }
    });
    Some(figures.collect_view().into_any())
}

/// How the run of an answer ends; one by hand could go on.
fn end_of(outcome: Option<&Outcome>) -> End<'_> {
    outcome.map_or(End::Open, End::of)
}

/// The picture, with the step marked that is shown.
fn picture(shown: Shown, placed: &Arc<Calls>, at: Signal<usize>) -> AnyView {
    let roving = Roving::new();
    let entries: Vec<_> = placed.rows.iter().map(|it| it.entry).collect();
    let count = entries.len();
    let go = move |at: usize| {
        if let Some(entry) = entries.get(at) {
            shown.step.set(*entry);
        }
    };
    let on_key = go.clone();
    let (width, height) = (placed.width, placed.height);
    let lifelines = placed.heads.iter().map(|(rect, name)| {
        let middle = rect.x + rect.width / 2.0;
        view! {
            <line class="calls-lifeline" x1=middle x2=middle y1=rect.y + rect.height y2=height/>
            <rect class="calls-head" x=rect.x y=rect.y width=rect.width height=rect.height rx="3"/>
            <text class="calls-name" x=middle y=rect.y + 18.0>{name.clone()}</text>
        }
    });
    let rows = placed.rows.iter().enumerate();
    let rows = rows.map(|(index, it)| row(at, placed, it, index, roving));
    let bar = {
        let placed = Arc::clone(placed);
        move || format!("translate(0px, {}px)", placed.top(at.get()))
    };
    let row_height = placed.row;
    let bar_height = move || match at.get() {
        0 => HEADS,
        _ => row_height,
    };
    view! {
        <svg
            class="calls"
            viewBox=format!("0 0 {width:.0} {height:.0}")
            width=format!("{width:.0}")
            height=format!("{height:.0}")
            role="group"
            aria-label="Sequence diagram of the calls"
            on:click=move |event| {
                if let Some(index) = roving.target(&event) {
                    go(index);
                }
            }
            on:keydown=move |event| {
                if let Some(index) = roving.key(&event, count) {
                    on_key(index);
                }
            }
        >
            <g class="calls-now" aria-hidden="true" style=("transform", bar)>
                <rect x="4" y="1" width=width - 8.0 height=move || bar_height() - 2.0 rx="6"/>
            </g>
            {lifelines.collect_view()}
            {rows.collect_view()}
            {placed.breaking.as_ref().map(|it| breaking(placed, it))}
            {placed.end.map(end)}
        </svg>
    }
    .into_any()
}

fn row(
    shown: Signal<usize>,
    placed: &Calls,
    it: &CallRow,
    index: usize,
    roving: Roving,
) -> AnyView {
    let entry = it.entry;
    let (top, width) = (placed.top(entry), placed.width);
    let bottom = top + placed.row;
    view! {
        <g
            class="calls-row"
            class:now=move || shown.get() == entry
            role="button"
            data-i=index.to_string()
            tabindex=move || roving.tabindex(index)
            aria-label=format!("Step {}: {}", it.number, it.text)
        >
            <rect class="calls-strip" x="4" y=top + 1.0 width=width - 8.0 height=placed.row - 2.0 rx="6"/>
            <line class="calls-cut" x1=placed.left x2=width - 16.0 y1=bottom y2=bottom/>
            <text class="calls-number" x="14" y=it.from.y + 4.0>{it.number.clone()}</text>
            {message(it)}
        </g>
    }
    .into_any()
}

/// The call that would violate an invariant: it has not happened, so there is no step to go to.
fn breaking(placed: &Calls, it: &CallRow) -> AnyView {
    let says = it
        .changes
        .first()
        .map(|it| it.1.clone())
        .unwrap_or_default();
    let bottom = placed.top(it.entry) + placed.row;
    view! {
        <g class="calls-breaking" role="img" aria-label=format!("Next, {} {says}", it.text)>
            <line class="calls-cut" x1=placed.left x2=placed.width - 16.0 y1=bottom y2=bottom/>
            {message(it)}
        </g>
    }
    .into_any()
}

/// An arrow with its label, and what is said beside it.
fn message(it: &CallRow) -> AnyView {
    let (from, to) = (it.from, it.to);
    let changes = it.changes.iter().map(|(at, text)| {
        view! { <text class="calls-change" x=at.x y=at.y>{text.clone()}</text> }
    });
    view! {
        <circle class="calls-dot" cx=from.x cy=from.y r="4"/>
        <line class="calls-arrow" x1=from.x x2=to.x - 2.0 y1=from.y y2=to.y/>
        <path class="calls-point" d=arrow_head(&[from, to], ARROW)/>
        <text class="calls-label" x=it.label.x y=it.label.y>{it.text.clone()}</text>
        {changes.collect_view()}
    }
    .into_any()
}

/// The sign below a run that is stuck.
fn end(rect: Rect) -> AnyView {
    let at = rect.centre();
    view! {
        <rect class="calls-end" x=rect.x y=rect.y width=rect.width height=rect.height rx="6"/>
        <text class="calls-end-words" x=at.x y=at.y + 4.5>{STUCK}</text>
    }
    .into_any()
}

/// What room the picture has in its pane.
fn room(pane: NodeRef<html::Div>) -> Signal<Room> {
    let size = RwSignal::new((0.0, 0.0));
    observe_size(Box::new(move || pane.get().map(Into::into)), size);
    Signal::derive(move || match size.get() {
        // Nothing was measured yet.
        (0.0, _) => Room::ANY,
        (width, height) => Room {
            width: width - AROUND,
            height: height - AROUND,
        },
    })
}

/// Scrolls so that the row of the step at hand is in sight.
fn keep_in_sight(shown: Shown, scroller: NodeRef<html::Div>, placed: Memo<Arc<Calls>>) {
    let next = NextFrame::new();
    Effect::new(move || {
        let at = shown.play.at.get();
        // With the last row what stands below the run.
        let (top, row) = placed.with(|it| {
            let top = it.top(at);
            (top, it.bottom(at) - top)
        });
        next.run(move || {
            let Some(pane) = scroller.get_untracked() else {
                return;
            };
            let (above, room) = (
                f64::from(pane.scroll_top()),
                f64::from(pane.client_height()),
            );
            if top < above || top + row > above + room {
                // Pictures are some thousand pixels high.
                #[allow(clippy::cast_possible_truncation)]
                pane.set_scroll_top((top - (room - row).max(0.0) / 2.0).max(0.0) as i32);
            }
        });
    });
}
