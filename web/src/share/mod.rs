//! Sharing: a link that holds the whole model. Whoever opens it computes everything anew.

pub mod link;

use leptos::prelude::*;
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
    let shown = RwSignal::new(None::<String>);
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
            on:click=move |_| share(page, shown)
            on:pointerenter=move |_| prepare()
            on:focus=move |_| prepare()
        >
            <Icon name="share"/>
            <span class="button-word">"Share"</span>
        </button>
        {move || shown.get().and_then(|url| parts::now(dialog(url, shown)))}
    }
}

fn share(page: Page, shown: RwSignal<Option<String>>) {
    let copy = Callback::new(move |()| {
        parts::now(copy_link(page, shown));
    });
    parts::with(page.notices, "The part that writes links", fetch, copy);
}

part! {
    views, fetched by fetch;
    fn copy_link(page: Page, shown: RwSignal<Option<String>>) -> Result<(), Missing> {
        let url = address_of(page);
        leptos::task::spawn_local(async move {
            if copy(&url).await {
                let length = counted(url.len(), "character");
                page.notices.say(
                    Tone::Good,
                    format!("Link copied: {length} that hold the whole model."),
                );
            } else {
                shown.set(Some(url));
            }
        });
        Ok(())
    }
}

part! {
    views;
    fn dialog(url: String, shown: RwSignal<Option<String>>) -> Result<AnyView, Missing> {
        Ok(view! { <LinkDialog url shown/> }.into_any())
    }
}

/// The link of what is on the page now.
fn address_of(page: Page) -> String {
    let selected = page.checks.selected().get_untracked();
    let check = page
        .checks
        .rows()
        .with_untracked(|rows| rows.iter().position(|row| Some(row.id) == selected));
    let fragment = link::write(&Link {
        text: page.document.revision().get_untracked().text.to_string(),
        check,
        step: Some(page.checks.step().get_untracked()),
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

#[component]
fn LinkDialog(url: String, shown: RwSignal<Option<String>>) -> impl IntoView {
    let dialog = dom::modal();
    let length = counted(url.len(), "character");
    let select_all =
        |event: web_sys::FocusEvent| event_target::<web_sys::HtmlTextAreaElement>(&event).select();
    view! {
        <dialog
            class="dialog"
            node_ref=dialog
            aria-labelledby="share-title"
            on:close=move |_| shown.set(None)
        >
            <h2 id="share-title">"Share this model"</h2>
            <p>"The browser did not allow copying. The link holds the whole model; copy it from here:"</p>
            <textarea
                class="dialog-link"
                readonly
                rows="4"
                aria-label="Link"
                prop:value=url
                on:focus=select_all
            ></textarea>
            <form method="dialog" class="dialog-foot">
                <span class="dialog-note">{length}</span>
                <button class="button primary">"Done"</button>
            </form>
        </dialog>
    }
}
