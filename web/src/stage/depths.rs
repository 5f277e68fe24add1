//! How soon: the depths of states and transitions on the cards, and the strip below them that says the
//! same in sentences.
//!
//! What stands there comes from [`lockstep_core::diagram::depths`].

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{DepthsView, MachineView, Soon, StatechartView, StructureKind};
use lockstep_core::diagram::Element;
use lockstep_core::diagram::depths::{self, Badge};
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::graph::{Edge, Node};
use lockstep_core::diagram::text;
use lockstep_core::diagram::{Point, Rect};

use crate::parts::{self, part};
use crate::protocol::Wanted;
use crate::state::Page;
use crate::state::aid::Aid;
use crate::ui::{StayInside, Strong, boxed, button};

/// Font size and height of a badge at a state.
const BADGE: (f64, f64) = (11.0, 15.0);

/// The depths of one lifeline, or of one object.
#[derive(Clone)]
pub struct LifelineDepths {
    /// `None` for a text that is not the one in the editor: depths are known of that text only.
    pub page: Option<Page>,
    /// Its index.
    pub lifeline: usize,
    /// Its name.
    pub name: Arc<str>,
}

impl LifelineDepths {
    /// What an element of the lifeline's machine shows, while somebody wants to see it. Tracked.
    pub fn badge(&self, machine: &MachineView, element: Element) -> Option<Badge> {
        let (view, _) = self.page?.depths()?;
        let of = depths::of(&view, self.lifeline, &self.name, &machine.name)?;
        depths::badge(of, machine, element)
    }

    /// What a vertex of the object's statechart shows, while somebody wants to see it. Tracked.
    pub fn of_vertex(&self, chart: &StatechartView, vertex: usize) -> Option<Badge> {
        let (view, _) = self.page?.depths()?;
        let of = depths::of(&view, self.lifeline, &self.name, &chart.name)?;
        depths::state(of, &chart.vertices.get(vertex)?.path, "step")
    }

    /// Whether the badges are about the text as it is `now`, or as it was `before`. Tracked.
    pub fn age(&self, machine: &str) -> Option<&'static str> {
        let (view, fresh) = self.page?.depths()?;
        depths::of(&view, self.lifeline, &self.name, machine)?;
        Some(if fresh { "now" } else { "before" })
    }
}

/// Shows how soon, or no more.
pub fn toggle(page: Page) {
    let wants = page.checks.wants_soon().get_untracked();
    page.checks.want_soon(!wants);
}

/// All badges of a picture, by what its elements wear. They stand above it and beside its buttons, for what a button shows must
/// be part of its name.
pub fn badges(of: Callback<Element, Option<Badge>>, drawing: Arc<Drawing>) -> AnyView {
    let states = {
        let drawing = drawing.clone();
        move || {
            let states = drawing.nodes.iter().filter_map(|&(node, rect)| {
                let Node::Element(state) = node else {
                    return None;
                };
                let badge = of.run(state)?;
                let width = (text::width(&badge.text, BADGE.0) + 8.0).max(BADGE.1);
                let corner = Point {
                    x: rect.right() - width / 2.0 + 7.0,
                    y: rect.y - 1.0,
                };
                Some(pin("soon", badge, Rect::around(corner, width, BADGE.1)))
            });
            states.collect_view()
        }
    };
    let transitions = move || {
        let transitions = drawing.edges.iter().filter_map(|edge| {
            let Edge::Element(transition) = edge.edge else {
                return None;
            };
            let badge = of.run(transition)?;
            let width = text::width(&badge.text, BADGE.0) + 4.0;
            let height = BADGE.1 - 2.0;
            let at = drawing.spot(edge, width, height);
            Some(pin(
                "soon line-soon",
                badge,
                Rect::around(at, width, height),
            ))
        });
        transitions.collect_view()
    };
    view! { <g class="worn" aria-hidden="true">{states}{transitions}</g> }.into_any()
}

/// A badge.
fn pin(class: &str, badge: Badge, room: Rect) -> AnyView {
    let more = match (badge.dead, badge.stuck) {
        (true, _) => " dead",
        (false, true) => " stuck",
        (false, false) => "",
    };
    let text = boxed(String::new(), room, room.height / 2.0, 3.8, badge.text);
    let sign = badge.stuck.then(|| {
        let (right, middle) = (room.right() + 8.0, room.centre().y);
        let triangle = format!(
            "M{right:.1} {:.1}L{:.1} {:.1}H{:.1}Z",
            middle - 6.0,
            right + 7.0,
            middle + 6.0,
            right - 7.0
        );
        view! {
            <path d=triangle/>
            <text class="sign" x=right y=middle + 4.8>"!"</text>
        }
    });
    view! { <g class=format!("{class}{more}")>{text}{sign}</g> }.into_any()
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
        Ok(drawn(page))
    }
}

