//! The control flow of a system: what each relation does, with what the step at hand executes lit.
//!
//! Each picture is one tab stop. Its statements are buttons, in the order of the text: a click, Enter or Space shows the
//! place in the text.

mod lights;

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use lockstep_core::api::{RELATIONS, Range, SystemView};
use lockstep_core::diagram::control_flow::{
    ControlFlow, DIAMOND, FlowEdge, FlowLine, FlowNode, FlowShape, LINE, PADDING, Way,
    control_flow_in,
};
use lockstep_core::diagram::drawing::{arrow_head, path};
use lockstep_core::diagram::{ElementKind, Point, Rect};

use self::lights::{Lights, Lit, is_lit, next};
use super::pointed::{By, Pointed};
use super::{Shown, variables};
use crate::stage::choice_focus::disc;
use crate::stage::roving::Roving;
use crate::stage::surface::{self, Items, Sight};
use crate::state::stage::simulation::Wish;

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

/// What a relation does, as a drawing.
#[derive(Clone, PartialEq)]
struct Chart {
    name: &'static str,
    system: Arc<SystemView>,
    /// None where it is too large for a picture.
    flow: Option<Arc<ControlFlow>>,
}

/// The length of the head of an arrow.
const TIP: f64 = 6.5;

/// The radius of the corners of lines.
const ROUND: f64 = 5.0;

/// The size of what is said where there is no picture.
const PLAIN: (f64, f64) = (260.0, 60.0);

/// The relations on the canvas.
pub fn view(shown: Shown) -> AnyView {
    let lit: Lit = Memo::new(move |_| {
        let now = || Some(Lights::of(&shown.system.get(), shown.entry()?));
        next(shown).or_else(now).unwrap_or_default()
    });
    let all = Memo::new(move |_| {
        let (width, height) = shown.play.surface.room();
        charts(&shown.system.get(), (width - AROUND, height - HEAD))
    });
    let items = Items {
        is_expected: false,
        all,
        size: Arc::new(size),
        sight: Arc::new(move |it| sight(it, lit)),
        told: Arc::new(|it: &Chart| (it.name.to_owned(), String::new())),
    };
    // Another picture is drawn anew.
    let key = |it: &Chart| {
        let flow = it.flow.as_ref();
        let flow = flow.map_or(0, |it| Arc::as_ptr(it) as usize);
        (it.name, Arc::as_ptr(&it.system) as usize, flow)
    };
    let draw = move |it: Chart| {
        let active = move || lit.with(|lit| lit.is_about(it.name));
        let choosing = move || lit.with(|lit| lit.is_about(it.name) && !lit.numbers.is_empty());
        // Values stand where most of what happens is drawn.
        let has_values = all.with_untracked(|all| all.last().map(|it| it.name)) == Some(it.name);
        let values = has_values.then(|| {
            let count = it.system.variables.len();
            variables::strip(shown, 0..count, "", "Variables".to_owned())
        });
        view! {
            <article class="chart flow" class:active=active class:choosing=choosing aria-label=it.name>
                <header class="chart-head"><h2>{it.name}</h2> {values}</header>
                <div class="chart-body">{drawn(shown, &it, lit)}</div>
            </article>
        }
        .into_any()
    };
    surface::view(shown.play, "Control flow", items, key, draw)
}

/// The head of a chart with what is around its picture, and what is beside that.
const HEAD: f64 = 48.0;
const AROUND: f64 = 44.0;

/// The charts alone, with what is executed at a step lit.
pub(super) fn figures(shown: Shown, step: usize) -> AnyView {
    let system = shown.system.get_untracked();
    let entry = shown.run.with_untracked(|run| run.get(step).cloned());
    let lights = entry.map_or_else(Lights::default, |it| Lights::of(&system, it));
    let lit: Lit = Memo::new(move |_| lights.clone());
    let figure = |it: Chart| {
        view! { <figure class="flow"><figcaption>{it.name}</figcaption>{drawn(shown, &it, lit)}</figure> }
    };
    // Paper is as wide as it is: nothing stands side by side.
    let all = charts(&system, (0.0, 0.0)).into_iter();
    all.map(figure).collect_view().into_any()
}

fn charts(system: &Arc<SystemView>, room: (f64, f64)) -> Vec<Chart> {
    let relations = [
        ("init", &system.init),
        ("env", &system.env),
        ("trans", &system.trans),
    ];
    let charts = relations.into_iter().map(|(name, alternatives)| Chart {
        name,
        system: Arc::clone(system),
        flow: control_flow_in(system, alternatives, room).map(Arc::new),
    });
    let all: Vec<_> = charts.collect();
    let says = |it: &&Chart| {
        let flow = it.flow.as_ref();
        flow.is_none_or(|it| it.nodes.iter().any(|node| !node.lines.is_empty()))
    };
    // A relation that does nothing is not drawn, unless none does anything.
    match all.iter().filter(says).cloned().collect::<Vec<_>>() {
        none if none.is_empty() => all,
        some => some,
    }
}

fn size(it: &Chart) -> (f64, f64) {
    let flow = it.flow.as_ref();
    flow.map_or(PLAIN, |it| (it.width + 2.0, it.height + 2.0))
}

/// What of a chart is executed.
fn sight(it: &Chart, lit: Lit) -> Sight {
    let Some(flow) = &it.flow else {
        return Sight::default();
    };
    let whole = Rect {
        x: 0.0,
        y: 0.0,
        width: flow.width,
        height: flow.height,
    };
    let is_executed = |node: &&FlowNode| {
        node.lines
            .iter()
            .any(|line| is_lit(lit, it.name, line.operation))
    };
    let executed: Vec<_> = flow
        .nodes
        .iter()
        .filter(is_executed)
        .map(|it| it.rect)
        .collect();
    let together = executed.iter().copied().reduce(Rect::around_both);
    let first = executed.first().copied();
    Sight {
        acts: together.is_some(),
        stretches: match together {
            Some(together) => [Some(whole), Some(together), first]
                .into_iter()
                .flatten()
                .collect(),
            None => vec![whole],
        },
    }
}

