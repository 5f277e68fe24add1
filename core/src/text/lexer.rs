//! From characters to tokens, for every textual language of the project.
//!
//! Names follow Unicode (UAX #31: XID), `/* */` is a comment, strings stand between straight double
//! quotes with `\"` and `\\`. Everything else is the business of the [`Mode`], which may change
//! between any two tokens: the lexer reads one token at a time and can be set back. Invariant:
//! tokens do not overlap and stand in the order of the text, [`Kind::End`] comes last and for ever;
//! lexing is linear and never fails.
//!
//! For completion the lexer puts an empty word at the caret where no word stands there already, so
//! that the parser meets a name in the place where one could be written.

use unicode_ident::is_xid_continue;

use super::problem::Problem;
use super::quoted::starts_word;
use super::{Kind, Mode, Span, Token};

/// A place in a text, from which tokens are read.
#[derive(Clone, Debug)]
pub struct Lexer<'s> {
    source: &'s str,
    at: usize,
    /// The token before `at`, if there is one.
    last: Option<Token>,
    /// Where somebody types, as long as that is still ahead.
    caret: Option<usize>,
    unclosed_comment: Option<usize>,
}

impl<'s> Lexer<'s> {
    /// Stands before the first token.
    #[must_use]
    pub fn new(source: &'s str) -> Self {
        Self {
            source,
            at: 0,
            last: None,
            caret: None,
            unclosed_comment: None,
        }
    }

    /// Goes back to behind a token, or to the beginning. `caret` is where somebody types.
    pub fn set_behind(&mut self, last: Option<Token>, caret: Option<usize>) {
        self.at = last.map_or(0, |token| token.span.end);
        self.last = last;
        // The empty word at the caret stands there only once.
        let is_met = |caret: usize| last.is_some_and(|it| it.span == Span::new(caret, caret));
        self.caret = caret.filter(|&caret| !is_met(caret));
        self.unclosed_comment = None;
    }

    /// Reads the next token.
    pub fn next(&mut self, mode: &Mode) -> (Token, Option<Problem>) {
        loop {
            if self.caret == Some(self.at) && !self.touches_word() {
                self.caret = None;
                return self.take(Kind::Word, 0, None);
            }
            let rest = &self.source[self.at..];
            let Some(first) = rest.chars().next() else {
                let problem = self.unclosed_comment.map(Problem::UnclosedComment);
                return self.take(Kind::End, 0, problem);
            };
            if mode.breaks.contains(&first) {
                let repeated = self.last.is_some_and(|last| last.kind == Kind::Break);
                if !repeated {
                    return self.take(Kind::Break, first.len_utf8(), None);
                }
                self.at += first.len_utf8();
            } else if is_blank(first) {
                self.at += first.len_utf8();
            } else if let Some(length) = self.comment(rest, mode) {
                // Where a line ends, or the text in a comment, the caret still stands in the comment.
                let is_open = !rest.starts_with("/*") || self.unclosed_comment.is_some();
                let inside = self.at + 1..self.at + length + usize::from(is_open);
                self.caret = self.caret.filter(|caret| !inside.contains(caret));
                self.at += length;
            } else {
                let (kind, length, problem) = token(rest, first, mode);
                return self.take(kind, length, problem);
            }
        }
    }

    fn take(
        &mut self,
        kind: Kind,
        length: usize,
        problem: Option<Problem>,
    ) -> (Token, Option<Problem>) {
        let span = Span::new(self.at, self.at + length);
        self.at = span.end;
        let token = Token { kind, span };
        self.last = Some(token);
        (token, problem)
    }

    /// Whether a word, number or string ends or begins here.
    fn touches_word(&self) -> bool {
        let ends = self.last.is_some_and(|last| {
            let is_word = !matches!(last.kind, Kind::Symbol(_) | Kind::Break | Kind::Unknown);
            is_word && last.span.end == self.at
        });
        let next = self.source[self.at..].chars().next();
        ends || next.is_some_and(|it| it == '"' || starts_word(it) || is_xid_continue(it))
    }

    /// Length of the comment that begins here, if one does.
    fn comment(&mut self, rest: &str, mode: &Mode) -> Option<usize> {
        if mode.line_comments.iter().any(|it| rest.starts_with(it)) {
            return Some(rest.find(['\n', '\r']).unwrap_or(rest.len()));
        }
        let inner = rest.strip_prefix("/*")?;
        Some(match inner.find("*/") {
            Some(end) => end + 4,
            None => {
                self.unclosed_comment = Some(self.at);
                rest.len()
            }
        })
    }
}

