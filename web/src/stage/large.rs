//! One machine or statechart over the whole stage: for those who sit far away from a projector, and for drawings that
//! are larger than any card. The player stays where it is, and the run goes on.

use leptos::html;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::StageContext;
use super::card::{actor, picture, place};
use super::cards::{CardSpec, specs};
use super::tools::{self, Size};
use crate::keys::is_taken;
use crate::parts::{self, part};
use crate::ui::{Icon, NextFrame};

/// The machine that is shown large, if one is.
pub fn view(play: StageContext) -> AnyView {
    let all = all(play);
    // Another check may have fewer lifelines.
    let is_shown = is_shown(play, Signal::derive(move || all.with(Vec::len)));
    let draw = move || parts::now(large(play)).into_any();
    let shown = move || {
        let is_shown = is_shown.get();
        is_shown.then(|| parts::later("The large view", fetch, draw))
    };
    shown.into_any()
}

/// Whether one of so many is shown large.
pub fn is_shown(play: StageContext, count: Signal<usize>) -> Memo<bool> {
    Memo::new(move |_| play.large.get().is_some_and(|at| at < count.get()))
}

part! {
    views, fetched by fetch;
    fn large(play: StageContext) -> Result<AnyView, Missing> {
        let all = all(play);
        let names = Memo::new(move |_| all.with(|all| all.iter().map(|it| it.name.clone()).collect()));
        Ok(frame(play, MACHINES, names, move |at| machine(play, all, at)))
    }
}

/// How what is shown large is called: the whole, one of it, and the row of names.
pub struct Called {
    pub whole: &'static str,
    pub one: &'static str,
    pub names: &'static str,
}

const MACHINES: Called = Called {
    whole: "One machine, large",
    one: "machine",
    names: "Lifeline",
};

/// The lifelines of the selected check.
fn all(play: StageContext) -> Memo<Vec<CardSpec>> {
    Memo::new(move |_| {
        let check = play.check.get();
        (play.analysis).with(|analysis| specs(analysis, check.as_ref()))
    })
}

/// Opens the machine or object that somebody was last at, else the first; closes it where one is open.
pub fn toggle(play: StageContext) {
    let now = play.large.get_untracked();
    play.large.set(match now {
        Some(_) => None,
        None => Some(play.at_hand.get_untracked()),
    });
}

/// The button on a card that opens it large. It has the focus again when the large view is closed.
pub fn button(play: StageContext, at: usize, name: &str) -> AnyView {
    let node = NodeRef::<html::Button>::new();
    take_focus_back(play, at, node);
    view! {
        <button
            type="button"
            class="card-large"
            aria-label=format!("Open {name} large")
            title="Open large (l)"
            node_ref=node
            on:click=move |_| play.large.set(Some(at))
        >
            <Icon name="large"/>
        </button>
    }
    .into_any()
}

fn take_focus_back(play: StageContext, at: usize, button: NodeRef<html::Button>) {
    let frame = NextFrame::new();
    Effect::new(move |before: Option<bool>| {
        let large = play.large.get();
        if before == Some(true) && large.is_none() {
            // Cards can take the focus again when the next frame is drawn.
            frame.run(move || {
                if let Some(button) = button.try_get_untracked().flatten() {
                    // It may be gone together with its text.
                    let _ = button.focus();
                }
            });
        }
        large == Some(at)
    });
}

/// One lifeline with its machine.
fn machine(play: StageContext, all: Memo<Vec<CardSpec>>, at: usize) -> Option<AnyView> {
    let spec = all.get().into_iter().nth(at)?;
    let actor = actor(play, &spec);
    let (place, whereabouts) = (place(&actor), actor.whereabouts);
    let picture = picture(play, actor);
    let (name, machine) = spec.title();
    let zoom = play.zoom_large;
    Some(
        view! {
            <header class="large-head">
                <h2>{name}<span>{machine}</span></h2>
                <p class="card-place">{move || place.get()}</p>
            </header>
            <div
                class="large-body"
                role="group"
                aria-label=move || whereabouts.get()
                on:wheel=move |event| zoom.wheel(&event)
            >
                {picture}
            </div>
        }
        .into_any(),
    )
}

/// The names of all, the tools and the way out, above what is drawn for the one that is shown.
pub fn frame(
    play: StageContext,
    called: Called,
    names: Memo<Vec<String>>,
    body: impl Fn(usize) -> Option<AnyView> + Send + 'static,
) -> AnyView {
    let node = NodeRef::<html::Section>::new();
    // So that Escape closes it, and the keys of the player go on working.
    Effect::new(move |_| {
        if let Some(node) = node.get() {
            // A section that has just been put there takes the focus.
            let _ = node.focus();
        }
    });
    let close = move || play.large.set(None);
    let key = move |event: KeyboardEvent| {
        if event.key() == "Escape" && !is_taken(&event) {
            event.prevent_default();
            close();
        }
    };
    let zoom = play.zoom_large;
    let name = move |(at, name): (usize, String)| {
        let pressed = move || (play.large.get() == Some(at)).to_string();
        view! {
            <button type="button" aria-pressed=pressed on:click=move |_| play.large.set(Some(at))>
                {name}
            </button>
        }
    };
    view! {
        <section
            class="large"
            aria-label=called.whole
            tabindex="-1"
            node_ref=node
            on:keydown=key
            style=("--zoom", move || zoom.get().to_string())
        >
            <div class="large-bar">
                <div class="large-names frame-views" role="group" aria-label=called.names>
                    {move || names.get().into_iter().enumerate().map(name).collect_view()}
                </div>
                {tools::tools(zoom, called.one, move || zoom.change(Size::Usual), None, None)}
                <button
                    type="button"
                    class="button quiet square"
                    aria-label="Close the large view"
                    title="Close (Esc)"
                    on:click=move |_| close()
                >
                    <Icon name="close"/>
                </button>
            </div>
            {move || play.large.get().and_then(&body)}
        </section>
    }
    .into_any()
}
