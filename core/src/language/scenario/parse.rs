//! Scenarios: from tokens to lifelines and messages.
//!
//! Recovery is by statement, as in machines.

use super::ast::{LifelinesSyntax, MessageSyntax, ScenarioSyntax};
use super::{LIFELINE, SCENARIO};
use crate::language::Name;
use crate::language::machines::{MACHINE, SYMBOL};
use crate::language::words::{
    arrow, at_item, in_block, is_name, item_name, name, not_available, open_block, reserved,
};
use crate::text::{Cursor, Diagnostic, Kind, Naming, Token};

const MESSAGE_HINT: &str = "A message is `sender -> receiver : symbol`, one on each line.";

/// Reads what follows the word `scenario`.
pub fn scenario(cursor: &mut Cursor, forbidden: bool) -> Option<ScenarioSyntax> {
    let name = item_name(cursor, Naming::New(SCENARIO), "the scenario's name");
    // Somebody may be changing the name: what stands between the braces is read all the same.
    if name.is_none() && !cursor.at_symbol("{") {
        cursor.skip_statement();
        return None;
    }
    let mut scenario = ScenarioSyntax {
        forbidden,
        ..ScenarioSyntax::default()
    };
    // Texts from PlantUML and Mermaid close parts with lines that say `end`.
    let mut open_parts = 0_usize;
    if let Some(open) = open_block(cursor, "scenario") {
        while in_block(cursor, open, "scenario") {
            statement(cursor, &mut scenario, &mut open_parts);
            cursor.skip_statement();
        }
    }
    name.map(|name| ScenarioSyntax { name, ..scenario })
}

fn statement(cursor: &mut Cursor, scenario: &mut ScenarioSyntax, open_parts: &mut usize) {
    let first = cursor.peek();
    if let Some(meaning) = part(cursor, first) {
        let hint = "Write a scenario of its own for each way the messages can go.";
        not_available(cursor, first.span, meaning, hint);
        while !cursor.at_statement_end() && !cursor.at_symbol("{") {
            cursor.advance();
        }
        if cursor.at_symbol("{") {
            cursor.skip_block(at_item);
        } else {
            *open_parts += 1;
        }
        return;
    }
    let closes = cursor.at_word("end");
    if *open_parts > 0 && (closes || cursor.at_word("else")) && !is_message(cursor.peek_at(1)) {
        *open_parts -= usize::from(closes);
        cursor.skip_statement();
        return;
    }
    if !is_name(first) && !matches!(first.kind, Kind::Number | Kind::Malformed) {
        cursor.expected("unknown-statement", "a message", Some(MESSAGE_HINT));
        return;
    }
    if matches!(cursor.peek_at(1).kind, Kind::Symbol(":" | ",")) {
        let Some(lifelines) = lifelines(cursor) else {
            return;
        };
        if !scenario.messages.is_empty() {
            let span = cursor.since(first.span.start);
            cursor.findings.push(
                Diagnostic::error(
                    "late-lifelines",
                    span,
                    "Lifelines stand before the messages",
                )
                .hint("Move this line up, above the first message."),
            );
        }
        scenario.lifelines.push(lifelines);
    } else if let Some(message) = message(cursor) {
        scenario.messages.push(message);
    }
}

/// The meaning of `alt`, `opt`, `loop`, `par` where they do not begin a message or lifeline.
fn part(cursor: &Cursor, first: Token) -> Option<&'static str> {
    let meaning = reserved(cursor.text(first)).filter(|_| first.kind == Kind::Word)?;
    (!is_message(cursor.peek_at(1))).then_some(meaning)
}

/// Whether the token after a name says that the name begins a message or a lifeline.
fn is_message(next: Token) -> bool {
    matches!(
        next.kind,
        Kind::Symbol("->" | "-->" | "-" | "--" | "=" | ":" | ",")
    )
}

/// Reads `name, name : machine`.
pub fn lifelines(cursor: &mut Cursor) -> Option<LifelinesSyntax> {
    let mut names: Vec<Name> = Vec::new();
    loop {
        names.push(name(cursor, Naming::New(LIFELINE), "a lifeline")?);
        if cursor.eat_symbol(",").is_none() {
            break;
        }
    }
    let hint = "Lifelines are declared as `name : Machine` or `name, name : Machine`.";
    if cursor.eat_symbol(":").is_none() {
        cursor.expected("expected-colon", "`:` and the machine", Some(hint));
        return None;
    }
    let machine = name(
        cursor,
        Naming::Known(MACHINE),
        "the machine of these lifelines",
    )?;
    cursor.finish_statement(hint);
    Some(LifelinesSyntax { names, machine })
}

fn message(cursor: &mut Cursor) -> Option<MessageSyntax> {
    let start = cursor.peek().span.start;
    let from = name(cursor, Naming::Known(LIFELINE), "a lifeline")?;
    if !arrow(cursor, "->", "A message") {
        return None;
    }
    let to = name(cursor, Naming::Known(LIFELINE), "the receiving lifeline")?;
    if cursor.eat_symbol(":").is_none() {
        let what = "`:` and the symbol that is sent";
        cursor.expected("expected-colon", what, Some(MESSAGE_HINT));
        return None;
    }
    let symbol = name(cursor, Naming::Mention(SYMBOL), "the symbol that is sent")?;
    cursor.finish_statement(MESSAGE_HINT);
    let span = cursor.since(start);
    Some(MessageSyntax {
        from,
        to,
        symbol,
        span,
    })
}