/// What the strip says, and what can be done.
fn drawn(page: Page) -> AnyView {
    // Nothing where there is no check; else how far its depths got.
    let aid = Memo::new(move |_| {
        let row = page.checks.selected_row()?;
        let aid = (row.run).with(|run| Some(run.answer.as_ref()?.help.of(Wanted::Depths)));
        Some(aid.unwrap_or_default())
    });
    let found = move || match aid.get() {
        Some(Aid::There(view)) => Some(view),
        _ => None,
    };
    let said = move || match aid.get() {
        Some(Aid::There(view)) => found_in_words(&view),
        None => paragraph("How soon is told for a check, and there is none yet."),
        Some(Aid::Refused(why) | Aid::Failed(why)) => paragraph(&why),
        Some(Aid::Asked) => paragraph("Looking how soon each state can be reached."),
        Some(Aid::Unasked) => {
            paragraph("How soon will be looked into when the check has been answered.")
        }
    };
    let act = move || {
        aid.with(|aid| match aid {
            Some(Aid::Failed(_)) => Some(button("button", "Try again", move || {
                page.checks.want_soon(true);
            })),
            Some(Aid::Asked) => Some(button("button", "Stop", move || page.checks.stop_soon())),
            _ => None,
        })
    };
    let buttons = NodeRef::<html::Div>::new();
    let stay = StayInside::new(
        move || aid.track(),
        move || buttons.get_untracked()?.last_element_child(),
    );
    view! {
        <section
            class="soon-strip"
            aria-label="How soon"
            on:focusin=move |event| stay.came(&event)
            on:focusout=move |event| stay.left(&event)
        >
            <div class="soon-said" role="status">{said}</div>
            <p class="soon-key">{move || found().map(|view| legend(&view, page.kind()))}</p>
            <div class="soon-do" node_ref=buttons>
                {act}
                {button("link", "Hide", move || page.checks.want_soon(false))}
            </div>
        </section>
    }
    .into_any()
}

fn paragraph(words: &str) -> AnyView {
    view! { <p>{words.to_owned()}</p> }.into_any()
}

fn found_in_words(view: &DepthsView) -> AnyView {
    let lines: Vec<_> = view.never.iter().chain(&view.lines).cloned().collect();
    let details = (!lines.is_empty()).then(|| {
        let lines = lines.into_iter();
        let lines = lines.map(|line| view! { <li><Strong text=line/></li> });
        // Long lists scroll; keys can do that too.
        view! {
            <details>
                <summary>"Which"</summary>
                <ul tabindex="0">{lines.collect_view()}</ul>
            </details>
        }
    });
    // Nothing of statecharts.
    let stuck = Some(view.stuck.clone()).filter(|it| !it.is_empty());
    let stuck = stuck.map(|it| view! { <p><Strong text=it/></p> });
    view! {
        <p><Strong text=view.sentence.clone()/></p>
        {stuck}
        {details}
    }
    .into_any()
}

/// The signs on the cards, explained.
fn legend(view: &DepthsView, kind: StructureKind) -> AnyView {
    let three = format!("after 3 {}s", kind.title().step);
    let states = view.lifelines.iter().flat_map(|it| &it.states);
    let transitions = || view.lifelines.iter().flat_map(|it| &it.transitions);
    let all = states.map(|&(_, soon)| soon);
    let all: Vec<_> = all.chain(transitions().map(|it| it.soon)).collect();
    let item = |class: &'static str, sign: String, words: String| {
        view! { <span><b class=class>{sign}</b>{words}</span> }
    };
    let never = all.contains(&Soon::Never);
    let limit = all.iter().find_map(|soon| match soon {
        Soon::NotWithin(depth) => Some(depth),
        _ => None,
    });
    let stuck = transitions().any(|it| it.stuck.is_some());
    view! {
        {item("", "3".into(), three)}
        {never.then(|| item("dead", "never".into(), "in no run".into()))}
        {limit.map(|depth| item("", format!("> {depth}"), format!("not within {depth}")))}
        {stuck.then(|| item("sign", "!".into(), "effects can get stuck".into()))}
    }
    .into_any()
}
