//! `prop` and `check`: what is asked of a system, within which bound, and what is expected.

use super::ast::{ExpectedAnswer, PropertySyntax, SubjectSyntax};
use super::parse::expect;
use super::statements::block_end;
use super::words::at_item;
use crate::expression::{Grammar, parse};
use crate::language::limits;
use crate::text::{Cursor, Diagnostic, Kind, Span, similar};

/// `{ … }` after `prop`.
pub(super) fn prop(cursor: &mut Cursor, word: Span) -> Option<PropertySyntax> {
    let open = expect(cursor, "{")?;
    let expression = parse::expression(cursor, Grammar::THETA);
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
            once(cursor, property.within.is_some(), clause.span);
            property.within = bound(cursor).or(property.within);
        } else if cursor.eat_word("expect").is_some() {
            once(cursor, property.expect.is_some(), clause.span);
            property.expect = answer(cursor, &property.subject).or(property.expect);
        } else {
            break;
        }
    }
    cursor.eat_symbol(";");
    property.span = cursor.since(word.start);
    Some(property)
}

fn once(cursor: &mut Cursor, there: bool, span: Span) {
    if there {
        let title = "This clause is there already";
        let finding = Diagnostic::error("duplicate-clause", span, title);
        cursor.findings.push(finding.hint("Keep one of them."));
    }
}

fn subject(cursor: &mut Cursor) -> Option<SubjectSyntax> {
    if cursor.eat_word("deadlock").is_some() {
        return Some(SubjectSyntax::Deadlock);
    }
    if cursor.eat_word("always").is_some() {
        let expression = parse::expression(cursor, Grammar::THETA);
        return Some(SubjectSyntax::Always(expression));
    }
    if cursor.eat_word("reach").is_some() {
        let mut goals = vec![parse::expression(cursor, Grammar::THETA)];
        while cursor.eat_word("then").is_some() {
            goals.push(parse::expression(cursor, Grammar::THETA));
        }
        return Some(SubjectSyntax::Reach(goals));
    }
    let text = cursor.text(cursor.peek());
    let meant = similar(text, ["always", "reach", "deadlock"]);
    let hint = match meant {
        Some(meant) => format!("Did you mean `{meant}`?"),
        None => "Write for example `check reach x == 3 within 20`.".to_string(),
    };
    let what = "`always`, `reach` or `deadlock`";
    cursor.expected("expected-subject", what, Some(&hint));
    cursor.advance();
    None
}

/// The number after `within`.
fn bound(cursor: &mut Cursor) -> Option<(u32, Span)> {
    let token = cursor.peek();
    if token.kind != Kind::Number {
        let hint =
            "Write for example `within 20`, or leave `within` out to ask about every length.";
        cursor.expected("bad-bound", "a whole number after `within`", Some(hint));
        return None;
    }
    cursor.advance();
    let bound = cursor.text(token).parse().unwrap_or(u32::MAX);
    if bound > limits::BOUND {
        let title = format!("At most `within {}` can be asked", limits::BOUND);
        let hint = "Leave `within` out to ask about every length.";
        let finding = Diagnostic::error("bad-bound", token.span, title);
        cursor.findings.push(finding.hint(hint));
    }
    Some((bound, token.span))
}

/// The word after `expect`.
fn answer(cursor: &mut Cursor, subject: &SubjectSyntax) -> Option<(ExpectedAnswer, Span)> {
    let [yes, no] = subject.answers();
    let token = cursor.peek();
    let word = cursor.text(token);
    if let Some(found) = [yes, no].into_iter().find(|it| it.word() == word) {
        cursor.advance();
        return Some((found, token.span));
    }
    let known = ExpectedAnswer::ALL.iter().any(|it| it.word() == word);
    let hint = match similar(word, [yes.word(), no.word()]) {
        Some(meant) if !known => format!("Did you mean `{meant}`?"),
        _ => format!(
            "The answers to this are `{}` and `{}`.",
            yes.word(),
            no.word()
        ),
    };
    cursor.expected("expected-answer", "an answer after `expect`", Some(&hint));
    if token.kind == Kind::Word && !at_item(cursor) && !cursor.at_word("check") {
        cursor.advance();
    }
    None
}
