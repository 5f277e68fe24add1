//! `check`: what is asked, by which reading, within which bound, and what is expected.

use super::ast::{PropertySyntax, SubjectSyntax};
use super::parse::{GRAMMAR, reading};
use crate::expression::ast::{Expression, ExpressionKind, Operator};
use crate::expression::parse;
use crate::language::names::begins_name;
use crate::language::questions::temporal::{self, Today};
use crate::language::questions::{Mode, SCENARIO};
use crate::language::questions::{PropertySubject, property};
use crate::language::unquoted::{Follow, name};
use crate::text::{Cursor, Diagnostic, Kind, Naming, Span};

/// The words that can follow a scenario's name.
const CLAUSES: &[&str] = &["strict", "loose", "semantics", "within", "expect"];
/// What can follow `deadlock`.
const WITHOUT: [&str; 2] = ["without", "environment"];
/// The words that begin a question; names of scenarios like these stand in quotes.
pub(super) const QUESTIONS: [&str; 4] = ["always", "reach", "deadlock", "same"];
/// What statecharts ask.
const TODAY: Today = Today {
    always: Some("always"),
    by_lines: true,
    needs_dot: false,
    questions: temporal::OF_CONDITIONS,
};

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
        if let SubjectSyntax::Scenario { mode: None, .. } = property.subject {
            cursor.offer_words(&["strict", "loose"]);
        }
        let compares = matches!(property.subject, SubjectSyntax::Same(_));
        let clauses = &["semantics", "within", "expect"][usize::from(compares)..];
        cursor.offer_words(clauses);
        let clause = cursor.peek().span;
        if let SubjectSyntax::Scenario { mode, .. } = &mut property.subject
            && let Some(word) = how(cursor)
        {
            property::once(cursor, mode.is_some(), clause);
            *mode = Some((word, clause));
        } else if cursor.eat_word("semantics").is_some() {
            match compares {
                true => named_already(cursor, clause),
                false => property::once(cursor, property.semantics.is_some(), clause),
            }
            property.semantics = reading(cursor).or(property.semantics);
        } else if cursor.eat_word("within").is_some() {
            property::once(cursor, property.within.is_some(), clause);
            property.within = property::bound(cursor).or(property.within);
        } else if cursor.eat_word("expect").is_some() {
            property::once(cursor, property.expect.is_some(), clause);
            let answer = property::answer(cursor, property.subject.answers(), |_| true);
            property.expect = answer.or(property.expect);
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

/// `strict` or `loose`.
fn how(cursor: &mut Cursor) -> Option<Mode> {
    let strict = cursor.eat_word("strict").map(|_| Mode::Strict);
    strict.or_else(|| cursor.eat_word("loose").map(|_| Mode::Loose))
}

fn subject(cursor: &mut Cursor) -> Option<SubjectSyntax> {
    if names_scenario(cursor) {
        // A word that is being written may become either.
        cursor.offer_words(&QUESTIONS);
        let follow = Follow::symbols(&[";"]).or_words(CLAUSES).or_end();
        let name = name(cursor, Naming::Known(SCENARIO), "a scenario", follow)?;
        return Some(SubjectSyntax::Scenario { name, mode: None });
    }
    cursor.offer_names(Naming::Known(SCENARIO));
    if cursor.eat_keyword("same").is_some() {
        let one = reading(cursor)?;
        if cursor.eat_symbol(",").is_none() {
            let hint = "Write for example `check same uml, bmc4uml`.";
            cursor.expected("expected-symbol", "`,` between two readings", Some(hint));
            return None;
        }
        return Some(SubjectSyntax::Same([one, reading(cursor)?]));
    }
    if temporal::eat(cursor, TODAY) {
        return None;
    }
    let condition = |cursor: &mut Cursor| parse::expression(cursor, GRAMMAR);
    let example = "check reach m.Done within 20";
    let what = "`always`, `reach`, `deadlock`, `same` or a scenario's name";
    let subject = property::subject(cursor, (&QUESTIONS, what), example, condition, goal)?;
    if subject == PropertySubject::Deadlock {
        cursor.offer_words(&[WITHOUT[0]]);
        if cursor.eat_word(WITHOUT[0]).is_some() {
            cursor.offer_words(&[WITHOUT[1]]);
            if cursor.eat_keyword(WITHOUT[1]).is_none() {
                let hint = "Write `check deadlock without environment`, or `check deadlock`.";
                cursor.expected("expected-word", "`environment`", Some(hint));
                return None;
            }
            return Some(SubjectSyntax::DeadlockAlone);
        }
    }
    Some(SubjectSyntax::Property(subject))
}

/// Whether the name of a scenario stands here: nothing but clauses follows it, and it is no question by itself.
fn names_scenario(cursor: &Cursor) -> bool {
    let (first, next) = (cursor.peek(), cursor.peek_at(1));
    let ends = matches!(next.kind, Kind::Break | Kind::End | Kind::Symbol(";" | "}"));
    let is_clause = next.kind == Kind::Word && CLAUSES.contains(&cursor.text(next));
    begins_name(first) && (ends || is_clause) && !QUESTIONS.contains(&cursor.text(first))
}

/// Reports a reading where two are named.
fn named_already(cursor: &mut Cursor, clause: Span) {
    let title = "Both readings are named already";
    let finding = Diagnostic::error("duplicate-clause", clause, title);
    let hint = "Leave `semantics` out: `same` has its readings behind it.";
    cursor.findings.push(finding.hint(hint));
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
