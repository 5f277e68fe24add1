//! What an editor asks while somebody types: what each token stands for, and what can be written at
//! the caret.
//!
//! Both come from the parser that reads the text for good, so they know what it knows, and go on
//! where the text is broken as it goes on there. Comments, quoted names and numbers complete to
//! nothing. Linear in the text.

use std::collections::BTreeSet;

use super::items::Items;
use super::languages::Languages;
use super::limits;
use super::reading::Reading;
use crate::text::{NameKind, Notes, Offer, Span, TokenRole};

/// Every token of a text with what it stands for, in the order of the text. Nothing for a text that
/// is too long to be read.
#[must_use]
pub fn tokens(languages: &Languages, text: &str) -> Vec<(Span, TokenRole)> {
    if limits::text(text).is_some() {
        return Vec::new();
    }
    let (_, notes) = languages.note(text, Notes::of_tokens());
    notes.painted(text)
}

/// A reading of a text and its tokens, as [`tokens`] lists them: the text is read once for both.
#[must_use]
pub fn read_with_tokens(languages: &Languages, text: &str) -> (Reading, Vec<(Span, TokenRole)>) {
    let (reading, notes) = languages.read_noting(text, Some(Notes::of_tokens()));
    let tokens = match limits::text(text) {
        Some(_) => Vec::new(),
        None => notes.painted(text),
    };
    (reading, tokens)
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
pub fn complete(languages: &Languages, text: &str, offset: usize) -> Completions {
    let before = (0..=offset.min(text.len())).rev();
    let caret = before.into_iter().find(|&at| text.is_char_boundary(at));
    let caret = caret.unwrap_or(0);
    let (items, notes) = languages.note(text, Notes::at_caret(caret));
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
            Offer::Name { kind, of } => names(&items, &notes, *kind, of.as_deref()),
        };
        let new = offered
            .into_iter()
            .filter(|it| labels.insert(it.label.clone()));
        completions.list.extend(new);
    }
    completions
}

fn names(items: &Items, notes: &Notes, kind: NameKind, of: Option<&str>) -> Vec<Completion> {
    let Some(language) = items.language else {
        return Vec::new();
    };
    let names = (language.names)(items.document.as_ref(), notes, kind, of).into_iter();
    names
        .filter(|name| !name.trim().is_empty())
        .map(|name| Completion {
            label: items.title.vocabulary.written(name),
            kind: Some(kind.word),
            detail: "",
            template: None,
        })
        .collect()
}