fn drawn(shown: Shown, it: &Chart, lit: Lit) -> AnyView {
    let (name, system) = (it.name, &it.system);
    let Some(flow) = &it.flow else {
        return view! {
            <p class="system-large">
                "Too large for a picture; the text shows what is executed."
            </p>
        }
        .into_any();
    };
    let (width, height) = (flow.width + 2.0, flow.height + 2.0);
    let tips: Vec<_> = flow.edges.iter().map(|it| tip(flow, it)).collect();
    let with_tips = || flow.edges.iter().zip(tips.iter().cloned());
    let edges = with_tips().map(|(it, tip)| edge(it, tip));
    // What is taken lies over what is not, where the two share a way.
    let taken = with_tips().map(|(it, tip)| taken(it, tip, name, lit));
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
        <svg
            viewBox=format!("-1 -1 {width:.0} {height:.0}")
            width=format!("{width:.0}")
            height=format!("{height:.0}")
            role="group"
            aria-label=format!("What {name} does")
            on:keydown=move |event| act(&event)
        >
            {edges.collect_view()}
            {taken.collect_view()}
            {nodes.collect_view()}
            {numbers(shown, flow, name, lit)}
        </svg>
    }
    .into_any()
}

/// The head of the arrow, where a line leads into a node.
fn tip(flow: &ControlFlow, edge: &FlowEdge) -> Option<String> {
    let leads_in = flow.leads_into_a_node(edge);
    leads_in.then(|| arrow_head(&edge.points, TIP))
}

fn edge(edge: &FlowEdge, tip: Option<String>) -> AnyView {
    let label = edge.label.map(|(words, Point { x, y })| {
        view! { <text class="flow-label" x=format!("{x:.1}") y=format!("{y:.1}")>{words}</text> }
    });
    view! {
        <path class="flow-line" d=path(&edge.points, ROUND)/>
        {tip.map(|d| view! { <path class="flow-tip" d=d/> })}
        {label}
    }
    .into_any()
}

/// The same line again while it is taken.
fn taken(edge: &FlowEdge, tip: Option<String>, name: &'static str, lit: Lit) -> AnyView {
    let (way, line) = (edge.way, path(&edge.points, ROUND));
    let is_taken = Memo::new(move |_| {
        lit.with(|lit| {
            let fired = |operation: usize| lit.has(name, operation);
            lit.is_about(name) && ControlFlow::is_taken(way, &fired)
        })
    });
    let is_pointed = move || {
        lit.with(|lit| {
            let fired = |operation: usize| lit.is_pointed(name, operation);
            way != Way::Main && ControlFlow::is_taken(way, &fired)
        })
    };
    (move || {
        let (line, tip) = (line.clone(), tip.clone());
        is_taken.get().then(|| {
            view! {
                <path class="flow-line lit" class:pointed=is_pointed d=line/>
                {tip.map(|d| view! { <path class="flow-tip lit" d=d/> })}
            }
        })
    })
    .into_any()
}

/// The numbers of what can be taken, each at the left side of its block; a press takes it. Who does not see them has the list of choices.
fn numbers(shown: Shown, flow: &Arc<ControlFlow>, name: &'static str, lit: Lit) -> AnyView {
    let flow = Arc::clone(flow);
    let all = Memo::new(move |_| {
        lit.with(|it| {
            if it.is_about(name) {
                Arc::clone(&it.numbers)
            } else {
                Arc::default()
            }
        })
    });
    let wish = shown.play.page.stage.simulation.wish;
    let relation = RELATIONS
        .iter()
        .position(|it| *it == name)
        .unwrap_or_default();
    let discs = move || {
        let all = all.get();
        let disc = |&(operation, number): &(usize, usize)| {
            let at = flow.place(operation, &|it| all.iter().any(|other| other.0 == it))?;
            let take = move |_| wish.set(Some(Wish::Choose(number)));
            Some(view! {
                <g
                    class="flow-number"
                    on:click=take
                    on:pointerenter=move |_| shown.pointed.set(By::Pointer, Pointed::Drawn(relation, operation))
                    on:pointerleave=move |_| shown.pointed.set(By::Pointer, Pointed::Nothing)
                >
                    <circle class="flow-reach" cx=at.x cy=at.y r="12"/>
                    {disc(at, 11.0, number)}
                </g>
            })
        };
        all.iter().filter_map(disc).collect_view()
    };
    view! { <g class="choice-numbers" aria-hidden="true">{discs}</g> }.into_any()
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
    let inside: Arc<[_]> = node.lines.iter().map(|it| it.operation).collect();
    let any_pointed = {
        let inside = Arc::clone(&inside);
        move || lit.with(|lit| inside.iter().any(|it| lit.is_pointed(name, *it)))
    };
    let any_lit = move || lit.with(|lit| inside.iter().any(|it| lit.has(name, *it)));
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
            view! { <path class="flow-box" class:lit=any_lit class:pointed=any_pointed d=d/> }
                .into_any()
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
            view! { <rect class=class class:lit=any_lit class:pointed=any_pointed x=rect.x y=rect.y width=rect.width height=rect.height rx="4"/> }
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
    let label = match shown.play.is_of_text {
        true => format!("{whole}, mark in the text"),
        false => whole.clone(),
    };
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
