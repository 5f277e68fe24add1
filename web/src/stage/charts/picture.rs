//! The picture of a statechart: states in states, their regions divided by dashed lines, and the marks of the step.
//!
//! As on machine cards, shapes are drawn once and a step changes classes. Active states are filled, the innermost
//! more than those around them; what fired has thicker arrows, with its turn beside it where several did.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{StatechartView, VertexShape};
use lockstep_core::diagram::drawing::{self, Drawing, DrawnEdge};
use lockstep_core::diagram::graph::{Edge, LABEL_HEIGHT, Node};
use lockstep_core::diagram::statechart::dividers::dividers;
use lockstep_core::diagram::statechart::marks::StatechartMarks;
use lockstep_core::diagram::statechart::words::{self, EFFECT, GUARD, Piece, drawn_lines};
use lockstep_core::diagram::{Element, Rect};

use super::boxes::{bar, mark, state};
use super::object::Clock;
use super::sight::innermost;
use crate::stage::choice_focus;
use crate::stage::depths::{self, LifelineDepths};
use crate::stage::machine_graph::{is_dead, tell};
use crate::stage::roving::Roving;
use crate::stage::short::shortened;
use crate::stage::systems::{By, Pointed, PointedAt};

/// What the picture of an object needs to know.
#[derive(Clone)]
pub(super) struct Drawn {
    /// Its statechart.
    pub chart: Arc<StatechartView>,
    /// Its name, for who does not see the picture.
    pub name: String,
    /// How soon its states are active.
    pub soon: LifelineDepths,
    /// What is lit.
    pub marks: RwSignal<StatechartMarks>,
    /// Whether what the check names is named by a verdict that violates it.
    pub violates: Memo<bool>,
    /// The digits of the choices that fire its transitions, each with its transition.
    pub numbers: Memo<Vec<(usize, usize)>>,
    /// The transitions that a choice fires that is pointed at.
    pub pointed: RwSignal<Vec<usize>>,
    /// Told what is pointed at, with the number of its object.
    pub pointed_at: (PointedAt, usize),
    /// The clocks, by the paths of their states.
    pub clocks: Vec<(String, Memo<Option<Clock>>)>,
    /// The state or transition that is selected.
    pub picked: RwSignal<Option<Element>>,
    /// Marks the place of a state or transition in the text.
    pub mark: Callback<Element>,
}

/// The picture.
pub(super) fn picture(it: &Drawn, drawing: &Arc<Drawing>) -> AnyView {
    let roving = Roving::new();
    let elements: Arc<Vec<Element>> = Arc::new(focusable(it, drawing));
    let at = |element: Element| elements.iter().position(|it| *it == element).unwrap_or(0);
    let compartments = dividers(&it.chart, drawing);
    let dashed = compartments.lines.iter().map(|(from, to)| {
        view! { <line class="divider" x1=from.x y1=from.y x2=to.x y2=to.y/> }
    });
    let names = compartments.names.iter().map(|&(region, at)| {
        let name = it.chart.regions[region].name.clone();
        view! { <text class="region" x=at.x y=at.y>{name}</text> }
    });
    let (outer, inner): (Vec<_>, Vec<_>) = drawing
        .nodes
        .iter()
        .filter_map(|&(node, rect)| match node {
            Node::Element(element) => Some((element.as_state()?, rect)),
            Node::Initial | Node::Final(_) => None,
        })
        .partition(|node| holds(&it.chart, drawing, node.0));
    let outer = outer.into_iter().map(|(vertex, rect)| {
        let index = at(Element::state(vertex));
        node(it, vertex, rect, roving, index, Some(drawing))
    });
    let inner = inner.into_iter().map(|(vertex, rect)| {
        let index = at(Element::state(vertex));
        node(it, vertex, rect, roving, index, None)
    });
    let outer = outer.collect_view();
    let inner = inner.collect_view();
    let arrows = drawing.edges.iter().map(|edge| {
        let index = match edge.edge {
            Edge::Element(element) => at(element),
            Edge::Initial | Edge::Final(_) => 0,
        };
        arrow(it, edge, roving, index)
    });
    let arrows = arrows.collect_view();
    let badges = {
        let (soon, chart) = (it.soon.clone(), Arc::clone(&it.chart));
        let worn = move |it: Element| soon.of_vertex(&chart, it.as_state()?);
        depths::badges(Callback::new(worn), Arc::clone(drawing))
    };
    let age = {
        let (soon, chart) = (it.soon.clone(), Arc::clone(&it.chart));
        move || soon.age(&chart.name)
    };
    let label = whereabouts(it);
    let mark = it.mark;
    let chosen = {
        let elements = Arc::clone(&elements);
        move |index: usize| {
            if let Some(element) = elements.get(index) {
                mark.run(*element);
            }
        }
    };
    let on_key = chosen.clone();
    let count = elements.len();
    view! {
        <svg
            class="machine nested"
            data-soon=age
            viewBox=format!("0 0 {} {}", drawing.width, drawing.height)
            width=drawing.width
            height=drawing.height
            role="group"
            aria-roledescription="statechart"
            aria-label=label
            on:click=move |event| {
                if let Some(index) = roving.target(&event) {
                    chosen(index);
                }
            }
            on:keydown=move |event| {
                if let Some(index) = roving.key(&event, count) {
                    on_key(index);
                }
            }
        >
            {outer}
            {dashed.collect_view()}
            {names.collect_view()}
            {arrows}
            {inner}
            {badges}
            {choice_focus::numbers(drawing, it.numbers)}
        </svg>
    }
    .into_any()
}

