//! Words and symbols of transition systems, as Theta has them, and a few more.
//!
//! Theta's own words cannot be names. The words that are ours alone (`par`, `and`, `check`, `always`, …) are
//! known by where they stand, so that every text that Theta reads keeps its meaning here.

use crate::language::Name;
use crate::language::questions::PropertySubject;
use crate::text::{Cursor, Diagnostic, ItemWord, Kind, Mode, Then, TokenRole, Vocabulary};

/// The tokens of these texts: lines mean nothing, names can have dots.
pub static TOKENS: Mode = Mode {
    word_role,
    symbols: &[
        ":=", "->", "<-", "==", "!=", "<>", "<=", ">=", "=>", "&&", "||", "..", "{", "}", "(", ")",
        "[", "]", "<", ">", "=", "!", "+", "-", "*", "/", "%", ",", ";", ":", ".",
    ],
    line_comments: &["//"],
    breaks: &[],
    dotted_names: true,
};

/// Words that cannot be names.
pub const RESERVED: &[&str] = &[
    "type", "ctrl", "var", "trans", "init", "env", "prop", "local", "havoc", "assume", "choice",
    "or", "if", "then", "else", "for", "from", "to", "do", "default", "true", "false", "boolean",
    "integer", "xor", "iff", "rem",
];

/// Theta's own words stand for the same everywhere, since they cannot be names.
fn word_role(word: &str) -> Option<TokenRole> {
    match word {
        "true" | "false" => Some(TokenRole::Constant),
        "boolean" | "integer" => Some(TokenRole::Type),
        _ => RESERVED.contains(&word).then_some(TokenRole::Keyword),
    }
}

/// The words of the language.
pub static VOCABULARY: Vocabulary = Vocabulary {
    items: &[
        own("type", Then::Name),
        own("ctrl", Then::Name),
        own("var", Then::Name),
        own("trans", Then::Brace),
        own("init", Then::Brace),
        own("env", Then::Brace),
        own("prop", Then::Brace),
        ItemWord {
            is_own: false,
            ..own("check", Then::Name)
        },
    ],
    keywords: RESERVED,
    reserved: &[],
};

const fn own(word: &'static str, then: Then) -> ItemWord {
    ItemWord {
        word,
        label: word,
        then,
        is_own: true,
    }
}

/// Words that begin an item of the text, in the order in which items stand, as far as they are reserved.
const ITEMS: &[&str] = &["type", "ctrl", "trans", "init", "env", "prop"];

/// Reads a name; `what` says for the message what is named, such as "a variable".
pub fn name(cursor: &mut Cursor, what: &str) -> Option<Name> {
    let token = cursor.peek();
    let text = cursor.text(token);
    match token.kind {
        Kind::Word if !RESERVED.contains(&text) => {}
        Kind::Word => {
            let title = format!("`{text}` is a word of the language and cannot be {what}");
            let finding = Diagnostic::error("reserved-word", token.span, title);
            cursor.findings.push(finding.hint("Choose another name."));
            return None;
        }
        Kind::Number | Kind::Malformed | Kind::Quoted => {
            let title = format!("`{text}` cannot be {what}");
            let finding = Diagnostic::error("bad-name", token.span, title);
            let hint = "Begin the name with a letter, and use letters, digits, `_`, `$` and dots.";
            cursor.findings.push(finding.hint(hint));
        }
        _ => {
            cursor.expected("expected-name", what, None);
            return None;
        }
    }
    cursor.advance();
    Some(Name {
        text: text.to_string(),
        span: token.span,
    })
}

/// Whether a new item of the text begins here: then a block before it was never closed.
#[must_use]
pub fn at_item(cursor: &Cursor) -> bool {
    if ITEMS.iter().any(|word| cursor.at_word(word)) {
        return true;
    }
    // A local variable without `local` stands in a block; one of the system has no semicolon, which
    // only its end would show, and at the beginning of a line nobody can tell them apart.
    let next = cursor.peek_at(1);
    cursor.at_word("check") && PropertySubject::<()>::WORDS.contains(&cursor.text(next))
}
