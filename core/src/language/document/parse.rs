//! A whole text: machines, system, scenarios and checks.
//!
//! Parsing never fails: what cannot be read is reported and left out. Time is linear in the text.

use super::ast::{Document, Item, SystemSyntax};
use super::questions::parse::check;
use crate::language::coming;
use crate::language::names::did_you_mean_keyword;
use crate::language::unquoted::quote_everywhere;
use crate::language::words::{LINES, at_item, in_block, open_block};
use crate::language::{limits, machines, scenario};
use crate::text::{
    Cursor, Diagnostic, Findings, Fix, Kind, Notes, Patch, Span, TokenRole, Word, similar,
};

/// The words that items begin with.
const WORDS: [&str; 5] = ["machine", "system", "scenario", "neg", "check"];

/// What can be written where an item begins.
const TEMPLATES: &[Word] = &[
    Word {
        label: "machine",
        detail: "states and transitions",
        template: "machine ${Name} {\n  [*] --> ${start}\n}",
    },
    Word {
        label: "scenario",
        detail: "a sequence to play",
        template: "scenario \"${name}\" {\n  ${one}, ${other} : ${Machine}\n  ${one} -> ${other} : ${message}\n}",
    },
    Word {
        label: "neg scenario",
        detail: "a sequence to forbid",
        template: "neg scenario \"${name}\" {\n  ${one}, ${other} : ${Machine}\n  ${one} -> ${other} : ${message}\n}",
    },
    Word {
        label: "check reach",
        detail: "can this be?",
        template: "check reach ${Machine.state} within ${10}",
    },
    Word {
        label: "check deadlock",
        detail: "can it get stuck?",
        template: "check deadlock within ${10}",
    },
    Word::plain("check"),
    Word {
        label: "system",
        detail: "which machines there are",
        template: "system {\n  ${name} : ${Machine}\n}",
    },
];

const ITEMS: &str = "A text holds `machine`, `system`, `scenario`, `neg scenario` and `check`.";

/// Reads a text and reports into `findings`.
pub fn parse_into(text: &str, findings: &mut Findings) -> Document {
    if let Some(finding) = limits::text(text) {
        findings.push(finding);
        return Document::default();
    }
    let document = items(&mut Cursor::new(text, &LINES, findings));
    quote_everywhere(text, findings);
    document
}

/// Reads a text for an editor; a text that is too long has no notes.
pub fn parse_noting(text: &str, notes: Notes) -> (Document, Notes) {
    let mut findings = Findings::default();
    if limits::text(text).is_some() {
        return (Document::default(), Notes::default());
    }
    let mut cursor = Cursor::new(text, &LINES, &mut findings).noting(notes);
    (items(&mut cursor), cursor.into_notes())
}

fn items(cursor: &mut Cursor) -> Document {
    let mut document = Document::default();
    cursor.skip_breaks();
    while !cursor.at_end() {
        cursor.offer_texts(TEMPLATES);
        document.items.extend(item(cursor));
        end_of_item(cursor);
        cursor.skip_breaks();
    }
    document
}

fn item(cursor: &mut Cursor) -> Option<Item> {
    let first = cursor.peek();
    let word = cursor.text(first);
    if let Some(word) = WORDS.into_iter().find(|it| *it == word) {
        return known(cursor, word);
    }
    if coming::eat(cursor, coming::ITEMS) {
        return None;
    }
    let meant = (first.kind == Kind::Word)
        .then(|| similar(word, ["machine", "system", "scenario", "check"]))
        .flatten();
    let Some(word_meant) = WORDS.into_iter().find(|it| Some(*it) == meant) else {
        return unknown(cursor);
    };
    let title = format!("`{word}` is no item of the language");
    let finding = Diagnostic::error("unknown-statement", first.span, title);
    cursor
        .findings
        .push(did_you_mean_keyword(finding, word_meant));
    known(cursor, word_meant)
}

fn known(cursor: &mut Cursor, word: &'static str) -> Option<Item> {
    let span = cursor.advance().span;
    cursor.paint(span, TokenRole::Keyword);
    cursor.begin_item(word);
    match word {
        "machine" => machines::parse::machine(cursor).map(Item::Machine),
        "system" => system(cursor, span).map(Item::System),
        "scenario" => scenario::parse::scenario(cursor, false).map(Item::Scenario),
        "check" => check(cursor, span).map(Item::Check),
        _ => {
            if cursor.eat_keyword("scenario").is_none() {
                let hint = "Write `neg scenario name { … }`.";
                cursor.expected("expected-scenario", "`scenario` after `neg`", Some(hint));
                return None;
            }
            scenario::parse::scenario(cursor, true).map(Item::Scenario)
        }
    }
}

fn system(cursor: &mut Cursor, span: Span) -> Option<SystemSyntax> {
    let mut system = SystemSyntax {
        lifelines: Vec::new(),
        span,
    };
    let open = open_block(cursor, "system")?;
    while in_block(cursor, open, "system") {
        let declares = matches!(cursor.peek_at(1).kind, Kind::Symbol(":" | ","));
        if declares || !coming::eat(cursor, coming::SYSTEM) {
            system.lifelines.extend(scenario::parse::lifelines(cursor));
        }
        cursor.skip_statement();
    }
    Some(system)
}

/// Skips something that is no item, with its block if it has one.
fn unknown(cursor: &mut Cursor) -> Option<Item> {
    if cursor.at_symbol("}") {
        let span = cursor.advance().span;
        let finding = Diagnostic::error("stray-brace", span, "This `}` closes nothing");
        let hint = "Remove it, or look for a `{` that is missing above.";
        let fix = Fix::new("Remove it", [Patch::replace(span, "")]);
        cursor.findings.push(finding.hint(hint).fix(fix));
        return None;
    }
    let readable = cursor.peek().kind != Kind::Unknown;
    cursor.expected("unknown-statement", "an item", Some(ITEMS));
    let start = cursor.peek().span.start;
    while !cursor.at_statement_end() && !cursor.at_symbol("{") {
        cursor.advance();
    }
    if cursor.at_symbol("{") {
        cursor.skip_block(at_item);
    }
    if readable {
        cursor.findings.forget_unknown(cursor.since(start));
    }
    None
}

/// Two items on one line are fine after a `}`; everything else is reported.
fn end_of_item(cursor: &mut Cursor) {
    if matches!(cursor.peek().kind, Kind::Break | Kind::End) || at_item(cursor) {
        return;
    }
    if !cursor.at_symbol("}") {
        cursor.finish_statement(ITEMS);
    }
}
