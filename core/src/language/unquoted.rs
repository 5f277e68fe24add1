//! Reading names, also those that lack their quotes.
//!
//! Whoever forgets the quotes around `auth-server` or `want coffee` meant one name all the same: it is
//! read as one, reported at each place, and the fix puts quotes around all of them. Blanks only belong
//! to a name where what follows shows that they do, see [`Follow`].

use std::collections::BTreeMap;

use super::names::{Name, begins_name, shown, writing};
use crate::text::{
    Cursor, Diagnostic, Findings, Fix, Kind, Naming, Patch, Span, Token, TokenRole, is_epsilon,
    quote, unquote,
};

/// Longest name in characters.
pub const LONGEST_NAME: usize = 200;

/// A fix mends at most so many places at once: a text with more has another problem.
const MOST_PLACES: usize = 50;

/// Findings that quotes would mend, and only those.
const QUOTABLE: [&str; 3] = ["unquoted-name", "bad-name", "reserved-word"];

/// What stands behind a name at some place of the language. A name with blanks is only taken for one
/// where something of this follows it.
#[derive(Clone, Copy, Debug)]
pub struct Follow {
    /// Symbols.
    pub symbols: &'static [&'static str],
    /// Words with a meaning here, which are no part of the name.
    pub words: &'static [&'static str],
    /// Whether the statement may end here.
    pub end: bool,
}

impl Follow {
    /// What follows a name that only these symbols can follow.
    #[must_use]
    pub const fn symbols(symbols: &'static [&'static str]) -> Self {
        Self {
            symbols,
            words: &[],
            end: false,
        }
    }

    /// The same at the end of a statement.
    #[must_use]
    pub const fn or_end(self) -> Self {
        Self { end: true, ..self }
    }

    /// The same before some words.
    #[must_use]
    pub const fn or_words(self, words: &'static [&'static str]) -> Self {
        Self { words, ..self }
    }
}

/// Reads the name of an item, where it is declared.
pub fn item_name(cursor: &mut Cursor, naming: Naming, what: &str, follow: Follow) -> Option<Name> {
    let name = name(cursor, naming, what, follow)?;
    cursor.paint(name.span, TokenRole::Declaration);
    Some(name)
}

/// Reads a name; `what` says for the message what is named, such as "a state".
pub fn name(cursor: &mut Cursor, naming: Naming, what: &str, follow: Follow) -> Option<Name> {
    cursor.offer_names(naming);
    let token = cursor.peek();
    if !begins_name(token) {
        cursor.expected("expected-name", what, None);
        return None;
    }
    let (tokens, text) = match token.kind {
        Kind::Quoted => (1, unquote(cursor.text(token))),
        _ => unquoted(cursor, follow),
    };
    for _ in 0..tokens {
        cursor.advance();
    }
    let span = cursor.since(token.span.start);
    cursor.note_name(naming, &text, Token { span, ..token });
    if token.kind != Kind::Quoted {
        report(cursor, token, &text, span, what);
    }
    Some(Name {
        text: fitted(cursor, text, span),
        span,
    })
}

/// How many tokens make up a name without quotes, and the name: more than one where hyphens or
/// blanks stand inside. A word that somebody types just now may become anything, so it is no part.
fn unquoted(cursor: &Cursor, follow: Follow) -> (usize, String) {
    let mut ahead = Ahead {
        cursor,
        tokens: Vec::new(),
        upcoming: cursor.upcoming(),
    };
    let mut text = cursor.text(cursor.peek()).to_string();
    let mut end = ahead.hyphenated(1, &mut text);
    let alone = (end, text.clone());
    if follow.words.contains(&text.as_str()) {
        return alone;
    }
    loop {
        let next = ahead.at(end);
        let blank = cursor.between(ahead.at(end - 1), next).trim().is_empty();
        let is_meant = follow.words.contains(&cursor.text(next)) || cursor.is_typed(next);
        if !is_part(next) || !blank || is_meant {
            break;
        }
        // What is longer than any name need not be read to its end, again and again.
        if text.len() > 4 * LONGEST_NAME {
            return alone;
        }
        text.push(' ');
        text.push_str(cursor.text(next));
        end = ahead.hyphenated(end + 1, &mut text);
    }
    let next = ahead.at(end);
    let fits = match next.kind {
        Kind::Symbol("}") | Kind::Break | Kind::End => follow.end,
        Kind::Symbol(symbol) => follow.symbols.contains(&symbol),
        Kind::Word => follow.words.contains(&cursor.text(next)),
        _ => false,
    };
    if fits { (end, text) } else { alone }
}

/// Whether a token can be a part of a name.
fn is_part(token: Token) -> bool {
    matches!(token.kind, Kind::Word | Kind::Number | Kind::Malformed)
}

/// The tokens ahead, each read once.
struct Ahead<'c, 's, 'f, I> {
    cursor: &'c Cursor<'s, 'f>,
    tokens: Vec<Token>,
    upcoming: I,
}

