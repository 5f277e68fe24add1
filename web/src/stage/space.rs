//! The state space: a shape for each global state, the run lit among them, the step at hand ringed.
//!
//! States and their places come from the core ([`lockstep_core::diagram::space`]), computed here as
//! stepping by hand is: there are few, or only those around the run. A click on a state of the run goes
//! to its step; on another one it goes there by hand, on a shortest way. A finger taps twice.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{ByHand, EndView, SpaceStateView, SpaceView, asked};
use lockstep_core::diagram::drawing::arrow_head;
use lockstep_core::diagram::space::{self, Placed, SIZE};
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, HtmlElement, PointerEvent};

use super::Play;
use super::tools::{self, Size, Zoom};
use crate::parts::{self, part};
use crate::state::Page;
use crate::state::instead::{Instead, Kind};
use crate::ui::dom::{add, draw, set};

/// What the picture is of.
type Kit = Option<(ByHand, SpaceView, Placed)>;

/// The state space, once the part that draws it is there.
pub fn view(page: Page, play: Play, step: RwSignal<usize>) -> AnyView {
    let draw = move || parts::now(space_pane(page, play, step)).into_any();
    parts::later("The state space", fetch, draw)
}

part! {
    views, fetched by fetch;
    fn space_pane(page: Page, play: Play, step: RwSignal<usize>) -> Result<AnyView, Missing> {
        Ok(pane(page, play, step))
    }
}

fn pane(page: Page, play: Play, step: RwSignal<usize>) -> AnyView {
    let node = NodeRef::<html::Div>::new();
    let kit = StoredValue::new(Kit::None);
    let zoom = Zoom::new();
    Effect::new(move |_| {
        play.check.track();
        let Some(node) = node.get() else { return };
        kit.set_value(look(page, play));
        node.set_text_content(None);
        kit.with_value(|kit| match kit {
            Some((_, view, placed)) => {
                build(&node, view, placed);
                // Steps and sizes are followed below; this is another picture.
                let size = untrack(|| zoom.get());
                resize(&node, placed, size);
                mark(&node, play, view, play.at.get_untracked(), (placed, size));
            }
            None => {
                let words = "The global states are drawn when the text has no errors.";
                add(&node, "p", "space-none", words);
            }
        });
    });
    Effect::new(move |_| {
        play.outcome.track();
        let (at, size) = (play.at.get(), zoom.get());
        let Some(node) = node.get() else { return };
        kit.with_value(|kit| {
            if let Some((_, view, placed)) = kit {
                resize(&node, placed, size);
                mark(&node, play, view, at, (placed, size));
            }
        });
    });
    let fit = move || {
        let width = kit.with_value(|kit| kit.as_ref().map(|(_, _, placed)| placed.width));
        if let (Some(node), Some(width)) = (node.get_untracked(), width) {
            zoom.change(Size::Exactly(
                f64::from(node.client_width()) / width.max(1.0),
            ));
        }
    };
    let tell = move |target: Option<EventTarget>| {
        if let (Some(node), Some(at)) = (node.get_untracked(), target.and_then(index)) {
            told(&node, at);
        }
    };
    let act = move |target: Option<EventTarget>| {
        if let Some(at) = target.and_then(index) {
            kit.with_value(|kit| {
                if let Some((tool, view, _)) = kit {
                    go(page, play, step, (tool, view), at);
                }
            });
        }
    };
    // A finger cannot point: its first tap on a state tells of it, the second one goes there.
    let tapped = StoredValue::new(None);
    let tap = move |event: web_sys::MouseEvent| {
        let is_touch =
            (event.dyn_ref::<PointerEvent>()).is_some_and(|it| it.pointer_type() == "touch");
        let at = event.target().and_then(index);
        if is_touch && at.is_some() && tapped.get_value() != at {
            tapped.set_value(at);
            tell(event.target());
        } else {
            act(event.target());
        }
    };
    view! {
        <div class="sequence-main">
            <div
                class="space"
                node_ref=node
                on:click=tap
                on:keydown=move |event: KeyboardEvent| key(node, &event, &act)
                on:pointerover=move |event| tell(event.target())
                on:focusin=move |event| tell(event.target())
                on:wheel=move |event| zoom.wheel(&event)
            ></div>
            {tools::tools(zoom, "states", fit, None, None)}
        </div>
    }
    .into_any()
}

/// The states around the run that is shown.
fn look(page: Page, play: Play) -> Kit {
    let outcome = play.outcome.get();
    let analysis = page.document.analysis().get();
    if analysis.has_errors {
        return None;
    }
    let text = page.document.revision().get_untracked().text;
    let row = page.checks.selected_row();
    let check = row.map(|row| row.view.with_untracked(|view| view.index));
    let tool = ByHand::new(&text, check)?;
    let run = outcome.as_ref().map_or(&[][..], |outcome| &outcome.trace);
    let goal = play.check.get_untracked().map(|check| check.goal);
    let view = tool.space(run, &goal.unwrap_or_default())?;
    let placed = space::place(&view);
    Some((tool, view, placed))
}

