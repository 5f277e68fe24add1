//! The picture of a machine: rounded states, arrows with labels, and the marks of the step.
//!
//! Shapes are drawn once; a step changes classes, and the token that sits on the arrow of a
//! transition that has been started but not completed. No mark is a colour alone: places are
//! filled and ringed, arrows change their width, parts of labels are underlined.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::diagram::Element;
use lockstep_core::diagram::depths::Badge;
use lockstep_core::diagram::drawing::{self, Drawing, DrawnEdge};
use lockstep_core::diagram::graph::{self, Edge, LABEL_HEIGHT, Node};
use lockstep_core::diagram::marks::{Mark, Stroke};
use lockstep_core::diagram::{Rect, words};

use super::card::Actor;
use super::glide::Glide;
use super::layout::Ways;
use super::roving::Roving;
use super::short::shortened;
use super::{choice_focus, depths};

/// The picture of one lifeline's machine.
#[component]
pub fn MachineGraph(
    actor: Actor,
    drawing: Arc<Drawing>,
    /// From where the states come to their places, after an edit.
    ways: Option<Ways>,
) -> impl IntoView {
    let roving = Roving::new();
    let states = actor.machine.states.len();
    let count = states + actor.machine.transitions.len();
    let reveal = actor.reveal;
    // Elements count states first, then transitions.
    let act = move |index: usize| {
        reveal.run(if index < states {
            Element::state(index)
        } else {
            Element::transition(index - states)
        });
    };
    let glide = Glide::new(ways);
    let edges: Vec<_> = drawing
        .edges
        .iter()
        .map(|edge| arrow(&actor, edge, roving))
        .collect();
    let boxes: Vec<_> = drawing
        .nodes
        .iter()
        .map(|&(node, rect)| match node {
            Node::Element(state) => state_box(&actor, state, rect, roving, glide.style(state.index)),
            Node::Initial => view! { <circle class="initial" cx=rect.centre().x cy=rect.centre().y r=rect.width / 2.0 /> }.into_any(),
            Node::Final(_) => bullseye(rect).into_any(),
        })
        .collect();
    let whereabouts = actor.whereabouts;
    let badges = {
        let (depths, machine) = (actor.depths.clone(), Arc::clone(&actor.machine));
        let worn = Callback::new(move |it| depths.badge(&machine, it));
        depths::badges(worn, Arc::clone(&drawing))
    };
    let numbers = choice_focus::numbers(&drawing, actor.numbers);
    let age = {
        let (depths, machine) = (actor.depths.clone(), Arc::clone(&actor.machine));
        move || depths.age(&machine.name)
    };
    view! {
        <svg
            class="machine"
            data-anew=glide.anew()
            data-soon=age
            viewBox=format!("0 0 {} {}", drawing.width, drawing.height)
            width=drawing.width
            height=drawing.height
            role="group"
            aria-roledescription="state machine"
            aria-label=move || whereabouts.get()
            on:click=move |event| {
                if let Some(index) = roving.target(&event) {
                    act(index);
                }
            }
            on:keydown=move |event| {
                if let Some(index) = roving.key(&event, count) {
                    act(index);
                }
            }
        >
            {edges}
            {boxes}
            {badges}
            {numbers}
        </svg>
    }
}

/// A state.
fn state_box(
    actor: &Actor,
    element: Element,
    rect: Rect,
    roving: Roving,
    comes_from: Option<String>,
) -> AnyView {
    let marks = actor.marks;
    let state = element.index;
    let is = move |mark: Mark| move || marks.with(|marks| marks.has(mark, element));
    let (current, goal, wanted) = (is(Mark::Here), is(Mark::Goal), is(Mark::Wanted));
    let left = move || is(Mark::Left)() && !current();
    let waits = move || current() && marks.with(|marks| marks.wait.is_some());
    let name = words::state(&actor.machine, state).to_owned();
    let text = shortened(graph::state_text(&actor.machine, state), &name);
    let connections = words::connections(&actor.machine, state);
    let badge = badge(actor, element);
    let label = move || {
        let mut label = format!("state {name}");
        if current() {
            label.push_str(", current");
        }
        if goal() {
            label.push_str(", goal");
        }
        if wanted() {
            label.push_str(", from here it could help");
        }
        tell(badge, &mut label);
        if !connections.is_empty() {
            label.push_str(". ");
            label.push_str(&connections);
        }
        label
    };
    let picked = actor.picked;
    let centre = rect.centre();
    let title = titled(words::state(&actor.machine, state).to_owned(), badge);
    view! {
        <g
            class="state"
            class:current=current
            class:left=left
            class:goal=goal
            class:waits=waits
            data-wanted=move || wanted().then_some("")
            data-dead=move || is_dead(badge)
            data-picked=move || (picked.get() == Some(element)).then_some("")
            style=comes_from
            role="button"
            data-i=state.to_string()
            tabindex=move || roving.tabindex(state)
            aria-label=label
        >
            <title>{title}</title>
            <rect class="goal-ring" x=rect.x - 3.0 y=rect.y - 3.0 width=rect.width + 6.0 height=rect.height + 6.0 rx="11" />
            <rect class="box" x=rect.x y=rect.y width=rect.width height=rect.height rx="9" />
            <text x=centre.x y=centre.y + 4.3>{text}</text>
        </g>
    }
    .into_any()
}

/// How soon an element is reached, while somebody wants to see it.
fn badge(actor: &Actor, element: Element) -> Memo<Option<Badge>> {
    let (depths, machine) = (actor.depths.clone(), Arc::clone(&actor.machine));
    Memo::new(move |_| depths.badge(&machine, element))
}

