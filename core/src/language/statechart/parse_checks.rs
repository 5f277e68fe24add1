//! `check`: what is asked, by which reading, within which bound, and what is expected.

use super::ast::{PropertySyntax, SubjectSyntax};
use super::parse::{GRAMMAR, reading};
use crate::expression::ast::{Expression, ExpressionKind, Operator};
use crate::expression::parse;
use crate::language::limits;
use crate::language::questions::ExpectedAnswer;
use crate::text::{Cursor, Diagnostic, Kind, Span, TokenRole, similar};

/// What follows the word `check`.
pub(super) fn check(cursor: &mut Cursor, word: Span) -> Option<PropertySyntax> {
    let Some(subject) = subject(cursor) else {
        cursor.skip_statement();
        return None;
    };
    let mut property = PropertySyntax {
        subject,
        semantics: None,
        within: None,
        expect: None,
        span: word,
    };
    loop {
        cursor.offer_words(&["semantics", "within", "expect"]);
        let clause = cursor.peek().span;
        if cursor.eat_word("semantics").is_some() {
            once(cursor, property.semantics.is_some(), clause);
            property.semantics = reading(cursor).or(property.semantics);
        } else if cursor.eat_word("within").is_some() {
            once(cursor, property.within.is_some(), clause);
            property.within = bound(cursor).or(property.within);
        } else if cursor.eat_word("expect").is_some() {
            once(cursor, property.expect.is_some(), clause);
            property.expect = answer(cursor, &property.subject).or(property.expect);
        } else {
            break;
        }
    }
    property.span = cursor.since(word.start);
    cursor.eat_symbol(";");
    cursor.finish_statement(
        "After the subject come `semantics` a reading, `within` a number and `expect` an answer.",
    );
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
    if cursor.eat_keyword("deadlock").is_some() {
        return Some(SubjectSyntax::Deadlock);
    }
    if cursor.eat_keyword("always").is_some() {
        return Some(SubjectSyntax::Always(parse::expression(cursor, GRAMMAR)));
    }
    if cursor.eat_keyword("reach").is_some() {
        let mut goals = vec![goal(cursor)];
        while cursor.eat_keyword("then").is_some() {
            goals.push(goal(cursor));
        }
        return Some(SubjectSyntax::Reach(goals));
    }
    let text = cursor.text(cursor.peek());
    let hint = match text {
        "same" => "Comparing two readings is not available yet; ask the same question twice, `… semantics uml` and `… semantics bmc4uml`.".into(),
        _ => match similar(text, ["always", "reach", "deadlock"]) {
            Some(meant) => format!("Did you mean `{meant}`?"),
            None => "Write for example `check reach m.Done within 20`.".to_string(),
        },
    };
    cursor.expected(
        "expected-subject",
        "`always`, `reach` or `deadlock`",
        Some(&hint),
    );
    None
}

/// Conditions with commas between them hold at once, as the places of machines do.
fn goal(cursor: &mut Cursor) -> Expression {
    let first = parse::expression(cursor, GRAMMAR);
    let mut rest = Vec::new();
    while cursor.eat_symbol(",").is_some() {
        rest.push((Operator::And, parse::expression(cursor, GRAMMAR)));
    }
    let span = cursor.since(first.span.start);
    match rest.is_empty() {
        true => first,
        false => Expression::new(ExpressionKind::Chain(Box::new(first), rest), span),
    }
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
        cursor
            .findings
            .push(Diagnostic::error("bad-bound", token.span, title).hint(hint));
    }
    Some((bound, token.span))
}

/// The word after `expect`.
fn answer(cursor: &mut Cursor, subject: &SubjectSyntax) -> Option<(ExpectedAnswer, Span)> {
    let [yes, no] = subject.answers();
    cursor.offer_words(&[yes.word(), no.word()]);
    let token = cursor.peek();
    let word = cursor.text(token);
    if let Some(found) = [yes, no].into_iter().find(|it| it.word() == word) {
        cursor.advance();
        cursor.paint(token.span, TokenRole::Constant);
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
    if token.kind == Kind::Word {
        cursor.advance();
    }
    None
}
