//! States, regions and transitions: from lines to statements.

use super::ast::{End, MOST_NESTED, Moment, StateSyntax, Statement, Stereotype, TransitionSyntax};
use super::parse::{input, queue, variable};
use super::parse_label::{behaviour, inner, label};
use super::words::{LABEL, REGION, STATE};
use crate::language::Name;
use crate::language::names::{begins_name, did_you_mean_keyword, shown_list};
use crate::language::unquoted::{Follow, item_name, name};
use crate::language::words::{arrow, in_block, open_block};
use crate::text::{Cursor, Diagnostic, Kind, Naming, Span, TokenRole, similar};

const DECLARED: Follow = Follow::symbols(&["{", "<<"]).or_words(&["as"]).or_end();
const SOURCE: Follow = Follow::symbols(&["-->", "->", "--", "-", ":", "[H]", "[H*]"]);
const TARGET: Follow = Follow::symbols(&[":", "<<", "[H]", "[H*]"]).or_end();
const LINE: &str = "A line is a transition `a --> b : event [guard] / action`, or a behaviour such as `entry / action`.";

/// The words in `<<…>>`, as PlantUML writes them.
pub const STEREOTYPES: [(&str, Stereotype); 9] = [
    ("choice", Stereotype::Choice),
    ("junction", Stereotype::Junction),
    ("fork", Stereotype::Fork),
    ("join", Stereotype::Join),
    ("entryPoint", Stereotype::EntryPoint),
    ("exitPoint", Stereotype::ExitPoint),
    ("terminate", Stereotype::Terminate),
    ("final", Stereotype::Final),
    ("rest", Stereotype::Rest),
];

/// Reads the statements of a block that is open.
pub(super) fn body(
    cursor: &mut Cursor,
    open: Span,
    what: &str,
    depth: usize,
    into: &mut Vec<Statement>,
) {
    while in_block(cursor, open, what) {
        cursor.offer_words(&[
            "state", "region", "var", "input", "queue", "entry", "exit", "do",
        ]);
        into.extend(statement(cursor, depth));
        cursor.finish_statement(LINE);
    }
}

fn statement(cursor: &mut Cursor, depth: usize) -> Option<Statement> {
    let (first, next) = (cursor.peek(), cursor.peek_at(1));
    let start = first.span.start;
    if let Kind::Symbol("--" | "||") = first.kind {
        while let Kind::Symbol("--" | "||" | "-" | "-->") = cursor.peek().kind {
            cursor.advance();
        }
        return Some(Statement::Separator(cursor.since(start)));
    }
    if let Kind::Symbol("[*]" | "[H]" | "[H*]") = first.kind {
        return transition(cursor, start);
    }
    if !begins_name(first) {
        cursor.expected("unknown-statement", "a statement", Some(LINE));
        cursor.skip_statement();
        return None;
    }
    let named = begins_name(next) && first.kind == Kind::Word;
    match cursor.text(first) {
        "var" if named => {
            cursor.eat_keyword("var");
            let read = variable(cursor);
            return read.map(Statement::Variable).or_else(|| skipped(cursor));
        }
        "input" if named => {
            cursor.eat_keyword("input");
            let read = input(cursor);
            return read.map(Statement::Input).or_else(|| skipped(cursor));
        }
        "queue" if first.kind == Kind::Word && next.kind == Kind::Number => {
            cursor.eat_keyword("queue");
            let read = queue(cursor);
            return read.map(Statement::Queue).or_else(|| skipped(cursor));
        }
        "state" if named => return state(cursor, depth),
        "region" if named => return region(cursor, depth),
        _ => {}
    }
    let moment = [Moment::Entry, Moment::Exit, Moment::Do]
        .into_iter()
        .find(|it| cursor.at_word(it.word()));
    match (moment, next.kind) {
        (Some(moment), Kind::Symbol("/")) => {
            cursor.eat_keyword(moment.word());
            let actions = cursor.in_mode(&LABEL, |cursor| behaviour(cursor));
            let span = cursor.since(start);
            Some(Statement::Behaviour {
                state: None,
                moment,
                actions,
                span,
            })
        }
        (_, Kind::Symbol("/" | "[" | "(" | ",")) => {
            Some(cursor.in_mode(&LABEL, |cursor| inner(cursor, None, start)))
        }
        (_, Kind::Symbol(":")) => of_state(cursor, start),
        _ => transition(cursor, start),
    }
}

fn skipped(cursor: &mut Cursor) -> Option<Statement> {
    cursor.skip_statement();
    None
}

/// `S : entry / …` and `S : e [g] / …`
fn of_state(cursor: &mut Cursor, start: usize) -> Option<Statement> {
    let state = name(cursor, Naming::Mention(STATE), "a state", SOURCE)?;
    cursor.eat_symbol(":");
    let next = cursor.peek_at(1);
    let moment = [Moment::Entry, Moment::Exit, Moment::Do]
        .into_iter()
        .find(|it| cursor.at_word(it.word()));
    if let (Some(moment), Kind::Symbol("/")) = (moment, next.kind) {
        cursor.eat_keyword(moment.word());
        let actions = cursor.in_mode(&LABEL, |cursor| behaviour(cursor));
        let span = cursor.since(start);
        return Some(Statement::Behaviour {
            state: Some(state),
            moment,
            actions,
            span,
        });
    }
    Some(cursor.in_mode(&LABEL, |cursor| inner(cursor, Some(state), start)))
}

