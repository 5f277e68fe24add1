//! What the editor asks the core at every key: colours and completions, answered on the spot.

use js_sys::{Object, Reflect};
use lockstep_core::api;
use wasm_bindgen::prelude::*;

use crate::kinds;

/// The answers as an object with `roles`, `tokens(text)` and `complete(text, offset)`. It lives as
/// long as the page.
pub fn answers() -> JsValue {
    // The editor asks in the middle of a change, also of one that the page makes: nothing of the
    // page may be borrowed or changed here.
    let tokens = Closure::<dyn Fn(String) -> Vec<u32>>::new(|text: String| tokens(&text));
    let complete = Closure::<dyn Fn(String, u32) -> JsValue>::new(|text: String, offset| {
        serde_wasm_bindgen::to_value(&kinds::complete(&text, offset)).unwrap_or_default()
    });
    let roles = serde_wasm_bindgen::to_value(&api::TOKEN_ROLES).unwrap_or_default();
    let answers = Object::new();
    for (name, value) in [
        ("roles", roles),
        ("tokens", tokens.into_js_value()),
        ("complete", complete.into_js_value()),
    ] {
        let set = Reflect::set(&answers, &name.into(), &value);
        debug_assert!(set.is_ok(), "an object of our own takes all");
    }
    answers.into()
}

/// Start, end and role of each token in a row.
fn tokens(text: &str) -> Vec<u32> {
    let tokens = kinds::tokens(text).into_iter();
    tokens.flat_map(|it| [it.from, it.to, it.role]).collect()
}
