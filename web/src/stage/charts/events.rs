//! The event chart: who sends what to whom, how long it waits, and when it is dispatched; with a ruler where time passes.
//!
//! Where things stand comes from [`lockstep_core::diagram::events`]; the heads stay in view while the steps scroll
//! under them.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lockstep_core::diagram::events::{
    Arrow, CHIP, EventChart, Fate, HEAD, Lifeline, PLACE, Place, Row, event_chart,
};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, MouseEvent};

use super::Charts;
use crate::stage::in_sight::{self, observe_size};
use crate::ui::NextFrame;

/// Steps that are printed at most: nobody reads more on paper.
const MOST_PRINTED: usize = 200;

/// The chart.
pub(super) fn view(charts: Charts) -> AnyView {
    let scroller = NodeRef::<html::Div>::new();
    let placed = Memo::new(move |_| {
        let (scene, run) = (charts.scene.get(), charts.shown.run.get());
        Arc::new(event_chart(&scene.objects, &run))
    });
    keep_in_view(charts, placed, scroller);
    view! {
        <div class="events-pane" tabindex="0" role="group" aria-label="Chart of events" node_ref=scroller>
            {move || heads(&placed.get())}
            {move || picture(charts, &placed.get())}
        </div>
    }
    .into_any()
}

/// The whole chart for paper, which does not scroll.
pub(super) fn figure(charts: Charts) -> AnyView {
    let (scene, run) = (
        charts.scene.get_untracked(),
        charts.shown.run.get_untracked(),
    );
    let chart = Arc::new(event_chart(
        &scene.objects,
        &run[..run.len().min(MOST_PRINTED)],
    ));
    view! { <div class="events-figure">{heads(&chart)} {picture(charts, &chart)}</div> }.into_any()
}

/// The heads of the lifelines.
fn heads(chart: &EventChart) -> AnyView {
    let head = |it: &Lifeline| {
        let (left, outside) = (it.x - it.width / 2.0, it.object.is_none());
        let below = (!outside).then(|| {
            view! { <text class="events-type" x=it.x y="31">{it.chart.clone()}</text> }
        });
        view! {
            <g class="events-head" class:outside=outside>
                <rect x=left y="4" width=it.width height=HEAD - 6.0 rx="5"/>
                <text x=it.x y=if outside { "25" } else { "18" }>{it.name.clone()}</text>
                {below}
            </g>
        }
    };
    let all = chart.lifelines.iter().map(head).collect_view();
    let width = format!("{:.0}", chart.width);
    let frame = format!("0 0 {:.0} {HEAD}", chart.width);
    view! {
        <div class="events-heads" aria-hidden="true">
            <svg width=width height=HEAD viewBox=frame>{all}</svg>
        </div>
    }
    .into_any()
}

fn picture(charts: Charts, chart: &Arc<EventChart>) -> AnyView {
    let at = charts.shown.play.at;
    let now = {
        let chart = Arc::clone(chart);
        move || {
            let row = chart.rows.get(at.get())?;
            let (y, height, width) = (row.y, row.height, chart.width);
            Some(view! { <rect class="events-now" x="0" y=y width=width height=height/> })
        }
    };
    let lines = chart.lifelines.iter().map(|it| {
        let d = format!("M{:.1} 0V{:.1}", it.x, chart.height);
        view! { <path class="events-line" d=d/> }
    });
    let rows = chart.rows.iter().enumerate();
    let rows = rows.map(|(index, it)| row(charts, chart, index, it));
    let arrows = chart.arrows.iter().map(|it| arrow(charts, it));
    let places = chart.places.iter().map(|it| place(charts, it));
    let ruler = chart.ruler.map(|x| {
        let d = format!("M{x:.1} 0V{:.1}", chart.height);
        view! { <path class="events-ruler" d=d/> }
    });
    let go = {
        let chart = Arc::clone(chart);
        move |event: MouseEvent| {
            let target: Option<HtmlElement> =
                event.current_target().and_then(|it| it.dyn_into().ok());
            let top = target.map_or(0.0, |it| it.get_bounding_client_rect().top());
            let y = f64::from(event.client_y()) - top;
            let row = chart.rows.iter().position(|it| y < it.y + it.height);
            if let Some(row) = row {
                charts.shown.step.set(row);
            }
        }
    };
    let (width, height) = (
        format!("{:.0}", chart.width),
        format!("{:.0}", chart.height),
    );
    // What a picture shows the table of steps tells in words; the scrubber goes from step to step.
    view! {
        <div class="events-body" on:click=go>
            <svg
                viewBox=format!("0 0 {width} {height}")
                width=width
                height=height
                role="img"
                aria-label="Who sends what, and when it is taken; the view \u{201c}Steps\u{201d} tells it in words"
            >
                {now}
                {lines.collect_view()}
                {ruler}
                {rows.collect_view()}
                {arrows.collect_view()}
                {places.collect_view()}
            </svg>
        </div>
    }
    .into_any()
}

