//! The graphs of a model, laid out by the engine that lays out machines; while it is at work, or cannot be had, they are lists.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{GraphNodeView, GraphView, SystemStepView, SystemView};
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::graph::{Graph, Node};
use lockstep_core::diagram::statechart::Flow;
use lockstep_core::diagram::statechart::words::Wording;
use lockstep_core::diagram::{ElementKind, Rect, packing, structure};

use super::picture::{self, Moment, Value, Values};
use crate::stage::layout::Placed;
use crate::stage::layout::steady::{self, Laid};
use crate::stage::player;
use crate::stage::surface::{self, Items, Sight};
use crate::stage::systems::{Shown, variables};
use crate::ui::WindowKind;

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

    fn graph(&self, flow: Flow, _wording: Wording) -> Option<Graph> {
        structure::graph(&self.graph, &self.system, flow)
    }

    fn remind(&self, (was, drawing): (&Self, &Drawing), graph: &Graph) -> Option<Graph> {
        structure::remind(&was.graph, drawing, &self.graph, graph)
    }
}

/// The graphs of the text.
fn drawables(shown: Shown) -> Vec<Drawable> {
    let Some(it) = super::structure(shown) else {
        return Vec::new();
    };
    let system = Arc::new(it.system);
    let graphs = it.graphs.into_iter().map(|graph| {
        let system = Arc::clone(&system);
        Drawable { graph, system }
    });
    let mut graphs: Vec<_> = graphs.filter(|it| !it.graph.nodes.is_empty()).collect();
    // Where one is seen at a time, values that steps change come first.
    if shown.play.page.folds.window.kind.get() == WindowKind::Phone {
        graphs.sort_by_key(|it| !has_values(&it.graph));
    }
    graphs
}

/// Whether it shows values that steps change, in its boxes or as lines that are there or not.
fn has_values(it: &GraphView) -> bool {
    let shows = it.nodes.iter().any(|it| !it.shows.is_empty());
    shows || it.edges.iter().any(|it| it.while_true.is_some())
}

/// The size of a graph while its picture is waited for, and of one that is shown as a list.
const EXPECTED: (f64, f64) = (320.0, 200.0);

/// The graphs on the canvas.
pub(super) fn view(shown: Shown, layouts: Layouts) -> AnyView {
    let all = Memo::new(move |before: Option<&Vec<Arc<Drawable>>>| {
        surface::kept(before, drawables(shown).into_iter())
    });
    let play = shown.play;
    if !play.is_beside {
        // Class models lie beside each other above their run, and are laid out for that.
        let alone = move || surface::room_of_drawing(play.surface.room_at_least());
        let is_phone = move || play.page.folds.window.kind.get() == WindowKind::Phone;
        let count = move || if is_phone() { 1 } else { all.with(Vec::len) };
        let cell = Signal::derive(move || packing::cell(count(), alone()));
        layouts.fit(cell, cell, Signal::derive(alone));
        play.surface.on_turn(move || layouts.begin_anew());
    }
    let placed = move |it: &Arc<Drawable>| placed(shown, layouts, it);
    let items = Items {
        is_expected: false,
        all,
        size: Arc::new(move |it| match placed(it).1 {
            Placed::Ready(drawing, _) => (drawing.width + 2.0, drawing.height + 2.0),
            Placed::Waiting | Placed::Plain(_) => EXPECTED,
        }),
        sight: Arc::new(move |it| match placed(it).1 {
            Placed::Ready(drawing, _) => sight(shown, it, &drawing),
            Placed::Waiting | Placed::Plain(_) => Sight::default(),
        }),
        told: Arc::new(|it| (it.graph.title.clone(), String::new())),
    };
    // A graph that is another value is drawn anew.
    let key = |it: &Arc<Drawable>| Arc::as_ptr(it) as usize;
    let draw = move |it: Arc<Drawable>| {
        let (label, title) = (it.graph.title.clone(), it.graph.title.clone());
        let has_values = has_values(&it.graph);
        let step = untrack(|| shown.play.page.kind()).title().step;
        let has_run = shown.has_run();
        let moment = move || {
            let at = shown.play.at.get();
            let is_told = has_values && at > 0 && has_run.get();
            let outcome = shown.play.outcome.get().filter(|_| is_told)?;
            let number = player::number(&outcome, at, shown.play.page.plays_whole_steps());
            Some(view! { <span class="object-type">{format!("after {step} {number}")}</span> })
        };
        view! {
            <article class="chart generic-figure" aria-label=label>
                <header class="chart-head"><h2>{title} " " {moment}</h2></header>
                <div class="chart-body">{figure(shown, layouts, it)}</div>
            </article>
        }
        .into_any()
    };
    surface::view(play, "What the model describes", items, key, draw)
}

