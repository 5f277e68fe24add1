//! A button with a word on it.

use leptos::prelude::*;

/// The button. All of them are one type: with a typed view for each they weigh much more.
pub fn button(
    class: &'static str,
    word: &'static str,
    act: impl Fn() + Send + Sync + 'static,
) -> AnyView {
    drawn(class, word, Callback::new(move |()| act()))
}

fn drawn(class: &'static str, word: &'static str, act: Callback<()>) -> AnyView {
    view! {
        <button type="button" class=class on:click=move |_| act.run(())>
            {word}
        </button>
    }
    .into_any()
}
