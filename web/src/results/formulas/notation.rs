//! Formulas as one sets them: indices below, ranges of ⋀ and ⋁ under the sign.
//!
//! The core writes them as text: `_j` and `_{…}` stand below what comes before. Variables are single
//! letters and lean; names of functions and words stand upright.

use crate::ui::dom::{add, set};
use web_sys::Element;

/// Appends a formula. Readers that speak get the text.
pub fn write(parent: &Element, text: &str) {
    let math = add(parent, "span", "math", "");
    set(&math, "role", "math");
    set(&math, "aria-label", text);
    set_in(&math, text);
}

/// Sets a formula into an element.
fn set_in(parent: &Element, text: &str) {
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let after = &rest[sign.len_utf8()..];
        match sign {
            '⋀' | '⋁' => {
                let (range, after) = below(after);
                let operator = add(parent, "span", "big", "");
                add(&operator, "span", "", &rest[..sign.len_utf8()]);
                set_in(&add(&operator, "span", "range", ""), range);
                rest = after;
            }
            '_' => {
                let (index, after) = below(rest);
                set_in(&add(parent, "sub", "", ""), index);
                rest = after;
            }
            _ if sign.is_ascii_alphabetic() => {
                let end = rest
                    .find(|it: char| !it.is_ascii_alphabetic())
                    .unwrap_or(rest.len());
                let tag = if end == 1 { "i" } else { "span" };
                add(parent, tag, "", &rest[..end]);
                rest = &rest[end..];
            }
            _ => {
                let is_plain = |it: char| !(it.is_ascii_alphabetic() || "⋀⋁_".contains(it));
                let end = rest.find(|it| !is_plain(it)).unwrap_or(rest.len());
                add(parent, "span", "", &rest[..end]);
                rest = &rest[end..];
            }
        }
    }
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
