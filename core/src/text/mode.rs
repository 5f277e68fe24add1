//! Tokens, and how a piece of a text is split into them.
//!
//! What is an operator, a comment or the end of a statement differs between the parts of a text: in
//! a place `<idle//done/busy>` two slashes are no comment, in a list of actions `;` ends no
//! statement, in a contract `--` begins a comment. Each such part has a [`Mode`], and its parser
//! says where the mode begins and ends ([`Cursor::in_mode`](super::Cursor::in_mode)): no lexer
//! guesses it from brackets.

use super::Span;
use super::notes::TokenRole;

/// How a piece of a text is split into tokens. Strings and numbers are the same in all modes.
#[derive(Debug)]
pub struct Mode {
    /// What words stand for that mean the same wherever they stand; of others the parser says what they are.
    pub word_role: fn(&str) -> Option<TokenRole>,
    /// Operators and brackets; where one begins another, the longer one stands first.
    pub symbols: &'static [&'static str],
    /// What begins a comment that goes on to the end of the line. Comments come before symbols.
    pub line_comments: &'static [&'static str],
    /// Characters that end a statement. Line breaks that are not among them are blanks.
    pub breaks: &'static [char],
    /// Whether a name can also contain `$`, and `.` before a letter, `_` or `$`: `Color.Red` is one name.
    pub dotted_names: bool,
}

/// The sort of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An identifier or keyword.
    Word,
    /// A string with its quotes; [`unquote`](super::unquote) gives its meaning.
    Quoted,
    /// ASCII digits.
    Number,
    /// Digits and letters that are neither a number nor a name, such as `1st`.
    Malformed,
    /// One of [`Mode::symbols`].
    Symbol(&'static str),
    /// The end of a statement: several of [`Mode::breaks`] in a row as one.
    Break,
    /// Characters that the mode does not know. They are reported when they are taken.
    Unknown,
    /// The end of the text.
    End,
}

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
}

/// No word means the same everywhere.
#[must_use]
pub fn no_word_role(_: &str) -> Option<TokenRole> {
    None
}
