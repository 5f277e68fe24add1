//! Tokens of USE models, OCL files and Emfatic, with their lines; and expressions of OCL as class models write them.
//!
//! USE leaves out what class models demand: parentheses behind `->size`, the arrow before `forAll`. `isDefined` becomes a `not` before
//! what it is asked of.

use super::{LeftOut, Why};
use crate::language::classes::ocl::words::{ASKED, ITERATORS, OF_OBJECTS};
use crate::text::{quote, similar};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A word of letters, digits and `_`.
    Word,
    /// A text in quotes, without them.
    Text,
    /// Digits, or a symbol.
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
        let end = rest[1..].find([first, '\n']).map(|it| it + 1);
        let end = end.map(|it| it + usize::from(rest[it..].starts_with(first)));
        return (Some(Sort::Text), to(end));
    }
    if SYMBOLS.iter().any(|it| rest.starts_with(it)) {
        return (Some(Sort::Other), 2);
    }
    let sort = (!first.is_whitespace()).then_some(Sort::Other);
    (sort, first.len_utf8())
}

/// Words after which an expression goes on.
const JOINING: &[&str] = &[
    "not", "and", "or", "xor", "implies", "div", "mod", "if", "then", "else", "let", "in",
];

/// Words that begin something else where they begin a line, whatever bracket is open.
const BEGINNING: &[&str] = &[
    "inv",
    "pre",
    "post",
    "context",
    "class",
    "association",
    "constraints",
    "operations",
    "end",
    "endpackage",
];

const DOT: Why = Why::exact("An iterator behind a dot is read as one behind an arrow, `->`.");
const MISSPELT: Why =
    Why::exact("There is no such operation; it is read as the one with a similar name.");

/// The expression that begins at a token, as class models write it. Ends where something follows that is no part of it.
///
/// # Errors
/// What is there of an expression that is not whole: then it could take in what follows.
pub(super) fn expression(
    tokens: &[Token<'_>],
    next: &mut usize,
    this: Option<&str>,
    left_out: &mut Vec<LeftOut>,
) -> Result<String, String> {
    let mut out: Vec<String> = Vec::new();
    let (mut depth, mut was_operand) = (0_usize, false);
    // How many `if` and `let` are open.
    let mut open = 0_i64;
    while let Some(&token) = tokens.get(*next) {
        let is_word = token.sort == Sort::Word;
        let is_joining = is_word && JOINING.contains(&token.text);
        let begins = token.is_first && is_word && BEGINNING.contains(&token.text);
        let is_over = match token.text {
            _ if begins => true,
            _ if token.sort == Sort::Text => false,
            ";" => true,
            ")" | "]" | "}" if depth == 0 => true,
            "endif" => false,
            _ => depth == 0 && is_word && !is_joining && was_operand,
        };
        if is_over {
            break;
        }
        match token.text {
            _ if token.sort == Sort::Text => {}
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            "if" | "let" => open += 1,
            "endif" | "in" => open -= 1,
            _ => {}
        }
        was_operand = match token.sort {
            Sort::Word => !is_joining,
            Sort::Text => true,
            Sort::Other => {
                matches!(token.text, ")" | "]" | "}")
                    || token.text.starts_with(|it: char| it.is_ascii_digit())
            }
        };
        *next += 1;
        let opens = tokens
            .get(*next)
            .is_some_and(|it| it.text == "(" && it.sort == Sort::Other);
        word(&mut out, token, (opens, this), left_out);
        if is_word && matches!(out.last().map(String::as_str), Some("(")) {
            out.push(")".into());
        }
    }
    match depth == 0 && open == 0 && was_operand {
        true => Ok(joined(&out)),
        false => Err(joined(&out)),
    }
}

/// Adds a token; of a word that is asked of something, without parentheses, also the parenthesis that is missing.
fn word(
    out: &mut Vec<String>,
    token: Token<'_>,
    (opens, this): (bool, Option<&str>),
    left_out: &mut Vec<LeftOut>,
) {
    match token.sort {
        Sort::Text => return out.push(quote(token.text)),
        Sort::Other => return out.push(token.text.into()),
        Sort::Word => {}
    }
    let mut text = token.text;
    match out.last().map(String::as_str) {
        Some(".") if opens && ITERATORS.contains(&text) => {
            left_out.push(LeftOut::new(token.line, &format!(".{text}("), DOT));
            *out.last_mut().expect("it was looked at") = "->".into();
        }
        Some(".") if matches!(text, "isDefined" | "isUndefined") => {
            if text == "isDefined" {
                let start = operand(out);
                out.insert(start, "not".into());
            }
            out.push("oclIsUndefined".into());
            out.extend((!opens).then(|| "(".into()));
            return;
        }
        Some(".") if OF_OBJECTS.contains(&text) => {
            out.push(text.into());
            out.extend((!opens).then(|| "(".into()));
            return;
        }
        Some("->") => {
            let known = ASKED.iter().chain(ITERATORS).chain(OF_OBJECTS).copied();
            if !known.clone().any(|it| it == text)
                && let Some(meant) = similar(text, known)
            {
                left_out.push(LeftOut::new(token.line, &format!("->{text}"), MISSPELT));
                text = meant;
            }
            out.push(text.into());
            out.extend((!opens).then(|| "(".into()));
            return;
        }
        Some("." | "::" | "#") => {}
        _ if this == Some(text) => text = "self",
        _ => {}
    }
    out.push(text.into());
}

/// Where the operand begins whose last token is the dot at the end.
fn operand(out: &[String]) -> usize {
    let is_name = |it: &str| {
        let is_word = it.starts_with(|it: char| it == '_' || it == '"' || it.is_alphanumeric());
        is_word && !JOINING.contains(&it)
    };
    // Before the dot.
    let mut at = out.len().saturating_sub(1);
    loop {
        if at == 0 {
            return 0;
        }
        at -= 1;
        if out[at] == "pre" && at >= 2 && out[at - 1] == "@" {
            at -= 2;
        }
        if out[at] == ")" {
            let mut depth = 0_usize;
            loop {
                match out[at].as_str() {
                    ")" => depth += 1,
                    "(" => depth -= 1,
                    _ => {}
                }
                if depth == 0 || at == 0 {
                    break;
                }
                at -= 1;
            }
            if at > 0 && is_name(&out[at - 1]) {
                at -= 1;
            }
        }
        match at.checked_sub(1).map(|it| out[it].as_str()) {
            Some("." | "->" | "::") => at -= 1,
            _ => return at,
        }
    }
}

/// Tokens as text, with blanks where they are usual.
fn joined(tokens: &[String]) -> String {
    let mut text = String::new();
    let mut before = "";
    for it in tokens {
        let is_tight = matches!(before, "" | "(" | "." | "->" | "@" | "::" | "#")
            || matches!(it.as_str(), ")" | "," | "." | "->" | "@" | "::")
            || (it == "("
                && before.starts_with(|it: char| it == '_' || it.is_alphabetic())
                && !JOINING.contains(&before));
        if !is_tight {
            text.push(' ');
        }
        text.push_str(it);
        before = it;
    }
    text
}
