//! Labels, behaviours and actions: `trigger, trigger [guard] / action; action`.

use super::ast::{Action, ActionKind, Guard, Label, MOST_NESTED, Statement, Trigger};
use super::parse::{GRAMMAR, arguments, closing, number, quoted};
use super::words::{EVENT, VARIABLE};
use crate::expression::parse;
use crate::language::Name;
use crate::language::names::begins_name;
use crate::language::unquoted::{Follow, name};
use crate::text::{
    Cursor, Diagnostic, Fix, Kind, Naming, Patch, Span, Token, TokenRole, is_epsilon,
};

const TRIGGER: Follow = Follow::symbols(&["/", "[", "(", ","]).or_end();
/// Units of time that other tools have.
const UNITS: [&str; 15] = [
    "s", "ms", "us", "ns", "m", "min", "h", "d", "sec", "second", "seconds", "minute", "minutes",
    "hour", "hours",
];
const ACTION: &str =
    "An action is `x := e`, `object.event(e)`, `trace(\"text\")` or `if (e) … else …`.";

/// `trigger [guard] / action`
pub(super) fn label(cursor: &mut Cursor) -> Label {
    let mut label = Label::default();
    let mut first = true;
    while first && (begins_name(cursor.peek()) || cursor.at_symbol("*"))
        || !first && cursor.eat_symbol(",").is_some()
    {
        first = false;
        match trigger(cursor) {
            Some(it) => label.triggers.extend(it),
            None => break,
        }
    }
    if cursor.eat_symbol("[").is_some() {
        let place = cursor.peek();
        let alone = cursor.peek_at(1).kind == Kind::Symbol("]");
        label.guard = Some(match cursor.at_word("else") && alone {
            true => {
                cursor.eat_keyword("else");
                Guard::Else(place.span)
            }
            false => Guard::Expression(parse::expression(cursor, GRAMMAR)),
        });
        closing(cursor, "]");
    }
    if cursor.eat_symbol("/").is_some() {
        label.actions = actions(cursor, 0);
    }
    label
}

/// A trigger; nothing for `ε`.
fn trigger(cursor: &mut Cursor) -> Option<Option<Trigger>> {
    let token = cursor.peek();
    if token.kind == Kind::Word && is_epsilon(cursor.text(token)) {
        cursor.advance();
        return Some(None);
    }
    if let Some(span) = cursor.eat_symbol("*") {
        let name = Name {
            text: "*".into(),
            span,
        };
        return Some(Some(Trigger::Event {
            name,
            parameters: Vec::new(),
        }));
    }
    if cursor.at_word("after") {
        let next = cursor.peek_at(1);
        let is_number = next.kind == Kind::Number || with_unit(cursor, next).is_some();
        if is_number || next.kind == Kind::Symbol("(") {
            return after(cursor).map(Some);
        }
    }
    let event = name(cursor, Naming::Mention(EVENT), "an event", TRIGGER)?;
    let mut parameters = Vec::new();
    if cursor.eat_symbol("(").is_some() {
        while begins_name(cursor.peek()) {
            let follow = Follow::symbols(&[",", ")"]);
            parameters.extend(name(cursor, Naming::New(VARIABLE), "a parameter", follow));
            if cursor.eat_symbol(",").is_none() {
                break;
            }
        }
        closing(cursor, ")");
    }
    Some(Some(Trigger::Event {
        name: event,
        parameters,
    }))
}

/// `after(1, 20)` or `after(3)`. `after 3s` and the like are reported, with what is meant.
fn after(cursor: &mut Cursor) -> Option<Trigger> {
    let start = cursor.peek().span.start;
    cursor.eat_keyword("after");
    let is_open = cursor.eat_symbol("(").is_some();
    let mut is_plain = is_open;
    let (from, first) = delay(cursor, &mut is_plain)?;
    let to = match cursor.eat_symbol(",") {
        Some(_) => delay(cursor, &mut is_plain)?.0,
        None => from,
    };
    if is_open {
        closing(cursor, ")");
    }
    let span = cursor.since(start);
    if !is_plain {
        let meant = match from == to {
            true => format!("after({from})"),
            false => format!("after({from}, {to})"),
        };
        let title = "A delay is a number between parentheses, without a unit";
        let finding = Diagnostic::error("spelled-delay", span, title);
        let hint = "Time is counted in units of your choice: the same one in the whole text.";
        let fix = Fix::new(format!("Write `{meant}`"), [Patch::replace(span, meant)]);
        cursor.findings.push(finding.hint(hint).fix(fix));
    }
    if to < from {
        let title = format!("Nothing happens between {from} and {to}");
        let finding = Diagnostic::error("empty-interval", first.to(span), title);
        cursor
            .findings
            .push(finding.hint("Write the smaller number first."));
    }
    const MOST: u32 = 10_000;
    if to > MOST {
        let title = format!("At most `after({MOST})` can be waited for");
        let finding = Diagnostic::error("too-late", span, title);
        cursor
            .findings
            .push(finding.hint("Count in a larger unit."));
    }
    Some(Trigger::After {
        from: from.min(MOST),
        to: to.clamp(from.min(MOST), MOST),
        span,
    })
}

