//! A deadlock, drawn below the run: the circle of waiting as a circle, and who waits for what in
//! words.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::WaitGraphView;
use lockstep_core::diagram::chart::Chart;
use lockstep_core::diagram::drawing::arrow_head;
use lockstep_core::diagram::ring::{Ring, ring};
use lockstep_core::diagram::text;
use web_sys::Element;

use super::Play;
use crate::parts::{self, part};
use crate::ui::dom::{add, boxed, draw, set};

/// How far below the middle of a box its letters stand.
const DROP: f64 = 4.3;

/// The figure, where the answer is a deadlock, once the part that draws it is there.
pub fn view(play: Play, chart: Arc<Chart>) -> AnyView {
    let draw = move || parts::now(waits_figure(play, Arc::clone(&chart))).into_any();
    parts::later("The circle of waiting", fetch, draw)
}

part! {
    views, fetched by fetch;
    fn waits_figure(play: Play, chart: Arc<Chart>) -> Result<AnyView, Missing> {
        Ok(figure(play, chart))
    }
}

fn figure(play: Play, chart: Arc<Chart>) -> AnyView {
    let node = NodeRef::<html::Figure>::new();
    Effect::new(move |_| {
        let Some(node) = node.get() else { return };
        node.set_text_content(None);
        play.outcome.with(|outcome| {
            if let Some(waits) = outcome.as_ref().and_then(|it| it.waits.as_ref()) {
                fill(&node, &chart, waits, play.last.get_untracked());
            }
        });
    });
    view! { <figure class="waits-for" node_ref=node></figure> }.into_any()
}

fn fill(node: &Element, chart: &Chart, waits: &WaitGraphView, last: usize) {
    let name = |lifeline: usize| chart.name(lifeline).to_owned();
    let title = match last {
        0 => "Nothing can happen from the start".to_owned(),
        last => format!("After step {last} nothing can happen any more"),
    };
    add(node, "h3", "", &title);
    if let Some(ring) = ring(waits, &name) {
        picture(node, &ring, &waits.sentence);
    }
    let words = add(node, "figcaption", "", "");
    let list = add(&words, "ul", "", "");
    for line in &waits.lines {
        let item = add(&list, "li", "", "");
        for (is_name, part) in text::spans(line) {
            add(&item, if is_name { "b" } else { "span" }, "", &part);
        }
    }
}

fn picture(node: &Element, ring: &Ring, sentence: &str) {
    let (width, height) = (ring.width, ring.height);
    let bounds = format!("0 0 {width:.0} {height:.0}");
    let size = format!("max-width: {width:.0}px");
    let attributes = [
        ("viewBox", &*bounds),
        ("role", "img"),
        ("aria-label", &*text::plain(sentence)),
    ];
    let svg = draw(node, "svg", &attributes, "");
    set(&svg, "style", &size);
    for arrow in &ring.arrows {
        let [from, control, to] = arrow.curve;
        let line = format!(
            "M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
            from.x, from.y, control.x, control.y, to.x, to.y
        );
        draw(&svg, "path", &[("class", "line"), ("d", &line)], "");
        let head = arrow_head(&[control, to], 8.0);
        draw(&svg, "path", &[("class", "head"), ("d", &head)], "");
        boxed(&svg, "what", arrow.room, 4.0, DROP, &arrow.label);
    }
    for (rect, name) in &ring.nodes {
        boxed(&svg, "who", *rect, 3.0, DROP, name);
    }
}
