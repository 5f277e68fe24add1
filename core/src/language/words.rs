//! Words of the model language: its symbols, keywords, reserved words, and names.
//!
//! Keywords are known by where they stand, so a state may be called `check` or `system`. Words of
//! what comes later (`alt`, `entry`, …) are reserved everywhere, so that no text changes its
//! meaning when they arrive. In quotes everything is a name.

use crate::text::{
    Cursor, Diagnostic, Kind, Mode, Naming, Span, Token, TokenRole, capitalised, is_identifier,
    quote, unquote,
};

const SYMBOLS: &[&str] = &[
    "[*]", "-->", "->", "--", "||", "{", "}", "(", ")", "[", "]", "<", ">", ":", ",", "/", ".",
    "=", "-", "+", "*",
];

/// The tokens of `*.lks` texts: one statement per line, `;` also ends one.
pub static LINES: Mode = Mode {
    symbols: SYMBOLS,
    line_comments: &["//"],
    breaks: &['\n', '\r', ';'],
};

/// The tokens of a place `<source/trigger/effects/target>`, where `//` is an empty trigger.
pub static PLACE: Mode = Mode {
    symbols: SYMBOLS,
    line_comments: &[],
    breaks: LINES.breaks,
};

/// The tokens of guards, arguments and other expressions.
pub static EXPRESSION: Mode = Mode {
    symbols: &[
        "<=>", "==", "!=", "<>", "<=", ">=", "=>", "&&", "||", ":=", "->", "..", "::", "{", "}",
        "(", ")", "[", "]", "<", ">", "=", "!", "+", "-", "*", "/", "%", "@", "#", "?", ":", ",",
        ".", "|",
    ],
    line_comments: LINES.line_comments,
    breaks: LINES.breaks,
};

/// Words with a meaning somewhere in the language; the printer puts names like these in quotes.
pub const KEYWORDS: &[&str] = &[
    "machine", "system", "scenario", "neg", "check", "state", "as", "strict", "loose", "reach",
    "deadlock", "from", "within", "expect",
];

/// Words of what is not available yet, with what they will mean.
pub const RESERVED: &[(&str, &str)] = &[
    ("entry", "entry actions"),
    ("exit", "exit actions"),
    ("after", "timed transitions"),
    ("alt", "alternatives"),
    ("opt", "optional parts"),
    ("loop", "loops"),
    ("par", "parallel parts"),
];

/// Longest name in characters.
pub const LONGEST_NAME: usize = 200;

/// A name with its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// The name without quotes.
    pub text: String,
    /// Where it is written.
    pub span: Span,
}

impl Name {
    /// The name as the language writes it: in quotes where it could be read as something else.
    #[must_use]
    pub fn written(&self) -> String {
        written(&self.text)
    }
}

/// A name as the language writes it.
#[must_use]
pub fn written(name: &str) -> String {
    let plain = is_identifier(name)
        && !is_epsilon(name)
        && !KEYWORDS.contains(&name)
        && reserved(name).is_none();
    if plain { name.to_string() } else { quote(name) }
}

/// A name for a message: between backticks, shortened where it is long.
#[must_use]
pub fn shown(name: &str) -> String {
    match name.char_indices().nth(60) {
        None => format!("`{name}`"),
        Some((end, _)) => format!("`{}…`", &name[..end]),
    }
}

/// Some names for a hint: "`a`, `b` and 3 more".
#[must_use]
pub fn shown_list<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    const MOST: usize = 8;
    let mut names = names.into_iter();
    let first: Vec<_> = names.by_ref().take(MOST).map(shown).collect();
    let more = names.count();
    match (first.as_slice(), more) {
        ([only], 0) => only.clone(),
        ([init @ .., last], 0) => format!("{} and {last}", init.join(", ")),
        (all, _) => format!("{} and {more} more", all.join(", ")),
    }
}

/// The empty trigger or effect, as people and papers write it (U+03B5 or U+03F5).
#[must_use]
pub fn is_epsilon(word: &str) -> bool {
    matches!(word, "ε" | "ϵ")
}

/// What a reserved word will mean.
#[must_use]
pub fn reserved(word: &str) -> Option<&'static str> {
    let found = RESERVED.iter().find(|(reserved, _)| *reserved == word);
    found.map(|&(_, meaning)| meaning)
}

/// Reports something of the language that is still to come.
pub fn not_available(cursor: &mut Cursor, span: Span, meaning: &str, hint: &str) {
    cursor.findings.push(
        Diagnostic::error(
            "not-available",
            span,
            format!("{} are not available yet", capitalised(meaning)),
        )
        .hint(hint),
    );
}

/// Whether a token can be a name.
#[must_use]
pub fn is_name(token: Token) -> bool {
    matches!(token.kind, Kind::Word | Kind::Quoted)
}

/// Takes `ε` if it stands here.
pub fn eat_epsilon(cursor: &mut Cursor) -> bool {
    let token = cursor.peek();
    let found = token.kind == Kind::Word && is_epsilon(cursor.text(token));
    if found {
        cursor.advance();
        cursor.paint(token.span, TokenRole::Pseudo);
    }
    found
}

