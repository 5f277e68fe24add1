//! Names as texts write them: identifiers as they are, everything else between quotes.

use unicode_ident::{is_xid_continue, is_xid_start};

/// Whether a text is an identifier: a letter or `_`, then letters, digits, `_` (Unicode XID).
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(starts_word) && characters.all(is_xid_continue)
}

/// Whether a character begins an identifier.
pub(super) fn starts_word(character: char) -> bool {
    character == '_' || is_xid_start(character)
}

/// A text between quotes, as the lexer reads it. Line breaks cannot be written and become blanks.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' | '\r' => quoted.push(' '),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// The meaning of a [`Kind::Quoted`](super::Kind::Quoted) token. A backslash before anything but
/// `"` and `\` is itself.
#[must_use]
pub fn unquote(token: &str) -> String {
    let inner = token.strip_prefix('"').unwrap_or(token);
    let mut text = String::with_capacity(inner.len());
    let mut characters = inner.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next_if(|&next| next == '"' || next == '\\') {
                Some(escaped) => text.push(escaped),
                None => text.push('\\'),
            },
            '"' => break,
            _ => text.push(character),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting_and_reading_back() {
        for text in ["", "a", "a b", "\"", "\\", "\\\"", "a\\nb", "ε \u{1F600}"] {
            assert_eq!(unquote(&quote(text)), text);
        }
        assert_eq!(unquote(r#""C:\new""#), r"C:\new");
        assert_eq!(unquote("\"unclosed"), "unclosed");
        assert_eq!(quote("a\nb"), "\"a b\"");
    }
}
