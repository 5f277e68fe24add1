//! Statements: from tokens to the list of a document.
//!
//! What is open (blocks, choices, conditions) stands on a stack of our own, so that nesting costs no
//! stack of the machine's; what is nested deeper than [`MOST_NESTED`] is reported and skipped.

use super::ast::{StatementId, StatementKind, StatementSyntax, TransitionDocument};
use super::parse::expect;
use super::simple::{expect_word, is_assigned, simple, skip};
use super::words::{at_item, name};
use crate::expression::ast::Expression;
use crate::expression::{Grammar, parse};
use crate::language::Name;
use crate::text::{Cursor, Diagnostic, Kind, Span};

/// How deep statements can be nested; a choice with its block counts twice.
pub const MOST_NESTED: usize = 4_000;

/// How deep `par` can be nested in `par`: each of them runs inside the other.
pub const MOST_PARALLEL: usize = 200;

/// Words that begin a statement.
pub(super) const BEGINNINGS: [&str; 7] = ["local", "havoc", "assume", "choice", "par", "if", "for"];

/// A statement that has begun.
struct Open {
    /// Where it begins.
    start: usize,
    what: Part,
}

/// What a statement that has begun still waits for.
enum Part {
    /// Statements up to a `}`.
    Block(Span, Vec<StatementId>),
    /// Statements joined by a word.
    Joined(&'static str, Vec<StatementId>),
    /// What is done if this is true.
    Then(Expression),
    /// What is done if it is not.
    Else(Expression, StatementId),
    /// What is done for each value.
    Body(Name, [Expression; 2]),
}

/// Reads statements that are joined by a word: the alternatives of a relation.
pub fn alternatives(cursor: &mut Cursor, document: &mut TransitionDocument) -> Vec<StatementId> {
    let mut all = Vec::new();
    loop {
        all.extend(statement(cursor, document));
        if cursor.eat_word("or").is_none() {
            return all;
        }
    }
}

/// Takes the `}` of a block, or says that it is missing.
pub fn block_end(cursor: &mut Cursor, open: Span, what: &str) {
    if cursor.eat_symbol("}").is_some() {
        return;
    }
    let title = format!("The `}}` of this {what} is missing");
    let mut finding = Diagnostic::error("unclosed-block", open, title);
    if !cursor.at_end() {
        finding = finding.label(cursor.peek().span, "something else begins here");
    }
    cursor
        .findings
        .push(finding.hint("Write `}` where it should end."));
}

/// Reads one statement; `None` where it could not be read.
fn statement(cursor: &mut Cursor, document: &mut TransitionDocument) -> Option<StatementId> {
    let mut open: Vec<Open> = Vec::new();
    loop {
        // Begins what stands here, and all that it begins with.
        let mut read = loop {
            match begun(cursor, &open) {
                Begun::Opens(next) => {
                    let empty = matches!(next.what, Part::Block(..)) && at_block_end(cursor);
                    open.push(next);
                    if empty {
                        break None;
                    }
                }
                Begun::Whole(statement) => {
                    break statement.map(|it| document.add(it.kind, it.span));
                }
            }
        };
        // Ends what has come to its end by that.
        loop {
            let Some(last) = open.pop() else {
                return read;
            };
            match ended(cursor, last, read) {
                Ended::Waits(last) => {
                    open.push(last);
                    break;
                }
                Ended::Whole(statement) => {
                    read = statement.map(|it| document.add(it.kind, it.span));
                }
            }
        }
    }
}

/// What begins here.
enum Begun {
    /// A statement with statements in it.
    Opens(Open),
    /// A statement by itself, if it could be read.
    Whole(Option<StatementSyntax>),
}

fn begun(cursor: &mut Cursor, open: &[Open]) -> Begun {
    let token = cursor.peek();
    let start = token.span.start;
    let parallels = |it: &&Open| matches!(it.what, Part::Joined("and", _));
    let deep = open.len() >= MOST_NESTED
        || (cursor.at_word("par") && open.iter().filter(parallels).count() >= MOST_PARALLEL);
    if deep {
        too_deep(cursor);
        return Begun::Whole(None);
    }
    let word = match token.kind {
        Kind::Word => cursor.text(token),
        _ => "",
    };
    let what = match word {
        "choice" => {
            cursor.advance();
            Some(Part::Joined("or", Vec::new()))
        }
        "par" if !is_assigned(cursor) => {
            cursor.advance();
            Some(Part::Joined("and", Vec::new()))
        }
        "if" => Some(Part::Then(condition(cursor))),
        "for" => counted(cursor),
        _ if cursor.at_symbol("{") => {
            let open = cursor.advance().span;
            Some(Part::Block(open, Vec::new()))
        }
        _ => {
            let kind = simple(cursor, word);
            let span = cursor.since(start);
            return Begun::Whole(kind.map(|kind| StatementSyntax { kind, span }));
        }
    };
    match what {
        Some(what) => Begun::Opens(Open { start, what }),
        None => Begun::Whole(None),
    }
}

/// What has become of an open statement by another statement in it.
enum Ended {
    /// It goes on.
    Waits(Open),
    /// It has been read, if it could be.
    Whole(Option<StatementSyntax>),
}

fn ended(cursor: &mut Cursor, open: Open, part: Option<StatementId>) -> Ended {
    let Open { start, what } = open;
    let waits = |what| Ended::Waits(Open { start, what });
    let kind = match what {
        Part::Block(brace, mut all) => {
            all.extend(part);
            if !at_block_end(cursor) {
                return waits(Part::Block(brace, all));
            }
            block_end(cursor, brace, "block");
            Some(StatementKind::Block(all))
        }
        Part::Joined(joint, mut all) => {
            all.extend(part);
            if cursor.eat_word(joint).is_some() {
                return waits(Part::Joined(joint, all));
            }
            Some(match joint {
                "or" => StatementKind::Choice(all),
                _ => StatementKind::Parallel(all),
            })
        }
        Part::Then(condition) => match part {
            Some(then) if cursor.eat_word("else").is_some() => {
                return waits(Part::Else(condition, then));
            }
            then => then.map(|then| StatementKind::If {
                condition,
                then,
                otherwise: None,
            }),
        },
        Part::Else(condition, then) => Some(StatementKind::If {
            condition,
            then,
            otherwise: part,
        }),
        Part::Body(counter, [from, to]) => part.map(|body| StatementKind::For {
            counter,
            from,
            to,
            body,
        }),
    };
    let span = cursor.since(start);
    Ended::Whole(kind.map(|kind| StatementSyntax { kind, span }))
}

fn at_block_end(cursor: &Cursor) -> bool {
    cursor.at_symbol("}") || cursor.at_end() || at_item(cursor)
}

/// The condition of an `if`, in parentheses that are the statement's: after them comes no operator.
fn condition(cursor: &mut Cursor) -> Expression {
    cursor.advance();
    if expect(cursor, "(").is_none() {
        return parse::expression(cursor, Grammar::THETA);
    }
    let findings = cursor.findings.count();
    let condition = parse::expression(cursor, Grammar::THETA);
    if cursor.findings.count() == findings {
        expect(cursor, ")");
    } else {
        cursor.eat_symbol(")");
    }
    condition
}

/// The head of `for i from 0 to 3 do …`
fn counted(cursor: &mut Cursor) -> Option<Part> {
    cursor.advance();
    let Some(counter) = name(cursor, "a counter") else {
        skip(cursor);
        return None;
    };
    expect_word(cursor, "from");
    let from = parse::expression(cursor, Grammar::THETA);
    expect_word(cursor, "to");
    let to = parse::expression(cursor, Grammar::THETA);
    expect_word(cursor, "do");
    Some(Part::Body(counter, [from, to]))
}

fn too_deep(cursor: &mut Cursor) {
    let span = cursor.peek().span;
    let title = "This is nested too deeply";
    let finding = Diagnostic::error("nested-too-deeply", span, title);
    let hint = "Split the transition into several, with a variable that says how far it is.";
    cursor.findings.push(finding.hint(hint));
    while !cursor.at_end() && !at_item(cursor) {
        if cursor.at_symbol("{") {
            cursor.skip_block(|_| false);
            return;
        }
        if cursor.at_symbol("}") || cursor.eat_symbol(";").is_some() {
            return;
        }
        cursor.advance();
    }
}