/// What can have the focus, in the order of the picture: states and pseudostates but for initial dots, then arrows.
fn focusable(it: &Drawn, drawing: &Drawing) -> Vec<Element> {
    let shape = |vertex: usize| it.chart.vertices.get(vertex).map(|it| it.shape);
    let nodes = drawing.nodes.iter().filter_map(|&(node, _)| match node {
        Node::Element(element) => {
            let vertex = element.as_state()?;
            (shape(vertex)? != VertexShape::Initial).then_some(element)
        }
        Node::Initial | Node::Final(_) => None,
    });
    let arrows = drawing.edges.iter().filter_map(|it| match it.edge {
        Edge::Element(element) => Some(element),
        Edge::Initial | Edge::Final(_) => None,
    });
    nodes.chain(arrows).collect()
}

/// Whether other vertices are drawn inside a state.
fn holds(chart: &StatechartView, drawing: &Drawing, vertex: usize) -> bool {
    let Some(view) = chart.vertices.get(vertex) else {
        return false;
    };
    let is_drawn = |inner: &usize| {
        let node = Node::Element(Element::state(*inner));
        drawing.nodes.iter().any(|it| it.0 == node)
    };
    let inside = view.regions.iter().filter_map(|&it| chart.regions.get(it));
    inside.flat_map(|it| &it.vertices).any(is_drawn)
}

/// A state or pseudostate. A state that holds others in a `drawing` has its name at the top.
fn node(
    it: &Drawn,
    vertex: usize,
    rect: Rect,
    roving: Roving,
    index: usize,
    drawing: Option<&Drawing>,
) -> AnyView {
    let Some(view) = it.chart.vertices.get(vertex) else {
        return ().into_any();
    };
    let (marks, picked) = (it.marks, it.picked);
    let active = Memo::new(move |_| marks.with(|it| it.is_active(vertex)));
    let left = move || marks.with(|it| it.is_left(vertex));
    let goal = move || marks.with(|it| it.goal.contains(&vertex));
    let apart = move || marks.with(|it| it.apart.contains(&vertex));
    let violates = it.violates;
    if view.shape == VertexShape::Initial {
        let centre = rect.centre();
        return view! { <circle class="initial" cx=centre.x cy=centre.y r=rect.width / 2.0/> }
            .into_any();
    }
    let soon = {
        let (soon, chart) = (it.soon.clone(), Arc::clone(&it.chart));
        Memo::new(move |_| soon.of_vertex(&chart, vertex))
    };
    let words = words::vertex(view);
    let inside: Vec<_> = view.lines.iter().map(|it| it.text.clone()).collect();
    let clock = it.clocks.iter().find(|it| it.0 == view.path).map(|it| it.1);
    let label = {
        let words = match inside.is_empty() {
            true => words.clone(),
            false => format!("{words}: {}", inside.join("; ")),
        };
        move || {
            let active = if active.get() { ", active" } else { "" };
            let goal = match (goal(), violates.get()) {
                (false, _) => "",
                (true, false) => ", goal",
                (true, true) => ", named by the check",
            };
            let clock = clock
                .and_then(|it| it.get())
                .map_or_else(String::new, |it| format!(", {}", it.words));
            let apart = if apart() {
                ", not so in the other run"
            } else {
                ""
            };
            let mut label = format!("{words}{active}{goal}{apart}{clock}");
            tell(soon, &mut label);
            label
        }
    };
    let shape = match view.shape {
        VertexShape::State => state(&it.chart, vertex, rect, drawing),
        _ => mark(view.shape, rect),
    };
    let timed = move || clock.is_some_and(|it| it.with(Option::is_some));
    let is_outer = drawing.is_some();
    let bar = move || {
        clock
            .and_then(|it| it.get())
            .map(|it| bar(rect, is_outer, &it))
    };
    let tooltip = move || {
        let mut title = words.clone();
        tell(soon, &mut title);
        inside
            .iter()
            .for_each(|it| title = format!("{title}\n{it}"));
        title
    };
    view! {
        <g
            class="state"
            class:outer=drawing.is_some()
            class:current=active
            class:left=left
            class:goal=goal
            class:apart=apart
            class:timed=timed
            data-dead=move || is_dead(soon)
            data-picked=move || (picked.get() == Some(Element::state(vertex))).then_some("")
            role="button"
            data-i=index.to_string()
            tabindex=move || roving.tabindex(index)
            aria-label=label
        >
            <title>{tooltip}</title>
            {shape}
            {bar}
        </g>
    }
    .into_any()
}

