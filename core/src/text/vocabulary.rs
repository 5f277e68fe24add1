//! The words of a language: what begins an item of a text, what means something, what is reserved.
//!
//! A text is a list of items, each beginning with a word. Some words belong to one language and say
//! which kind of model the text holds (`machine`); others (`system`, `scenario`, `check`) belong to
//! several. Words are known by where they stand, so a state may be called `check`.

use super::{Kind, Token, is_identifier, quote};

/// The words of a language.
#[derive(Debug)]
pub struct Vocabulary {
    /// The words that begin items, in the order in which a hint lists them.
    pub items: &'static [ItemWord],
    /// Words with a meaning somewhere in the language; printers put names like these in quotes.
    pub keywords: &'static [&'static str],
    /// Words of what is not available yet, with what they will mean.
    pub reserved: &'static [(&'static str, &'static str)],
}

/// A word that begins an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemWord {
    /// The word.
    pub word: &'static str,
    /// The item as a hint names it: `neg scenario`.
    pub label: &'static str,
    /// What comes next where the word really begins an item.
    pub then: Then,
    /// Whether no other language has it, so that it says which kind of model the text holds.
    pub is_own: bool,
}

/// What follows the word of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// A name or another word.
    Name,
    /// A brace, on the same line or the next.
    Brace,
}

impl Then {
    /// Whether this is what comes next; `peek(n)` is the token after `n` others.
    #[must_use]
    pub fn fits(self, peek: impl Fn(usize) -> Token) -> bool {
        let is_open = |token: Token| token.kind == Kind::Symbol("{");
        match self {
            Self::Name => matches!(peek(0).kind, Kind::Word | Kind::Quoted),
            Self::Brace => is_open(peek(0)) || (peek(0).kind == Kind::Break && is_open(peek(1))),
        }
    }
}

impl Vocabulary {
    /// The item that begins with a word.
    #[must_use]
    pub fn item(&self, word: &str) -> Option<ItemWord> {
        self.items.iter().find(|it| it.word == word).copied()
    }

    /// What a reserved word will mean.
    #[must_use]
    pub fn reserved(&self, word: &str) -> Option<&'static str> {
        let found = self.reserved.iter().find(|(it, _)| *it == word);
        found.map(|&(_, meaning)| meaning)
    }

    /// A name as the language writes it: in quotes where it could be read as something else.
    #[must_use]
    pub fn written(&self, name: &str) -> String {
        let is_plain = is_identifier(name)
            && !is_epsilon(name)
            && !self.keywords.contains(&name)
            && self.reserved(name).is_none();
        if is_plain {
            name.to_owned()
        } else {
            quote(name)
        }
    }
}

/// The empty trigger or effect, as people and papers write it (U+03B5 or U+03F5): a name in no language.
#[must_use]
pub fn is_epsilon(word: &str) -> bool {
    matches!(word, "ε" | "ϵ")
}
