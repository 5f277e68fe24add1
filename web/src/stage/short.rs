//! Texts of the diagrams that are too long for their place.

use leptos::prelude::*;
use lockstep_core::diagram::text;

/// A shortened text, with what was left out too small to be seen: as where a style sheet cuts a text
/// off, what stands there is the whole. So a button's text is part of its name (WCAG 2.5.3).
pub fn shortened(shown: String, whole: &str) -> AnyView {
    match text::cut(&shown, whole) {
        None => shown.into_any(),
        Some((kept, rest)) => {
            let (kept, rest) = (kept.to_owned(), rest.to_owned());
            view! { {kept}<tspan font-size="0">{rest}</tspan>"…" }.into_any()
        }
    }
}
