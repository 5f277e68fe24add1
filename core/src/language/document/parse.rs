//! A whole text: machines, system, scenarios and checks.
//!
//! Parsing never fails: what cannot be read is reported and left out. Time is linear in the text.

use super::ast::{Document, Item, SystemSyntax};
use super::questions::parse::check;
use crate::language::words::{SYNTAX, at_item, in_block, open_block};
use crate::language::{limits, machines, scenario};
use crate::text::{Cursor, Diagnostic, Findings, Kind, Span, similar};

const ITEMS: &str = "A text holds `machine`, `system`, `scenario`, `neg scenario` and `check`.";

/// Reads a text and reports into `findings`.
pub fn parse_into(text: &str, findings: &mut Findings) -> Document {
    let mut document = Document::default();
    if let Some(finding) = limits::text(text) {
        findings.push(finding);
        return document;
    }
    let mut cursor = Cursor::new(text, SYNTAX, findings);
    cursor.skip_breaks();
    while !cursor.at_end() {
        document.items.extend(item(&mut cursor));
        end_of_item(&mut cursor);
        cursor.skip_breaks();
    }
    document
}

fn item(cursor: &mut Cursor) -> Option<Item> {
    let first = cursor.peek();
    let word = cursor.text(first);
    match word {
        "machine" | "system" | "scenario" | "neg" | "check" => {
            cursor.advance();
            known(cursor, word, first.span)
        }
        _ => {
            let meant = (first.kind == Kind::Word)
                .then(|| similar(word, ["machine", "system", "scenario", "check"]))
                .flatten();
            match meant {
                Some(meant) => {
                    let title = format!("`{word}` is no item of the language");
                    let finding = Diagnostic::error("unknown-statement", first.span, title);
                    let hint = format!("Did you mean `{meant}`?");
                    cursor.findings.push(finding.hint(hint).replacement(meant));
                    cursor.advance();
                    known(cursor, meant, first.span)
                }
                None => unknown(cursor),
            }
        }
    }
}

fn known(cursor: &mut Cursor, word: &str, span: Span) -> Option<Item> {
    match word {
        "machine" => machines::parse::machine(cursor).map(Item::Machine),
        "system" => system(cursor, span).map(Item::System),
        "scenario" => scenario::parse::scenario(cursor, false).map(Item::Scenario),
        "check" => check(cursor, span).map(Item::Check),
        _ => {
            if cursor.eat_word("scenario").is_none() {
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
        system.lifelines.extend(scenario::parse::lifelines(cursor));
        cursor.skip_statement();
    }
    Some(system)
}

/// Skips something that is no item, with its block if it has one.
fn unknown(cursor: &mut Cursor) -> Option<Item> {
    if cursor.at_symbol("}") {
        let span = cursor.advance().span;
        let finding = Diagnostic::error("stray-brace", span, "This `}` closes nothing");
        cursor
            .findings
            .push(finding.hint("Remove it, or look for a `{` that is missing above."));
        return None;
    }
    cursor.expected("unknown-statement", "an item", Some(ITEMS));
    while !cursor.at_statement_end() && !cursor.at_symbol("{") {
        cursor.advance();
    }
    if cursor.at_symbol("{") {
        cursor.skip_block(at_item);
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
