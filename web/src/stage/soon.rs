//! How soon: what states and transitions wear on the cards, and the strip below them that says the
//! same in sentences.
//!
//! What is worn comes from [`lockstep_core::diagram::depths`]. It is drawn into the pictures by hand, as
//! further elements of states and arrows, so that nobody pays for it who does not ask.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use leptos::svg;
use lockstep_core::api::{DepthsView, LifelineDepthsView, MachineView, Soon};
use lockstep_core::diagram::depths::{self, Badge};
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::graph::{Edge, Node};
use lockstep_core::diagram::text;
use lockstep_core::diagram::{Point, Rect};
use wasm_bindgen::JsCast;
use web_sys::Element as DomElement;

use super::card::{Actor, Element};
use crate::parts::{self, part};
use crate::state::Page;
use crate::state::run::Aid;
use crate::ui::dom::{add, boxed, draw, set};
use crate::ui::task;

/// Font size and height of what a state wears.
const BADGE: (f64, f64) = (11.0, 15.0);

/// Which lifeline wears it.
#[derive(Clone)]
pub struct Wearer {
    /// Who knows.
    pub page: Page,
    /// Index of the lifeline.
    pub lifeline: usize,
    /// Its name.
    pub name: Arc<str>,
}

impl Wearer {
    /// Says it after the name of an element, tracked.
    pub fn tell(&self, machine: &MachineView, element: Element, name: &mut String) {
        let Some((view, _)) = self.page.soon() else {
            return;
        };
        let of = depths::of(&view, self.lifeline, &self.name, machine);
        if let Some(badge) = of.and_then(|of| badge(of, machine, element)) {
            name.push_str(", ");
            name.push_str(&badge.words);
        }
    }
}

fn badge(of: &LifelineDepthsView, machine: &MachineView, element: Element) -> Option<Badge> {
    match element {
        Element::State(state) => depths::state(of, machine, state),
        Element::Transition(transition) => depths::transition(of, machine, transition),
        Element::Lifeline => None,
    }
}

/// Shows how soon, or no more.
pub fn toggle(page: Page) {
    let wants = page.checks.wants_soon().get_untracked();
    page.checks.want_soon(!wants);
}

/// Keeps what a picture wears as it should be.
pub fn follow(node: NodeRef<svg::Svg>, actor: &Actor, drawing: Arc<Drawing>) {
    let (wearer, machine) = (actor.wearer.clone(), Arc::clone(&actor.machine));
    Effect::new(move |wears: Option<bool>| {
        let view = wearer.page.soon();
        let Some(node) = node.get() else { return false };
        let wants = view.is_some();
        // Nobody has asked yet: the part with the rest need not be there.
        if wants || wears == Some(true) {
            let node: DomElement = node.unchecked_into();
            let (wearer, machine) = (wearer.clone(), Arc::clone(&machine));
            let drawing = Arc::clone(&drawing);
            task::spawn(async move {
                // Where the part cannot be fetched, the strip says so.
                let _ = wear(node, wearer, machine, drawing, view).await;
            });
        }
        wants
    });
}

part! {
    views;
    fn wear(
        node: DomElement,
        wearer: Wearer,
        machine: Arc<MachineView>,
        drawing: Arc<Drawing>,
        view: Option<(Arc<DepthsView>, bool)>,
    ) -> Result<(), Missing> {
        undress(&node);
        if let Some((view, fresh)) = view
            && let Some(of) = depths::of(&view, wearer.lifeline, &wearer.name, &machine)
        {
            set(&node, "data-soon", if fresh { "now" } else { "before" });
            dress(&node, of, &machine, &drawing);
        }
        Ok(())
    }
}

fn undress(node: &DomElement) {
    let _ = node.remove_attribute("data-soon");
    for element in all(node, ".worn") {
        element.remove();
    }
    for element in all(node, "[data-dead]") {
        let _ = element.remove_attribute("data-dead");
    }
    for title in all(node, "title[data-name]") {
        title.set_text_content(title.get_attribute("data-name").as_deref());
    }
}

