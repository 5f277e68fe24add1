//! Expressions of USE models and OCL files, as class models write them.
//!
//! USE leaves out what class models demand: parentheses behind `->size`, the arrow before `forAll`. `isDefined` becomes a `not` before
//! what it is asked of, and `xor`, which binds tighter than `or` there, gets parentheses ([`super::use_rewriting`]).

use std::collections::BTreeSet;

use super::use_rewriting::rewritten;
use super::use_tokens::{Sort, Token};
use super::{LeftOut, Why};
use crate::language::classes::ocl::words::{ASKED, ITERATORS, OF_OBJECTS};
use crate::text::{quote, similar};

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
const ANY: Why = Why::lossy("Where several fit it has no value here; USE picks one of them.");
const REAL: Why = Why::lossy("There are no real numbers.");
const NOT_WHOLE: Why = Why::lossy("It is not a whole expression that class models can read.");
const ITERATE: Why = Why::lossy("`iterate` is not read; `forAll`, `collect` and their like are.");
const ORDER: Why =
    Why::lossy("Sequences, ordered sets and tuples are not read: the order of links is not kept.");

/// How expressions are written where they come from.
#[derive(Clone, Debug, Default)]
pub(super) struct Setting<'t> {
    /// Whether it is USE's own notation, in which `xor` binds tighter than `or`.
    pub(super) is_use: bool,
    /// The names of the operations that the text declares.
    pub(super) operations: BTreeSet<&'t str>,
    /// Whether it declares something called `invalid`, which is a word here.
    pub(super) has_invalid: bool,
}

/// An expression that is not taken.
#[derive(Clone, Debug)]
pub(super) struct Unread {
    /// What is there of it.
    pub(super) what: String,
    pub(super) why: Why,
}

