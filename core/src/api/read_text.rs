//! A text that has been read, for several who ask about the same text.
//!
//! At every key an editor wants the tokens of a text, the list of findings its diagnostics, and the stage what is drawn. All
//! of it comes from one reading, which whoever shows the text keeps until the text is another one.

use super::editing::token_views;
use crate::language::{Languages, Reading, read_with_tokens};
use crate::text::{Span, TokenRole};
use crate::view::TokenView;

/// A text with its reading. What it says is asked of [`super::Kinds::analysis_of`] and [`super::chart_scene_of`].
pub struct ReadText {
    text: String,
    reading: Reading,
    tokens: Vec<(Span, TokenRole)>,
}

impl ReadText {
    pub(super) fn new(languages: &Languages, text: &str) -> Self {
        let (reading, tokens) = read_with_tokens(languages, text);
        Self {
            text: text.to_owned(),
            reading,
            tokens,
        }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// As [`super::tokens`].
    #[must_use]
    pub fn tokens(&self) -> Vec<TokenView> {
        token_views(&self.text, &self.tokens)
    }

    /// The tokens with what they stand for, in the order of the text.
    pub(crate) fn spans(&self) -> &[(Span, TokenRole)] {
        &self.tokens
    }

    /// What was read.
    pub(crate) fn reading(&self) -> &Reading {
        &self.reading
    }
}
