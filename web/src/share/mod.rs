//! Sharing: a link that holds the whole model. Whoever opens it computes everything anew.

pub mod link;

use leptos::html::Textarea;
use leptos::prelude::*;
use lockstep_core::api::ByHand;
use wasm_bindgen_futures::JsFuture;

use crate::parts::{self, part};
use crate::results::words::counted;
use crate::state::notices::Tone;
use crate::state::{Page, persist};
use crate::ui::{Icon, dom};
use link::Link;

/// Copies the link; where the browser refuses, shows it for copying by hand.
#[component]
pub fn ShareButton(page: Page) -> impl IntoView {
    // Browsers allow copying only soon after a click: by then the part should be there.
    let prepare = move || {
        leptos::task::spawn_local(async move {
            // Where it does not arrive, the click says so.
            let _ = fetch().await;
        });
    };
    view! {
        <button
            type="button"
            class="button"
            on:click=move |_| share(page)
            on:pointerenter=move |_| prepare()
            on:focus=move |_| prepare()
        >
            <Icon name="share"/>
            <span class="button-word">"Share"</span>
        </button>
        {move || page.to_copy.get().and_then(|text| parts::now(dialog(page, text)))}
    }
}

fn share(page: Page) {
    let copy = Callback::new(move |()| {
        parts::now(copy_link(page));
    });
    parts::with(page.notices, "The part that writes links", fetch, copy);
}

part! {
    views, fetched by fetch;
    fn copy_link(page: Page) -> Result<(), Missing> {
        let url = address_of(page);
        leptos::task::spawn_local(async move {
            if copy(&url).await {
                let length = counted(url.len(), "character");
                page.notices.say(
                    Tone::Good,
                    format!("Link copied: {length} that hold the whole model."),
                );
            } else {
                by_hand(page, url).await;
            }
        });
        Ok(())
    }
}

part! {
    views, fetched by fetch_dialog;
    fn dialog(page: Page, text: String) -> Result<AnyView, Missing> {
        Ok(to_copy(page, text))
    }
}

/// The link of what is on the page now.
fn address_of(page: Page) -> String {
    let check = page.checks.position();
    let text = page.document.revision().get_untracked().text.to_string();
    let by_hand = untrack(|| page.instead().filter(|_| page.is_by_hand()));
    let hand = by_hand.and_then(|made| {
        let tool = ByHand::new(&text, check)?;
        Some(tool.run_link(&made.outcome.trace))
    });
    // A caret that stands in nothing selects nothing.
    let picked = page.selection.picked().get_untracked();
    let fragment = link::write(&Link {
        text,
        check,
        step: Some(page.checks.step().get_untracked()),
        select: picked.and_then(|_| page.selection.caret()),
        hand,
    });
    format!("{}{fragment}", persist::address())
}

/// Puts a text into the clipboard; returns whether the browser allowed it.
pub async fn copy(text: &str) -> bool {
    // Pages that are not served securely have no clipboard at all.
    if !window().is_secure_context() {
        return false;
    }
    let clipboard = window().navigator().clipboard();
    JsFuture::from(clipboard.write_text(text)).await.is_ok()
}

/// Shows a text that the browser did not allow to be copied.
pub async fn by_hand(page: Page, text: String) {
    // Where the part does not arrive there is nothing to show it with, and the text can be saved.
    if fetch_dialog().await.is_ok() {
        page.to_copy.set(Some(text));
    } else {
        page.notices.say(
            Tone::Bad,
            "The browser did not allow copying. Save it instead.",
        );
    }
}

/// A text for copying by hand, where the browser does not allow it otherwise.
fn to_copy(page: Page, text: String) -> AnyView {
    let dialog = dom::modal();
    let length = counted(text.chars().count(), "character");
    let area = NodeRef::<Textarea>::new();
    Effect::new(move || {
        if let Some(area) = area.get() {
            // Only now: the dialog has given it the focus, which would put the caret somewhere.
            area.set_value(&text);
            area.select();
        }
    });
    view! {
        <dialog
            class="dialog"
            node_ref=dialog
            aria-labelledby="copy-title"
            on:close=move |_| page.to_copy.set(None)
        >
            <h2 id="copy-title">"Copy by hand"</h2>
            <p>"The browser did not allow copying. All of it stands here:"</p>
            <textarea
                class="dialog-link"
                readonly
                rows="4"
                aria-label="Text to copy"
                node_ref=area
            ></textarea>
            <form method="dialog" class="dialog-foot">
                <span class="dialog-note">{length}</span>
                <button class="button primary">"Done"</button>
            </form>
        </dialog>
    }
    .into_any()
}
