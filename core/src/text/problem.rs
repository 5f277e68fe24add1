//! What can be wrong with a single token, and how its author is told.

use super::{Diagnostic, Span, Token};

/// What is wrong with a token, apart from where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Characters without a meaning.
    Unknown,
    /// A string without its closing quotes.
    UnclosedString,
    /// Before the end of the text stands a comment that begins here and never ends.
    UnclosedComment(usize),
}

impl Problem {
    /// The finding about a token of `source`.
    #[must_use]
    pub fn finding(self, token: Token, source: &str) -> Diagnostic {
        match self {
            Self::Unknown => {
                let text = token.span.text(source);
                let shown: String = text.chars().take(8).map(visible).collect();
                let title = format!("`{shown}` has no meaning here");
                Diagnostic::error("unknown-character", token.span, title).hint(advice(text))
            }
            Self::UnclosedString => Diagnostic::error(
                "unclosed-string",
                token.span,
                "The closing `\"` is missing on this line",
            )
            .hint("Close the quotes; a name cannot go on in the next line."),
            Self::UnclosedComment(start) => Diagnostic::error(
                "unclosed-comment",
                Span::new(start, start + 2),
                "This comment never ends",
            )
            .hint("Write `*/` where it should end."),
        }
    }
}

fn visible(character: char) -> String {
    if character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffd}')
    {
        format!("U+{:04X}", u32::from(character))
    } else {
        character.to_string()
    }
}

fn advice(text: &str) -> &'static str {
    if text.contains(['“', '”', '„', '«', '»', '‘', '’', '\'']) {
        "Use straight double quotes: \"…\"."
    } else if text.contains(['→', '⟶', '⇒', '–', '—', '−', '›']) {
        "Write arrows with plain characters: `-->` for transitions, `->` for messages."
    } else if text.contains('∅') {
        "Write `ε`, or leave the effects out."
    } else {
        "Remove it, or put the whole name in double quotes."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Kind;

    #[test]
    fn invisible_characters_are_named() {
        let token = Token {
            kind: Kind::Unknown,
            span: Span::new(1, 4),
        };
        let finding = Problem::Unknown.finding(token, "a\u{200b}b");
        assert_eq!(finding.title, "`U+200B` has no meaning here");
    }
}
