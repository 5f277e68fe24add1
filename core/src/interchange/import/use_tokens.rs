//! Tokens of USE models, OCL files and Emfatic, with their lines.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A word of letters, digits and `_`.
    Word,
    /// A text in quotes, without them.
    Text,
    /// Digits, a symbol, or a text whose quote is not closed in its line.
    Other,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) sort: Sort,
    pub(super) text: &'t str,
    /// Its line, from 1.
    pub(super) line: usize,
    /// Whether it is the first of its line.
    pub(super) is_first: bool,
}

/// Symbols of two characters.
const SYMBOLS: [&str; 6] = ["->", "..", "::", "<>", "<=", ">="];

/// The tokens of a text, without comments.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut all: Vec<Token<'_>> = Vec::new();
    let (mut rest, mut line, mut known) = (text, 1, 0);
    while let Some(first) = rest.chars().next() {
        let (sort, length) = length(rest, first);
        let (token, after) = rest.split_at(length);
        if let Some(sort) = sort {
            let text = match sort {
                Sort::Text => token[1..].strip_suffix(first).unwrap_or(&token[1..]),
                _ => token,
            };
            let is_first = known != line;
            known = line;
            all.push(Token {
                sort,
                text,
                line,
                is_first,
            });
        }
        line += token.matches('\n').count();
        rest = after;
    }
    all
}

/// How long the next token is; no sort for blanks and comments.
fn length(rest: &str, first: char) -> (Option<Sort>, usize) {
    let to = |end: Option<usize>| end.unwrap_or(rest.len());
    if rest.starts_with("--") || rest.starts_with("//") {
        return (None, to(rest.find('\n')));
    }
    if let Some(comment) = rest.strip_prefix("/*") {
        return (None, comment.find("*/").map_or(rest.len(), |it| it + 4));
    }
    if first == '_' || first.is_alphabetic() {
        let is_end = |it: char| it != '_' && !it.is_alphanumeric();
        return (Some(Sort::Word), to(rest.find(is_end)));
    }
    if first.is_ascii_digit() {
        return (
            Some(Sort::Other),
            to(rest.find(|it: char| !it.is_ascii_digit())),
        );
    }
    if matches!(first, '\'' | '"') {
        return match end_of_text(rest, first) {
            Some(end) => (Some(Sort::Text), end),
            None => (Some(Sort::Other), to(rest.find('\n'))),
        };
    }
    if SYMBOLS.iter().any(|it| rest.starts_with(it)) {
        return (Some(Sort::Other), 2);
    }
    let sort = (!first.is_whitespace()).then_some(Sort::Other);
    (sort, first.len_utf8())
}

/// Where a text in quotes ends, behind the closing one; `None` where its line ends first. A `\` takes the next character with it.
fn end_of_text(rest: &str, quote: char) -> Option<usize> {
    let mut all = rest.char_indices().skip(1);
    while let Some((at, it)) = all.next() {
        match it {
            '\n' => return None,
            '\\' => {
                all.next().filter(|it| it.1 != '\n')?;
            }
            _ if it == quote => return Some(at + it.len_utf8()),
            _ => {}
        }
    }
    None
}
