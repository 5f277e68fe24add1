//! Machines: from tokens to statements.
//!
//! Recovery is by statement: a line that cannot be read is reported once and left out, the lines
//! around it are kept. Parts of UML that are still to come are named as such.

use super::ast::{MachineSyntax, Statement, TransitionSyntax};
use super::{MACHINE, STATE, SYMBOL};
use crate::language::words::{
    EXPRESSION, arrow, at_item, eat_epsilon, eat_pseudostate, in_block, is_name, item_name, name,
    not_available, open_block, reserved,
};
use crate::text::{Cursor, Diagnostic, Kind, Naming, TokenRole};

const LABEL_HINT: &str = "A label is `trigger / effect, effect`; both parts may be missing.";

/// Reads what follows the word `machine`.
pub fn machine(cursor: &mut Cursor) -> Option<MachineSyntax> {
    let name = item_name(cursor, Naming::New(MACHINE), "the machine's name");
    // Somebody may be changing the name: what stands between the braces is read all the same.
    if name.is_none() && !cursor.at_symbol("{") {
        cursor.skip_statement();
        return None;
    }
    let mut statements = Vec::new();
    if let Some(open) = open_block(cursor, "machine") {
        while in_block(cursor, open, "machine") {
            statements.extend(statement(cursor));
            cursor.skip_statement();
        }
    }
    name.map(|name| MachineSyntax { name, statements })
}

fn statement(cursor: &mut Cursor) -> Option<Statement> {
    cursor.offer_words(&["state"]);
    let first = cursor.peek();
    let next = cursor.peek_at(1);
    if cursor.at_word("state") && is_name(next) {
        return state(cursor);
    }
    if let Kind::Symbol("--" | "||") = first.kind {
        cursor.skip_statement();
        let hint = "Write a machine of its own for each region.";
        not_available(cursor, first.span, "parallel regions", hint);
        return None;
    }
    if first.kind == Kind::Word
        && next.kind == Kind::Symbol("/")
        && let Some(meaning) = reserved(cursor.text(first))
    {
        cursor.skip_statement();
        let hint = "Put the effects on the transitions: `a --> b : trigger / effect`.";
        not_available(cursor, first.span, meaning, hint);
        return None;
    }
    if eat_pseudostate(cursor) {
        return initial(cursor, first.span.start);
    }
    let hint = "A machine holds lines such as `idle --> busy : trigger / effect`.";
    if !is_name(first) && !matches!(first.kind, Kind::Number | Kind::Malformed) {
        cursor.expected("unknown-statement", "a transition", Some(hint));
        cursor.skip_statement();
        return None;
    }
    let source = name(cursor, Naming::Mention(STATE), "a state")?;
    if next.kind == Kind::Symbol("{") {
        return nested(cursor, first.span);
    }
    if !arrow(cursor, "-->", "A transition") {
        return None;
    }
    if eat_pseudostate(cursor) {
        cursor.finish_statement("A line that marks a final state has no label.");
        let span = cursor.since(first.span.start);
        return Some(Statement::Final {
            state: source,
            span,
        });
    }
    let target = name(cursor, Naming::Mention(STATE), "a state")?;
    let mut transition = TransitionSyntax {
        source,
        target,
        ..TransitionSyntax::default()
    };
    if cursor.eat_symbol(":").is_some() {
        label(cursor, &mut transition);
    } else if cursor.at_symbol("[") {
        guard(cursor);
    }
    cursor.finish_statement(LABEL_HINT);
    transition.span = cursor.since(first.span.start);
    Some(Statement::Transition(transition))
}

fn initial(cursor: &mut Cursor, start: usize) -> Option<Statement> {
    if !arrow(cursor, "-->", "The initial state") {
        return None;
    }
    let state = name(cursor, Naming::Mention(STATE), "the initial state")?;
    cursor.finish_statement("The line `[*] --> state` has no label: nothing happens before it.");
    let span = cursor.since(start);
    Some(Statement::Initial { state, span })
}

fn state(cursor: &mut Cursor) -> Option<Statement> {
    let word = cursor.advance().span;
    cursor.paint(word, TokenRole::Keyword);
    let start = word.start;
    let first = cursor.peek();
    let mut state = item_name(cursor, Naming::Mention(STATE), "a state")?;
    let mut label = None;
    if cursor.eat_keyword("as").is_some() {
        let second = cursor.peek();
        label = Some(name(cursor, Naming::New(STATE), "a text in quotes")?);
        if second.kind == Kind::Word {
            // PlantUML has it the other way round: `state "long name" as name`.
            if first.kind == Kind::Quoted {
                label = label.map(|label| std::mem::replace(&mut state, label));
            }
            let span = cursor.since(first.span.start);
            cursor.findings.push(
                Diagnostic::error(
                    "unquoted-label",
                    span,
                    "The text after `as` stands in quotes",
                )
                .hint("Write `state name as \"text in the diagram\"`."),
            );
        }
    }
    if cursor.at_symbol("{") {
        nested(cursor, state.span);
    }
    cursor.finish_statement("Write `state name`, or `state name as \"text in the diagram\"`.");
    let span = cursor.since(start);
    Some(Statement::State {
        name: state,
        label,
        span,
    })
}

/// Reports a state with a body and skips the body.
fn nested(cursor: &mut Cursor, place: crate::text::Span) -> Option<Statement> {
    let hint = "Write the inner states beside the outer ones, or as a machine of their own.";
    not_available(cursor, place, "nested states", hint);
    cursor.skip_block(at_item);
    None
}

fn label(cursor: &mut Cursor, transition: &mut TransitionSyntax) {
    if cursor.at_symbol("[") {
        guard(cursor);
    }
    let timed = cursor.at_word("after") && cursor.peek_at(1).kind == Kind::Symbol("(");
    if timed {
        after(cursor);
    } else if !cursor.at_symbol("/") && !cursor.at_statement_end() && !eat_epsilon(cursor) {
        transition.trigger = name(cursor, Naming::Mention(SYMBOL), "a trigger");
        if transition.trigger.is_none() {
            cursor.skip_statement();
            return;
        }
    }
    if cursor.at_symbol("[") {
        guard(cursor);
    }
    if cursor.eat_symbol("/").is_none() || eat_epsilon(cursor) {
        return;
    }
    loop {
        let Some(effect) = name(cursor, Naming::Mention(SYMBOL), "an effect") else {
            cursor.skip_statement();
            return;
        };
        transition.effects.push(effect);
        if cursor.eat_symbol(",").is_none() {
            return;
        }
    }
}

fn guard(cursor: &mut Cursor) {
    let start = cursor.peek().span.start;
    cursor.in_mode(&EXPRESSION, |cursor| {
        while !cursor.at_statement_end() && cursor.eat_symbol("]").is_none() {
            cursor.advance();
        }
    });
    let span = cursor.since(start);
    let hint = "Leave the guard out, or say with states when the transition is possible.";
    not_available(cursor, span, "guards", hint);
}

fn after(cursor: &mut Cursor) {
    let start = cursor.peek().span.start;
    cursor.in_mode(&EXPRESSION, |cursor| {
        while !cursor.at_statement_end() && cursor.eat_symbol(")").is_none() {
            cursor.advance();
        }
    });
    let span = cursor.since(start);
    let hint = "Leave `after(…)` out: without a trigger the transition starts by itself.";
    not_available(cursor, span, "timed transitions", hint);
}
