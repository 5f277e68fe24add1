//! `prop` and `check`: what is asked of a system, within which bound, and what is expected.

use super::ast::{PropertySyntax, SubjectSyntax};
use super::parse::expect;
use super::statements::block_end;
use super::words::at_item;
use crate::expression::ast::{Expression, ExpressionKind};
use crate::expression::{Grammar, parse};
use crate::language::questions::property;
use crate::language::questions::temporal::{self, Today};
use crate::text::{Cursor, Span};

/// What transition systems ask.
const TODAY: Today = Today {
    always: Some("always"),
    by_lines: false,
    questions: temporal::OF_CONDITIONS,
};

/// `{ … }` after `prop`.
pub(super) fn prop(cursor: &mut Cursor, word: Span) -> Option<PropertySyntax> {
    let open = expect(cursor, "{")?;
    let start = cursor.peek().span.start;
    let in_prop = Today {
        always: Some(""),
        ..TODAY
    };
    let expression = match temporal::eat(cursor, in_prop) {
        true => Expression::new(ExpressionKind::Unreadable, cursor.since(start)),
        false => parse::expression(cursor, Grammar::THETA),
    };
    cursor.eat_symbol(";");
    if !cursor.at_symbol("}") && !cursor.at_end() && !at_item(cursor) {
        cursor.expected("expected-symbol", "`}`", None);
        while !cursor.at_end() && !cursor.at_symbol("}") && !at_item(cursor) {
            cursor.advance();
        }
    }
    block_end(cursor, open, "`prop`");
    Some(PropertySyntax {
        subject: SubjectSyntax::Always(expression),
        is_prop: true,
        within: None,
        expect: None,
        span: cursor.since(word.start),
    })
}

/// What follows the word `check`.
pub(super) fn check(cursor: &mut Cursor, word: Span) -> Option<PropertySyntax> {
    let mut property = PropertySyntax {
        subject: subject(cursor)?,
        is_prop: false,
        within: None,
        expect: None,
        span: word,
    };
    loop {
        let clause = cursor.peek();
        if cursor.eat_word("within").is_some() {
            property::once(cursor, property.within.is_some(), clause.span);
            property.within = property::bound(cursor).or(property.within);
        } else if cursor.eat_word("expect").is_some() {
            property::once(cursor, property.expect.is_some(), clause.span);
            let passes = |cursor: &mut Cursor| !at_item(cursor) && !cursor.at_word("check");
            let answer = property::answer(cursor, property.subject.answers(), passes);
            property.expect = answer.or(property.expect);
        } else {
            break;
        }
    }
    cursor.eat_symbol(";");
    property.span = cursor.since(word.start);
    Some(property)
}

fn subject(cursor: &mut Cursor) -> Option<SubjectSyntax> {
    if temporal::eat(cursor, TODAY) {
        cursor.eat_symbol(";");
        return None;
    }
    let condition = |cursor: &mut Cursor| parse::expression(cursor, Grammar::THETA);
    let example = "check reach x == 3 within 20";
    let questions = &SubjectSyntax::WORDS;
    let what = "`always`, `reach` or `deadlock`";
    let subject = property::subject(cursor, (questions, what), example, condition, condition);
    if subject.is_none() {
        cursor.advance();
    }
    subject
}
