//! Words and symbols of statecharts, and the two ways in which their lines are split into tokens.
//!
//! The structure (states, regions, arrows) has marks such as `[*]` and `[H]`, which in a label are a guard; labels
//! have operators, among them `;` between actions, which ends a statement everywhere else. The parser says where a
//! label begins and ends.

use crate::text::{ItemWord, Mode, NameKind, Then, TokenRole, Vocabulary, no_word_role};

/// The tokens of states, regions and arrows: a line ends a statement.
pub static STRUCTURE: Mode = Mode {
    word_role: no_word_role,
    symbols: &[
        "[*]", "[H*]", "[H]", "-->", "->", "--", "||", "<<", ">>", ":=", "..", "{", "}", "(", ")",
        "[", "]", "<", ">", ":", ",", "/", ".", "=", "-", "+", "*",
    ],
    line_comments: &["//"],
    breaks: &['\n', '\r', ';'],
    dotted_names: true,
};

/// The tokens of labels, behaviours and questions: expressions, and actions with `;` between them.
pub static LABEL: Mode = Mode {
    word_role,
    symbols: &[
        ":=", "==", "!=", "<>", "<=", ">=", "=>", "&&", "||", "->", "<-", "..", "{", "}", "(", ")",
        "[", "]", "<", ">", "=", "!", "+", "-", "*", "/", "%", ",", ";", ":", ".",
    ],
    line_comments: &["//"],
    breaks: &['\n', '\r'],
    dotted_names: true,
};

fn word_role(word: &str) -> Option<TokenRole> {
    match word {
        "true" | "false" | "null" => Some(TokenRole::Constant),
        "self" => Some(TokenRole::Keyword),
        _ => None,
    }
}

/// Words with a meaning somewhere in the language; the printer puts names like these in quotes.
pub const KEYWORDS: &[&str] = &[
    "statechart",
    "signal",
    "system",
    "scenario",
    "neg",
    "check",
    "var",
    "input",
    "queue",
    "state",
    "region",
    "entry",
    "exit",
    "do",
    "defer",
    "after",
    "accept",
    "trace",
    "if",
    "then",
    "else",
    "self",
    "null",
    "as",
    "overflow",
    "environment",
    "sends",
    "call",
    "once",
    "to",
    "semantics",
    "strict",
    "loose",
    "reach",
    "always",
    "deadlock",
    "within",
    "without",
    "expect",
    "true",
    "false",
    "not",
    "and",
    "or",
    "xor",
    "iff",
    "implies",
    "rem",
    "boolean",
    "integer",
    "default",
    "event",
];

/// The words of the language.
pub static VOCABULARY: Vocabulary = Vocabulary {
    items: &[
        ItemWord {
            is_own: true,
            ..item("statechart")
        },
        ItemWord {
            is_own: true,
            ..item("signal")
        },
        ItemWord {
            then: Then::Brace,
            ..item("system")
        },
        item("scenario"),
        ItemWord {
            label: "neg scenario",
            ..item("neg")
        },
        item("check"),
    ],
    keywords: KEYWORDS,
    reserved: &[],
};

const fn item(word: &'static str) -> ItemWord {
    ItemWord {
        word,
        label: word,
        then: Then::Name,
        is_own: false,
    }
}

/// A statechart.
pub const CHART: NameKind = NameKind {
    word: "statechart",
    role: TokenRole::Type,
    is_local: false,
};
/// A state or pseudostate.
pub const STATE: NameKind = NameKind {
    word: "state",
    role: TokenRole::Name,
    is_local: true,
};
/// A region.
pub const REGION: NameKind = NameKind {
    word: "region",
    role: TokenRole::Name,
    is_local: true,
};
/// A variable of a statechart.
pub const VARIABLE: NameKind = NameKind {
    word: "variable",
    role: TokenRole::Name,
    is_local: true,
};
/// A value without memory.
pub const INPUT: NameKind = NameKind {
    word: "input",
    role: TokenRole::Name,
    is_local: true,
};
/// An event.
pub const EVENT: NameKind = NameKind {
    word: "event",
    role: TokenRole::Event,
    is_local: false,
};
/// An object of the system.
pub const OBJECT: NameKind = NameKind {
    word: "object",
    role: TokenRole::Name,
    is_local: false,
};
