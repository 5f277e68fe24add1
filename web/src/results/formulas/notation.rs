//! Formulas as one sets them: indices below, ranges of ⋀ and ⋁ under the sign.
//!
//! The core writes them as text: `_j` and `_{…}` stand below what comes before. Variables are single
//! letters and lean; names of functions and words stand upright.

use leptos::prelude::*;

/// A formula. Readers that speak get the text.
pub fn formula(text: &str) -> AnyView {
    view! { <span class="math" role="math" aria-label=text.to_owned()>{pieces(text)}</span> }
        .into_any()
}

/// The pieces of a formula, one after the other.
fn pieces(text: &str) -> Vec<AnyView> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let (piece, after) = match sign {
            '⋀' | '⋁' => {
                let (range, after) = below(&rest[sign.len_utf8()..]);
                let inner = self::pieces(range);
                let operator = view! {
                    <span class="big"><span>{sign}</span><span class="range">{inner}</span></span>
                };
                (operator.into_any(), after)
            }
            '_' => {
                let (index, after) = below(rest);
                (view! { <sub>{self::pieces(index)}</sub> }.into_any(), after)
            }
            _ if sign.is_ascii_alphabetic() => {
                let end = rest.find(|it: char| !it.is_ascii_alphabetic());
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
                let word = word.to_owned();
                let piece = match word.len() {
                    1 => view! { <i>{word}</i> }.into_any(),
                    _ => word.into_any(),
                };
                (piece, after)
            }
            _ => {
                let is_plain = |it: char| !(it.is_ascii_alphabetic() || "⋀⋁_".contains(it));
                let end = rest.find(|it| !is_plain(it));
                let (signs, after) = rest.split_at(end.unwrap_or(rest.len()));
                (signs.to_owned().into_any(), after)
            }
        };
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// What `_j` or `_{…}` at the beginning puts below, and what follows it. Nothing where there is
/// neither.
fn below(text: &str) -> (&str, &str) {
    let Some(group) = text.strip_prefix('_') else {
        return ("", text);
    };
    if !group.starts_with('{') {
        let end = group.chars().next().map_or(0, char::len_utf8);
        return group.split_at(end);
    }
    let mut depth = 0;
    for (at, sign) in group.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&group[1..at], &group[at + 1..]);
        }
    }
    // Unclosed: all of it.
    (&group[1..], "")
}

#[cfg(test)]
mod tests {
    use super::below;

    #[test]
    fn indices_are_a_letter_or_a_group() {
        assert_eq!(below("_j [ a ]"), ("j", " [ a ]"));
        assert_eq!(below("_{i<k'} x"), ("i<k'", " x"));
        assert_eq!(below("_{p ∈ goal_{j}} p"), ("p ∈ goal_{j}", " p"));
        assert_eq!(below("_{open"), ("open", ""));
        assert_eq!(below(" a"), ("", " a"));
    }
}
