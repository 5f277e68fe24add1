//! The bar of notices: one at a time, in a place of its own in the head of the page, where it covers
//! nothing.

use leptos::prelude::*;

use crate::state::action::Action;
use crate::state::notices::{Notices, Raised, Tone};
use crate::ui::{Icon, Prose};

/// The notice that is shown, if any, and how many wait behind it.
#[component]
pub fn NoticeBar(
    notices: Notices,
    /// Told what was chosen; by then the notice is gone.
    on_action: Callback<Action>,
) -> impl IntoView {
    let shown = Memo::new(move |_| notices.shown());
    view! {
        <div
            class="notices"
            role="region"
            aria-label="Notices"
            aria-live="polite"
            on:pointerenter=move |_| notices.hold()
            on:pointerleave=move |_| notices.let_go()
            on:focusin=move |_| notices.hold()
            on:focusout=move |_| notices.let_go()
        >
            {move || shown.get().map(|raised| notice(notices, on_action, raised))}
        </div>
    }
}

fn notice(notices: Notices, on_action: Callback<Action>, raised: Raised) -> AnyView {
    let Raised { id, notice, .. } = raised;
    let act = move |_| {
        if let Some(action) = notices.take(id) {
            on_action.run(action);
        }
    };
    let button = notice.action.map(|action| {
        view! {
            <button type="button" class="button" on:click=act>
                {action.label()}
            </button>
        }
    });
    let waiting = move || match notices.waiting() {
        0 => None,
        1 => Some("and one more".to_owned()),
        more => Some(format!("and {more} more")),
    };
    view! {
        <div class="notice" data-tone=tone(notice.tone)>
            <Icon name=icon(notice.tone)/>
            <p><Prose text=notice.text/></p>
            <span class="notice-more">{waiting}</span>
            {button}
            <button
                type="button"
                class="button quiet square"
                aria-label="Dismiss"
                on:click=move |_| notices.dismiss(id)
            >
                <Icon name="close"/>
            </button>
        </div>
    }
    .into_any()
}

fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Good => "good",
        Tone::Plain => "plain",
        Tone::Bad => "bad",
    }
}

fn icon(tone: Tone) -> &'static str {
    match tone {
        Tone::Good => "good",
        Tone::Plain | Tone::Bad => "problem",
    }
}
