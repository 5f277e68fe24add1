//! The calls of a run as a sequence diagram, step in step with it: a row is a step, and a click goes there.
//!
//! Where things stand comes from [`lockstep_core::diagram::calls`]. A step moves one bar and draws nothing anew.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lockstep_core::diagram::calls::{CallRow, Calls, HEADS, ROW, calls};
use lockstep_core::diagram::drawing::arrow_head;

use crate::stage::roving::Roving;
use crate::stage::systems::Shown;
use crate::ui::NextFrame;

/// Length of the head of an arrow.
const ARROW: f64 = 9.0;

/// The diagram.
pub(super) fn view(shown: Shown) -> AnyView {
    let scroller = NodeRef::<html::Div>::new();
    let placed = Memo::new(move |_| {
        let lifelines = super::structure(shown).and_then(|it| it.lifelines);
        Arc::new(calls(&lifelines.unwrap_or_default(), &shown.run.get()))
    });
    keep_in_sight(shown, scroller);
    view! {
        <div class="calls-pane" tabindex="0" role="group" aria-label="Calls of the run" node_ref=scroller>
            {move || picture(shown, &placed.get())}
        </div>
    }
    .into_any()
}

fn picture(shown: Shown, placed: &Calls) -> AnyView {
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
    let rows = rows.map(|(index, it)| row(it, index, roving, width));
    let bar = move || {
        let top = Calls::top(shown.play.at.get());
        format!("translate(0px, {top}px)")
    };
    let bar_height = move || match shown.play.at.get() {
        0 => HEADS,
        _ => ROW,
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
                <rect x="0" y="0" width=width height=bar_height/>
                <line x1="0" x2=width y1=bar_height y2=bar_height/>
            </g>
            {lifelines.collect_view()}
            {rows.collect_view()}
        </svg>
    }
    .into_any()
}

fn row(it: &CallRow, index: usize, roving: Roving, width: f64) -> AnyView {
    let (from, to) = (it.from, it.to);
    let top = Calls::top(it.entry);
    view! {
        <g
            class="calls-row"
            role="button"
            data-i=index.to_string()
            tabindex=move || roving.tabindex(index)
            aria-label=format!("Step {}: {}", it.number, it.text)
        >
            <rect class="calls-strip" x="0" y=top width=width height=ROW/>
            <text class="calls-number" x="10" y=it.label.y>{it.number.clone()}</text>
            <circle class="calls-dot" cx=from.x cy=from.y r="4"/>
            <line class="calls-arrow" x1=from.x x2=to.x - 2.0 y1=from.y y2=to.y/>
            <path class="calls-point" d=arrow_head(&[from, to], ARROW)/>
            <text class="calls-label" x=it.label.x y=it.label.y>{it.text.clone()}</text>
        </g>
    }
    .into_any()
}

/// Scrolls so that the row of the step at hand is in sight.
fn keep_in_sight(shown: Shown, scroller: NodeRef<html::Div>) {
    let next = NextFrame::new();
    Effect::new(move || {
        let top = Calls::top(shown.play.at.get());
        shown.run.track();
        next.run(move || {
            let Some(pane) = scroller.get_untracked() else {
                return;
            };
            let (above, room) = (
                f64::from(pane.scroll_top()),
                f64::from(pane.client_height()),
            );
            if top < above || top + ROW > above + room {
                // Pictures are some thousand pixels high.
                #[allow(clippy::cast_possible_truncation)]
                pane.set_scroll_top((top - room / 2.0).max(0.0) as i32);
            }
        });
    });
}