/// A whole number; one with a unit makes the delay one that is not plain.
fn delay(cursor: &mut Cursor, is_plain: &mut bool) -> Option<(u32, Span)> {
    let token = cursor.peek();
    if let Some(number) = with_unit(cursor, token) {
        cursor.advance();
        *is_plain = false;
        return Some((number, token.span));
    }
    let found = number(cursor, "a whole number")?;
    let unit = cursor.peek();
    if unit.kind == Kind::Word && UNITS.contains(&cursor.text(unit)) {
        cursor.advance();
        *is_plain = false;
    }
    Some(found)
}

/// The number of a word such as `10s`.
fn with_unit(cursor: &Cursor, token: Token) -> Option<u32> {
    let text = cursor.text(token);
    let digits = text.len()
        - text
            .trim_start_matches(|it: char| it.is_ascii_digit())
            .len();
    let is_it = token.kind == Kind::Malformed && UNITS.contains(&&text[digits..]);
    is_it.then(|| text[..digits].parse().unwrap_or(u32::MAX))
}

/// What stands behind `entry`: `/ action; action`.
pub(super) fn behaviour(cursor: &mut Cursor) -> Vec<Action> {
    closing(cursor, "/");
    actions(cursor, 0)
}

/// An internal transition, or events that are deferred.
pub(super) fn inner(cursor: &mut Cursor, state: Option<Name>, start: usize) -> Statement {
    // `e, f / defer` and `e / …` begin alike.
    let ahead: Vec<_> = cursor
        .upcoming()
        .take(200)
        .take_while(|it| it.kind != Kind::Break)
        .collect();
    let defers = ahead.windows(2).any(|pair| {
        pair[0].kind == Kind::Symbol("/")
            && pair[1].kind == Kind::Word
            && cursor.text(pair[1]) == "defer"
    });
    if !defers {
        let label = label(cursor);
        let span = cursor.since(start);
        return Statement::Internal { state, label, span };
    }
    let mut events = Vec::new();
    loop {
        let event = match cursor.eat_symbol("*") {
            Some(span) => Some(Name {
                text: "*".into(),
                span,
            }),
            None => name(cursor, Naming::Mention(EVENT), "an event", TRIGGER),
        };
        events.extend(event);
        if cursor.eat_symbol(",").is_none() {
            break;
        }
    }
    closing(cursor, "/");
    if cursor.eat_keyword("defer").is_none() {
        cursor.expected("expected-word", "`defer`", Some("Write `event / defer`."));
    }
    let span = cursor.since(start);
    Statement::Defer {
        state,
        events,
        span,
    }
}

/// Actions with `;` between them, or between braces on lines of their own.
fn actions(cursor: &mut Cursor, depth: usize) -> Vec<Action> {
    let mut all = Vec::new();
    if let Some(open) = cursor.eat_symbol("{") {
        block(cursor, open, depth, &mut all);
        return all;
    }
    loop {
        while cursor.eat_symbol(";").is_some() {}
        if cursor.at_statement_end() {
            return all;
        }
        match action(cursor, depth) {
            Some(it) => all.push(it),
            None => {
                cursor.skip_statement();
                return all;
            }
        }
        if !cursor.at_symbol(";") {
            return all;
        }
    }
}

fn block(cursor: &mut Cursor, open: Span, depth: usize, all: &mut Vec<Action>) {
    loop {
        while cursor.peek().kind == Kind::Break || cursor.at_symbol(";") {
            cursor.advance();
        }
        if cursor.eat_symbol("}").is_some() {
            return;
        }
        if cursor.at_end() || cursor.at_item() {
            let title = "The `}` of these actions is missing";
            let finding = Diagnostic::error("unclosed-block", open, title);
            cursor
                .findings
                .push(finding.hint("Write `}` where they end."));
            return;
        }
        match action(cursor, depth) {
            Some(it) => all.push(it),
            None => cursor.skip_statement(),
        }
        if !cursor.at_statement_end() && !cursor.at_symbol(";") {
            cursor.finish_statement(ACTION);
        }
    }
}