/// Draws what is worn above the picture: beside its buttons, for what a button shows must be part of
/// its name.
fn dress(node: &DomElement, of: &LifelineDepthsView, machine: &MachineView, drawing: &Drawing) {
    let worn = draw(node, "g", &[("class", "worn"), ("aria-hidden", "true")], "");
    for &(item, rect) in &drawing.nodes {
        if let Node::State(state) = item
            && let Some(badge) = depths::state(of, machine, state)
        {
            let width = (text::width(&badge.text, BADGE.0) + 8.0).max(BADGE.1);
            let corner = Point {
                x: rect.right() - width / 2.0 + 7.0,
                y: rect.y - 1.0,
            };
            let room = Rect::around(corner, width, BADGE.1);
            mark(node, state, &badge);
            pin(&worn, "soon", &badge, room);
        }
    }
    for edge in &drawing.edges {
        if let Edge::Transition(transition) = edge.edge
            && let Some(badge) = depths::transition(of, machine, transition)
        {
            let width = text::width(&badge.text, BADGE.0) + 4.0;
            let height = BADGE.1 - 2.0;
            let at = drawing.spot(edge, width, height);
            let room = Rect::around(at, width, height);
            mark(node, machine.states.len() + transition, &badge);
            pin(&worn, "soon line-soon", &badge, room);
        }
    }
}

/// Marks an element of the picture, and has its tooltip say what it wears.
fn mark(node: &DomElement, index: usize, badge: &Badge) {
    let Ok(Some(element)) = node.query_selector(&format!("[data-i=\"{index}\"]")) else {
        return;
    };
    if badge.dead {
        set(&element, "data-dead", "");
    }
    if let Ok(Some(title)) = element.query_selector("title") {
        let name = title.text_content().unwrap_or_default();
        set(&title, "data-name", &name);
        title.set_text_content(Some(&format!("{name}, {}", badge.words)));
    }
}

/// Draws a badge.
fn pin(worn: &DomElement, class: &str, badge: &Badge, room: Rect) {
    let more = match (badge.dead, badge.stuck) {
        (true, _) => " dead",
        (false, true) => " stuck",
        (false, false) => "",
    };
    let (class, round) = (format!("{class}{more}"), room.height / 2.0);
    let group = boxed(worn, &class, room, round, 3.8, &badge.text);
    let number = |value: f64| format!("{value:.1}");
    if badge.stuck {
        let (right, middle) = (room.right() + 8.0, room.centre().y);
        let sign = format!(
            "M{right:.1} {:.1}L{:.1} {:.1}H{:.1}Z",
            middle - 6.0,
            right + 7.0,
            middle + 6.0,
            right - 7.0
        );
        draw(&group, "path", &[("d", &sign)], "");
        let (x, y) = (number(right), number(middle + 4.8));
        draw(
            &group,
            "text",
            &[("class", "sign"), ("x", &x), ("y", &y)],
            "!",
        );
    }
}

/// The strip below the cards, while somebody wants to see how soon.
pub fn strip(page: Page) -> impl IntoView {
    let wants = page.checks.wants_soon();
    move || {
        wants.get().then(|| {
            let draw = move || parts::now(soon_strip(page)).into_any();
            parts::later("What says how soon", fetch, draw)
        })
    }
}

part! {
    views, fetched by fetch;
    fn soon_strip(page: Page) -> Result<AnyView, Missing> {
        let node = NodeRef::<html::Section>::new();
        Effect::new(move |_| {
            let Some(node) = node.get() else { return };
            fill(&node, page);
        });
        let act = move |event: web_sys::MouseEvent| {
            let target = event.target().and_then(|it| it.dyn_into::<DomElement>().ok());
            match target.and_then(|it| it.get_attribute("data-do")).as_deref() {
                Some("stop") => page.checks.stop_soon(),
                Some("again") => page.checks.want_soon(true),
                Some("hide") => page.checks.want_soon(false),
                _ => {}
            }
        };
        Ok(view! {
            <section class="soon-strip" aria-label="How soon" node_ref=node on:click=act></section>
        }
        .into_any())
    }
}

