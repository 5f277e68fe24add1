//! From characters to tokens, for every textual language of the project.
//!
//! Names follow Unicode (UAX #31: XID), statements end at a line break or `;`, `//` and `/* */` are
//! comments, strings stand between straight double quotes with `\"` and `\\`. Which symbols exist
//! is the language's business, see [`Syntax`]. Invariant: tokens do not overlap, stand in the order
//! of the text, and the last one is [`Kind::End`]; lexing is linear and never fails.

use unicode_ident::{is_xid_continue, is_xid_start};

use super::{Diagnostic, Findings, Span};

/// What a language's tokens look like beyond names, strings and numbers.
#[derive(Clone, Copy, Debug)]
pub struct Syntax {
    /// Operators and brackets; where one begins another, the longer one stands first.
    pub symbols: &'static [&'static str],
    /// Between these two symbols, on one line, `//` is two slashes and no comment.
    pub literal: Option<(&'static str, &'static str)>,
}

/// The sort of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An identifier or keyword.
    Word,
    /// A string with its quotes; [`unquote`] gives its meaning.
    Quoted,
    /// ASCII digits.
    Number,
    /// Digits and letters that are neither a number nor a name, such as `1st`.
    Malformed,
    /// One of [`Syntax::symbols`].
    Symbol(&'static str),
    /// The end of a statement: line breaks and semicolons, several in a row as one.
    Break,
    /// Characters that no language knows. The lexer has reported them.
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

/// Whether a text is an identifier: a letter or `_`, then letters, digits, `_` (Unicode XID).
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(starts_word) && characters.all(is_xid_continue)
}

/// A text between quotes, as [`lex`] reads it. Line breaks cannot be written and become blanks.
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

/// The meaning of a [`Kind::Quoted`] token. A backslash before anything but `"` and `\` is itself.
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

/// Splits a text into tokens and reports characters and strings that cannot be read.
#[must_use]
pub fn lex(source: &str, syntax: Syntax, findings: &mut Findings) -> Vec<Token> {
    let mut lexer = Lexer {
        source,
        syntax,
        findings,
        tokens: Vec::new(),
        literal: false,
        at: 0,
    };
    while lexer.at < source.len() {
        lexer.token();
    }
    let end = Span::new(source.len(), source.len());
    lexer.tokens.push(Token {
        kind: Kind::End,
        span: end,
    });
    lexer.tokens
}

struct Lexer<'s, 'f> {
    source: &'s str,
    syntax: Syntax,
    findings: &'f mut Findings,
    tokens: Vec<Token>,
    /// Whether the opening symbol of [`Syntax::literal`] has been read on this line.
    literal: bool,
    at: usize,
}

impl Lexer<'_, '_> {
    fn token(&mut self) {
        let rest = &self.source[self.at..];
        let Some(first) = rest.chars().next() else {
            return;
        };
        if matches!(first, '\n' | '\r' | ';') {
            self.literal = false;
            self.take(Kind::Break, 1);
        } else if is_blank(first) {
            self.at += first.len_utf8();
        } else if rest.starts_with("//") && !self.literal {
            self.at += rest.find(['\n', '\r']).unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            self.comment(rest);
        } else if first == '"' {
            self.string(rest);
        } else if starts_word(first) {
            self.take(Kind::Word, run(rest, is_xid_continue));
        } else if is_xid_continue(first) {
            let length = run(rest, is_xid_continue);
            let number = rest[..length].bytes().all(|byte| byte.is_ascii_digit());
            self.take(
                if number {
                    Kind::Number
                } else {
                    Kind::Malformed
                },
                length,
            );
        } else if let Some(symbol) = self.symbol(rest) {
            if let Some((open, close)) = self.syntax.literal {
                self.literal = symbol == open || (self.literal && symbol != close);
            }
            self.take(Kind::Symbol(symbol), symbol.len());
        } else {
            self.unknown(rest);
        }
    }

