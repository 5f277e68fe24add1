//! The text of a lesson with its marks, as elements. Raw HTML was read as text and is shown as text.

use leptos::prelude::*;
use lockstep_core::lesson::Inline;

use super::reading;

/// Words with their marks.
pub fn words(words: &[Inline]) -> AnyView {
    words.iter().map(inline).collect_view().into_any()
}

/// A sentence in Markdown.
pub fn sentence(markdown: &str) -> AnyView {
    words(&reading::words(markdown))
}

fn inline(it: &Inline) -> AnyView {
    match it {
        Inline::Text(text) => text.clone().into_any(),
        Inline::Code(text) => view! { <code>{text.clone()}</code> }.into_any(),
        Inline::Emphasis(inner) => view! { <em>{words(inner)}</em> }.into_any(),
        Inline::Strong(inner) => view! { <strong>{words(inner)}</strong> }.into_any(),
        Inline::Link(address, inner) => {
            view! { <a href=address.clone()>{words(inner)}</a> }.into_any()
        }
        Inline::Break => view! { <br/> }.into_any(),
    }
}