fn action(cursor: &mut Cursor, depth: usize) -> Option<Action> {
    cursor.offer_words(&["trace", "self", "if"]);
    let (first, next) = (cursor.peek(), cursor.peek_at(1));
    let start = first.span.start;
    let kind = match (cursor.text(first), next.kind) {
        ("trace", Kind::Symbol("(")) => {
            cursor.eat_keyword("trace");
            cursor.advance();
            let text = quoted(cursor)?;
            closing(cursor, ")");
            ActionKind::Trace(text)
        }
        ("if", Kind::Symbol("(")) if first.kind == Kind::Word => condition(cursor, depth)?,
        ("accept", Kind::Word | Kind::Quoted) => {
            cursor.eat_keyword("accept");
            let mut events = Vec::new();
            loop {
                let follow = Follow::symbols(&[",", ";", "}"]).or_end();
                events.push(name(cursor, Naming::Mention(EVENT), "an event", follow)?);
                if cursor.eat_symbol(",").is_none() {
                    break;
                }
            }
            ActionKind::Accept(events)
        }
        (_, Kind::Symbol(":=")) if begins_name(first) => {
            let follow = Follow::symbols(&[":="]);
            let name = name(cursor, Naming::Known(VARIABLE), "a variable", follow)?;
            cursor.advance();
            ActionKind::Assign {
                name,
                value: parse::expression(cursor, GRAMMAR),
            }
        }
        _ => send(cursor)?,
    };
    Some(Action {
        kind,
        span: cursor.since(start),
    })
}

/// `object."an event"(e, …)`
fn send_quoted(cursor: &mut Cursor) -> Option<ActionKind> {
    let to = cursor.advance();
    let to = Name {
        text: cursor.text(to).into(),
        span: to.span,
    };
    cursor.advance();
    let event = name(
        cursor,
        Naming::Mention(EVENT),
        "an event",
        Follow::symbols(&["("]).or_end(),
    )?;
    let arguments = match cursor.at_symbol("(") {
        true => arguments(cursor),
        false => Vec::new(),
    };
    Some(ActionKind::Send {
        to,
        event,
        arguments,
    })
}

/// `object.event(e, …)`
fn send(cursor: &mut Cursor) -> Option<ActionKind> {
    let token = cursor.peek();
    let ahead = [1, 2].map(|it| cursor.peek_at(it).kind);
    if token.kind == Kind::Word && ahead == [Kind::Symbol("."), Kind::Quoted] {
        return send_quoted(cursor);
    }
    let text = cursor.text(token);
    let split = text.rsplit_once('.').filter(|_| token.kind == Kind::Word);
    let Some((object, event)) = split else {
        let next = cursor.peek_at(1).kind;
        let hint = match (token.kind, next) {
            (Kind::Word, Kind::Symbol("=")) => format!("Write `{text} := …` to assign."),
            (Kind::Word, Kind::Symbol("(") | Kind::Break | Kind::End | Kind::Symbol(";" | "}")) => {
                format!("Say who receives it: `self.{text}()`, or `object.{text}()`.")
            }
            _ => ACTION.to_string(),
        };
        cursor.expected("expected-action", "an action", Some(&hint));
        return None;
    };
    cursor.advance();
    cursor.paint(token.span, TokenRole::Event);
    let middle = token.span.start + object.len();
    let to = Name {
        text: object.into(),
        span: Span::new(token.span.start, middle),
    };
    let event = Name {
        text: event.into(),
        span: Span::new(middle + 1, token.span.end),
    };
    let arguments = match cursor.at_symbol("(") {
        true => arguments(cursor),
        false => Vec::new(),
    };
    Some(ActionKind::Send {
        to,
        event,
        arguments,
    })
}

/// `if (e) { … } else { … }`
fn condition(cursor: &mut Cursor, depth: usize) -> Option<ActionKind> {
    let word = cursor.peek().span;
    if depth >= MOST_NESTED {
        let title = format!("This is nested more than {MOST_NESTED} levels deep");
        let finding = Diagnostic::error("nested-too-deeply", word, title);
        cursor
            .findings
            .push(finding.hint("Use choices between states instead."));
        return None;
    }
    cursor.eat_keyword("if");
    cursor.advance();
    let condition = parse::expression(cursor, GRAMMAR);
    closing(cursor, ")");
    let then = branch(cursor, depth + 1)?;
    let mut otherwise = Vec::new();
    // `else` may stand on the line after a brace.
    if cursor.peek().kind == Kind::Break && cursor.text(cursor.peek_at(1)) == "else" {
        cursor.advance();
    }
    if cursor.eat_keyword("else").is_some() {
        otherwise = branch(cursor, depth + 1)?;
    }
    Some(ActionKind::If {
        condition,
        then,
        otherwise,
    })
}

fn branch(cursor: &mut Cursor, depth: usize) -> Option<Vec<Action>> {
    match cursor.at_symbol("{") {
        true => Some(actions(cursor, depth)),
        false => action(cursor, depth).map(|it| vec![it]),
    }
}
