//! The control flow of a system: what each relation does, with what the step at hand executes lit.
//!
//! Each picture is one tab stop. Its statements are buttons, in the order of the text: a click, Enter or Space shows the
//! place in the text.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use lockstep_core::api::{Range, SystemView};
use lockstep_core::diagram::ElementKind;
use lockstep_core::diagram::Point;
use lockstep_core::diagram::control_flow::{
    ControlFlow, DIAMOND, FlowEdge, FlowLine, FlowNode, FlowShape, LINE, PADDING, control_flow,
    executed,
};

use super::Shown;
use crate::stage::roving::Roving;
use crate::stage::tools::{self, Size, Zoom};

/// What is executed in the step at hand: which relation, and for each operation whether it is.
type Lit = Memo<(Option<String>, Arc<Vec<bool>>)>;

/// The statements of a picture, of which one has the tab stop.
#[derive(Clone)]
struct Group {
    /// Where each begins in the text, its operation, and where it is written.
    statements: Arc<[(u32, usize, Range)]>,
    roving: Roving,
}

impl Group {
    /// The number of a statement in the order of the text: where nodes stand in the picture is no order to read in.
    fn number(&self, operation: usize) -> usize {
        let all = self.statements.iter();
        let from = all.clone().find(|it| it.1 == operation).map(|it| it.0);
        let before = all.filter(|it| (Some(it.0), it.1) < (from, operation));
        before.count()
    }
}

/// The card with the control flow.
pub fn view(shown: Shown) -> AnyView {
    let zoom = Zoom::new();
    let lit: Lit = Memo::new(move |_| {
        let system = shown.system.get();
        let Some(entry) = shown.entry() else {
            return (None, Arc::default());
        };
        (entry.relation, Arc::new(executed(&system, &entry.fired)))
    });
    let charts = move || charts(shown, &shown.system.get(), lit, zoom);
    view! {
        <section class="system-card system-flow" aria-labelledby="flow-title">
            <h2 id="flow-title">"Control flow"</h2>
            <div
                class="system-scroll"
                tabindex="0"
                role="group"
                aria-labelledby="flow-title"
                on:wheel=move |event| zoom.wheel(&event)
            >
                {charts}
            </div>
            {tools::tools(zoom, "control flow", move || zoom.change(Size::Usual), None, None)}
        </section>
    }
    .into_any()
}

/// The charts alone, with what is executed at a step lit.
pub(super) fn figures(shown: Shown, step: usize) -> AnyView {
    let system = shown.system.get_untracked();
    let entry = shown.run.with_untracked(|run| run.get(step).cloned());
    let marks = entry.map_or_else(Default::default, |it| {
        (it.relation, Arc::new(executed(&system, &it.fired)))
    });
    let lit: Lit = Memo::new(move |_| marks.clone());
    charts(shown, &system, lit, Zoom::new())
}

fn charts(shown: Shown, system: &Arc<SystemView>, lit: Lit, zoom: Zoom) -> AnyView {
    let relations = [
        ("init", &system.init),
        ("env", &system.env),
        ("trans", &system.trans),
    ];
    let chart = |(name, alternatives): (&'static str, &Vec<usize>)| {
        let flow = control_flow(system, alternatives);
        chart(shown, name, flow, system, lit, zoom)
    };
    relations.into_iter().map(chart).collect_view().into_any()
}

fn chart(
    shown: Shown,
    name: &'static str,
    flow: Option<ControlFlow>,
    system: &Arc<SystemView>,
    lit: Lit,
    zoom: Zoom,
) -> AnyView {
    let active = move || lit.with(|(relation, _)| relation.as_deref() == Some(name));
    let Some(flow) = flow else {
        return view! {
            <p class="system-large">
                <b>{name}</b>": too large for a picture; the text shows what is executed."
            </p>
        }
        .into_any();
    };
    let (width, height) = (flow.width + 2.0, flow.height + 2.0);
    let edges = flow.edges.iter().map(|it| edge(it, name, lit));
    let lines = flow.nodes.iter().flat_map(|it| &it.lines);
    let statements = lines.filter_map(|line| {
        let range = system.operations.get(line.operation)?.range;
        Some((range.from, line.operation, range))
    });
    let group = Group {
        statements: statements.collect::<Vec<_>>().into(),
        roving: Roving::new(),
    };
    let act = {
        let group = group.clone();
        move |event: &KeyboardEvent| {
            let all = &group.statements;
            let at = group.roving.key(event, all.len());
            let chosen = all.iter().find(|it| Some(group.number(it.1)) == at);
            if let Some((.., range)) = chosen {
                shown.play.on_mark.run(*range);
            }
        }
    };
    let nodes = flow
        .nodes
        .iter()
        .map(|it| node(shown, it, system, name, (lit, &group)));
    view! {
        <figure class="flow" class:active=active>
            <figcaption>{name}</figcaption>
            <svg
                viewBox=format!("-1 -1 {width:.0} {height:.0}")
                width=move || format!("{:.0}", width * zoom.get())
                height=move || format!("{:.0}", height * zoom.get())
                role="group"
                aria-label=format!("What {name} does")
                on:keydown=move |event| act(&event)
            >
                {edges.collect_view()}
                {nodes.collect_view()}
            </svg>
        </figure>
    }
    .into_any()
}

/// Whether an operation, or something inside it, is executed in the step at hand, tracked.
fn is_lit(lit: Lit, relation: &str, operation: usize) -> bool {
    lit.with(|(now, marks)| now.as_deref() == Some(relation) && marks.get(operation) == Some(&true))
}

