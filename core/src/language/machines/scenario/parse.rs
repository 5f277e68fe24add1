//! Scenarios: from tokens to lifelines and messages.
//!
//! Recovery is by statement, as in machines.

use super::LIFELINE;
use super::ast::{LifelinesSyntax, MessageSyntax, ScenarioSyntax};
use crate::language::Name;
use crate::language::coming::{self, not_available};
use crate::language::machines::{MACHINE, SYMBOL};
use crate::language::names::{begins_name, writing};
use crate::language::questions::SCENARIO;
use crate::language::unquoted::{Follow, item_name, name, or_write};
use crate::language::words::{arrow, in_block, open_block};
use crate::text::{Cursor, Diagnostic, Kind, Naming, Token};

const MESSAGE_HINT: &str = "A message is `sender -> receiver : symbol`, one on each line.";
const LIFELINES_HINT: &str =
    "Lifelines are declared as `name : Machine` or `name, name : Machine`.";

const DECLARED: Follow = Follow::symbols(&[",", ":"]);
const OF_MACHINE: Follow = Follow::symbols(&["("]).or_end();
const SENDER: Follow = Follow::symbols(&["->", "-->", "-", "--", "="]);
const RECEIVER: Follow = Follow::symbols(&[":"]);
const SENT: Follow = Follow::symbols(&["("]).or_end();

/// Reads what follows the word `scenario`.
pub fn scenario(cursor: &mut Cursor, forbidden: bool) -> Option<ScenarioSyntax> {
    let header = Follow::symbols(&["{"]).or_end();
    let name = item_name(cursor, Naming::New(SCENARIO), "the scenario's name", header);
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
            let before = cursor.trouble();
            statement(cursor, &mut scenario, &mut open_parts);
            cursor.skip_statement();
            scenario.in_doubt |= cursor.trouble() > before;
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
            cursor.skip_block(Cursor::at_item);
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
    if is_unavailable(cursor) {
        return;
    }
    if !begins_name(first) {
        cursor.expected("unknown-statement", "a message", Some(MESSAGE_HINT));
        return;
    }
    if declares(cursor) {
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

/// Whether the statement begins something that is still to come; it is then reported.
fn is_unavailable(cursor: &mut Cursor) -> bool {
    let first = cursor.peek();
    if cursor.at_symbol("->") {
        let span = coming::skip(cursor);
        let hint = "A message has a sender: `sender -> receiver : symbol`.";
        not_available(cursor, span, "calls from outside", hint);
        return true;
    }
    if cursor.at_symbol("[") {
        coming::guard(cursor);
        cursor.skip_statement();
        return true;
    }
    let next = cursor.peek_at(1);
    let drawn = ["participant", "actor", "note", "activate", "deactivate"];
    let word = cursor.text(first);
    if first.kind != Kind::Word || !drawn.contains(&word) || !begins_name(next) {
        return false;
    }
    let span = coming::skip(cursor);
    let title = format!("`{word}` is no statement of a scenario");
    let finding = Diagnostic::error("unknown-statement", span, title);
    let hint = if matches!(word, "participant" | "actor") {
        LIFELINES_HINT
    } else {
        "Leave it out: a scenario holds lifelines and messages. Comments begin with `//`."
    };
    cursor.findings.push(finding.hint(hint));
    true
}

/// Whether a line declares lifelines: the first sign in it that is no hyphen of a name says so.
fn declares(cursor: &Cursor) -> bool {
    let mut end = cursor.peek().span.end;
    for token in cursor.upcoming().skip(1) {
        match token.kind {
            Kind::Word | Kind::Number | Kind::Malformed => {}
            Kind::Symbol("-") if token.span.start == end => {}
            Kind::Symbol(":" | ",") => return true,
            _ => return false,
        }
        end = token.span.end;
    }
    false
}

/// The meaning of `alt`, `opt`, `loop`, `par` where they do not begin a message or lifeline.
fn part(cursor: &Cursor, first: Token) -> Option<&'static str> {
    let meaning = cursor.vocabulary().reserved(cursor.text(first));
    let meaning = meaning.filter(|_| first.kind == Kind::Word)?;
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
        names.push(name(cursor, Naming::New(LIFELINE), "a lifeline", DECLARED)?);
        if cursor.eat_symbol(",").is_none() {
            break;
        }
    }
    if cursor.eat_symbol(":").is_none() {
        cursor.expected(
            "expected-colon",
            "`:` and the machine",
            Some(LIFELINES_HINT),
        );
        return None;
    }
    let machine = name(
        cursor,
        Naming::Known(MACHINE),
        "the machine of these lifelines",
        OF_MACHINE,
    )?;
    coming::parameters(cursor, &machine.text);
    cursor.finish_statement(LIFELINES_HINT);
    if let [only] = names.as_slice() {
        or_message(cursor, only, &machine);
    }
    Some(LifelinesSyntax { names, machine })
}

/// `alice-bob : hello` is read as a lifeline that lacks its quotes, but may be a message.
fn or_message(cursor: &mut Cursor, name: &Name, symbol: &Name) {
    let Some((from, to)) = name.text.split_once('-') else {
        return;
    };
    let message = format!("{from} -> {to} : {}", symbol.written());
    or_write(cursor, name, writing(name.span.to(symbol.span), &message));
}

fn message(cursor: &mut Cursor) -> Option<MessageSyntax> {
    let start = cursor.peek().span.start;
    let from = name(cursor, Naming::Known(LIFELINE), "a lifeline", SENDER)?;
    if !arrow(cursor, "->", "A message") {
        return None;
    }
    let to = name(
        cursor,
        Naming::Known(LIFELINE),
        "the receiving lifeline",
        RECEIVER,
    )?;
    if cursor.eat_symbol(":").is_none() {
        let what = "`:` and the symbol that is sent";
        cursor.expected("expected-colon", what, Some(MESSAGE_HINT));
        return None;
    }
    let symbol = name(
        cursor,
        Naming::Mention(SYMBOL),
        "the symbol that is sent",
        SENT,
    )?;
    coming::parameters(cursor, &symbol.text);
    cursor.finish_statement(MESSAGE_HINT);
    let span = cursor.since(start);
    Some(MessageSyntax {
        from,
        to,
        symbol,
        span,
    })
}
