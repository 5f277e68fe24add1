//! What the editor asks the core at every key: colours and completions, answered on the spot.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Object, Reflect};
use lockstep_core::api;
use wasm_bindgen::prelude::*;

use crate::parts::{self, part};
use crate::ui::task::spawn;

part! {
    completions, fetched by fetch;
    /// What can stand at a place of a text.
    fn completed(text: String, offset: u32) -> Result<JsValue, Missing> {
        Ok(serde_wasm_bindgen::to_value(&api::complete(&text, offset)).unwrap_or_default())
    }
}

/// The answers as an object with `roles`, `tokens(text)` and `complete(text, offset)`. It lives as
/// long as the page.
pub fn answers() -> JsValue {
    // The editor asks in the middle of a change, also of one that the page makes: nothing of the
    // page may be borrowed or changed here.
    let tokens = Closure::<dyn Fn(String) -> Vec<u32>>::new(|text: String| tokens(&text));
    // Nothing is offered until the part is there, or without a network: people can go on writing.
    let there = Rc::new(Cell::new(false));
    let complete = {
        let there = Rc::clone(&there);
        Closure::<dyn Fn(String, u32) -> JsValue>::new(move |text: String, offset| {
            let completed = there.get().then(|| parts::now(completed(text, offset)));
            completed.flatten().unwrap_or(JsValue::NULL)
        })
    };
    spawn(async move { there.set(fetch().await.is_ok()) });
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
    let tokens = api::tokens(text).into_iter();
    tokens.flat_map(|it| [it.from, it.to, it.role]).collect()
}
