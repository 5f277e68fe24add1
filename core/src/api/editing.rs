//! What an editor asks while somebody types: colours and completions.

use crate::language::{self, Languages};
use crate::text::{Span, TokenRole, Utf16};
use crate::view::{CompletionView, CompletionsView, TokenView};

/// The tokens of a text in its order; nothing for a text that is too long to be read. Linear in the
/// text.
#[must_use]
pub fn tokens(text: &str) -> Vec<TokenView> {
    token_views(text, &language::tokens(&Languages::default(), text))
}

/// Tokens as plain data.
pub(super) fn token_views(text: &str, tokens: &[(Span, TokenRole)]) -> Vec<TokenView> {
    let mut utf16 = Utf16::new(text);
    tokens
        .iter()
        .map(|&(span, role)| TokenView {
            from: utf16.at(span.start),
            to: utf16.at(span.end),
            role: role as u32,
        })
        .collect()
}

/// What can be written at a UTF-16 offset. Linear in the text.
#[must_use]
pub fn complete(text: &str, offset: u32) -> CompletionsView {
    complete_with(&Languages::default(), text, offset)
}

/// The same with the languages that are there.
pub(super) fn complete_with(languages: &Languages, text: &str, offset: u32) -> CompletionsView {
    let found = language::complete(languages, text, Utf16::offset(text, offset));
    CompletionsView {
        from: Utf16::new(text).at(found.span.start),
        list: found
            .list
            .into_iter()
            .map(|it| CompletionView {
                label: it.label,
                kind: it.kind.unwrap_or("keyword").to_owned(),
                detail: it.detail.to_owned(),
                template: it.template.map(str::to_owned),
            })
            .collect(),
    }
}
