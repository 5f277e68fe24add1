//! One machine over the whole stage: for those who sit far away from a projector, and for machines that
//! are larger than any card. The player stays where it is, and the run goes on.

use leptos::html;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::StageContext;
use super::card::{actor, picture, place};
use super::cards::{CardSpec, specs};
use super::tools::{self, Size};
use crate::parts::{self, part};
use crate::ui::{Icon, is_page_key};

/// The machine that is shown large, if one is.
pub fn view(play: StageContext) -> AnyView {
    let all = all(play);
    // Another check may have fewer lifelines.
    let is_shown = Memo::new(move |_| {
        let count = all.with(Vec::len);
        play.large.get().is_some_and(|lifeline| lifeline < count)
    });
    let draw = move || parts::now(large(play)).into_any();
    let shown = move || {
        let is_shown = is_shown.get();
        is_shown.then(|| parts::later("The large view", fetch, draw))
    };
    shown.into_any()
}

part! {
    views, fetched by fetch;
    fn large(play: StageContext) -> Result<AnyView, Missing> {
        Ok(frame(play))
    }
}

/// The lifelines of the selected check.
fn all(play: StageContext) -> Memo<Vec<CardSpec>> {
    Memo::new(move |_| {
        let check = play.check.get();
        (play.analysis).with(|analysis| specs(analysis, check.as_ref()))
    })
}

/// Opens the machine that somebody was last at, else the first; closes it where one is open.
pub fn toggle(play: StageContext) {
    let now = play.large.get_untracked();
    play.large.set(match now {
        Some(_) => None,
        None => Some(play.at_hand.get_untracked()),
    });
}

fn frame(play: StageContext) -> AnyView {
    let node = NodeRef::<html::Section>::new();
    let all = all(play);
    // So that Escape closes it, and the keys of the player go on working.
    Effect::new(move |_| {
        if let Some(node) = node.get() {
            // A section that has just been put there takes the focus.
            let _ = node.focus();
        }
    });
    let close = move || play.large.set(None);
    let key = move |event: KeyboardEvent| {
        if event.key() == "Escape" && is_page_key(&event) {
            event.prevent_default();
            close();
        }
    };
    let zoom = play.zoom_large;
    let name = move |spec: CardSpec| {
        let lifeline = spec.lifeline;
        let pressed = move || (play.large.get() == Some(lifeline)).to_string();
        view! {
            <button type="button" aria-pressed=pressed on:click=move |_| play.large.set(Some(lifeline))>
                {spec.name}
            </button>
        }
    };
    let body = move || {
        let spec = play
            .large
            .get()
            .and_then(|at| all.get().into_iter().nth(at));
        spec.map(|spec| {
            let actor = actor(play, &spec);
            let (place, whereabouts) = (place(&actor), actor.whereabouts);
            let picture = picture(play, actor);
            let (name, machine) = spec.title();
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
        })
    };
    view! {
        <section
            class="large"
            aria-label="One machine, large"
            tabindex="-1"
            node_ref=node
            on:keydown=key
            style=("--zoom", move || zoom.get().to_string())
        >
            <div class="large-bar">
                <div class="large-names frame-views" role="group" aria-label="Lifeline">
                    {move || all.get().into_iter().map(name).collect_view()}
                </div>
                {tools::tools(zoom, "machine", move || zoom.change(Size::Usual), None, None)}
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
            {body}
        </section>
    }
    .into_any()
}