/// The number of a step, who acts, and how much time passes.
fn row(charts: Charts, chart: &EventChart, index: usize, it: &Row) -> AnyView {
    let at = charts.shown.play.at;
    let (line, width) = (it.line, chart.width);
    let later = move || at.get() < index;
    let time = it.time.zip(chart.ruler).map(|((passed, total), x)| {
        view! {
            <path class="events-time" d=format!("M{x:.1} {line:.1}H{width:.1}")/>
            <path class="events-tick" d=format!("M{:.1} {line:.1}h8", x - 4.0)/>
            <text class="events-total" x=x - 7.0 y=line + 4.0>{total}</text>
            <text class="events-passed" x=x + 8.0 y=line - 4.0>{format!("+{passed}")}</text>
        }
    });
    let actor = it.actor.map(|column| {
        view! { <circle class="events-dot" cx=chart.lifelines[column].x cy=line r="4.5"/> }
    });
    view! {
        <g class="events-row" class:later=later>
            <text class="events-number" x="26" y=line + 4.0>{it.number.clone()}</text>
            {time}
            {actor}
        </g>
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
    let now = move || at.get() == sent || Some(at.get()) == taken;
    let open = move || taken.is_none_or(|it| at.get() < it);
    let (x, y, width) = it.chip;
    let tip = it.point.map(|(x, y, right)| {
        let back = if right { x - 8.0 } else { x + 8.0 };
        let d = format!("M{x:.1} {y:.1}L{back:.1} {:.1}V{:.1}z", y - 4.0, y + 4.0);
        match fate {
            Fate::Discarded(_) => {
                let (from, to) = (y - 4.5, y + 4.5);
                let middle = (x + back) / 2.0;
                let (left, right) = (middle - 4.5, middle + 4.5);
                let d = format!(
                    "M{left:.1} {from:.1}L{right:.1} {to:.1}M{left:.1} {to:.1}L{right:.1} {from:.1}"
                );
                view! { <path class="events-cross" d=d/> }.into_any()
            }
            _ => view! { <path class="events-tip" d=d/> }.into_any(),
        }
    });
    view! {
        <g class="events-arrow" class:later=later class:now=now class:waits=waits class:aside=it.aside class:lost=matches!(fate, Fate::Lost | Fate::Forgotten(_))>
            <title>{it.sentence.clone()}</title>
            <path class="events-shaft" d=it.shaft.clone()/>
            <g class="events-end" class:later=open>
                <path class="events-wait" d=it.wait.clone()/>
                <path class="events-shaft" d=it.end.clone()/>
                {tip}
            </g>
            <rect class="events-chip" x=x y=y width=width height=CHIP rx="9"/>
            <text class="events-text" x=x + width / 2.0 y=y + 13.0>{it.text.clone()}</text>
        </g>
    }
    .into_any()
}

/// Where an object comes to be.
fn place(charts: Charts, it: &Place) -> AnyView {
    let at = charts.shown.play.at;
    let row = it.row;
    let (x, y, width) = it.rect;
    view! {
        <g class="events-place" class:later=move || at.get() < row class:now=move || at.get() == row>
            <title>{it.whole.clone()}</title>
            <rect x=x y=y width=width height=PLACE rx="4"/>
            <text x=x + width / 2.0 y=y + 13.0>{it.text.clone()}</text>
        </g>
    }
    .into_any()
}

/// Scrolls so that the step and the one after it can be seen below the heads, and who acts in it, also when the pane has
/// become smaller.
fn keep_in_view(charts: Charts, placed: Memo<Arc<EventChart>>, scroller: NodeRef<html::Div>) {
    let frame = NextFrame::new();
    let at = charts.shown.play.at;
    let size = RwSignal::new((0.0, 0.0));
    observe_size(Box::new(move || scroller.get().map(Into::into)), size);
    let follow = move || {
        let Some(pane) = scroller.try_get_untracked().flatten() else {
            return;
        };
        let row = placed.with_untracked(|it| {
            let row = it.rows.get(at.get_untracked())?;
            Some((row.y, row.y + 2.0 * row.height))
        });
        let Some((top, bottom)) = row else { return };
        let room = f64::from(pane.client_height()) - HEAD;
        let now = f64::from(pane.scroll_top());
        let to = now.max(bottom - room).min(top);
        if (to - now).abs() > 1.0 {
            // A chart is some ten thousands of pixels high at most.
            #[allow(clippy::cast_possible_truncation)]
            pane.set_scroll_top(to as i32);
        }
        let room = f64::from(pane.client_width());
        if let Some((from, to)) = placed.with_untracked(|it| across(it, at.get_untracked(), room)) {
            let now = f64::from(pane.scroll_left());
            let to = in_sight::follow(now, room, from, to);
            if (to - now).abs() > 1.0 {
                #[allow(clippy::cast_possible_truncation)]
                pane.set_scroll_left(to as i32);
            }
        }
    };
    Effect::new(move |_| {
        // The trait that only tracks has the name of what is drawn here.
        let _ = (at.get(), placed.get(), scroller.get(), size.get());
        frame.run(follow);
    });
}

/// From where to where a step goes sideways: who acts and what is sent, or who acts alone where there is less room.
fn across(chart: &EventChart, step: usize, room: f64) -> Option<(f64, f64)> {
    let actor = &chart.lifelines[chart.rows.get(step)?.actor?];
    let alone = (
        actor.x - actor.width / 2.0 - AROUND,
        actor.x + actor.width / 2.0 + AROUND,
    );
    let sent = chart.arrows.iter().filter(|it| it.sent == step);
    let whole = sent.fold(alone, |(from, to), it| {
        let (x, _, width) = it.chip;
        (from.min(x - AROUND), to.max(x + width + AROUND))
    });
    Some(if whole.1 - whole.0 <= room {
        whole
    } else {
        alone
    })
}

/// Room around what is kept in view.
const AROUND: f64 = 8.0;