fn edge(edge: &FlowEdge, name: &'static str, lit: Lit) -> AnyView {
    let way = edge.way;
    let taken = move || {
        lit.with(|(now, marks)| {
            let fired = |operation: usize| marks.get(operation) == Some(&true);
            now.as_deref() == Some(name) && ControlFlow::is_taken(way, &fired)
        })
    };
    let label = edge.label.map(|(words, Point { x, y })| {
        view! { <text class="flow-label" x=format!("{x:.1}") y=format!("{y:.1}")>{words}</text> }
    });
    view! {
        <path class="flow-line" class:lit=taken d=path(&edge.points)/>
        {label}
    }
    .into_any()
}

/// A line with rounded corners.
fn path(points: &[Point]) -> String {
    const ROUND: f64 = 5.0;
    let mut d = String::new();
    for (index, at) in points.iter().enumerate() {
        let (before, after) = (
            index.checked_sub(1).map(|it| points[it]),
            points.get(index + 1),
        );
        match (before, after) {
            (Some(before), Some(after)) => {
                let near = toward(*at, before, ROUND);
                let far = toward(*at, *after, ROUND);
                d += &format!(
                    "L{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
                    near.x, near.y, at.x, at.y, far.x, far.y
                );
            }
            (None, _) => d += &format!("M{:.1} {:.1}", at.x, at.y),
            (Some(_), None) => d += &format!("L{:.1} {:.1}", at.x, at.y),
        }
    }
    d
}

/// The point so far from one to another, at most half the way.
fn toward(from: Point, to: Point, far: f64) -> Point {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(0.01);
    let part = (far / length).min(0.5);
    Point {
        x: from.x + dx * part,
        y: from.y + dy * part,
    }
}

fn node(
    shown: Shown,
    node: &FlowNode,
    system: &Arc<SystemView>,
    name: &'static str,
    (lit, group): (Lit, &Group),
) -> AnyView {
    let (rect, shape) = (node.rect, node.shape);
    let (middle, center) = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
    let outline = match shape {
        FlowShape::Start => circle(middle, center, DIAMOND - 1.5, "flow-start"),
        FlowShape::End => {
            let ring = circle(middle, center, DIAMOND - 1.0, "flow-end");
            let eye = circle(middle, center, DIAMOND - 4.0, "flow-start");
            view! { {ring} {eye} }.into_any()
        }
        FlowShape::Decision | FlowShape::Merge => {
            let d = format!(
                "M{:.1} {center:.1}L{middle:.1} {:.1}L{:.1} {center:.1}L{middle:.1} {:.1}z",
                rect.x,
                rect.y,
                rect.x + rect.width,
                rect.y + rect.height
            );
            view! { <path class="flow-diamond" d=d/> }.into_any()
        }
        FlowShape::Condition => {
            let (left, right) = (rect.x, rect.x + rect.width);
            let (top, bottom) = (rect.y, rect.y + rect.height);
            let d = format!(
                "M{left:.1} {center:.1}L{:.1} {top:.1}H{:.1}L{right:.1} {center:.1}L{:.1} {bottom:.1}H{:.1}z",
                left + DIAMOND,
                right - DIAMOND,
                right - DIAMOND,
                left + DIAMOND
            );
            view! { <path class="flow-box" d=d/> }.into_any()
        }
        FlowShape::Bar => view! {
            <rect class="flow-bar" x=rect.x y=rect.y width=rect.width height=rect.height/>
        }
        .into_any(),
        FlowShape::Block | FlowShape::Frame => {
            let class = if shape == FlowShape::Frame {
                "flow-frame"
            } else {
                "flow-box"
            };
            view! { <rect class=class x=rect.x y=rect.y width=rect.width height=rect.height rx="4"/> }
                .into_any()
        }
    };
    let lines = node.lines.iter().enumerate().map(|(index, line)| {
        // A handful of lines.
        #[allow(clippy::cast_precision_loss)]
        let top = rect.y + 4.0 + index as f64 * LINE;
        let inset = match shape {
            FlowShape::Condition => DIAMOND,
            _ => 0.0,
        };
        let place = (rect.x + inset, top, rect.width - 2.0 * inset);
        statement(shown, line, system, place, name, (lit, group))
    });
    view! { {outline} {lines.collect_view()} }.into_any()
}

fn circle(x: f64, y: f64, r: f64, class: &'static str) -> AnyView {
    view! { <circle class=class cx=x cy=y r=r/> }.into_any()
}

/// One operation, which shows its place in the text.
fn statement(
    shown: Shown,
    line: &FlowLine,
    system: &Arc<SystemView>,
    (left, top, width): (f64, f64, f64),
    name: &'static str,
    (lit, group): (Lit, &Group),
) -> AnyView {
    let operation = line.operation;
    let Some(it) = system.operations.get(operation) else {
        return ().into_any();
    };
    let (range, whole) = (it.range, it.text.clone());
    let lit = move || is_lit(lit, name, operation);
    let picked = move || shown.picks(ElementKind::Operation, operation).then_some("");
    let roving = group.roving;
    let number = group.number(operation);
    let label = format!("{whole}, mark in the text");
    let act = move |_| {
        roving.go_to(number);
        shown.play.on_mark.run(range);
    };
    view! {
        <g
            class="flow-statement"
            class:lit=lit
            role="button"
            data-i=number.to_string()
            tabindex=move || roving.tabindex(number)
            aria-label=label
            aria-current=move || lit().then_some("step")
            data-picked=picked
            on:click=act
        >
            <title>{whole}</title>
            <rect class="flow-ground" x=left + 2.0 y=top width=width - 4.0 height=LINE rx="3"/>
            <text x=left + PADDING y=top + LINE - 5.0>{line.text.clone()}</text>
        </g>
    }
    .into_any()
}