/// `state Main as "the main state" <<choice>> { … }`
fn state(cursor: &mut Cursor, depth: usize) -> Option<Statement> {
    let start = cursor.peek().span.start;
    cursor.eat_keyword("state");
    let first = cursor.peek();
    let Some(mut named) = item_name(cursor, Naming::Mention(STATE), "a state", DECLARED) else {
        return skipped(cursor);
    };
    let mut text = None;
    if cursor.eat_keyword("as").is_some() {
        let second = cursor.peek();
        text = name(cursor, Naming::New(STATE), "a text in quotes", DECLARED);
        // PlantUML has it the other way round: `state "long name" as name`.
        if first.kind == Kind::Quoted && second.kind == Kind::Word {
            text = text.map(|it| std::mem::replace(&mut named, it));
        }
    }
    let kind = stereotype(cursor);
    let span = cursor.since(start);
    let opens = cursor.at_symbol("{")
        || (cursor.peek().kind == Kind::Break && cursor.peek_at(1).kind == Kind::Symbol("{"));
    let body = match opens {
        true => Some(block(cursor, "state", depth)),
        false => None,
    };
    Some(Statement::State(StateSyntax {
        name: named,
        label: text,
        kind,
        body,
        span,
    }))
}

fn region(cursor: &mut Cursor, depth: usize) -> Option<Statement> {
    let start = cursor.peek().span.start;
    cursor.eat_keyword("region");
    let follow = Follow::symbols(&["{"]).or_end();
    let Some(name) = item_name(cursor, Naming::New(REGION), "a region", follow) else {
        return skipped(cursor);
    };
    let body = block(cursor, "region", depth);
    let span = cursor.since(start);
    Some(Statement::Region { name, body, span })
}

fn block(cursor: &mut Cursor, what: &str, depth: usize) -> Vec<Statement> {
    let mut statements = Vec::new();
    if depth >= MOST_NESTED {
        cursor.skip_breaks();
        let span = cursor.peek().span;
        let title = format!("This is nested more than {MOST_NESTED} levels deep");
        let hint = "Move what is inside to a statechart of its own, and let the two send each other events.";
        cursor
            .findings
            .push(Diagnostic::error("nested-too-deeply", span, title).hint(hint));
        cursor.skip_block(|_| false);
        return statements;
    }
    if let Some(open) = open_block(cursor, what) {
        body(cursor, open, what, depth + 1, &mut statements);
    }
    statements
}

/// `<<choice>>`
fn stereotype(cursor: &mut Cursor) -> Option<(Stereotype, Span)> {
    let open = cursor.eat_symbol("<<")?;
    let words = STEREOTYPES.map(|it| it.0);
    cursor.offer_words(&words);
    let token = cursor.peek();
    let word = cursor.text(token);
    let found = STEREOTYPES
        .iter()
        .find(|it| it.0.eq_ignore_ascii_case(word))
        .map(|it| it.1);
    if token.kind == Kind::Word {
        cursor.advance();
        cursor.paint(token.span, TokenRole::Keyword);
    }
    if found.is_none() {
        let title = format!("There is no kind of state `<<{word}>>`");
        let finding = Diagnostic::error("unknown-stereotype", token.span, title);
        cursor.findings.push(match similar(word, words) {
            Some(meant) => did_you_mean_keyword(finding, meant),
            None => finding.hint(format!("The kinds are {}.", shown_list(words))),
        });
    }
    super::parse::closing(cursor, ">>");
    found.map(|it| (it, cursor.since(open.start)))
}

/// `a --> b : label`
fn transition(cursor: &mut Cursor, start: usize) -> Option<Statement> {
    let Some(source) = end(cursor, SOURCE) else {
        return skipped(cursor);
    };
    if !arrow(cursor, "-->", "A transition") {
        return skipped(cursor);
    }
    let Some(target) = end(cursor, TARGET) else {
        return skipped(cursor);
    };
    let local = cursor.eat_symbol("<<").map(|open| {
        if cursor.eat_keyword("local").is_none() {
            cursor.expected(
                "expected-word",
                "`local`",
                Some("A transition can be `<<local>>`: it does not leave its source."),
            );
            cursor.advance();
        }
        super::parse::closing(cursor, ">>");
        cursor.since(open.start)
    });
    let mut read = super::ast::Label::default();
    if cursor.eat_symbol(":").is_some() {
        read = cursor.in_mode(&LABEL, |cursor| label(cursor));
    }
    let span = cursor.since(start);
    Some(Statement::Transition(Box::new(TransitionSyntax {
        source,
        target,
        local,
        label: read,
        span,
    })))
}

fn end(cursor: &mut Cursor, follow: Follow) -> Option<End> {
    let start = cursor.peek().span.start;
    if let Some(span) = cursor.eat_symbol("[*]") {
        cursor.paint(span, TokenRole::Pseudo);
        return Some(End::Pseudo(span));
    }
    let history = |cursor: &mut Cursor, of: Option<Name>| {
        let deep = cursor.at_symbol("[H*]");
        let mark = cursor
            .eat_symbol("[H]")
            .or_else(|| cursor.eat_symbol("[H*]"))?;
        cursor.paint(mark, TokenRole::Pseudo);
        Some(End::History {
            deep,
            of,
            span: cursor.since(start),
        })
    };
    if let Some(found) = history(cursor, None) {
        return Some(found);
    }
    let named = name(cursor, Naming::Mention(STATE), "a state", follow)?;
    match cursor.peek().kind {
        Kind::Symbol("[H]" | "[H*]") => history(cursor, Some(named)),
        _ => Some(End::State(named)),
    }
}