/// The expression that begins at a token, as class models write it, with `this` as the name of `self`. Ends where something follows
/// that is no part of it.
///
/// # Errors
/// What is there of an expression that is not whole, for then it could take in what follows, or that has something of which class
/// models know nothing.
pub(super) fn expression(
    tokens: &[Token<'_>],
    next: &mut usize,
    (setting, this): (&Setting<'_>, Option<&str>),
    left_out: &mut Vec<LeftOut>,
) -> Result<String, Unread> {
    let mut out: Vec<String> = Vec::new();
    let (mut depth, mut was_operand) = (0_usize, false);
    // How many `if` and `let` are open.
    let mut open = 0_i64;
    let mut unread = None;
    while let Some(&token) = tokens.get(*next) {
        let is_word = token.sort == Sort::Word;
        let is_joining = is_word && JOINING.contains(&token.text);
        let begins = token.is_first && is_word && BEGINNING.contains(&token.text);
        let is_over = match token.text {
            _ if begins => true,
            _ if token.sort == Sort::Text => false,
            // Inside of parentheses it parts the variables of `iterate`.
            ";" | ")" | "]" | "}" if depth == 0 => true,
            "endif" => false,
            _ => depth == 0 && is_word && !is_joining && was_operand,
        };
        if is_over {
            break;
        }
        match token.text {
            _ if token.sort == Sort::Text => {}
            "{" if !matches!(out.last().map(String::as_str), Some("Set" | "Bag")) => {
                depth += 1;
                unread = unread.or(Some(ORDER));
            }
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            "if" | "let" => open += 1,
            "endif" | "in" => open -= 1,
            "iterate" => unread = Some(ITERATE),
            ";" => unread = unread.or(Some(NOT_WHOLE)),
            "." if is_between_digits(tokens, *next) => unread = Some(REAL),
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
        word(&mut out, token, &tokens[*next..], (setting, this), left_out);
    }
    if depth != 0 || open != 0 || !was_operand {
        unread = unread.or(Some(NOT_WHOLE));
    }
    match unread {
        None => Ok(joined(&rewritten(out, setting.is_use))),
        Some(why) => Err(Unread {
            what: joined(&out),
            why,
        }),
    }
}

/// Adds a token; of a word that is asked of something, without parentheses, also those that are missing.
fn word(
    out: &mut Vec<String>,
    token: Token<'_>,
    after: &[Token<'_>],
    (setting, this): (&Setting<'_>, Option<&str>),
    left_out: &mut Vec<LeftOut>,
) {
    match token.sort {
        Sort::Text => return out.push(quote(&unescaped(token.text))),
        Sort::Other => return out.push(token.text.into()),
        Sort::Word => {}
    }
    let at = |ahead: usize| after.get(ahead).map_or("", |it: &Token<'_>| it.text);
    let opens = at(0) == "(" && after[0].sort == Sort::Other;
    let mut text = token.text;
    let parentheses = |out: &mut Vec<String>| {
        if !opens {
            out.extend(["(", ")"].map(String::from));
        }
    };
    match out.last().map(String::as_str) {
        Some(".")
            if opens
                && at(1) != ")"
                && ITERATORS.contains(&text)
                && !setting.operations.contains(text) =>
        {
            left_out.push(LeftOut::new(token.line, &format!(".{text}("), DOT));
            *out.last_mut().expect("it was looked at") = "->".into();
        }
        Some(".")
            if OF_OBJECTS.contains(&text)
                || matches!(text, "isDefined" | "isUndefined" | "abs") =>
        {
            out.push(text.into());
            return parentheses(out);
        }
        Some("->") => {
            let known = ASKED.iter().chain(ITERATORS).chain(OF_OBJECTS).copied();
            if !known.clone().any(|it| it == text)
                && let Some(meant) = similar(text, known)
                && is_slip(text, meant)
            {
                left_out.push(LeftOut::new(token.line, &format!("->{text}"), MISSPELT));
                text = meant;
            }
            if text == "any" {
                left_out.push(LeftOut::new(token.line, "->any(", ANY));
            }
            out.push(text.into());
            return parentheses(out);
        }
        Some("." | "::" | "#") => {}
        _ if this == Some(text) => text = "self",
        _ if text == "invalid" && setting.has_invalid => {
            out.extend(["self", "."].map(String::from));
        }
        _ => {}
    }
    out.push(text.into());
}

/// Whether digits stand on both sides of a token.
fn is_between_digits(tokens: &[Token<'_>], at: usize) -> bool {
    let is_number = |it: Option<&Token<'_>>| {
        it.is_some_and(|it| {
            it.sort == Sort::Other && it.text.starts_with(|it: char| it.is_ascii_digit())
        })
    };
    at > 0 && is_number(tokens.get(at - 1)) && is_number(tokens.get(at + 1))
}

/// Whether a name is another one with one letter too many, too few or another one, or two that are swapped; `exists1` is no `exists`.
fn is_slip(name: &str, meant: &str) -> bool {
    let (mut one, mut other): (Vec<_>, Vec<_>) = (name.chars().collect(), meant.chars().collect());
    for _ in 0..2 {
        let same = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
        one.drain(..same);
        other.drain(..same);
        one.reverse();
        other.reverse();
    }
    let is_swapped = one.len() == 2 && other.len() == 2 && one[0] == other[1] && one[1] == other[0];
    let is_near = (one.len() <= 1 && other.len() <= 1) || is_swapped;
    name.eq_ignore_ascii_case(meant) || (is_near && one.iter().all(|it| it.is_alphabetic()))
}

/// A text in quotes as it is meant: `\` stands before a quote and before itself. Other characters keep it.
fn unescaped(text: &str) -> String {
    let mut all = text.chars().peekable();
    let mut plain = String::new();
    while let Some(it) = all.next() {
        match (it, all.peek()) {
            ('\\', Some('\'' | '"' | '\\')) => plain.extend(all.next()),
            _ => plain.push(it),
        }
    }
    plain
}

/// Tokens as text, with blanks where they are usual.
fn joined(tokens: &[String]) -> String {
    let mut text = String::new();
    let (mut before, mut earlier) = ("", "");
    for it in tokens {
        let is_name = before.starts_with(|it: char| it == '_' || it.is_alphabetic())
            && (!JOINING.contains(&before) || earlier == ".");
        // Two signs would begin a comment.
        let is_signed = before == "-"
            && it != "-"
            && (JOINING.contains(&earlier)
                || matches!(
                    earlier,
                    "" | "(" | "{" | "," | "|" | ".." | "=" | "<>" | "<" | "<=" | ">" | ">="
                ));
        let is_tight = is_signed
            || matches!(
                before,
                "" | "(" | "." | "->" | "@" | "::" | "#" | "{" | ".."
            )
            || matches!(
                it.as_str(),
                ")" | "," | "." | "->" | "@" | "::" | "}" | ".."
            )
            || (matches!(it.as_str(), "(" | "{") && is_name);
        if !is_tight {
            text.push(' ');
        }
        text.push_str(it);
        (earlier, before) = (before, it);
    }
    text
}