    fn symbol(&self, rest: &str) -> Option<&'static str> {
        let mut symbols = self.syntax.symbols.iter();
        symbols.find(|symbol| rest.starts_with(**symbol)).copied()
    }

    fn take(&mut self, kind: Kind, length: usize) {
        let span = Span::new(self.at, self.at + length);
        self.at = span.end;
        let repeated = kind == Kind::Break
            && self
                .tokens
                .last()
                .is_some_and(|last| last.kind == Kind::Break);
        if !repeated {
            self.tokens.push(Token { kind, span });
        }
    }

    fn comment(&mut self, rest: &str) {
        let length = match rest[2..].find("*/") {
            Some(inner) => inner + 4,
            None => {
                let opening = Span::new(self.at, self.at + 2);
                self.findings.push(
                    Diagnostic::error("unclosed-comment", opening, "This comment never ends")
                        .hint("Write `*/` where it should end."),
                );
                rest.len()
            }
        };
        self.at += length;
    }

    fn string(&mut self, rest: &str) {
        let mut escaped = false;
        for (at, character) in rest.char_indices().skip(1) {
            match character {
                '\n' | '\r' => return self.unclosed_string(at),
                '"' if !escaped => return self.take(Kind::Quoted, at + 1),
                _ => escaped = character == '\\' && !escaped,
            }
        }
        self.unclosed_string(rest.len());
    }

    /// Takes what is most likely meant to stand between the quotes, so that the rest of the line
    /// is read as usual.
    fn unclosed_string(&mut self, line: usize) {
        let text = &self.source[self.at..self.at + line];
        let until = [text.find(['{', '}', ';', ':']), text.find(" -")];
        let until = until.into_iter().flatten().min().unwrap_or(line);
        let length = text[..until].trim_end().len();
        let span = Span::new(self.at, self.at + length);
        self.findings.push(
            Diagnostic::error(
                "unclosed-string",
                span,
                "The closing `\"` is missing on this line",
            )
            .hint("Close the quotes; a name cannot go on in the next line."),
        );
        self.take(Kind::Quoted, length);
    }

    /// Takes all characters up to the next one that can begin a token: one finding for all of them.
    fn unknown(&mut self, rest: &str) {
        let length = run(rest, |character| {
            !is_blank(character)
                && !is_xid_continue(character)
                && character != '_'
                && !matches!(character, '\n' | '\r' | ';' | '"')
                && !self
                    .syntax
                    .symbols
                    .iter()
                    .any(|symbol| symbol.starts_with(character))
        });
        let text = &rest[..length];
        let span = Span::new(self.at, self.at + length);
        let shown: String = text.chars().take(8).map(visible).collect();
        let finding = Diagnostic::error(
            "unknown-character",
            span,
            format!("`{shown}` has no meaning here"),
        );
        self.findings.push(finding.hint(advice(text)));
        self.take(Kind::Unknown, length);
    }
}

fn starts_word(character: char) -> bool {
    character == '_' || is_xid_start(character)
}

/// White space, and the byte order mark that some editors put first.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

/// Length in bytes of the longest beginning whose characters all fit; at least one character.
fn run(text: &str, fits: impl Fn(char) -> bool) -> usize {
    let mut characters = text.char_indices().skip(1);
    characters
        .find(|&(_, character)| !fits(character))
        .map_or(text.len(), |(at, _)| at)
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

    const SYNTAX: Syntax = Syntax {
        symbols: &["-->", "->", "--", "{", "}", "/", "<", ">", ":"],
        literal: Some(("<", ">")),
    };

    /// The tokens as text, one string each, and the codes of the findings.
    fn tokens(source: &str) -> (Vec<String>, Vec<&'static str>) {
        let mut findings = Findings::default();
        let tokens = lex(source, SYNTAX, &mut findings)
            .iter()
            .map(|token| match token.kind {
                Kind::Break => "¶".to_string(),
                Kind::End => "end".to_string(),
                Kind::Unknown => format!("?{}", token.span.text(source)),
                Kind::Malformed => format!("!{}", token.span.text(source)),
                Kind::Number => format!("#{}", token.span.text(source)),
                _ => token.span.text(source).to_string(),
            })
            .collect();
        (tokens, findings.finish().iter().map(|it| it.code).collect())
    }

    fn check(source: &str, expected: &str, codes: &[&str]) {
        let (found, findings) = tokens(source);
        assert_eq!(found.join(" "), expected, "{source:?}");
        assert_eq!(findings, codes, "{source:?}");
    }

    #[test]
    fn tokens_of_small_texts() {
        check("", "end", &[]);
        check("a-->b", "a --> b end", &[]);
        check("a->b", "a -> b end", &[]);
        check("a\r\n\r\n;b\rc", "a ¶ b ¶ c end", &[]);
        check("\u{feff}a\tb\u{a0}c", "a b c end", &[]);
        check("größe_2 ε 学生 _x", "größe_2 ε 学生 _x end", &[]);
        check("a // b { \" \nc", "a ¶ c end", &[]);
        check("a /* b\n ; */ c", "a c end", &[]);
        check("a /*/ b", "a end", &["unclosed-comment"]);
        check("15 1st ٣", "#15 !1st !٣ end", &[]);
        check("<a//x/b> // c", "< a / / x / b > end", &[]);
        check("<a//x\n// c", "< a / / x ¶ end", &[]);
        check(r#""a // \" b" c"#, r#""a // \" b" c end"#, &[]);
        check("\"a\nb", "\"a ¶ b end", &["unclosed-string"]);
        check("\"a", "\"a end", &["unclosed-string"]);
        check("\"a b { c", "\"a b { c end", &["unclosed-string"]);
        check("\"a --> b", "\"a --> b end", &["unclosed-string"]);
        check("\"{", "\" { end", &["unclosed-string"]);
        check("a → b", "a ?→ b end", &["unknown-character"]);
        check("$%&§a", "?$%&§ a end", &["unknown-character"]);
    }

    #[test]
    fn quoting_and_reading_back() {
        for text in ["", "a", "a b", "\"", "\\", "\\\"", "a\\nb", "ε \u{1F600}"] {
            assert_eq!(unquote(&quote(text)), text);
        }
        assert_eq!(unquote(r#""C:\new""#), r"C:\new");
        assert_eq!(unquote("\"unclosed"), "unclosed");
        assert_eq!(quote("a\nb"), "\"a b\"");
    }

    #[test]
    fn invisible_characters_are_named() {
        let mut findings = Findings::default();
        let _ = lex("a\u{200b}b", SYNTAX, &mut findings);
        assert_eq!(findings.finish()[0].title, "`U+200B` has no meaning here");
    }
}
