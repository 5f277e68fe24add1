//! Fixes as data: an edit of the text with a title, offered beside a diagnostic.
//!
//! A fix is an offer. Whoever shows the diagnostic may print its title, or apply its patches by a
//! click; nothing here changes a text by itself. Invariant: the patches of a fix stand in the order
//! of the text and do not overlap, so that [`apply`] reads the text once.

use super::Span;

/// Replaces a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

impl Patch {
    /// Puts another text in place of a span.
    #[must_use]
    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self {
            span,
            text: text.into(),
        }
    }

    /// Inserts a text at an offset.
    #[must_use]
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::replace(Span::new(at, at), text)
    }

    /// The same patch for a text that begins later.
    #[must_use]
    pub fn moved_back(&self, by: usize) -> Self {
        Self {
            span: Span::new(self.span.start - by, self.span.end - by),
            text: self.text.clone(),
        }
    }
}

/// An edit that would mend what a diagnostic is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an instruction; code stands in backticks.
    pub title: String,
    /// What changes, in order and without overlap.
    pub patches: Vec<Patch>,
}

impl Fix {
    /// A fix of one patch or several, which must be in order.
    #[must_use]
    pub fn new(title: impl Into<String>, patches: impl Into<Vec<Patch>>) -> Self {
        let patches = patches.into();
        debug_assert!(
            patches
                .windows(2)
                .all(|two| two[0].span.end <= two[1].span.start),
            "patches stand in order and do not overlap"
        );
        Self {
            title: title.into(),
            patches,
        }
    }
}

/// The text with all patches, which must be in order and must not overlap.
#[must_use]
pub fn apply(text: &str, patches: &[Patch]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for patch in patches {
        out.push_str(&text[done..patch.span.start]);
        out.push_str(&patch.text);
        done = patch.span.end;
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_are_applied_in_one_pass() {
        let patches = [
            Patch::insert(0, "\""),
            Patch::insert(3, "\""),
            Patch::replace(Span::new(4, 5), "ε"),
        ];
        assert_eq!(apply("a-b c", &patches), "\"a-b\" ε");
        assert_eq!(apply("a-b c", &[]), "a-b c");
    }
}
