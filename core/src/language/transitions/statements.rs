//! Statements: from tokens to the list of a document.
//!
//! What is open (blocks, choices, conditions) stands on a stack of our own, so that nesting costs no
//! stack of the machine's; what is nested deeper than [`MOST_NESTED`] is reported and skipped.

use super::ast::{StatementId, StatementKind, StatementSyntax, TransitionDocument};
use super::parse::{expect, variable};
use super::words::{at_item, name};
use crate::expression::ast::Expression;
use crate::expression::{Grammar, parse};
use crate::language::Name;
use crate::text::{Cursor, Diagnostic, Kind, Span, similar};

/// How deep statements can be nested; a choice with its block counts twice.
pub const MOST_NESTED: usize = 4_000;

/// How deep `par` can be nested in `par`: each of them runs inside the other.
pub const MOST_PARALLEL: usize = 200;

/// Words that begin a statement.
const BEGINNINGS: [&str; 7] = ["local", "havoc", "assume", "choice", "par", "if", "for"];

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

/// Statements that end with a semicolon.
fn simple(cursor: &mut Cursor, word: &str) -> Option<StatementKind> {
    let findings = cursor.findings.count();
    let kind = match word {
        "local" => {
            cursor.advance();
            if cursor.eat_word("var").is_none() {
                cursor.expected("expected-word", "`var`", None);
            }
            local(cursor)
        }
        "var" => {
            let title = "A variable inside a block is declared with `local var`";
            let finding = Diagnostic::error("not-local", cursor.peek().span, title);
            cursor.findings.push(finding.hint("Write `local var`."));
            cursor.advance();
            local(cursor)
        }
        "havoc" => {
            cursor.advance();
            name(cursor, "a variable").map(StatementKind::Havoc)
        }
        "assume" => {
            cursor.advance();
            let condition = parse::expression(cursor, Grammar::THETA);
            Some(StatementKind::Assume(condition))
        }
        "" => {
            if let Some(span) = cursor.eat_symbol(";") {
                let title = "There is no statement before this `;`";
                let finding = Diagnostic::error("empty-statement", span, title);
                cursor.findings.push(finding.hint("Remove it."));
                return None;
            }
            cursor.expected("expected-statement", "a statement", None);
            None
        }
        _ => assignment(cursor),
    };
    if kind.is_none() {
        skip(cursor);
        return None;
    }
    if cursor.eat_symbol(";").is_none() {
        // After an error that is what follows from it; else it is the error.
        if cursor.findings.count() == findings {
            let title = "Expected `;` after this";
            let span = cursor.last_span();
            let finding = Diagnostic::error("expected-symbol", span, title);
            let hint = "Statements other than blocks end with `;`.";
            cursor.findings.push(finding.hint(hint));
        }
        if !at_beginning(cursor) {
            skip(cursor);
        }
    }
    kind
}

fn local(cursor: &mut Cursor) -> Option<StatementKind> {
    let variable = variable(cursor, false);
    variable.map(|it| StatementKind::Local(Box::new(it)))
}

/// `a := 1` and `a[0] := 1`
fn assignment(cursor: &mut Cursor) -> Option<StatementKind> {
    let text = cursor.text(cursor.peek());
    if !is_assigned(cursor)
        && let Some(meant) = similar(text, BEGINNINGS)
        && !super::words::RESERVED.contains(&text)
    {
        let hint = format!("Did you mean `{meant}`?");
        cursor.expected("expected-statement", "a statement", Some(&hint));
        return None;
    }
    let name = name(cursor, "a variable")?;
    let mut index: Option<Expression> = None;
    if cursor.eat_symbol("[").is_some() {
        index = Some(parse::expression(cursor, Grammar::THETA));
        expect(cursor, "]")?;
    }
    if cursor.eat_symbol(":=").is_none() {
        let hint = "An assignment is `x := 1;`.";
        cursor.expected("expected-symbol", "`:=`", Some(hint));
        // `=` and `==` are meant to be it.
        cursor.eat_symbol("=").or_else(|| cursor.eat_symbol("=="))?;
    }
    let value = parse::expression(cursor, Grammar::THETA);
    Some(StatementKind::Assign { name, index, value })
}

/// Whether the word here is a variable that is assigned to.
fn is_assigned(cursor: &Cursor) -> bool {
    matches!(
        cursor.peek_at(1).kind,
        Kind::Symbol(":=" | "[" | "=" | "==")
    )
}

/// Whether a statement, or the end of a block, begins here.
fn at_beginning(cursor: &Cursor) -> bool {
    let begins = |word: &&str| cursor.at_word(word);
    BEGINNINGS.iter().any(begins)
        || ["or", "and", "else"].iter().any(begins)
        || cursor.at_symbol("{")
        || cursor.at_symbol("}")
        || at_item(cursor)
        || (cursor.peek().kind == Kind::Word && is_assigned(cursor))
}

/// Goes behind the end of the statement at hand.
fn skip(cursor: &mut Cursor) {
    while !cursor.at_end() && !cursor.at_symbol("{") && !cursor.at_symbol("}") && !at_item(cursor) {
        if cursor.eat_symbol(";").is_some() {
            return;
        }
        cursor.advance();
    }
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

fn expect_word(cursor: &mut Cursor, word: &str) {
    if cursor.eat_word(word).is_none() {
        cursor.expected("expected-word", &format!("`{word}`"), None);
    }
}
