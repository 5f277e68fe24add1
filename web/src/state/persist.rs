//! What outlives the page: the text in local storage, and the fragment of the address.
//!
//! Storage may be refused or full; the page then works without it and says so once.

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::Storage;

use super::action::Action;
use super::document::Document;
use super::notices::{Notice, Notices, Tone, Topic};
use super::timer::Timer;

/// The text.
pub const TEXT: &str = "lockstep.text";
/// The text that a link has replaced.
pub const PREVIOUS: &str = "lockstep.previous";

/// Milliseconds of silence before the text is stored.
const PAUSE: u64 = 250;

/// Reads a stored value; `None` where there is none or storage is refused.
#[must_use]
pub fn read(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// Stores a value; returns whether that worked.
#[must_use]
pub fn write(key: &str, value: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, value).is_ok())
}

/// Forgets a value.
pub fn forget(key: &str) {
    if let Some(storage) = storage() {
        // A storage that refuses this has nothing to forget.
        let _ = storage.remove_item(key);
    }
}

fn storage() -> Option<Storage> {
    window().local_storage().ok()?
}

/// The fragment of the address, without `#`.
#[must_use]
pub fn fragment() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// The address of the page without its fragment.
#[must_use]
pub fn address() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// Takes the fragment out of the address, without a new entry in the history.
pub fn clear_fragment() {
    if fragment().is_empty() {
        return;
    }
    if let Ok(history) = window().history() {
        // Refused for a page that was opened from a file; then the fragment stays.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address()));
    }
}

/// Stores the text a moment after it was changed.
#[derive(Clone, Copy)]
pub struct Keeper {
    document: Document,
    notices: Notices,
    complained: StoredValue<bool>,
    timer: Timer,
}

impl Keeper {
    /// A keeper that tells of its failures through `notices`.
    #[must_use]
    pub fn new(document: Document, notices: Notices) -> Self {
        let keeper = Self {
            document,
            notices,
            complained: StoredValue::new(false),
            timer: Timer::new(),
        };
        keeper.timer.on_tick(move || keeper.store());
        keeper
    }

    /// Stores the text once it has not changed for a moment.
    pub fn keep(&self) {
        self.timer.after(PAUSE);
    }

    fn store(&self) {
        let stored = (self.document.revision()).with_untracked(|it| write(TEXT, &it.text));
        if stored {
            self.complained.set_value(false);
            return self.notices.over(Topic::Storage);
        }
        // Once is enough until it works again.
        if self.complained.get_value() {
            return;
        }
        self.complained.set_value(true);
        let sentence = "This browser does not keep the text: its storage is full or switched off. \
                        A link keeps a copy.";
        let notice = Notice::new(Topic::Storage, Tone::Bad, sentence);
        self.notices.say(notice.offering(Action::CopyLink));
    }
}