/// Reads the name of an item, where it is declared.
pub fn item_name(cursor: &mut Cursor, naming: Naming, what: &str) -> Option<Name> {
    let name = name(cursor, naming, what)?;
    cursor.paint(name.span, TokenRole::Declaration);
    Some(name)
}

/// Takes `[*]` if it stands here.
pub fn eat_pseudostate(cursor: &mut Cursor) -> bool {
    let found = cursor.eat_symbol("[*]");
    if let Some(span) = found {
        cursor.paint(span, TokenRole::Pseudo);
    }
    found.is_some()
}

/// Reads a name; `what` says for the message what is named, such as "a state".
pub fn name(cursor: &mut Cursor, naming: Naming, what: &str) -> Option<Name> {
    cursor.offer_names(naming);
    let token = cursor.peek();
    let raw = cursor.text(token);
    let text = match token.kind {
        Kind::Word => {
            if is_epsilon(raw) {
                let finding = Diagnostic::error(
                    "epsilon-as-name",
                    token.span,
                    format!("`{raw}` means nothing at all and cannot be {what}"),
                );
                cursor
                    .findings
                    .push(finding.hint("Write another name here."));
            } else if let Some(meaning) = reserved(raw) {
                let finding = Diagnostic::error(
                    "reserved-word",
                    token.span,
                    format!("`{raw}` is reserved for {meaning}, which are not available yet"),
                );
                let hint = format!("Write \"{raw}\" in quotes to use it as a name.");
                cursor.findings.push(finding.hint(hint));
            }
            raw.to_string()
        }
        Kind::Quoted => unquote(raw),
        Kind::Number | Kind::Malformed => {
            let finding = Diagnostic::error(
                "bad-name",
                token.span,
                format!("A name cannot begin with `{}`", first_letter(raw)),
            );
            let hint = format!(
                "Begin it with a letter, or put it in quotes: {}.",
                quote(raw)
            );
            cursor.findings.push(finding.hint(hint));
            raw.to_string()
        }
        _ => {
            cursor.expected("expected-name", what, None);
            return None;
        }
    };
    cursor.advance();
    cursor.note_name(naming, &text, token);
    Some(Name {
        text: fitted(cursor, text, token.span),
        span: token.span,
    })
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

/// Reads an arrow. Another one than the language wants here is reported, and accepted.
pub fn arrow(cursor: &mut Cursor, wanted: &'static str, what: &str) -> bool {
    let start = cursor.peek().span.start;
    if cursor.eat_symbol(wanted).is_some() && !cursor.at_symbol(">") {
        return true;
    }
    // `=>`, `--`, `->>` and the like: everything up to the next name.
    while let Kind::Symbol("-" | "--" | "=" | ">" | "->" | "-->") = cursor.peek().kind {
        cursor.advance();
    }
    let mistaken = cursor.end_of_last() > start;
    if mistaken {
        let span = cursor.since(start);
        let finding = Diagnostic::error(
            "wrong-arrow",
            span,
            format!("{what} is written with `{wanted}`"),
        );
        cursor
            .findings
            .push(finding.hint(format!("Replace the arrow by `{wanted}`.")));
    } else {
        cursor.expected("expected-arrow", &format!("`{wanted}`"), None);
    }
    mistaken
}

/// Whether a whole new item of the text begins here: then a block before it was never closed.
#[must_use]
pub fn at_item(cursor: &Cursor) -> bool {
    let next = cursor.peek_at(1);
    if cursor.at_word("system") {
        return next.kind == Kind::Symbol("{")
            || (next.kind == Kind::Break && cursor.peek_at(2).kind == Kind::Symbol("{"));
    }
    let item = ["machine", "scenario", "neg", "check"];
    item.iter().any(|word| cursor.at_word(word)) && is_name(next)
}

/// Reads the `{` of an item and returns its place. It may stand on the next line.
pub fn open_block(cursor: &mut Cursor, what: &str) -> Option<Span> {
    if cursor.peek().kind == Kind::Break && cursor.peek_at(1).kind == Kind::Symbol("{") {
        cursor.skip_breaks();
    }
    let open = cursor.eat_symbol("{");
    if open.is_none() {
        let hint = format!("Put the content of the {what} between `{{` and `}}`.");
        cursor.expected("expected-brace", "`{`", Some(&hint));
        cursor.skip_statement();
        // The block may have been meant all the same: `machine A extends B {`.
        let here = cursor.place();
        cursor.skip_breaks();
        let goes_on = !at_item(cursor) && !cursor.at_symbol("}") && !cursor.at_end();
        return goes_on.then_some(here);
    }
    open
}

/// Whether the block goes on; takes its `}`, and reports where that is missing.
pub fn in_block(cursor: &mut Cursor, open: Span, what: &str) -> bool {
    cursor.skip_breaks();
    if cursor.eat_symbol("}").is_some() {
        return false;
    }
    if cursor.at_end() || at_item(cursor) {
        let title = format!("The `}}` of this {what} is missing");
        let mut finding = Diagnostic::error("unclosed-block", open, title);
        if !cursor.at_end() {
            finding = finding.label(cursor.peek().span, "the next item begins here");
        }
        let hint = format!("Write `}}` where the {what} ends.");
        cursor.findings.push(finding.hint(hint));
        return false;
    }
    true
}
