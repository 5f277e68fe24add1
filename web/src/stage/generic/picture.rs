//! One graph as a picture: boxes with values that follow the step, lines between them; and as a list where there is no picture.
//!
//! No mark is a colour alone: what has fired has a thick border and its name underlined, a value that has changed is bold and underlined, a line that is not there is
//! dotted.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use lockstep_core::api::{EdgeEndView, EdgeHead, GraphEdgeView, GraphNodeView, NodeShape, Range};
use lockstep_core::diagram::drawing::{self, Drawing, DrawnEdge};
use lockstep_core::diagram::graph::{Edge, LABEL_HEIGHT, Node};
use lockstep_core::diagram::structure::{BELOW, LINE, NAME, PADDING, label, label_of, line, name};
use lockstep_core::diagram::{self, ElementKind, Rect};
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::graph::Drawable;
use crate::stage::roving::Roving;

/// A value as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub now: String,
    /// What it was, where the step has changed it.
    pub before: Option<String>,
}

/// Reads the value of a variable.
type Read = dyn Fn(usize) -> Option<Value> + Send + Sync;

/// The values of a state.
#[derive(Clone)]
pub(super) struct Values(Arc<Read>);

impl Values {
    pub(super) fn new(read: impl Fn(usize) -> Option<Value> + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    /// The value of a variable, as one of its own: what is drawn of it depends on nothing else.
    fn of(&self, variable: usize) -> Memo<Option<Value>> {
        let read = Arc::clone(&self.0);
        Memo::new(move |_| read(variable))
    }
}

/// What is shown of a step.
#[derive(Clone)]
pub(super) struct Moment {
    pub values: Values,
    /// The operations that have fired.
    pub fired: Memo<Vec<usize>>,
    /// The object that was called.
    pub called: Memo<Option<String>>,
    /// The variables that the check names.
    pub named: Memo<BTreeSet<usize>>,
    /// The variables in which two runs beside each other differ.
    pub apart: Memo<BTreeSet<usize>>,
    /// Told the place in the text of what was clicked.
    pub mark: Callback<Range>,
    /// Told the variable whose value was clicked; says whether that was meant, because a question is being put together.
    pub choose: Callback<usize, bool>,
}

impl Moment {
    fn is_fired(&self, fires: &[usize]) -> Memo<bool> {
        let (fired, fires) = (self.fired, fires.to_vec());
        Memo::new(move |_| fired.with(|fired| fires.iter().any(|it| fired.contains(it))))
    }
}

/// The picture of a graph.
pub(super) fn picture(it: &Arc<Drawable>, drawing: &Arc<Drawing>, moment: &Moment) -> AnyView {
    let (graph, roving) = (&it.graph, Roving::new());
    let nodes = graph.nodes.len();
    let ranges = graph.nodes.iter().map(|it| it.range);
    let ranges: Vec<_> = ranges
        .chain(graph.edges.iter().map(|it| it.range))
        .collect();
    let (mark, choose) = (moment.mark, moment.choose);
    let act = move |at: usize| {
        if let Some(range) = ranges.get(at) {
            mark.run(*range);
        }
    };
    let count = nodes + graph.edges.len();
    // By key as by a click: where a question is put together, a link is chosen for it.
    let links: Vec<_> = graph.edges.iter().map(|it| it.while_true).collect();
    let on_key = {
        let act = act.clone();
        move |at: usize| {
            let link = at.checked_sub(nodes);
            let link = link.and_then(|it| links.get(it).copied().flatten());
            if !link.is_some_and(|it| choose.run(it)) {
                act(at);
            }
        }
    };
    let edges = drawing.edges.iter().filter_map(|drawn| {
        let index = match drawn.edge {
            Edge::Element(element) => element.as_transition()?,
            Edge::Initial | Edge::Final(_) => return None,
        };
        let between = graph.edges.get(index)?;
        let ends = [between.from, between.to].map(|it| graph.nodes[it].name.clone());
        let at_ends = drawing.ends.get(index).copied().unwrap_or_default();
        let drawn = (drawn, at_ends);
        Some(edge((between, ends), drawn, moment, roving, nodes + index))
    });
    let boxes = drawing.nodes.iter().filter_map(|(node, rect)| match node {
        Node::Element(diagram::Element {
            kind: ElementKind::Type,
            index,
        }) => Some(node_box(
            graph.nodes.get(*index)?,
            *rect,
            moment,
            roving,
            *index,
        )),
        _ => None,
    });
    let (width, height) = (drawing.width, drawing.height);
    view! {
        <svg
            class="generic-graph"
            viewBox=format!("-1 -1 {:.0} {:.0}", width + 2.0, height + 2.0)
            width=format!("{:.0}", width + 2.0)
            height=format!("{:.0}", height + 2.0)
            role="group"
            aria-label=graph.title.clone()
            on:click=move |event| {
                if let Some(index) = roving.target(&event)
                    && !variable_at(&event).is_some_and(|it| choose.run(it))
                {
                    act(index);
                }
            }
            on:keydown=move |event| {
                if let Some(index) = roving.key(&event, count) {
                    on_key(index);
                }
            }
        >
            {edges.collect_view()}
            {boxes.collect_view()}
        </svg>
    }
    .into_any()
}

/// The variable whose value was clicked.
fn variable_at(event: &MouseEvent) -> Option<usize> {
    let element: Element = event.target()?.dyn_into().ok()?;
    let value = element.closest("[data-variable]").ok()??;
    value.get_attribute("data-variable")?.parse().ok()
}

/// A value behind its name; one that has changed behind the one before.
fn shown(name: &str, value: Option<&Value>) -> String {
    let now = value.map_or("\u{2013}", |it| &it.now);
    let before = value.and_then(|it| it.before.as_ref());
    // Numbers of tokens have no names, and no room for two.
    let before = before.filter(|_| !name.is_empty());
    let before = before.map_or_else(String::new, |it| format!("{it} \u{2192} "));
    format!("{name} {before}{now}").trim().to_owned()
}

fn node_box(
    view: &GraphNodeView,
    rect: Rect,
    moment: &Moment,
    roving: Roving,
    index: usize,
) -> AnyView {
    let fired = moment.is_fired(&view.fires);
    let centre = rect.centre().x;
    let left = rect.x + PADDING;
    let radius = match view.shape {
        NodeShape::Box => 3.0,
        NodeShape::Round => 16.0,
        NodeShape::Bar => 0.0,
    };
    let mut y = rect.y + NAME;
    let mut parts = Vec::new();
    let rule =
        |y: f64| view! { <path class="rule" d=format!("M{} {y}H{}", rect.x, rect.right())/> };
    // The lines of the last compartment are operations, where there are as many.
    let operations = view.compartments.len().checked_sub(1);
    let operations = operations.filter(|&it| view.compartments[it].len() == view.fires.len());
    for (number, compartment) in view.compartments.iter().enumerate() {
        parts.push(rule(y).into_any());
        for (at, text) in compartment.iter().enumerate() {
            y += LINE;
            if operations == Some(number) {
                let is_fired = moment.is_fired(&view.fires[at..=at]);
                parts.push(ground(rect, y, move || is_fired.get()));
            }
            parts
                .push(view! { <text class="line" x=left y=y - 3.0>{line(text)}</text> }.into_any());
        }
        y += BELOW;
    }
    if !view.shows.is_empty() && view.shape == NodeShape::Box {
        parts.push(rule(y).into_any());
    }
    let mut words = Vec::new();
    for (before, variable) in &view.shows {
        y += LINE;
        let value = moment.values.of(*variable);
        let changed = move || value.with(|it| it.as_ref().is_some_and(|it| it.before.is_some()));
        let text = {
            let before = before.clone();
            move || value.with(|it| shown(&before, it.as_ref()))
        };
        words.push(text.clone());
        let (named, apart, number) = (moment.named, moment.apart, *variable);
        let is_named = move || named.with(|it| it.contains(&number));
        let is_apart = move || apart.with(|it| it.contains(&number));
        if view.shape == NodeShape::Box {
            parts.push(ground(rect, y - 1.0, changed));
            parts.push(
                view! {
                    <rect class="named-ring" class:named=is_named class:apart=is_apart x=rect.x + 3.0 y=y - LINE width=rect.width - 6.0 height=LINE rx="4"/>
                }
                .into_any(),
            );
        }
        let (x, class) = match view.shape {
            NodeShape::Box => (left, "line value"),
            NodeShape::Round | NodeShape::Bar => (centre, "value"),
        };
        parts.push(
            view! { <text class=class class:moved=changed data-variable=variable.to_string() x=x y=y - 4.0>{text}</text> }.into_any(),
        );
    }
    let label = {
        let (name, lines) = (view.name.clone(), view.compartments.concat());
        move || {
            let values = words.iter().map(|it| it());
            let all: Vec<_> = lines.iter().cloned().chain(values).collect();
            let fired = if fired.get() {
                ", has just been executed"
            } else {
                ""
            };
            match all.is_empty() {
                true => format!("{name}{fired}"),
                false => format!("{name}{fired}: {}", all.join(", ")),
            }
        }
    };
    let whole = view.name.clone();
    // Objects are called, and their classes say which operation.
    let is_object = !view.shows.is_empty() && view.shape == NodeShape::Box;
    let is_called = {
        let (called, name) = (moment.called, view.name.clone());
        move || {
            let is_it = |it: &String| name.split(" : ").next() == Some(it);
            is_object && called.with(|it| it.as_ref().is_some_and(is_it))
        }
    };
    let fires_whole = operations.is_none();
    view! {
        <g
            class="node"
            class:object=is_object
            class:fired=move || is_called() || fires_whole && fired.get()
            role="button"
            data-i=index.to_string()
            tabindex=move || roving.tabindex(index)
            aria-label=label
        >
            <title>{whole}</title>
            <rect class="box" x=rect.x y=rect.y width=rect.width height=rect.height rx=radius/>
            <text class="name" x=centre y=rect.y + 16.0>{name(&view.name)}</text>
            {parts}
        </g>
    }
    .into_any()
}

/// The ground of a line that the step is about.
fn ground(rect: Rect, y: f64, is_seen: impl Fn() -> bool + Send + 'static) -> AnyView {
    view! {
        <rect
            class="line-ground"
            class:seen=is_seen
            x=rect.x + 3.0
            y=y - LINE + 1.0
            width=rect.width - 6.0
            height=LINE
            rx="3"
        />
    }
    .into_any()
}

fn edge(
    (view, [from, to]): (&GraphEdgeView, [String; 2]),
    (drawn, at_ends): (&DrawnEdge, [Option<Rect>; 2]),
    moment: &Moment,
    roving: Roving,
    index: usize,
) -> AnyView {
    let path = drawing::path(&drawn.points, 6.0);
    let head = match view.head {
        EdgeHead::Line => None,
        EdgeHead::Arrow => Some(("head", drawing::arrow_head(&drawn.points, 8.0))),
        EdgeHead::Triangle => Some(("head hollow", drawing::arrow_head(&drawn.points, 12.0))),
    };
    let is = view.while_true.map(|it| moment.values.of(it));
    let absent =
        move || is.is_some_and(|it| it.with(|it| it.as_ref().is_some_and(|it| it.now == "false")));
    let moved = move || {
        let has_changed = |it: &Option<Value>| it.as_ref().is_some_and(|it| it.before.is_some());
        is.is_some_and(|it| it.with(has_changed))
    };
    let text = drawn.label.zip(label_of(view)).map(|(rect, said)| {
        let y = rect.y + LABEL_HEIGHT - 4.0;
        view! {
            <rect class="label-ground" x=rect.x y=rect.y width=rect.width height=rect.height rx="4"/>
            <text class="label" x=rect.centre().x y=y>{said}</text>
        }
    });
    let ends = view.ends.iter().flatten().zip(at_ends);
    let ends = ends.filter_map(|(end, rect)| {
        let rect = rect?;
        let (x, y) = (rect.centre().x, rect.y + LABEL_HEIGHT - 4.0);
        Some(view! {
            <text class="label" x=x y=y>{label(&end.many)}</text>
            <text class="label" x=x y=y + LABEL_HEIGHT>{label(&end.role)}</text>
        })
    });
    let ends = ends.collect_view();
    let [one, other] = view.ends.clone().unwrap_or_default();
    let whole = format!(
        "{} {} to {}",
        view.label,
        with_end(from, &one),
        with_end(to, &other)
    );
    let whole = whole.trim().to_owned();
    let words = {
        let whole = whole.clone();
        move || {
            let there = if absent() { ", not there" } else { "" };
            format!("{whole}{there}")
        }
    };
    view! {
        <g
            class="edge"
            class:absent=absent
            class:moved=moved
            role="button"
            data-i=index.to_string()
            data-variable=view.while_true.map(|it| it.to_string())
            tabindex=move || roving.tabindex(index)
            aria-label=words
        >
            <title>{whole}</title>
            <path class="reach" d=path.clone()/>
            <path class="line" d=path/>
            {head.map(|(class, d)| view! { <path class=class d=d/> })}
            {text}
            {ends}
        </g>
    }
    .into_any()
}

/// A node with what stands at its end of an edge: `Button as buttons, 1..2`.
fn with_end(node: String, end: &EdgeEndView) -> String {
    match end.role.is_empty() {
        true => node,
        false => format!("{node} as {}, {}", end.role, end.many),
    }
}

/// The graph in words.
pub(super) fn list(it: &Arc<Drawable>, moment: &Moment) -> AnyView {
    let nodes = it.graph.nodes.iter().map(|node| {
        let shows = node.shows.iter().map(|(before, variable)| {
            let (before, value) = (before.clone(), moment.values.of(*variable));
            view! { <li>{move || value.with(|it| shown(&before, it.as_ref()))}</li> }
        });
        let lines = node.compartments.concat().into_iter().map(|it| view! { <li>{it}</li> });
        view! { <li><b>{node.name.clone()}</b><ul>{lines.collect_view()}{shows.collect_view()}</ul></li> }
    });
    view! { <ul class="generic-list">{nodes.collect_view()}</ul> }.into_any()
}
