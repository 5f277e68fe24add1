//! The graphs of a model, laid out by the engine that lays out machines; while it is at work, or cannot be had, they are lists.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{GraphView, SystemView};
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::graph::Graph;
use lockstep_core::diagram::statechart::Flow;
use lockstep_core::diagram::structure;

use super::call;
use super::picture::{self, Moment, Values};
use crate::stage::layout::Placed;
use crate::stage::layout::steady::{self, Laid};
use crate::stage::systems::Shown;
use crate::stage::tools::{self, Size, Zoom};

/// A graph with what its boxes need room for.
#[derive(Clone, PartialEq)]
pub(super) struct Drawable {
    pub graph: GraphView,
    pub system: Arc<SystemView>,
}

pub(super) type Layouts = steady::Layouts<Drawable>;

impl Laid for Drawable {
    const TOO_LARGE: &'static str = "This is too large for a picture.";

    fn key(&self) -> String {
        // A value that needs more room makes another picture.
        let values = self.system.variables.iter().flat_map(|it| &it.values);
        let values: Vec<_> = values.map(String::as_str).collect();
        format!("{}|{}", structure::key(&self.graph), values.join(","))
    }

    fn name(&self) -> &str {
        &self.graph.title
    }

    fn graph(&self, _flow: Flow) -> Option<Graph> {
        structure::graph(&self.graph, &self.system)
    }

    fn remind(&self, (was, drawing): (&Self, &Drawing), graph: &Graph) -> Option<Graph> {
        structure::remind(&was.graph, drawing, &self.graph, graph)
    }
}

/// The graphs of the text.
fn drawables(shown: Shown) -> Vec<Arc<Drawable>> {
    let Some(it) = super::structure(shown) else {
        return Vec::new();
    };
    let system = Arc::new(it.system);
    let graphs = it.graphs.into_iter().map(|graph| {
        let system = Arc::clone(&system);
        Arc::new(Drawable { graph, system })
    });
    graphs.filter(|it| !it.graph.nodes.is_empty()).collect()
}

/// The card with the graphs.
pub(super) fn view(shown: Shown, layouts: Layouts) -> AnyView {
    let zoom = Zoom::new();
    let all = Memo::new(move |_| drawables(shown));
    let figures = move || {
        let all = all.get().into_iter();
        all.map(|it| figure(shown, layouts, it, zoom))
            .collect_view()
    };
    view! {
        <section class="system-card generic-graphs" aria-label="What the model describes">
            <div
                class="system-scroll"
                tabindex="0"
                role="group"
                aria-label="What the model describes, as pictures"
                on:wheel=move |event| zoom.wheel(&event)
            >
                <div class="generic-figures">{figures} {call::view(shown)}</div>
            </div>
            {tools::tools(zoom, "pictures", move || zoom.change(Size::Usual), None, None)}
        </section>
    }
    .into_any()
}

fn figure(shown: Shown, layouts: Layouts, it: Arc<Drawable>, zoom: Zoom) -> AnyView {
    let values = Values::new(move |variable| {
        shown.of_entry(|entry| {
            let entry = entry?;
            let changed = entry.changed.contains(&variable);
            Some((entry.state.get(variable)?.clone(), changed))
        })
    });
    let fired =
        Memo::new(move |_| shown.of_entry(|it| it.map_or_else(Vec::new, |it| it.fired.clone())));
    let moment = Moment {
        values,
        fired,
        mark: shown.play.on_mark,
    };
    let title = it.graph.title.clone();
    let placed = Memo::new({
        let it = Arc::clone(&it);
        move |_| match layouts.of(&it).get() {
            Placed::Waiting => layouts
                .seen(&it.graph.title)
                .unwrap_or_else(|| (Arc::clone(&it), Placed::Waiting)),
            placed => (Arc::clone(&it), placed),
        }
    });
    let drawn = move || {
        let (it, placed) = placed.get();
        match placed {
            Placed::Ready(drawing, _) => picture::picture(&it, &drawing, &moment, Some(zoom)),
            Placed::Waiting => picture::list(&it, &moment),
            Placed::Plain(why) => {
                view! { <p class="object-plain">{why}</p> {picture::list(&it, &moment)} }.into_any()
            }
        }
    };
    view! {
        <figure class="generic-figure">
            <figcaption>{title}</figcaption>
            {drawn}
        </figure>
    }
    .into_any()
}

/// The graphs on paper, as they are at a step.
pub(super) fn on_paper(shown: Shown, layouts: Layouts, step: usize) -> AnyView {
    let entry = shown.run.with_untracked(|run| run.get(step).cloned());
    let figures = untrack(|| drawables(shown)).into_iter().map(|it| {
        let (state, fired) = entry.clone().map(|it| (it.state, it.fired)).unwrap_or_default();
        let moment = Moment {
            values: Values::new(move |variable| Some((state.get(variable)?.clone(), false))),
            fired: Memo::new(move |_| fired.clone()),
            mark: shown.play.on_mark,
        };
        let placed = untrack(|| layouts.of(&it).get());
        let drawn = match placed {
            Placed::Ready(drawing, _) => picture::picture(&it, &drawing, &moment, None),
            Placed::Waiting | Placed::Plain(_) => picture::list(&it, &moment),
        };
        view! { <figure class="generic-figure"><figcaption>{it.graph.title.clone()}</figcaption>{drawn}</figure> }
    });
    figures.collect_view().into_any()
}