impl<I: Iterator<Item = Token>> Ahead<'_, '_, '_, I> {
    fn at(&mut self, index: usize) -> Token {
        while self.tokens.len() <= index {
            // There is always one more: the end of the text.
            let last = self.tokens.last().copied();
            let next = self.upcoming.next().or(last);
            self.tokens.extend(next);
        }
        self.tokens[index]
    }

    /// Goes on over `-server` and the like, written without blanks behind the token before `at`.
    fn hyphenated(&mut self, mut at: usize, text: &mut String) -> usize {
        loop {
            let [before, hyphen, part] = [at - 1, at, at + 1].map(|index| self.at(index));
            let joined = before.span.end == hyphen.span.start && hyphen.span.end == part.span.start;
            if hyphen.kind != Kind::Symbol("-") || !joined || !is_part(part) {
                return at;
            }
            text.push('-');
            text.push_str(self.cursor.text(part));
            at += 2;
        }
    }
}

/// Reports a name that needs quotes, or cannot be a name at all.
fn report(cursor: &mut Cursor, first: Token, text: &str, span: Span, what: &str) {
    let begins = matches!(first.kind, Kind::Number | Kind::Malformed);
    let long = first.span != span;
    if !begins && !long && is_epsilon(text) {
        let title = format!("`{text}` means nothing at all and cannot be {what}");
        let finding = Diagnostic::error("epsilon-as-name", span, title);
        cursor
            .findings
            .push(finding.hint("Write another name here."));
        return;
    }
    let finding = if begins {
        let title = format!("A name cannot begin with `{}`", first_letter(text));
        let hint = format!(
            "Begin it with a letter, or put it in quotes: {}.",
            quote(text)
        );
        Diagnostic::error("bad-name", span, title).hint(hint)
    } else if long {
        let inside = match (text.contains('-'), text.contains(' ')) {
            (true, true) => "hyphens and blanks",
            (true, false) => "a hyphen",
            _ => "blanks",
        };
        let title = format!("A name with {inside} stands in quotes");
        let hint = format!("Write {} wherever the name stands.", quote(text));
        Diagnostic::error("unquoted-name", span, title).hint(hint)
    } else if let Some(meaning) = cursor.vocabulary().reserved(text) {
        let title = format!("`{text}` is reserved for {meaning}, which are not available yet");
        let hint = format!("Write \"{text}\" in quotes to use it as a name.");
        Diagnostic::error("reserved-word", span, title).hint(hint)
    } else {
        return;
    };
    cursor.findings.push(finding.fix(quoting(text, &[span])));
}

/// Two words without quotes may have been meant as two names: offers to write `sign` between them.
pub fn or_apart(cursor: &mut Cursor, name: &Name, sign: &str) {
    let Some((one, other)) = name
        .text
        .split_once(' ')
        .filter(|(_, it)| !it.contains(' '))
    else {
        return;
    };
    let apart = format!("{one} {sign} {other}");
    or_write(cursor, name, writing(name.span, &apart));
}

/// Offers another fix where a name was read as one that lacks its quotes.
pub fn or_write(cursor: &mut Cursor, name: &Name, fix: Fix) {
    cursor.findings.each(|finding| {
        if finding.span == name.span && finding.code == "unquoted-name" {
            finding.fixes.push(fix.clone());
        }
    });
}

/// The fix that puts quotes around a name at some places.
fn quoting(text: &str, places: &[Span]) -> Fix {
    let mut title = format!("Put {} in quotes", shown(text));
    if places.len() > 1 {
        title += &format!(", at {} places", places.len());
    }
    let patches = places.iter().map(|&span| Patch::replace(span, quote(text)));
    Fix::new(title, patches.collect::<Vec<_>>())
}

/// A name that lacks its quotes lacks them wherever it stands: the fix of each finding mends all of
/// them, or the text would fall apart into two names.
pub fn quote_everywhere(source: &str, findings: &mut Findings) {
    let mut places: BTreeMap<String, Vec<Span>> = BTreeMap::new();
    let name_of = |span: Span| {
        span.text(source)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    findings.each(|finding| {
        if QUOTABLE.contains(&finding.code) {
            places
                .entry(name_of(finding.span))
                .or_default()
                .push(finding.span);
        }
    });
    findings.each(|finding| {
        if QUOTABLE.contains(&finding.code) {
            let name = name_of(finding.span);
            if let Some(places) = places.get(&name)
                && places.len() <= MOST_PLACES
                && let Some(first) = finding.fixes.first_mut()
            {
                *first = quoting(&name, places);
            }
        }
    });
}

fn first_letter(text: &str) -> &str {
    let end = text.char_indices().nth(1).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// Empty and endless names are reported; the latter are cut, so that messages stay short.
fn fitted(cursor: &mut Cursor, mut text: String, span: Span) -> String {
    if text.trim().is_empty() {
        let finding = Diagnostic::error("empty-name", span, "This name is empty");
        cursor
            .findings
            .push(finding.hint("Write at least one letter between the quotes."));
    } else if let Some((end, _)) = text.char_indices().nth(LONGEST_NAME) {
        text.truncate(end);
        let title = format!("This name has more than {LONGEST_NAME} characters");
        let finding = Diagnostic::error("long-name", span, title);
        cursor.findings.push(finding.hint("Choose a shorter name."));
    }
    text
}