/// What a graph looks like, and what it is of: while a new picture is waited for, the one before an edit. Tracked.
fn placed(shown: Shown, layouts: Layouts, it: &Arc<Drawable>) -> (Arc<Drawable>, Placed) {
    if !shown.play.is_of_text {
        return (Arc::clone(it), layouts.of_other(it).get());
    }
    match layouts.of(it).get() {
        Placed::Waiting => layouts
            .seen(&it.graph.title)
            .unwrap_or_else(|| (Arc::clone(it), Placed::Waiting)),
        placed => (Arc::clone(it), placed),
    }
}

/// The boxes of what has fired, or whose values or links have changed; else the whole. Of two graphs that which has the values is
/// followed: at the start, and where some of them change.
fn sight(shown: Shown, it: &Drawable, drawing: &Drawing) -> Sight {
    let whole = Rect {
        x: 0.0,
        y: 0.0,
        width: drawing.width,
        height: drawing.height,
    };
    let has_values = has_values(&it.graph);
    let begins = |it: &SystemStepView| it.fired.is_empty() && it.changed.is_empty();
    let is_start = shown.of_entry(|entry| entry.is_none_or(begins));
    let acts = shown.of_entry(|entry| {
        let entry = entry?;
        let tells_firing = has_values || entry.changed.is_empty();
        let moved = |index: usize| {
            it.graph.edges.iter().any(|it| {
                let has_moved = it.while_true.is_some_and(|it| entry.changed.contains(&it));
                has_moved && [it.from, it.to].contains(&index)
            })
        };
        let acts = |index: usize, node: &GraphNodeView| {
            tells_firing && node.fires.iter().any(|it| entry.fired.contains(it))
                || node.shows.iter().any(|it| entry.changed.contains(&it.1))
                || moved(index)
        };
        let boxes = drawing.nodes.iter().filter_map(|(node, rect)| match node {
            Node::Element(element) if element.kind == ElementKind::Type => {
                let index = element.index;
                (it.graph.nodes.get(index)).filter(|it| acts(index, it))?;
                Some(*rect)
            }
            _ => None,
        });
        boxes.reduce(Rect::around_both)
    });
    Sight {
        acts: acts.is_some() || has_values && is_start,
        stretches: [Some(whole), acts].into_iter().flatten().collect(),
    }
}

fn figure(shown: Shown, layouts: Layouts, it: Arc<Drawable>) -> AnyView {
    let values = Values::new(move |variable| {
        shown.current.with(|step| {
            let step = step.as_deref()?;
            let has_changed = step.entry.changed.contains(&variable);
            let was = step.was.as_ref().filter(|_| has_changed);
            Some(Value {
                now: step.entry.state.get(variable)?.clone(),
                before: was.and_then(|it| it.state.get(variable).cloned()),
            })
        })
    });
    let called = Memo::new(move |_| shown.of_entry(|it| Some(it?.call.as_ref()?.object.clone())));
    let fired =
        Memo::new(move |_| shown.of_entry(|it| it.map_or_else(Vec::new, |it| it.fired.clone())));
    let moment = Moment {
        values,
        fired,
        called,
        named: shown.named,
        apart: shown.apart,
        mark: shown.play.on_mark,
        choose: Callback::new(move |variable| {
            let asks = shown.play.asking.get_untracked();
            if asks {
                variables::choose(shown, variable);
            }
            asks
        }),
    };
    let placed = Memo::new(move |_| placed(shown, layouts, &it));
    (move || {
        let (it, placed) = placed.get();
        match placed {
            Placed::Ready(drawing, _) => picture::picture(&it, &drawing, &moment),
            Placed::Waiting => picture::list(&it, &moment),
            Placed::Plain(why) => {
                view! { <p class="object-plain">{why}</p> {picture::list(&it, &moment)} }.into_any()
            }
        }
    })
    .into_any()
}

/// The graphs on paper, as they are at a step.
pub(super) fn on_paper(shown: Shown, layouts: Layouts, step: usize) -> AnyView {
    let entry = shown.run.with_untracked(|run| run.get(step).cloned());
    let figures = untrack(|| drawables(shown)).into_iter().map(|it| {
        let it = Arc::new(it);
        let (state, fired) = entry.clone().map(|it| (it.state, it.fired)).unwrap_or_default();
        let moment = Moment {
            values: Values::new(move |variable| {
                let now = state.get(variable)?.clone();
                Some(Value { now, before: None })
            }),
            fired: Memo::new(move |_| fired.clone()),
            called: Memo::new(|_| None),
            named: shown.named,
            apart: Memo::new(|_| BTreeSet::new()),
            mark: shown.play.on_mark,
            choose: Callback::new(|_| false),
        };
        let placed = untrack(|| layouts.of(&it).get());
        let drawn = match placed {
            Placed::Ready(drawing, _) => picture::picture(&it, &drawing, &moment),
            Placed::Waiting | Placed::Plain(_) => picture::list(&it, &moment),
        };
        view! { <figure class="generic-figure"><figcaption>{it.graph.title.clone()}</figcaption>{drawn}</figure> }
    });
    figures.collect_view().into_any()
}
