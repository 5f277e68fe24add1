//! What a parser notes down for an editor while it reads: what each token stands for, which names
//! there are, and what can be written at the caret.
//!
//! Colours and completions come from the one parser that also decides what a text means, so they
//! cannot disagree with it. Notes are taken only where somebody asked for them; a parser that just
//! reads pays one test per token.

use super::{Kind, Span, Token};

/// What a token stands for: the editor's colour. The words are those of the language server protocol
/// where it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenRole {
    /// A comment.
    Comment,
    /// A word of the language.
    Keyword,
    /// A name where it is declared.
    Declaration,
    /// A name in use: a state, a lifeline, a variable.
    Name,
    /// The name of what things are instances of: a machine, a class, a type.
    Type,
    /// What is sent, taken or called: a symbol, an event, an operation.
    Event,
    /// A word with a fixed value: an expected answer, a literal.
    Constant,
    /// `[*]`, `ε` and other marks in the place of a name.
    Pseudo,
    /// Text in quotes.
    String,
    /// A number.
    Number,
    /// Arrows and operators.
    Operator,
    /// Brackets, commas, colons.
    Punctuation,
}

impl TokenRole {
    /// All roles.
    pub const ALL: [Self; 12] = [
        Self::Comment,
        Self::Keyword,
        Self::Declaration,
        Self::Name,
        Self::Type,
        Self::Event,
        Self::Constant,
        Self::Pseudo,
        Self::String,
        Self::Number,
        Self::Operator,
        Self::Punctuation,
    ];

    /// What a token stands for as long as no parser says more; `None` for what is not painted.
    fn of(token: Token) -> Option<Self> {
        match token.kind {
            Kind::Word | Kind::Malformed => Some(Self::Name),
            Kind::Quoted => Some(Self::String),
            Kind::Number => Some(Self::Number),
            Kind::Symbol(symbol) if symbol.bytes().all(|it| b"{}()[],.:;".contains(&it)) => {
                Some(Self::Punctuation)
            }
            Kind::Symbol(_) => Some(Self::Operator),
            Kind::Unknown => Some(Self::Punctuation),
            Kind::Break | Kind::End => None,
        }
    }
}

/// What a name can be the name of, in the word of its language: a state, a lifeline, a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameKind {
    /// The word, unique in its language, such as `state`.
    pub word: &'static str,
    /// How its names are painted.
    pub role: TokenRole,
    /// Whether its names mean something only inside the item that holds them.
    pub is_local: bool,
}

/// What a parser expects of a name.
#[derive(Clone, Copy, Debug)]
pub enum Naming<'n> {
    /// It is declared here: nobody can propose it.
    New(NameKind),
    /// It needs no declaration, a mention is enough.
    Mention(NameKind),
    /// It is declared elsewhere.
    Known(NameKind),
    /// It belongs to something with a name, as the state in `lifeline.state`.
    Member(NameKind, &'n str),
}

/// A word that can be written at the caret, or a whole piece of text that begins with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// What is shown and matched.
    pub label: &'static str,
    /// What it is for; may be empty.
    pub detail: &'static str,
    /// What is written: the label where it is empty, else a text in which `${name}` marks what its
    /// author fills in.
    pub template: &'static str,
}

impl Word {
    /// A plain word.
    #[must_use]
    pub const fn plain(label: &'static str) -> Self {
        Self {
            label,
            detail: "",
            template: "",
        }
    }
}

/// Something that can be written at the caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A word of the language.
    Word(Word),
    /// A name of a kind.
    Name {
        /// The kind.
        kind: NameKind,
        /// What it belongs to, where it is a member.
        of: Option<String>,
    },
}

/// A name as the parser met it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The name without quotes.
    pub text: String,
    /// What it is the name of.
    pub kind: NameKind,
    /// The item in which it stands, counted from 0.
    pub item: usize,
}

/// The notes about one text.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Every token but the ends of statements, in the order of the text, without comments.
    tokens: Vec<(Span, TokenRole)>,
    /// Where somebody types.
    pub caret: Option<usize>,
    /// What can be written there, what is most likely first.
    pub offers: Vec<Offer>,
    /// Where the word at the caret begins, if one stands there.
    pub word_at_caret: Option<usize>,
    /// The item in which the caret stands.
    pub item_at_caret: usize,
    /// The word that each item begins with.
    pub items: Vec<&'static str>,
    /// The names that are declared or mentioned, except the one at the caret. Only with a caret.
    pub names: Vec<Noted>,
}

impl Notes {
    /// Notes for colours.
    #[must_use]
    pub fn of_tokens() -> Self {
        Self::default()
    }

    /// Notes for completion at an offset in bytes.
    #[must_use]
    pub fn at_caret(caret: usize) -> Self {
        Self {
            caret: Some(caret),
            ..Self::default()
        }
    }

    /// The names of a kind that mean something at the caret, in the order of the text.
    #[must_use]
    pub fn names_here(&self, kind: NameKind) -> Vec<&str> {
        let item = kind.is_local.then_some(self.item_at_caret);
        self.names_of(kind, item).collect()
    }

    /// The names of a kind, in one item or in all of them, in the order of the text.
    pub fn names_of(&self, kind: NameKind, item: Option<usize>) -> impl Iterator<Item = &str> {
        let fits = move |it: &&Noted| it.kind == kind && item.is_none_or(|item| it.item == item);
        self.names.iter().filter(fits).map(|it| it.text.as_str())
    }

    /// Every token with what it stands for, comments included.
    #[must_use]
    pub fn painted(self, source: &str) -> Vec<(Span, TokenRole)> {
        let mut painted = Vec::with_capacity(self.tokens.len());
        let mut end = 0;
        for (span, role) in self.tokens {
            comments(source, end, span.start, &mut painted);
            painted.push((span, role));
            end = span.end;
        }
        comments(source, end, source.len(), &mut painted);
        painted
    }

    pub(super) fn taken(&mut self, token: Token, source: &str) {
        let is_semicolon = token.kind == Kind::Break && token.span.text(source) == ";";
        let role = if is_semicolon {
            Some(TokenRole::Punctuation)
        } else {
            TokenRole::of(token)
        };
        if let Some(role) = role.filter(|_| self.caret.is_none()) {
            self.tokens.push((token.span, role));
        }
    }

    pub(super) fn paint(&mut self, span: Span, role: TokenRole) {
        let mut latest = self.tokens.iter_mut().rev();
        let same = latest.find(|(at, _)| at.start <= span.start);
        if let Some((_, painted)) = same.filter(|(at, _)| *at == span) {
            *painted = role;
        }
    }
}

/// Appends the comments between two tokens, where there is nothing else but blanks and breaks.
fn comments(source: &str, from: usize, to: usize, painted: &mut Vec<(Span, TokenRole)>) {
    let mut at = from;
    while let Some(rest) = source.get(at..to) {
        let begins = |it: char| it.is_ascii() && !it.is_ascii_whitespace() && it != ';';
        let Some(start) = rest.find(begins) else {
            return;
        };
        let comment = &rest[start..];
        let length = match comment.strip_prefix("/*") {
            Some(inner) => inner.find("*/").map_or(comment.len(), |end| end + 4),
            None => comment.find(['\n', '\r']).unwrap_or(comment.len()),
        };
        let span = Span::new(at + start, at + start + length);
        painted.push((span, TokenRole::Comment));
        at = span.end;
    }
}