/// The token that a text begins with: what it is, its length in bytes, what is wrong with it.
fn token(rest: &str, first: char, mode: &Mode) -> (Kind, usize, Option<Problem>) {
    if first == '"' {
        return string(rest);
    }
    if starts_name(first, mode) {
        return (Kind::Word, name(rest, mode), None);
    }
    if is_xid_continue(first) {
        let length = run(rest, is_xid_continue);
        let is_number = rest[..length].bytes().all(|byte| byte.is_ascii_digit());
        let kind = if is_number {
            Kind::Number
        } else {
            Kind::Malformed
        };
        return (kind, length, None);
    }
    let mut symbols = mode.symbols.iter();
    if let Some(symbol) = symbols.find(|symbol| rest.starts_with(**symbol)) {
        return (Kind::Symbol(symbol), symbol.len(), None);
    }
    // Up to the next character that can begin a token: one finding for all of them.
    let length = run(rest, |character| {
        let begins = |known: &&'static str| known.starts_with(character);
        !is_blank(character)
            && !is_xid_continue(character)
            && !starts_name(character, mode)
            && character != '"'
            && !mode.breaks.contains(&character)
            && !mode.symbols.iter().any(begins)
            && !mode.line_comments.iter().any(begins)
    });
    (Kind::Unknown, length, Some(Problem::Unknown))
}

fn starts_name(character: char, mode: &Mode) -> bool {
    starts_word(character) || (mode.dotted_names && character == '$')
}

/// Length of the name with which a text begins.
fn name(rest: &str, mode: &Mode) -> usize {
    if !mode.dotted_names {
        return run(rest, is_xid_continue);
    }
    let letter = |character| is_xid_continue(character) || character == '$';
    let mut length = run(rest, letter);
    while let Some(after) = rest[length..].strip_prefix('.') {
        match after.chars().next() {
            Some(next) if starts_name(next, mode) => length += 1 + run(after, letter),
            _ => break,
        }
    }
    length
}

fn string(rest: &str) -> (Kind, usize, Option<Problem>) {
    let mut escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            '\n' | '\r' => return unclosed_string(&rest[..at]),
            '"' if !escaped => return (Kind::Quoted, at + 1, None),
            _ => escaped = character == '\\' && !escaped,
        }
    }
    unclosed_string(rest)
}

