//! Buttons with a word on them.

use leptos::prelude::*;

/// A button.
pub fn button(class: &'static str, word: &'static str, act: impl Fn() + 'static) -> AnyView {
    view! {
        <button type="button" class=class on:click=move |_| act()>
            {word}
        </button>
    }
    .into_any()
}

/// A button that says more where somebody points at it.
pub fn titled_button(word: &'static str, title: &'static str, act: impl Fn() + 'static) -> AnyView {
    view! {
        <button type="button" class="button" title=title on:click=move |_| act()>
            {word}
        </button>
    }
    .into_any()
}
