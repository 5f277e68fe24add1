//! The shapes of states and pseudostates, with what is written in them, and the bar of a clock.

use leptos::prelude::*;
use lockstep_core::api::{StatechartView, VertexShape};
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::statechart::dividers::{name_at, shares_line};
use lockstep_core::diagram::statechart::{
    BESIDE_NAME, LINE, PADDING, TITLE, inner_lines, lines, stereotype, title,
};
use lockstep_core::diagram::{Point, Rect};

use super::object::Clock;
use crate::stage::short::shortened;

/// A running clock: a thin bar at the foot of its state, or beside the name of one that holds others.
pub(super) fn bar(rect: Rect, is_outer: bool, it: &Clock) -> AnyView {
    let (width, y) = match is_outer {
        true => (60.0_f64.min(rect.width - 20.0), rect.y + TITLE - 8.0),
        false => (rect.width - 20.0, rect.bottom() - 8.0),
    };
    let x = if is_outer {
        rect.right() - 10.0 - width
    } else {
        rect.x + 10.0
    };
    let open = x + width * it.open;
    view! {
        <rect class="clock-room" x=x y=y width=width height="4" rx="2"/>
        <rect class="clock-passed" x=x y=y width=width * it.passed height="4" rx="2"/>
        <path class="clock-open" d=format!("M{open:.1} {:.1}v6", y - 1.0)/>
    }
    .into_any()
}

/// The box of a state with its name and its lines.
pub(super) fn state(
    chart: &StatechartView,
    vertex: usize,
    rect: Rect,
    drawing: Option<&Drawing>,
) -> AnyView {
    let Some(view) = chart.vertices.get(vertex) else {
        return ().into_any();
    };
    let outer = drawing.is_some();
    let x = drawing.map_or(rect.centre().x, |it| name_at(chart, it, vertex, rect));
    let name = shortened(title(view), view.title());
    let behind =
        stereotype(view).map(|it| view! { <tspan class="stereotype" dx=BESIDE_NAME>{it}</tspan> });
    let inside = lines(view);
    let simple = !outer && inside.is_empty();
    let centre = rect.centre();
    let y = if simple {
        centre.y + 4.3
    } else {
        rect.y + 16.5
    };
    let rule = drawing
        .filter(|it| !shares_line(chart, it, vertex))
        .map(|_| {
            let y = match inside.len() {
                0 => rect.y + TITLE - 1.0,
                lines => rect.y + TITLE + LINE * count(lines) + 4.0,
            };
            view! { <line class="rule" x1=rect.x y1=y x2=rect.right() y2=y/> }
        });
    let whole = inner_lines(view);
    let texts = inside.into_iter().zip(whole).enumerate();
    let texts = texts.map(|(number, (text, whole))| {
        let y = rect.y + TITLE + LINE * count(number) + 11.0;
        view! { <text class="inside" x=rect.x + PADDING y=y>{shortened(text, &whole.text)}</text> }
    });
    view! {
        <rect class="goal-ring" x=rect.x - 3.0 y=rect.y - 3.0 width=rect.width + 6.0 height=rect.height + 6.0 rx="11"/>
        <rect class="box" x=rect.x y=rect.y width=rect.width height=rect.height rx="9"/>
        {rule}
        <text x=x y=y>{name}{behind}</text>
        {texts.collect_view()}
    }
    .into_any()
}

/// Numbers of lines are small.
#[allow(clippy::cast_precision_loss)]
fn count(number: usize) -> f64 {
    number as f64
}

/// A pseudostate or final state.
pub(super) fn mark(shape: VertexShape, rect: Rect) -> AnyView {
    let centre = rect.centre();
    let radius = rect.width.min(rect.height) / 2.0;
    let circle = |class: &'static str, r: f64| {
        view! { <circle class=class cx=centre.x cy=centre.y r=r/> }
    };
    match shape {
        VertexShape::Final => {
            let (rim, eye) = (circle("box", radius - 1.0), circle("ink", radius - 4.5));
            view! { {rim} {eye} }.into_any()
        }
        VertexShape::Choice => {
            let Point { x, y } = centre;
            let (left, right, top, bottom) = (rect.x, rect.right(), rect.y, rect.bottom());
            let d = format!("M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z");
            view! { <path class="box" d=d/> }.into_any()
        }
        VertexShape::Fork | VertexShape::Join => {
            view! { <rect class="ink" x=rect.x y=rect.y width=rect.width height=rect.height rx="1.5"/> }
                .into_any()
        }
        VertexShape::ShallowHistory | VertexShape::DeepHistory => {
            let text = if shape == VertexShape::DeepHistory {
                "H*"
            } else {
                "H"
            };
            view! { {circle("box", radius - 0.5)} <text x=centre.x y=centre.y + 4.3>{text}</text> }
                .into_any()
        }
        VertexShape::EntryPoint => circle("box", radius - 0.5).into_any(),
        VertexShape::ExitPoint | VertexShape::Terminate => {
            let arm = radius * if shape == VertexShape::Terminate { 0.9 } else { 0.62 };
            let (left, right) = (centre.x - arm, centre.x + arm);
            let (top, bottom) = (centre.y - arm, centre.y + arm);
            let d = format!("M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}");
            let rim = (shape == VertexShape::ExitPoint).then(|| circle("box", radius - 0.5));
            view! { {rim} <path class="cross" d=d/> }.into_any()
        }
        _ => circle("ink", radius).into_any(),
    }
}
