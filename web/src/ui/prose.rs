//! Sentences of the core, with the names in them set apart.
//!
//! The core writes names between backticks; here they become `code` elements. Everything reaches
//! the page as text: a name from a model is never markup.

use leptos::prelude::*;
use lockstep_core::diagram::text::spans;

/// A sentence with its names and code set apart by the style of its place.
#[component]
pub fn Prose(
    /// The sentence, with names between backticks.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    pieces(&text)
        .map(|(is_name, piece)| {
            let piece = piece.to_owned();
            let plain = is_plain(&piece);
            if is_name {
                view! { <code class:name=plain>{piece}</code> }.into_any()
            } else {
                piece.into_any()
            }
        })
        .collect_view()
}

/// A sentence with its names in bold letters.
#[component]
pub fn Strong(
    /// The sentence, with names between backticks.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    let part = |(is_name, part): (bool, String)| match is_name {
        true => view! { <b>{part}</b> }.into_any(),
        false => part.into_any(),
    };
    spans(&text).into_iter().map(part).collect_view()
}

/// Whether it names something, as `PhD` and `lift.floor` do; else it is code.
fn is_plain(piece: &str) -> bool {
    piece
        .chars()
        .all(|it| it.is_alphanumeric() || "_.".contains(it))
}

/// The pieces between backticks; true for names. An odd backtick leaves the rest as it is.
fn pieces(text: &str) -> impl Iterator<Item = (bool, &str)> {
    let mut rest = Some(text);
    let mut inside = false;
    std::iter::from_fn(move || {
        let current = rest?;
        let (piece, following) = match current.split_once('`') {
            Some((piece, following)) if inside || following.contains('`') => {
                (piece, Some(following))
            }
            _ => (current, None),
        };
        let is_name = inside;
        inside = !inside;
        rest = following;
        Some((is_name, piece))
    })
    .filter(|(_, piece)| !piece.is_empty())
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn names_are_set_apart_and_a_lone_backtick_is_text() {
        let found: Vec<_> = pieces("`cm` sends `done`; a ` stays").collect();
        let expected = [
            (true, "cm"),
            (false, " sends "),
            (true, "done"),
            (false, "; a ` stays"),
        ];
        assert_eq!(found, expected);
    }
}
