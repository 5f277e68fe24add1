//! A deadlock, drawn below the run: the circle of waiting as a circle, and who waits for what in
//! words.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::WaitGraphView;
use lockstep_core::diagram::chart::Chart;
use lockstep_core::diagram::drawing::arrow_head;
use lockstep_core::diagram::ring::{Ring, RingArrow, ring};
use lockstep_core::diagram::text;

use super::StageContext;
use crate::parts::{self, part};
use crate::ui::{Strong, boxed};

/// How far below the middle of a box its letters stand.
const DROP: f64 = 4.3;

/// The figure, where the answer is a deadlock, once the part that draws it is there.
pub fn view(play: StageContext, chart: Arc<Chart>) -> AnyView {
    let draw = move || parts::now(waits_figure(play, Arc::clone(&chart))).into_any();
    parts::later("The circle of waiting", fetch, draw)
}

part! {
    views, fetched by fetch;
    fn waits_figure(play: StageContext, chart: Arc<Chart>) -> Result<AnyView, Missing> {
        Ok(figure(play, chart))
    }
}

fn figure(play: StageContext, chart: Arc<Chart>) -> AnyView {
    let contents = move || {
        play.outcome.with(|outcome| {
            let waits = outcome.as_ref()?.waits()?;
            Some(contents(&chart, waits, play.last.get_untracked()))
        })
    };
    view! { <figure class="waits-for">{contents}</figure> }.into_any()
}

fn contents(chart: &Chart, waits: &WaitGraphView, last: usize) -> AnyView {
    let name = |lifeline: usize| chart.name(lifeline).to_owned();
    let title = match last {
        0 => "Nothing can happen from the start".to_owned(),
        last => format!("After step {last} nothing can happen any more"),
    };
    let lines = waits.lines.iter();
    let lines = lines.map(|line| view! { <li><Strong text=line.clone()/></li> });
    view! {
        <h3>{title}</h3>
        {ring(waits, &name).map(|ring| picture(ring, &waits.sentence))}
        <figcaption>
            <ul>{lines.collect_view()}</ul>
        </figcaption>
    }
    .into_any()
}

fn picture(ring: Ring, sentence: &str) -> AnyView {
    let Ring {
        width,
        height,
        nodes,
        arrows,
    } = ring;
    let nodes = nodes.into_iter();
    let nodes = nodes.map(|(rect, name)| boxed("who".into(), rect, 3.0, DROP, name));
    view! {
        <svg
            viewBox=format!("0 0 {width:.0} {height:.0}")
            role="img"
            aria-label=text::plain(sentence)
            style=format!("max-width: {width:.0}px")
        >
            {arrows.into_iter().map(arrow).collect_view()}
            {nodes.collect_view()}
        </svg>
    }
    .into_any()
}

fn arrow(arrow: RingArrow) -> AnyView {
    let [from, control, to] = arrow.curve;
    let line = format!(
        "M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
        from.x, from.y, control.x, control.y, to.x, to.y
    );
    view! {
        <path class="line" d=line/>
        <path class="head" d=arrow_head(&[control, to], 8.0)/>
        {boxed("what".into(), arrow.room, 4.0, DROP, arrow.label)}
    }
    .into_any()
}