fn build(node: &Element, view: &SpaceView, placed: &Placed) {
    let head = add(node, "p", "space-said", "");
    add(&head, "span", "", &view.sentence);
    let words = "Columns count transactions; the run is lit, a diamond is a deadlock.";
    add(&head, "span", "space-key", words);
    let told = add(node, "p", "space-told", "Point at a state to read it.");
    set(&told, "aria-hidden", "true");
    let bounds = format!("0 0 {:.0} {:.0}", placed.width, placed.height);
    let scroll = add(node, "div", "space-scroll", "");
    let attributes = [
        ("viewBox", &*bounds),
        ("role", "group"),
        ("aria-label", "Global states"),
    ];
    let svg = draw(&scroll, "svg", &attributes, "");
    for (depth, x) in placed.columns.iter().enumerate() {
        let x = format!("{x:.1}");
        let at = [
            ("class", "depth"),
            ("x", &*x),
            ("y", "14"),
            ("aria-hidden", "true"),
        ];
        draw(&svg, "text", &at, &depth.to_string());
    }
    // What is lit lies above the rest.
    for lit in [false, true] {
        let edges = view.edges.iter().zip(&placed.edges);
        for (_, [from, control, to]) in edges.filter(|(edge, _)| edge.lit == lit) {
            let line = format!(
                "M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
                from.x, from.y, control.x, control.y, to.x, to.y
            );
            let class = if lit { "line lit" } else { "line" };
            draw(&svg, "path", &[("class", class), ("d", &line)], "");
            let head = arrow_head(&[*control, *to], if lit { 8.0 } else { 6.0 });
            let class = if lit { "head lit" } else { "head" };
            draw(&svg, "path", &[("class", class), ("d", &head)], "");
        }
    }
    for (index, (state, at)) in view.states.iter().zip(&placed.states).enumerate() {
        shape(&svg, index, state, (at.x, at.y));
    }
}

/// One state: its shape, the step of the run inside, and what is special about it below.
fn shape(svg: &Element, index: usize, state: &SpaceStateView, (x, y): (f64, f64)) {
    let number = index.to_string();
    let attributes = [
        (
            "class",
            if state.steps.is_empty() {
                "global"
            } else {
                "global run"
            },
        ),
        ("role", "button"),
        ("data-i", &*number),
        ("tabindex", if index == 0 { "0" } else { "-1" }),
    ];
    let group = draw(svg, "g", &attributes, "");
    draw(&group, "title", &[], "");
    let half = SIZE / 2.0;
    let outline = |half: f64| match space::shape(state) {
        "deadlock" => format!(
            "M{x:.1} {:.1}l{half} {half}l-{half} {half}l-{half} -{half}z",
            y - half
        ),
        "goal" => {
            let (left, top, side) = (x - half, y - half, 2.0 * half);
            format!("M{left:.1} {top:.1}h{side}v{side}h-{side}z")
        }
        _ => format!(
            "M{:.1} {y:.1}a{half} {half} 0 1 0 {w} 0a{half} {half} 0 1 0 -{w} 0z",
            x - half,
            w = 2.0 * half
        ),
    };
    draw(
        &group,
        "path",
        &[("class", "now"), ("d", &outline(half + 4.0))],
        "",
    );
    draw(
        &group,
        "path",
        &[("class", "box"), ("d", &outline(half))],
        "",
    );
    if state.end == EndView::Terminated {
        draw(
            &group,
            "path",
            &[("class", "eye"), ("d", &outline(half - 4.0))],
            "",
        );
    }
    let (at, base) = (format!("{x:.1}"), format!("{:.1}", y + 3.6));
    let sign = space::sign(state);
    if !sign.is_empty() {
        draw(&group, "text", &[("x", &at), ("y", &base)], &sign);
    }
    let word = match state.end {
        EndView::Deadlock => "deadlock",
        _ if state.goal => "goal",
        EndView::Terminated => "end",
        EndView::None => return,
    };
    let below = format!("{:.1}", y + half + 10.0);
    let place = [
        ("class", "word"),
        ("x", &*at),
        ("y", &*below),
        ("aria-hidden", "true"),
    ];
    draw(svg, "text", &place, word);
}

