//! `prop` and `check`: what is asked of a system, within which bound, and what is expected.

use super::ast::{PropertySyntax, SubjectSyntax};
use super::parse::expect;
use super::statements::block_end;
use super::words::at_item;
use crate::expression::ast::{Expression, ExpressionKind};
use crate::expression::{Grammar, parse};
use crate::language::questions::property;
use crate::language::questions::temporal::{self, Today};
use crate::text::{Cursor, Diagnostic, Fix, Kind, Patch, Span};

/// What transition systems ask.
const TODAY: Today = Today {
    always: Some("always"),
    by_lines: false,
    needs_dot: false,
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
        every_state: None,
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
        every_state: None,
        within: None,
        expect: None,
        span: word,
    };
    loop {
        cursor.offer_words(&["every state", "within", "expect"]);
        let clause = cursor.peek();
        if let Some(span) = every_state(cursor) {
            property::once(cursor, property.every_state.is_some(), span);
            if let SubjectSyntax::Deadlock = property.subject {
                let title = "`every state` belongs to `always` and `reach`";
                let finding = Diagnostic::error("misplaced-clause", span, title);
                let fix = Fix::new("Leave `every state` out", [Patch::replace(span, "")]);
                cursor.findings.push(
                    finding
                        .hint("A deadlock is looked for in every state anyway.")
                        .fix(fix),
                );
            }
            property.every_state = Some(span);
        } else if cursor.eat_word("within").is_some() {
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

/// `every state`: also the declared values, and those after each `env`.
fn every_state(cursor: &mut Cursor) -> Option<Span> {
    let (first, next) = (cursor.peek(), cursor.peek_at(1));
    let is_clause =
        cursor.at_word("every") && next.kind == Kind::Word && cursor.text(next) == "state";
    is_clause.then(|| {
        cursor.eat_word("every");
        cursor.eat_word("state");
        first.span.to(next.span)
    })
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