/// Says how soon after the name of an element, tracked.
pub(super) fn tell(badge: Memo<Option<Badge>>, name: &mut String) {
    badge.with(|badge| {
        if let Some(badge) = badge {
            name.push_str(", ");
            name.push_str(&badge.words);
        }
    });
}

/// The tooltip of an element.
fn titled(name: String, badge: Memo<Option<Badge>>) -> impl Fn() -> String + Send {
    move || {
        let mut title = name.clone();
        tell(badge, &mut title);
        title
    }
}

/// The attribute of what no run comes to.
pub(super) fn is_dead(badge: Memo<Option<Badge>>) -> Option<&'static str> {
    badge.with(|badge| badge.as_ref().is_some_and(|it| it.dead).then_some(""))
}

/// An arrow with its label; those from the initial dot and to final marks are plain.
fn arrow(actor: &Actor, edge: &DrawnEdge, roving: Roving) -> AnyView {
    let line = drawing::path(&edge.points, 6.0);
    let head = drawing::arrow_head(&edge.points, 7.0);
    let Edge::Element(transition) = edge.edge else {
        return view! {
            <g class="arrow plain">
                <path class="line" d=line />
                <path class="head" d=head />
            </g>
        }
        .into_any();
    };
    let (marks, picked, blamed) = (actor.marks, actor.picked, actor.blamed);
    let can = actor.can;
    let can = Memo::new(move |_| can.with(|can: &Vec<Element>| can.contains(&transition)));
    let stroke = Memo::new(move |_| marks.with(|marks| marks.stroke(transition)));
    let is = move |which: Stroke| move || stroke.get() == which;
    let class = move || match stroke.get() {
        Stroke::Stuck => "arrow stuck",
        Stroke::Inside => "arrow inside",
        Stroke::Completed => "arrow completed",
        Stroke::Idle => "arrow",
    };
    let words = actor
        .machine
        .transitions
        .get(transition.index)
        .map(|view| words::transition(&actor.machine, view))
        .unwrap_or_default();
    let aria = {
        let words = words.clone();
        move || match stroke.get() {
            Stroke::Stuck | Stroke::Inside => format!("transition {words}, under way"),
            Stroke::Completed => format!("transition {words}, just completed"),
            Stroke::Idle => format!("transition {words}"),
        }
    };
    let badge = badge(actor, transition);
    let aria = move || {
        let mut aria = aria();
        tell(badge, &mut aria);
        if blamed.with(|it| it.contains(&transition)) {
            aria.push_str(", to blame");
        }
        if can.get() {
            aria.push_str(", can happen now");
        }
        aria
    };
    let index = actor.machine.states.len() + transition.index;
    let middle = drawing::middle(&edge.points);
    let token = move || {
        let stuck = is(Stroke::Stuck);
        (stuck() || is(Stroke::Inside)()).then(|| {
            view! { <circle class="token" cx=middle.x cy=middle.y r="5.5" /> }
        })
    };
    view! {
        <g
            class=class
            data-picked=move || (picked.get() == Some(transition)).then_some("")
            data-blamed=move || blamed.with(|it| it.contains(&transition)).then_some("")
            data-can=move || can.get().then_some("")
            data-dead=move || is_dead(badge)
            role="button"
            data-i=index.to_string()
            tabindex=move || roving.tabindex(index)
            aria-label=aria
        >
            <title>{titled(words, badge)}</title>
            <path class="reach" d=line.clone() />
            <path class="line" d=line />
            <path class="head" d=head />
            {edge.label.map(|rect| label(actor, transition, rect))}
            {token}
        </g>
    }
    .into_any()
}

/// A label: the trigger and the effects are lit each in its own half of the transition.
fn label(actor: &Actor, transition: Element, rect: Rect) -> impl IntoView + use<> {
    let marks = actor.marks;
    let trigger_lit = move || marks.with(|marks| marks.has(Mark::Begun, transition));
    let effects_lit = move || marks.with(|marks| marks.has(Mark::Completed, transition));
    let pending = move || {
        marks.with(|marks| matches!(marks.stroke(transition), Stroke::Inside | Stroke::Stuck))
    };
    let lines = graph::label_lines(&actor.machine, transition.index);
    let whole = actor.machine.transitions.get(transition.index);
    let whole = whole.map(words::label_parts).unwrap_or_default();
    let part = |(effect, text): (bool, String)| {
        let text = shortened(text, if effect { &whole.1 } else { &whole.0 });
        if effect {
            view! { <tspan class="effects" class:lit=effects_lit class:pending=pending>{text}</tspan> }
                .into_any()
        } else {
            view! { <tspan class="trigger" class:lit=trigger_lit>{text}</tspan> }.into_any()
        }
    };
    let mut y = rect.y - 4.0;
    let texts: Vec<_> = lines
        .into_iter()
        .map(|line| {
            y += LABEL_HEIGHT;
            view! { <text class="label" x=rect.centre().x y=y>{line.into_iter().map(&part).collect_view()}</text> }
        })
        .collect();
    view! {
        <rect class="label-ground" x=rect.x y=rect.y width=rect.width height=rect.height rx="4" />
        {texts}
    }
}

/// UML's final mark.
fn bullseye(rect: Rect) -> impl IntoView {
    let centre = rect.centre();
    view! {
        <g class="final">
            <title>"It is fine to end here"</title>
            <circle class="rim" cx=centre.x cy=centre.y r=rect.width / 2.0 - 1.0 />
            <circle class="eye" cx=centre.x cy=centre.y r=rect.width / 2.0 - 4.5 />
        </g>
    }
}