/// Names all states as they are at a step, and rings the one that is shown.
fn mark(node: &Element, play: Play, view: &SpaceView, at: usize, (placed, size): (&Placed, f64)) {
    let Some(check) = play.check.get_untracked() else {
        return;
    };
    let analysis = play.analysis.get_untracked();
    for (index, state) in view.states.iter().enumerate() {
        let Some(shape) = found(node, index) else {
            continue;
        };
        let mut words = space::words(&analysis, &check, view, index, at);
        if state.steps.is_empty() {
            words += "; go there by hand";
        }
        set(&shape, "aria-label", &words);
        if let Some(title) = shape.first_element_child() {
            title.set_text_content(Some(&words));
        }
        if state.steps.contains(&at) {
            set(&shape, "aria-current", "true");
            told(node, index);
            let place = placed.states[index];
            scroll(node, (place.x * size, place.y * size));
        } else {
            let _ = shape.remove_attribute("aria-current");
        }
    }
}

/// Scrolls to a place of the picture, where it cannot be seen.
fn scroll(node: &Element, (x, y): (f64, f64)) {
    let Ok(Some(pane)) = node.query_selector(".space-scroll") else {
        return;
    };
    // Pixels on a screen: far inside the range of i32.
    #[allow(clippy::cast_possible_truncation)]
    let (x, y) = (x as i32, y as i32);
    let (width, height) = (pane.client_width(), pane.client_height());
    if x < pane.scroll_left() + 20 || x > pane.scroll_left() + width - 20 {
        pane.set_scroll_left(x - width / 2);
    }
    if y < pane.scroll_top() + 20 || y > pane.scroll_top() + height - 20 {
        pane.set_scroll_top(y - height / 2);
    }
}

fn resize(node: &Element, placed: &Placed, size: f64) {
    if let Ok(Some(svg)) = node.query_selector("svg") {
        set(&svg, "width", &format!("{:.0}", placed.width * size));
        set(&svg, "height", &format!("{:.0}", placed.height * size));
    }
}

/// Writes a state in words above the picture.
fn told(node: &Element, index: usize) {
    let words = found(node, index).and_then(|it| it.get_attribute("aria-label"));
    if let (Ok(Some(line)), Some(words)) = (node.query_selector(".space-told"), words) {
        line.set_text_content(Some(&words));
    }
}

/// To the step of a state that lies on the run, else there by hand.
fn go(
    page: Page,
    play: Play,
    step: RwSignal<usize>,
    (tool, view): (&ByHand, &SpaceView),
    at: usize,
) {
    let Some(state) = view.states.get(at) else {
        return;
    };
    let now = play.at.get_untracked();
    let later = state.steps.iter().find(|&&it| it > now);
    if let Some(&to) = later.or_else(|| state.steps.first()) {
        return step.set(to);
    }
    let Some(way) = view.way(at) else { return };
    let states: Vec<_> = way
        .iter()
        .map(|&it| view.states[it].places.clone())
        .collect();
    let run = tool.through(&states);
    let lifelines = match untrack(|| page.checks.selected_row()) {
        Some(row) => row.view.with_untracked(|view| view.lifelines.clone()),
        None => asked(&page.document.settled().get_untracked(), &[], None).lifelines,
    };
    let made = Instead {
        row: page.checks.selected().get_untracked(),
        analysis: None,
        check: tool.view(lifelines),
        outcome: Arc::new(tool.outcome(run)),
        kind: Kind::ByHand,
    };
    page.by_hand(false);
    // Stepping by hand begins with what was put away.
    page.hand.put_away.set(Some(Arc::new(made)));
    step.set(0);
    page.hand.open.set(true);
}

/// ↑ and ↓ walk from state to state, nearest first; Enter and Space act.
fn key(node: NodeRef<html::Div>, event: &KeyboardEvent, act: &dyn Fn(Option<EventTarget>)) {
    let (Some(node), Some(here)) = (node.get_untracked(), event.target().and_then(index)) else {
        return;
    };
    let next = match event.key().as_str() {
        "ArrowDown" => here + 1,
        "ArrowUp" => here.saturating_sub(1),
        "Enter" | " " => {
            event.prevent_default();
            event.stop_propagation();
            return act(event.target());
        }
        _ => return,
    };
    event.prevent_default();
    let Some(shape) = found(&node, next) else {
        return;
    };
    if let Ok(Some(before)) = node.query_selector("[data-i][tabindex='0']") {
        set(&before, "tabindex", "-1");
    }
    set(&shape, "tabindex", "0");
    // Fails only for an element that has just been removed.
    let _ = shape.unchecked_into::<HtmlElement>().focus();
}

fn found(node: &Element, index: usize) -> Option<Element> {
    node.query_selector(&format!("[data-i='{index}']")).ok()?
}

fn index(target: EventTarget) -> Option<usize> {
    let element: Element = target.dyn_into().ok()?;
    let shape = element.closest("[data-i]").ok()??;
    shape.get_attribute("data-i")?.parse().ok()
}
