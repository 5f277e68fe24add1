//! What outlives the page: values in local storage, and the fragment of the address. Texts have a place
//! of their own ([`super::texts`]).
//!
//! Storage may be refused or full; the page then works without it.

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::Storage;

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

/// The keys in storage that begin like this.
#[must_use]
pub fn keys(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let count = storage.length().unwrap_or(0);
    let all = (0..count).filter_map(|at| storage.key(at).ok()?);
    all.filter(|key| key.starts_with(prefix)).collect()
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

/// Makes this the fragment of the address, without a new entry in the history; an empty one is taken out.
pub fn replace_fragment(new: &str) {
    if fragment() == new {
        return;
    }
    if let Ok(history) = window().history() {
        // Refused for a page that was opened from a file; then the fragment stays.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&with_fragment(new)));
    }
}

/// Goes to an address of this page with another fragment, as a link does, but for that the page is not told.
pub fn push_fragment(new: &str) {
    if fragment() == new {
        return;
    }
    if let Ok(history) = window().history() {
        // As above.
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&with_fragment(new)));
    }
}

fn with_fragment(fragment: &str) -> String {
    match fragment {
        "" => address(),
        fragment => format!("{}#{fragment}", address()),
    }
}
