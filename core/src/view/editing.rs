//! What an editor shows while somebody types: colours and completions.

use serde::{Deserialize, Serialize};

use crate::text::TokenRole;

/// A token for painting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenView {
    /// UTF-16 offset of the first character.
    pub from: u32,
    /// UTF-16 offset after the last character.
    pub to: u32,
    /// What it stands for: an index in [`TOKEN_ROLES`].
    pub role: u32,
}

/// What tokens can stand for, as words for style sheets.
pub const TOKEN_ROLES: [&str; TokenRole::ALL.len()] = {
    let mut words = [""; TokenRole::ALL.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = word(TokenRole::ALL[at]);
        at += 1;
    }
    words
};

const fn word(role: TokenRole) -> &'static str {
    match role {
        TokenRole::Comment => "comment",
        TokenRole::Keyword => "keyword",
        TokenRole::Declaration => "declaration",
        TokenRole::Name => "name",
        TokenRole::Type => "type",
        TokenRole::Event => "event",
        TokenRole::Constant => "constant",
        TokenRole::Pseudo => "pseudo",
        TokenRole::String => "string",
        TokenRole::Number => "number",
        TokenRole::Operator => "operator",
        TokenRole::Punctuation => "punctuation",
    }
}

/// What can be written at the caret.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompletionsView {
    /// UTF-16 offset where the word that is being completed begins; it ends at the caret.
    pub from: u32,
    /// What can take its place, what is most likely first.
    pub list: Vec<CompletionView>,
}

/// One thing that can be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompletionView {
    /// What is shown and matched with what is typed.
    pub label: String,
    /// What it is: `keyword`, or what it names, such as `state`.
    pub kind: String,
    /// What it is for; may be empty.
    pub detail: String,
    /// What is written instead of the label, with `${name}` where its author fills something in.
    pub template: Option<String>,
}