/// What the strip says, and what can be done.
fn fill(node: &DomElement, page: Page) {
    if node.child_element_count() == 0 {
        set(&add(node, "div", "soon-said", ""), "role", "status");
        add(node, "p", "soon-key", "");
        add(node, "div", "soon-do", "");
    }
    let found = |selector| node.query_selector(selector).ok().flatten();
    let (Some(said), Some(key), Some(buttons)) =
        (found(".soon-said"), found(".soon-key"), found(".soon-do"))
    else {
        return;
    };
    let row = page.checks.selected_row();
    let aid = row.as_ref().and_then(|row| {
        row.run
            .with(|run| run.answer.as_ref().map(|answer| answer.help.soon.clone()))
    });
    let focused = document().active_element();
    let had_focus = focused.is_some_and(|it| buttons.contains(Some(&it)));
    said.set_text_content(None);
    key.set_text_content(None);
    buttons.set_text_content(None);
    match aid {
        _ if row.is_none() => {
            let words = "How soon is told for the lifelines of a check, and there is none yet.";
            add(&said, "p", "", words);
        }
        Some(Aid::There(view)) => {
            tell(&said, &view);
            legend(&key, &view);
        }
        Some(Aid::Refused(why)) => {
            add(&said, "p", "", &why);
        }
        Some(Aid::Failed(why)) => {
            add(&said, "p", "", &why);
            button(&buttons, "again", "Try again");
        }
        Some(Aid::Asked) => {
            add(
                &said,
                "p",
                "",
                "Looking how soon each state can be reached.",
            );
            button(&buttons, "stop", "Stop");
        }
        Some(Aid::Unasked) | None => {
            let words = "How soon will be looked into when the check has been answered.";
            add(&said, "p", "", words);
        }
    }
    let hide = button(&buttons, "hide", "Hide");
    if had_focus {
        // Fails only for an element that has just been removed.
        let _ = hide.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

fn tell(said: &DomElement, view: &DepthsView) {
    sentence(&add(said, "p", "", ""), &view.sentence);
    sentence(&add(said, "p", "", ""), &view.stuck);
    let lines: Vec<_> = view.never.iter().chain(&view.lines).collect();
    if lines.is_empty() {
        return;
    }
    let details = add(said, "details", "", "");
    add(&details, "summary", "", "Which");
    let list = add(&details, "ul", "", "");
    // Long lists scroll; keys can do that too.
    set(&list, "tabindex", "0");
    for line in lines {
        sentence(&add(&list, "li", "", ""), line);
    }
}

/// The signs that are worn, explained.
fn legend(node: &DomElement, view: &DepthsView) {
    let states = view.lifelines.iter().flat_map(|it| &it.states);
    let transitions = || view.lifelines.iter().flat_map(|it| &it.transitions);
    let all = states.map(|&(_, soon)| soon);
    let all: Vec<_> = all.chain(transitions().map(|it| it.soon)).collect();
    let item = |class, sign: &str, words: &str| {
        let item = add(node, "span", "", "");
        add(&item, "b", class, sign);
        add(&item, "span", "", words);
    };
    item("", "3", "after 3 transactions");
    if all.contains(&Soon::Never) {
        item("dead", "never", "in no run");
    }
    let limit = all.iter().find_map(|soon| match soon {
        Soon::NotWithin(depth) => Some(depth),
        _ => None,
    });
    if let Some(depth) = limit {
        item("", &format!("> {depth}"), &format!("not within {depth}"));
    }
    if transitions().any(|it| it.stuck.is_some()) {
        item("sign", "!", "effects can get stuck");
    }
}

fn button(parent: &DomElement, doing: &str, label: &str) -> DomElement {
    let class = if doing == "hide" { "link" } else { "button" };
    let button = add(parent, "button", class, label);
    set(&button, "type", "button");
    set(&button, "data-do", doing);
    button
}

/// A sentence with its names set apart.
fn sentence(parent: &DomElement, words: &str) {
    for (name, part) in text::spans(words) {
        add(parent, if name { "b" } else { "span" }, "", &part);
    }
}

fn all(node: &DomElement, selector: &str) -> Vec<DomElement> {
    let Ok(found) = node.query_selector_all(selector) else {
        return Vec::new();
    };
    let all = (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok());
    all.collect()
}
