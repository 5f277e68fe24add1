//! The text on paper: all of it, with the numbers of its lines.

use leptos::prelude::*;

use crate::state::Page;

/// The text as it stands.
pub fn text(page: Page) -> AnyView {
    let lines = page.document.revision().with_untracked(|revision| {
        let lines = revision.text.lines();
        lines.map(line).collect_view()
    });
    view! {
        <section class="paper paper-text">
            <h2>"Model"</h2>
            <ol>{lines}</ol>
        </section>
    }
    .into_any()
}

/// A line, numbered by its place in the list; an empty one keeps its height.
fn line(text: &str) -> impl IntoView + use<> {
    let text = if text.is_empty() { " " } else { text };
    view! { <li>{text.to_owned()}</li> }
}
