//! What the languages share: the modes in which their texts are split into tokens, arrows, and what
//! begins and ends the blocks of items.

use super::names::writing;
use crate::text::{ARROWS, Cursor, Diagnostic, Kind, Mode, Span, TokenRole};

const SYMBOLS: &[&str] = &[
    "[*]", "-->", "->", "--", "||", "{", "}", "(", ")", "[", "]", "<", ">", ":", ",", "/", ".",
    "=", "-", "+", "*",
];

/// The tokens of `*.lks` texts: one statement per line, `;` also ends one.
pub static LINES: Mode = Mode {
    word_role: crate::text::no_word_role,
    symbols: SYMBOLS,
    line_comments: &["//"],
    breaks: &['\n', '\r', ';'],
    dotted_names: false,
};

/// The tokens of a place `<source/trigger/effects/target>`, where `//` is an empty trigger.
pub static PLACE: Mode = Mode {
    word_role: crate::text::no_word_role,
    symbols: SYMBOLS,
    line_comments: &[],
    breaks: LINES.breaks,
    dotted_names: false,
};

/// The tokens of guards, arguments and other expressions.
pub static EXPRESSION: Mode = Mode {
    word_role: crate::text::no_word_role,
    symbols: &[
        "<=>", "==", "!=", "<>", "<=", ">=", "=>", "&&", "||", ":=", "->", "..", "::", "{", "}",
        "(", ")", "[", "]", "<", ">", "=", "!", "+", "-", "*", "/", "%", "@", "#", "?", ":", ",",
        ".", "|",
    ],
    line_comments: LINES.line_comments,
    breaks: LINES.breaks,
    dotted_names: false,
};

/// Takes `[*]` if it stands here.
pub fn eat_pseudostate(cursor: &mut Cursor) -> bool {
    let found = cursor.eat_symbol("[*]");
    if let Some(span) = found {
        cursor.paint(span, TokenRole::Pseudo);
    }
    found.is_some()
}

/// Reads an arrow. Another one than the language wants here is reported, and accepted.
pub fn arrow(cursor: &mut Cursor, wanted: &'static str, what: &str) -> bool {
    let first = cursor.peek();
    let start = first.span.start;
    if cursor.eat_symbol(wanted).is_some() && !cursor.at_symbol(">") {
        return true;
    }
    if first.kind == Kind::Unknown && cursor.text(first).contains(ARROWS) {
        // The lexer has reported it, and could not know which arrow belongs here.
        cursor.advance();
        cursor.findings.each(|finding| {
            if finding.span == first.span {
                finding.hint = Some(format!("{what} is written with `{wanted}`."));
                finding.fixes.push(writing(first.span, wanted));
            }
        });
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
        let hint = format!("Replace the arrow by `{wanted}`.");
        cursor
            .findings
            .push(finding.hint(hint).fix(writing(span, wanted)));
    } else {
        cursor.expected("expected-arrow", &format!("`{wanted}`"), None);
    }
    mistaken
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
        let goes_on = !cursor.at_item() && !cursor.at_symbol("}") && !cursor.at_end();
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
    if cursor.at_end() || cursor.at_item() {
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
