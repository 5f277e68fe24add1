//! What an editor asks while somebody types: what each token stands for, and what can be written at
//! the caret.
//!
//! Both come from the parser that reads the text for good, so they know what it knows, and go on
//! where the text is broken as it goes on there. Comments, quoted names and numbers complete to
//! nothing. Linear in the text.

use std::collections::BTreeSet;

use super::document;
use super::names::written;
use crate::text::{Notes, Offer, Span, TokenRole};

/// Every token of a text with what it stands for, in the order of the text. Nothing for a text that
/// is too long to be read.
#[must_use]
pub fn tokens(text: &str) -> Vec<(Span, TokenRole)> {
    let (_, notes) = document::parse_noting(text, Notes::of_tokens());
    notes.painted(text)
}

/// What can be written at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The beginning of a word that stands there already, up to the caret.
    pub span: Span,
    /// What can take its place, what is most likely first; no label twice.
    pub list: Vec<Completion>,
}

/// One thing that can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is shown and matched with what is typed.
    pub label: String,
    /// What it is, in the language's word such as `state`; `None` for a word of the language.
    pub kind: Option<&'static str>,
    /// What it is for; may be empty.
    pub detail: &'static str,
    /// What is written instead of the label, with `${name}` where its author fills something in.
    pub template: Option<&'static str>,
}

/// What can be written at an offset in bytes, which is taken as the nearest one before it between
/// two characters.
#[must_use]
pub fn complete(text: &str, offset: usize) -> Completions {
    let before = (0..=offset.min(text.len())).rev();
    let caret = before.into_iter().find(|&at| text.is_char_boundary(at));
    let caret = caret.unwrap_or(0);
    let (document, notes) = document::parse_noting(text, Notes::at_caret(caret));
    let mut completions = Completions {
        span: Span::new(notes.word_at_caret.unwrap_or(caret), caret),
        list: Vec::new(),
    };
    let mut labels = BTreeSet::new();
    for offer in &notes.offers {
        let offered = match offer {
            Offer::Word(word) => vec![Completion {
                label: word.label.to_owned(),
                kind: None,
                detail: word.detail,
                template: Some(word.template).filter(|it| !it.is_empty()),
            }],
            Offer::Name { kind, of } => document::names(&document, &notes, *kind, of.as_deref())
                .into_iter()
                .filter(|name| !name.trim().is_empty())
                .map(|name| Completion {
                    label: written(name),
                    kind: Some(kind.word),
                    detail: "",
                    template: None,
                })
                .collect(),
        };
        let new = offered
            .into_iter()
            .filter(|it| labels.insert(it.label.clone()));
        completions.list.extend(new);
    }
    completions
}
