//! `system` and `scenario`: from tokens to trees.

use super::ast::{ObjectsSyntax, ScenarioSyntax, SlotSyntax, SlotValue, StepSyntax, SystemSyntax};
use super::ocl::parse::{bracketed, expression};
use super::words::{CLASS, OBJECT, OPERATION, PROPERTY};
use crate::language::Name;
use crate::language::questions::SCENARIO;
use crate::language::unquoted::{Follow, item_name, name};
use crate::language::words::{in_block, open_block};
use crate::text::{Cursor, Kind, Naming, Span};

const OBJECTS: &str =
    "A line of a system is `name, name : Class { slot = value }`, or `final condition`.";
const STEP: &str =
    "A step is `-> object : operation()`, or a condition in brackets: `[object.open]`.";

pub(super) fn system(cursor: &mut Cursor, word: Span) -> Option<SystemSyntax> {
    let open = open_block(cursor, "system")?;
    let mut system = SystemSyntax {
        objects: Vec::new(),
        finals: Vec::new(),
        span: word,
    };
    while in_block(cursor, open, "system") {
        cursor.offer_words(&["final"]);
        let names = matches!(cursor.peek_at(1).kind, Kind::Symbol(":" | "," | "["));
        if cursor.at_word("final") && !names {
            cursor.eat_keyword("final");
            system.finals.push(expression(cursor));
        } else {
            system.objects.extend(objects(cursor));
        }
        cursor.finish_statement(OBJECTS);
    }
    Some(system)
}

/// `b1, c[3] : Button { light = tl }`
fn objects(cursor: &mut Cursor) -> Option<ObjectsSyntax> {
    let mut names = Vec::new();
    loop {
        let follow = Follow::symbols(&[",", ":", "["]).or_end();
        let Some(object) = item_name(cursor, Naming::New(OBJECT), "an object", follow) else {
            cursor.skip_statement();
            return None;
        };
        let mut count = None;
        if cursor.eat_symbol("[").is_some() {
            let token = cursor.peek();
            if token.kind == Kind::Number {
                cursor.advance();
                count = Some(cursor.text(token).parse().unwrap_or(u32::MAX));
            } else {
                let hint = "`c[3]` declares `c1`, `c2` and `c3`.";
                cursor.expected("expected-number", "a number of objects", Some(hint));
            }
            closing(cursor, "]");
        }
        names.push((object, count));
        if cursor.eat_symbol(",").is_none() {
            break;
        }
    }
    if cursor.eat_symbol(":").is_none() {
        cursor.expected("expected-symbol", "`:` and a class", Some(OBJECTS));
        cursor.skip_statement();
        return None;
    }
    let follow = Follow::symbols(&["{"]).or_end();
    let class = name(cursor, Naming::Known(CLASS), "a class", follow)?;
    let slots = match cursor.at_symbol("{") {
        true => slots(cursor),
        false => Vec::new(),
    };
    Some(ObjectsSyntax {
        names,
        class,
        slots,
    })
}

/// `{ light = tl, open = true }`, perhaps over several lines.
fn slots(cursor: &mut Cursor) -> Vec<SlotSyntax> {
    let mut slots = Vec::new();
    let open = cursor.advance().span;
    while in_block(cursor, open, "object") {
        let follow = Follow::symbols(&["="]);
        let slot = name(
            cursor,
            Naming::Known(PROPERTY),
            "an attribute or a role",
            follow,
        );
        let Some(name) = slot else {
            cursor.skip_statement();
            continue;
        };
        if cursor.eat_symbol("=").is_none() {
            cursor.expected(
                "expected-symbol",
                "`=` and a value",
                Some("Write `slot = value`."),
            );
            cursor.skip_statement();
            continue;
        }
        let value = match cursor.at_symbol("{") {
            true => SlotValue::Many(linked(cursor)),
            false => SlotValue::One(expression(cursor)),
        };
        slots.push(SlotSyntax { name, value });
        if cursor.eat_symbol(",").is_none() {
            cursor.finish_statement("Between two slots stands `,`.");
        }
    }
    slots
}

/// `{ a, b }`
fn linked(cursor: &mut Cursor) -> Vec<Name> {
    cursor.advance();
    let mut all = Vec::new();
    while !cursor.at_statement_end() {
        let follow = Follow::symbols(&[",", "}"]);
        let Some(object) = name(cursor, Naming::Known(OBJECT), "an object", follow) else {
            break;
        };
        all.push(object);
        if cursor.eat_symbol(",").is_none() {
            break;
        }
    }
    closing(cursor, "}");
    all
}

fn closing(cursor: &mut Cursor, symbol: &'static str) {
    if cursor.eat_symbol(symbol).is_none() {
        cursor.expected("expected-symbol", &format!("`{symbol}`"), None);
    }
}

pub(super) fn scenario(cursor: &mut Cursor) -> Option<ScenarioSyntax> {
    let follow = Follow::symbols(&["{"]).or_end();
    let scenario = item_name(cursor, Naming::New(SCENARIO), "the scenario's name", follow);
    if scenario.is_none() && !cursor.at_symbol("{") {
        cursor.skip_statement();
        return None;
    }
    let open = open_block(cursor, "scenario")?;
    let mut steps = Vec::new();
    while in_block(cursor, open, "scenario") {
        if cursor.eat_symbol("[").is_some() {
            steps.push(StepSyntax::Condition(bracketed(cursor)));
            closing(cursor, "]");
        } else if cursor.at_symbol("->") {
            steps.extend(call(cursor));
        } else {
            cursor.expected("unknown-statement", "a call or a condition", Some(STEP));
            cursor.skip_statement();
        }
        cursor.finish_statement(STEP);
    }
    Some(ScenarioSyntax {
        name: scenario?,
        steps,
    })
}

/// `-> o : op(1, _)`
fn call(cursor: &mut Cursor) -> Option<StepSyntax> {
    let start = cursor.advance().span.start;
    let object = name(
        cursor,
        Naming::Known(OBJECT),
        "an object",
        Follow::symbols(&[":"]),
    );
    let Some(object) = object else {
        cursor.skip_statement();
        return None;
    };
    if cursor.eat_symbol(":").is_none() {
        cursor.expected("expected-symbol", "`:` and an operation", Some(STEP));
        cursor.skip_statement();
        return None;
    }
    let follow = Follow::symbols(&["("]).or_end();
    let operation = name(cursor, Naming::Known(OPERATION), "an operation", follow)?;
    let arguments = match cursor.at_symbol("(") {
        true => arguments(cursor),
        false => {
            cursor.expected("expected-symbol", "`(`", Some(STEP));
            Vec::new()
        }
    };
    Some(StepSyntax::Call {
        object,
        operation,
        arguments,
        span: cursor.since(start),
    })
}

/// `(1, _)`
fn arguments(cursor: &mut Cursor) -> Vec<Option<crate::language::classes::ocl::ast::Expression>> {
    cursor.advance();
    let mut all = Vec::new();
    while !cursor.at_symbol(")") && !cursor.at_statement_end() {
        all.push(match cursor.eat_word("_") {
            Some(_) => None,
            None => Some(bracketed(cursor)),
        });
        if cursor.eat_symbol(",").is_none() {
            break;
        }
    }
    closing(cursor, ")");
    all
}