/// Takes what is most likely meant to stand between the quotes, so that the rest of the line is
/// read as usual.
fn unclosed_string(line: &str) -> (Kind, usize, Option<Problem>) {
    let until = [line.find(['{', '}', ';', ':']), line.find(" -")];
    let until = until.into_iter().flatten().min().unwrap_or(line.len());
    let length = line[..until].trim_end().len();
    (Kind::Quoted, length, Some(Problem::UnclosedString))
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

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: Mode = Mode {
        word_role: crate::text::no_word_role,
        symbols: &["-->", "->", "--", "{", "}", "/", "<", ">", ":"],
        line_comments: &["//"],
        breaks: &['\n', '\r', ';'],
        dotted_names: false,
    };
    /// As in a place `<a//b/c>`.
    const SLASHES: Mode = Mode {
        word_role: crate::text::no_word_role,
        line_comments: &[],
        ..LINES
    };
    /// As in a list of actions, or in a contract.
    const ACTIONS: Mode = Mode {
        word_role: crate::text::no_word_role,
        symbols: &[":=", ";", "-", "+", "(", ")", ".."],
        line_comments: &["--"],
        breaks: &['\n'],
        dotted_names: false,
    };
    /// As in a program in which only braces end anything.
    const BLANKS: Mode = Mode {
        word_role: crate::text::no_word_role,
        symbols: &["{", "}", ";"],
        line_comments: &["//"],
        breaks: &[],
        dotted_names: false,
    };
    /// As in a transition system.
    const DOTS: Mode = Mode {
        word_role: crate::text::no_word_role,
        symbols: &["..", ":=", ";", "."],
        dotted_names: true,
        ..BLANKS
    };

    #[test]
    fn names_can_have_dots() {
        for (source, expected, codes) in [
            ("a\n:= b;\n;", "a := b ; ; end", &[][..]),
            ("Color.Red", "Color.Red end", &[]),
            ("$a.$b.c_1 a. b .c", "$a.$b.c_1 a . b . c end", &[]),
            ("0..5 a..b a.1", "#0 .. #5 a .. b a . #1 end", &[]),
            ("%$a", "?% $a end", &["unknown-character"]),
        ] {
            let (found, findings) = tokens(source, &DOTS, None);
            assert_eq!(found.join(" "), expected, "{source:?}");
            assert_eq!(findings, codes, "{source:?}");
        }
    }

    /// The tokens as text, one string each, and the codes of the findings.
    fn tokens(source: &str, mode: &Mode, caret: Option<usize>) -> (Vec<String>, Vec<&'static str>) {
        let mut lexer = Lexer::new(source);
        lexer.set_behind(None, caret);
        let (mut tokens, mut codes) = (Vec::new(), Vec::new());
        loop {
            let (token, problem) = lexer.next(mode);
            codes.extend(problem.map(|it| it.finding(token, source).code));
            let text = token.span.text(source);
            tokens.push(match token.kind {
                Kind::Break => "¶".to_string(),
                Kind::End => "end".to_string(),
                Kind::Unknown => format!("?{text}"),
                Kind::Malformed => format!("!{text}"),
                Kind::Number => format!("#{text}"),
                Kind::Word if text.is_empty() => "|".to_string(),
                _ => text.to_string(),
            });
            if token.kind == Kind::End {
                return (tokens, codes);
            }
        }
    }

    fn check(source: &str, expected: &str, codes: &[&str]) {
        check_in(&LINES, source, expected, codes);
    }

    fn check_in(mode: &Mode, source: &str, expected: &str, codes: &[&str]) {
        let (found, findings) = tokens(source, mode, None);
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
        check("a < b // c > d", "a < b end", &[]);
        check("a /* b\n ; */ c", "a c end", &[]);
        check("a /*/ b", "a end", &["unclosed-comment"]);
        check("15 1st ٣", "#15 !1st !٣ end", &[]);
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
    fn each_mode_has_its_own_symbols_comments_and_ends() {
        check_in(&SLASHES, "<a//x/b>\nc", "< a / / x / b > ¶ c end", &[]);
        let actions = "n := n + 1; f(0..20) -- twice\nx";
        let expected = "n := n + #1 ; f ( #0 .. #20 ) ¶ x end";
        check_in(&ACTIONS, actions, expected, &[]);
        check_in(&ACTIONS, "a // b", "a ?// b end", &["unknown-character"]);
        check_in(&BLANKS, "{ a;\n\n b }", "{ a ; b } end", &[]);
    }

    /// The caret is the `|` of the text.
    fn check_caret(text: &str, expected: &str) {
        let caret = text.find('|').expect("a caret");
        let (found, _) = tokens(&text.replace('|', ""), &LINES, Some(caret));
        assert_eq!(found.join(" "), expected, "{text:?}");
    }

    #[test]
    fn where_somebody_types_stands_a_word() {
        check_caret("|", "| end");
        check_caret("a |", "a | end");
        check_caret("a -->|", "a --> | end");
        check_caret("a\n  |\n\nb", "a ¶ | ¶ b end");
        check_caret("a /* c */| b", "a | b end");
        check_caret("a |// c", "a | end");
        // There is a word already, or something that is none.
        check_caret("a|", "a end");
        check_caret("ab|cd", "abcd end");
        check_caret("a --> |b", "a --> b end");
        check_caret("1|", "#1 end");
        check_caret("\"a|\"", "\"a\" end");
        // In comments nothing is completed.
        check_caret("a // c|", "a end");
        check_caret("a // |c\nb", "a ¶ b end");
        check_caret("a /* | */ b", "a b end");
        check_caret("a /* b |", "a end");
    }

    #[test]
    fn set_back_it_reads_again_in_another_mode() {
        let source = "a <b//c\n> d";
        let mut lexer = Lexer::new(source);
        let (_, (open, _)) = (lexer.next(&LINES), lexer.next(&LINES));
        let (word, _) = lexer.next(&LINES);
        assert_eq!(lexer.next(&LINES).0.kind, Kind::Break);
        lexer.set_behind(Some(open), None);
        assert_eq!(lexer.next(&SLASHES).0, word);
        assert_eq!(lexer.next(&SLASHES).0.kind, Kind::Symbol("/"));
    }
}
