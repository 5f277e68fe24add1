//! Sharing: a link that holds the whole model. Whoever opens it computes everything anew.

pub mod class_files;
pub mod diagram;

use std::sync::Arc;

use leptos::html::Textarea;
use leptos::prelude::*;
use lockstep_core::api::ByHand;
use wasm_bindgen_futures::JsFuture;

use crate::parts::{self, Missing, part};
use crate::persist;
use crate::state::Page;
use crate::state::action::{Action, Dialog};
use crate::state::notices::{Life, Notice, Tone, Topic};
use crate::state::stage::views::CanvasMode;
use crate::ui::{Icon, modal, task};
use crate::words::counted;
use lockstep_core::address::{Address, Moment, Place, run};

/// Copies the link; where the browser refuses, shows it for copying by hand.
#[component]
pub fn ShareButton(page: Page) -> impl IntoView {
    // Browsers allow copying only soon after a click: by then the part should be there.
    let prepare = move || {
        task::spawn(async move {
            // Where it does not arrive, the click says so.
            let _ = fetch().await;
        });
    };
    view! {
        <button
            type="button"
            class="button"
            on:click=move |_| page.perform(Action::CopyLink)
            on:pointerenter=move |_| prepare()
            on:focus=move |_| prepare()
        >
            <Icon name="share"/>
            <span class="button-word">"Share"</span>
        </button>
    }
}

/// The number of this part in [`Topic::Part`].
const PART: Topic = Topic::Part(5);

/// Copies the link to what is on the page; says how that went.
pub async fn copy_link(page: Page) {
    if fetch().await.is_err() {
        let sentence = Missing.sentence("The part that writes links");
        let notice = Notice::new(PART, Tone::Bad, sentence);
        return page.notices.say(notice.offering(Action::CopyLink));
    }
    page.notices.over(PART);
    let Some(url) = parts::now(written_link(page)) else {
        return;
    };
    if copy(&url).await {
        let length = counted(url.len(), "character");
        let is_lesson = untrack(|| page.learn.is_open());
        let sentence = match is_lesson {
            true => format!("Link copied: {length} that lead to this lesson, with your changes."),
            false => format!("Link copied: {length} that hold the whole model."),
        };
        let notice = Notice::new(Topic::Export, Tone::Good, sentence);
        page.notices.say(notice.lasting(Life::Model));
    } else {
        by_hand(page, &url);
    }
}

part! {
    dialogs, fetched by fetch;
    fn written_link(page: Page) -> Result<String, Missing> {
        Ok(address_of(page))
    }
}

/// The link of what is on the page now.
fn address_of(page: Page) -> String {
    if let Some(place @ Place::Slide(..)) = page.learn.place().get_untracked() {
        return link_to(&Address::Lesson(
            place,
            page.attempt().as_deref().map(str::to_owned),
        ));
    }
    let check = page.checks.position();
    let text = page.document.revision().get_untracked().text.to_string();
    let content = untrack(|| page.stage_content());
    let by_hand = content.run().filter(|_| content.is_by_hand());
    let hand = by_hand.and_then(|made| {
        if made.outcome.system.is_some() {
            let kept = untrack(|| page.made_by_hand());
            return kept.map(|run| run::write(&run));
        }
        let tool = ByHand::new(&text, check)?;
        Some(tool.run_link(&made.outcome.trace))
    });
    let views = page.stage.views;
    let runs = views.runs.get_untracked();
    let runs = runs.filter(|_| views.canvas.get_untracked() == CanvasMode::Runs);
    // A caret that stands in nothing selects nothing.
    let picked = page.selection.picked().get_untracked();
    link_to(&Address::Model(Moment {
        text,
        check,
        step: Some(page.checks.step().get_untracked()),
        select: picked.and_then(|_| page.selection.caret()),
        hand,
        runs,
    }))
}

fn link_to(address: &Address) -> String {
    format!("{}#{}", persist::address(), address.fragment())
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
pub fn by_hand(page: Page, text: &str) {
    page.perform(Action::Open(Dialog::CopyByHand(text.into())));
}

/// A text for copying by hand, where the browser does not allow it otherwise.
pub fn view(page: Page, text: &Arc<str>) -> AnyView {
    let this = Dialog::CopyByHand(Arc::clone(text));
    let text = Arc::clone(text);
    let dialog = modal();
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
            on:close=move |_| page.close(&this)
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
