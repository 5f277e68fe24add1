//! Statements that end with a semicolon, and how the parser gets behind one that it cannot read.

use super::ast::StatementKind;
use super::parse::expect;
use super::parse::variable;
use super::statements::BEGINNINGS;
use super::words::{at_item, name};
use crate::expression::ast::Expression;
use crate::expression::{Grammar, parse};
use crate::text::{Cursor, Diagnostic, Kind, similar};

/// Statements that end with a semicolon.
pub(super) fn simple(cursor: &mut Cursor, word: &str) -> Option<StatementKind> {
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
pub(super) fn is_assigned(cursor: &Cursor) -> bool {
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
pub(super) fn skip(cursor: &mut Cursor) {
    while !cursor.at_end() && !cursor.at_symbol("{") && !cursor.at_symbol("}") && !at_item(cursor) {
        if cursor.eat_symbol(";").is_some() {
            return;
        }
        cursor.advance();
    }
}

pub(super) fn expect_word(cursor: &mut Cursor, word: &str) {
    if cursor.eat_word(word).is_none() {
        cursor.expected("expected-word", &format!("`{word}`"), None);
    }
}
