//! `scenario`: calls between objects, one on each line.
//!
//! Recovery is by line, as everywhere: what cannot be read is reported once and left out.

use super::ast::{MessageSyntax, ScenarioSyntax};
use super::parse::arguments;
use super::words::{EVENT, LABEL, OBJECT};
use crate::language::Name;
use crate::language::names::begins_name;
use crate::language::questions::SCENARIO;
use crate::language::unquoted::{Follow, item_name, name};
use crate::language::words::{arrow, in_block, open_block};
use crate::text::{Cursor, Diagnostic, Kind, Naming, Span};

const MESSAGE_HINT: &str = "A message is `sender -> receiver : event`, one on each line.";
const SENDER: Follow = Follow::symbols(&["->", "-->", "-", "--", "=", ":", ","]);
const RECEIVER: Follow = Follow::symbols(&[":"]);
const SENT: Follow = Follow::symbols(&["("]).or_end();
/// Words of other tools that begin parts of a sequence diagram.
const PARTS: [&str; 11] = [
    "alt",
    "else",
    "opt",
    "loop",
    "par",
    "end",
    "participant",
    "actor",
    "note",
    "activate",
    "deactivate",
];

/// What follows the word `scenario`, or the word `neg`.
pub(super) fn scenario(cursor: &mut Cursor, forbidden: bool) -> Option<ScenarioSyntax> {
    if forbidden && cursor.eat_keyword("scenario").is_none() {
        let hint = "Write `neg scenario name { … }`.";
        cursor.expected("expected-scenario", "`scenario` after `neg`", Some(hint));
        return None;
    }
    let header = Follow::symbols(&["{"]).or_end();
    let name = item_name(cursor, Naming::New(SCENARIO), "the scenario's name", header);
    // Somebody may be changing the name: what stands between the braces is read all the same.
    if name.is_none() && !cursor.at_symbol("{") {
        cursor.skip_statement();
        return None;
    }
    let mut messages = Vec::new();
    let mut in_doubt = false;
    if let Some(open) = open_block(cursor, "scenario") {
        while in_block(cursor, open, "scenario") {
            let before = cursor.trouble();
            messages.extend(statement(cursor));
            cursor.skip_statement();
            in_doubt |= cursor.trouble() > before;
        }
    }
    name.map(|name| ScenarioSyntax {
        name,
        forbidden,
        messages,
        in_doubt,
    })
}

fn statement(cursor: &mut Cursor) -> Option<MessageSyntax> {
    let first = cursor.peek();
    let sends = matches!(
        cursor.peek_at(1).kind,
        Kind::Symbol("->" | "-->" | "-" | "--" | "=" | ":" | ",")
    );
    let word = cursor.text(first);
    if first.kind == Kind::Word && PARTS.contains(&word) && !sends {
        let title = format!("`{word}` is no statement of a scenario");
        let hint = match word {
            "participant" | "actor" => {
                "Leave it out: the lifelines are the objects of the system, and `environment`."
            }
            "alt" | "else" | "opt" | "loop" | "par" | "end" => {
                "Write a scenario of its own for each way the messages can go."
            }
            _ => "Leave it out: a scenario holds messages. Comments begin with `//`.",
        };
        let finding = Diagnostic::error("unknown-statement", first.span, title);
        cursor.findings.push(finding.hint(hint));
        if !skip_part(cursor) {
            cursor.skip_statement();
        }
        return None;
    }
    if !begins_name(first) {
        cursor.expected("unknown-statement", "a message", Some(MESSAGE_HINT));
        return None;
    }
    message(cursor)
}

/// Skips the line of a part, with its braces if it has some.
fn skip_part(cursor: &mut Cursor) -> bool {
    while !cursor.at_statement_end() && !cursor.at_symbol("{") {
        cursor.advance();
    }
    let opens = cursor.at_symbol("{");
    if opens {
        cursor.skip_block(Cursor::at_item);
    }
    opens
}

fn message(cursor: &mut Cursor) -> Option<MessageSyntax> {
    let start = cursor.peek().span.start;
    cursor.offer_words(&["environment"]);
    let from = name(cursor, Naming::Known(OBJECT), "an object", SENDER)?;
    if cursor.at_symbol(":") || cursor.at_symbol(",") {
        declared(cursor, from.span);
        return None;
    }
    if !arrow(cursor, "->", "A message") {
        return None;
    }
    let to = object(cursor, "the receiving object")?;
    if cursor.eat_symbol(":").is_none() {
        let what = "`:` and the event that is sent";
        cursor.expected("expected-colon", what, Some(MESSAGE_HINT));
        return None;
    }
    let event = name(
        cursor,
        Naming::Mention(EVENT),
        "the event that is sent",
        SENT,
    )?;
    let arguments = cursor
        .at_symbol("(")
        .then(|| cursor.in_mode(&LABEL, arguments));
    cursor.finish_statement(MESSAGE_HINT);
    Some(MessageSyntax {
        from,
        to,
        event,
        arguments,
        span: cursor.since(start),
    })
}

fn object(cursor: &mut Cursor, what: &str) -> Option<Name> {
    name(cursor, Naming::Known(OBJECT), what, RECEIVER)
}

/// Reports lifelines that are declared as those of machines are.
fn declared(cursor: &mut Cursor, first: Span) {
    while !cursor.at_statement_end() {
        cursor.advance();
    }
    let span = cursor.since(first.start);
    let title = "The lifelines of a scenario over statecharts are the objects of the system";
    cursor.findings.push(
        Diagnostic::error("declared-lifelines", span, title)
            .hint("Declare them in `system`, and leave this line out."),
    );
}