/// What stands for a text, in a line that may have a blank behind it; the text is there, too small to be seen, as where it is cut.
fn sign(sign: &str, whole: &str, text: &str) -> AnyView {
    let (before, behind) = sign.split_once('…').unwrap_or((sign, ""));
    let behind = format!("…{behind}{}", &text[sign.len()..]);
    view! { {before.to_owned()}<tspan font-size="0">{whole.to_owned()}</tspan>{behind} }.into_any()
}

/// An arrow with its label.
fn arrow(it: &Drawn, edge: &DrawnEdge, roving: Roving, index: usize) -> AnyView {
    let Edge::Element(element) = edge.edge else {
        return ().into_any();
    };
    let Some(arc) = it.chart.transitions.get(element.index) else {
        return ().into_any();
    };
    let line = drawing::path(&edge.points, 6.0);
    let head = drawing::arrow_head(&edge.points, 7.0);
    let (marks, picked, number) = (it.marks, it.picked, element.index);
    let (pointed, (pointed_at, object)) = (it.pointed, it.pointed_at);
    let fired = Memo::new(move |_| marks.with(|it| it.fired.contains(&number)));
    let can = Memo::new(move |_| marks.with(|it| it.can.contains(&number)));
    // An arrow that is removed may lose the focus after what says whether it can fire is gone.
    let point = move |by: By| {
        let can = can.try_get_untracked() == Some(true);
        let to = if can {
            Pointed::Drawn(object, number)
        } else {
            Pointed::Nothing
        };
        pointed_at.set(by, to);
    };
    let words = words::arc(&it.chart, arc);
    let label = {
        let words = words.clone();
        move || {
            let turn = marks.with(|it| it.turn_text(number));
            let turn = turn.map_or(String::new(), |it| format!(" as number {it}"));
            let fired = if fired.get() {
                format!(", has just fired{turn}")
            } else {
                String::new()
            };
            let can = if can.get() { ", can fire now" } else { "" };
            format!("transition {words}{fired}{can}")
        }
    };
    let texts = edge.label.map(|rect| {
        let rows = drawn_lines(arc, rect).into_iter().zip(0_u8..).map(|(row, at)| {
            let y = rect.y + LABEL_HEIGHT * (f64::from(at) + 1.0) - 4.0;
            let pieces = row.into_iter().map(|(piece, text)| {
                let (class, whole) = match piece {
                    Piece::Trigger => ("trigger", arc.trigger.clone()),
                    Piece::Guard => ("guard", format!("[{}]", arc.guard)),
                    Piece::Effect => ("effects", format!("/ {}", arc.effect)),
                };
                let text = match (text.trim_end(), piece) {
                    (GUARD, Piece::Guard) => sign(GUARD, &arc.guard, &text),
                    (EFFECT, Piece::Effect) => sign(EFFECT, &arc.effect, &text),
                    _ => shortened(text, &whole),
                };
                view! { <tspan class=class>{text}</tspan> }
            });
            let pieces = pieces.collect_view();
            view! { <text class="label" x=rect.centre().x y=y>{pieces}</text> }
        });
        view! {
            <rect class="label-ground" x=rect.x y=rect.y width=rect.width height=rect.height rx="4"/>
            {rows.collect_view()}
        }
    });
    let middle = drawing::middle(&edge.points);
    let turn = move || {
        let text = marks.with(|it| it.turn_text(number))?;
        Some(view! {
            <g class="turn">
                <circle cx=middle.x cy=middle.y r="8"/>
                <text x=middle.x y=middle.y + 4.0>{text}</text>
            </g>
        })
    };
    view! {
        <g
            class="arrow"
            class:completed=fired
            data-can=move || can.get().then_some("")
            data-pointed=move || pointed.with(|it| it.contains(&number)).then_some("")
            on:pointerenter=move |_| point(By::Pointer)
            on:pointerleave=move |_| pointed_at.set(By::Pointer, Pointed::Nothing)
            on:focus=move |_| point(By::Focus)
            on:blur=move |_| pointed_at.set(By::Focus, Pointed::Nothing)
            data-picked=move || (picked.get() == Some(element)).then_some("")
            role="button"
            data-i=index.to_string()
            tabindex=move || roving.tabindex(index)
            aria-label=label
        >
            <title>{words}</title>
            <path class="reach" d=line.clone()/>
            <path class="line" d=line/>
            <path class="head" d=head/>
            {texts}
            {turn}
        </g>
    }
    .into_any()
}

/// The object and where it is, in words.
fn whereabouts(it: &Drawn) -> impl Fn() -> String + Send + Sync + 'static {
    let (name, chart, marks) = (it.name.clone(), Arc::clone(&it.chart), it.marks);
    move || {
        let places = marks.with(|it| innermost(&chart, &it.active));
        let places: Vec<_> = places
            .iter()
            .filter_map(|&it| chart.vertices.get(it))
            .map(|it| it.path.as_str())
            .collect();
        match places.is_empty() {
            true => format!("Statechart of {name}"),
            false => format!("Statechart of {name}, at {}", places.join(" and ")),
        }
    }
}
