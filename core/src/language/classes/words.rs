//! Words and symbols of class models, and how their texts are split into tokens.
//!
//! Contracts are OCL: `--` begins a comment, `->` asks a collection and `::` a type. The words of OCL mean the same wherever
//! they stand, so names like them are written in quotes.

use crate::text::{ItemWord, Mode, NameKind, Then, TokenRole, Vocabulary};

/// The tokens of all items: a line ends a statement, as long as no expression goes on.
pub static TOKENS: Mode = Mode {
    word_role,
    symbols: &[
        "->", "..", "::", ":=", "<>", "<=", ">=", "==", "!=", "&&", "||", "{", "}", "(", ")", "[",
        "]", "<", ">", "=", "+", "-", "*", "/", "@", "#", ":", ",", ".", "|", "!",
    ],
    line_comments: &["--", "//"],
    breaks: &['\n', '\r', ';'],
    dotted_names: false,
};

fn word_role(word: &str) -> Option<TokenRole> {
    match word {
        "true" | "false" | "null" | "invalid" => Some(TokenRole::Constant),
        "Boolean" | "Integer" | "String" => Some(TokenRole::Type),
        "not" | "and" | "or" | "xor" | "implies" | "div" | "mod" => Some(TokenRole::Operator),
        "if" | "then" | "else" | "endif" | "let" | "in" | "self" => Some(TokenRole::Keyword),
        _ => None,
    }
}

/// Words of expressions, which no name in an expression can be.
pub const OF_EXPRESSIONS: &[&str] = &[
    "not", "and", "or", "xor", "implies", "div", "mod", "if", "then", "else", "endif", "let", "in",
    "self", "true", "false", "null", "invalid",
];

/// Words with a meaning somewhere in the language; the printer puts names like these in quotes.
const KEYWORDS: &[&str] = &[
    "enum",
    "abstract",
    "class",
    "association",
    "context",
    "integers",
    "system",
    "scenario",
    "check",
    "inv",
    "pre",
    "post",
    "modifies",
    "nothing",
    "role",
    "final",
    "Boolean",
    "Integer",
    "String",
    "result",
    "reach",
    "always",
    "preserves",
    "deadlock",
    "consistent",
    "independent",
    "strict",
    "loose",
    "from",
    "any",
    "frame",
    "named",
    "open",
    "within",
    "expect",
    "not",
    "and",
    "or",
    "xor",
    "implies",
    "div",
    "mod",
    "if",
    "then",
    "else",
    "endif",
    "let",
    "in",
    "self",
    "true",
    "false",
    "null",
    "invalid",
    "_",
];

/// The words of the language.
pub static VOCABULARY: Vocabulary = Vocabulary {
    items: &[
        own("enum"),
        own("abstract"),
        own("class"),
        own("association"),
        own("context"),
        own("integers"),
        ItemWord {
            then: Then::Brace,
            is_own: false,
            ..own("system")
        },
        ItemWord {
            is_own: false,
            ..own("scenario")
        },
        ItemWord {
            is_own: false,
            ..own("check")
        },
    ],
    keywords: KEYWORDS,
    reserved: &[
        ("new", "objects that come into being"),
        ("destroy", "objects that cease to be"),
        ("oclIsNew", "objects that come into being"),
    ],
};

const fn own(word: &'static str) -> ItemWord {
    ItemWord {
        word,
        label: word,
        then: Then::Name,
        is_own: true,
    }
}

const fn kind(word: &'static str, role: TokenRole) -> NameKind {
    NameKind {
        word,
        role,
        is_local: false,
    }
}

/// A class.
pub const CLASS: NameKind = kind("class", TokenRole::Type);
/// An enumeration.
pub const ENUMERATION: NameKind = kind("enumeration", TokenRole::Type);
/// A literal of an enumeration.
pub const LITERAL: NameKind = kind("literal", TokenRole::Constant);
/// An association.
pub const ASSOCIATION: NameKind = kind("association", TokenRole::Type);
/// An attribute, or a role of an association.
pub const PROPERTY: NameKind = kind("property", TokenRole::Name);
/// An operation.
pub const OPERATION: NameKind = kind("operation", TokenRole::Event);
/// An invariant, or the name of a clause.
pub const INVARIANT: NameKind = kind("invariant", TokenRole::Name);
/// The name of a clause, which nothing refers to.
pub const CLAUSE: NameKind = kind("clause", TokenRole::Name);
/// An object of the system.
pub const OBJECT: NameKind = kind("object", TokenRole::Name);
/// A parameter, or a variable of an expression.
pub const VARIABLE: NameKind = NameKind {
    is_local: true,
    ..kind("variable", TokenRole::Name)
};
