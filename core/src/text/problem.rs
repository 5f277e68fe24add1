//! What can be wrong with a single token, and how its author is told.

use super::{Diagnostic, Fix, Patch, Span, Token};

/// Arrows, and what looks like a part of one.
pub const ARROWS: [char; 7] = ['→', '⟶', '⇒', '–', '—', '−', '›'];

/// Quotes that are not straight double ones.
const QUOTES: [char; 8] = ['“', '”', '„', '«', '»', '‘', '’', '\''];

/// Longest line in bytes whose quotes a fix mends.
const LONGEST_LINE: usize = 1_000;

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
                let finding = Diagnostic::error("unknown-character", token.span, title);
                let fix = unknown_fix(token.span, &shown, source);
                let finding = finding.hint(advice(text));
                fix.into_iter().fold(finding, Diagnostic::fix)
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

/// What would mend characters without a meaning. Which arrow is meant, the parser has to say.
fn unknown_fix(span: Span, shown: &str, source: &str) -> Option<Fix> {
    let text = span.text(source);
    if text.contains(QUOTES) {
        straightened(span.start, source)
    } else if text == "∅" {
        Some(Fix::new("Write `ε`", [Patch::replace(span, "ε")]))
    } else if text.contains(ARROWS) {
        None
    } else {
        let title = format!("Leave `{shown}` out");
        Some(Fix::new(title, [Patch::replace(span, "")]))
    }
}

/// The fix that makes the quotes of a line straight ones, where they come in pairs.
fn straightened(at: usize, source: &str) -> Option<Fix> {
    let before = source[..at].bytes().rev().take(LONGEST_LINE);
    let start = at - before.take_while(|&byte| byte != b'\n').count();
    let line = source.get(start..)?.split('\n').next()?;
    if line.len() > LONGEST_LINE || line.contains('"') {
        return None;
    }
    let places = line.match_indices(QUOTES);
    let patches: Vec<_> = places
        .map(|(at, quote)| {
            let span = Span::new(start + at, start + at + quote.len());
            Patch::replace(span, "\"")
        })
        .collect();
    let title = "Make the quotes of this line straight";
    (patches.len().is_multiple_of(2)).then(|| Fix::new(title, patches))
}

fn visible(character: char) -> String {
    // A backtick would end the code that it is shown in.
    if character.is_control()
        || character == '`'
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffd}')
    {
        format!("U+{:04X}", u32::from(character))
    } else {
        character.to_string()
    }
}

fn advice(text: &str) -> &'static str {
    if text.contains(QUOTES) {
        "Use straight double quotes: \"…\"."
    } else if text.contains(ARROWS) {
        "Write arrows with plain characters: `-->` for transitions, `->` for messages."
    } else if text.contains(['!', '?']) {
        "In a label, what is taken stands before `/` and what is sent behind it."
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
