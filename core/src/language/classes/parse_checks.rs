//! `check`: what is asked, from where, by which frame, within which bound, and what is expected.

use super::ast::{CheckSyntax, FromSyntax, SubjectSyntax};
use super::ocl::ast::Expression;
use super::ocl::parse::expression;
use super::words::INVARIANT;
use crate::language::Name;
use crate::language::names::begins_name;
use crate::language::questions::temporal::{self, Today};
use crate::language::questions::{ExpectedAnswer, property};
use crate::language::questions::{Mode, SCENARIO};
use crate::language::unquoted::{Follow, name};
use crate::text::{Cursor, Kind, Naming, Span, TokenRole};

/// The words of clauses.
const CLAUSES: &[&str] = &["strict", "loose", "from", "frame", "within", "expect"];
/// The words that begin a question; names of scenarios like these stand in quotes.
const QUESTIONS: [&str; 6] = [
    "reach",
    "always",
    "preserves",
    "deadlock",
    "consistent",
    "independent",
];
/// What class models ask.
const TODAY: Today = Today {
    always: Some("always"),
    by_lines: true,
    needs_dot: false,
    questions: temporal::OF_CONDITIONS,
};

/// What follows the word `check`.
pub(super) fn check(cursor: &mut Cursor, word: Span) -> Option<CheckSyntax> {
    let Some(subject) = subject(cursor) else {
        cursor.skip_statement();
        return None;
    };
    let mut check = CheckSyntax {
        subject,
        from: None,
        frame: None,
        within: None,
        expect: None,
        span: word,
    };
    loop {
        if let SubjectSyntax::Scenario(_, None) = check.subject {
            cursor.offer_words(&["strict", "loose"]);
        }
        cursor.offer_words(&["from", "frame", "within", "expect"]);
        let clause = cursor.peek().span;
        if let SubjectSyntax::Scenario(_, mode) = &mut check.subject
            && let Some(word) = how(cursor)
        {
            property::once(cursor, mode.is_some(), clause);
            *mode = Some((word, clause));
        } else if cursor.eat_word("from").is_some() {
            property::once(cursor, check.from.is_some(), clause);
            check.from = Some(from(cursor));
        } else if cursor.eat_word("frame").is_some() {
            property::once(cursor, check.frame.is_some(), clause);
            check.frame = frame(cursor).or(check.frame);
        } else if cursor.eat_word("within").is_some() {
            property::once(cursor, check.within.is_some(), clause);
            check.within = property::bound(cursor).or(check.within);
        } else if cursor.eat_word("expect").is_some() {
            property::once(cursor, check.expect.is_some(), clause);
            let answer = property::answer(cursor, check.subject.answers(), |_| true);
            check.expect = answer.or(check.expect);
        } else {
            break;
        }
    }
    check.span = cursor.since(word.start);
    cursor.finish_statement(
        "After the subject come `from` a condition, `frame open`, `within` a number and `expect` an answer.",
    );
    Some(check)
}

/// `strict` or `loose`.
fn how(cursor: &mut Cursor) -> Option<Mode> {
    let strict = cursor.eat_word("strict").map(|_| Mode::Strict);
    strict.or_else(|| cursor.eat_word("loose").map(|_| Mode::Loose))
}

/// `any`, or a condition.
fn from(cursor: &mut Cursor) -> FromSyntax {
    cursor.offer_words(&["any"]);
    let next = cursor.peek_at(1);
    let is_alone = matches!(next.kind, Kind::Break | Kind::End | Kind::Symbol("}"))
        || CLAUSES.contains(&cursor.text(next));
    match cursor.at_word("any") && is_alone {
        true => {
            let span = cursor.peek().span;
            cursor.eat_word("any");
            FromSyntax::Any(span)
        }
        false => FromSyntax::Where(expression(cursor)),
    }
}

/// `named` or `open`.
fn frame(cursor: &mut Cursor) -> Option<(bool, Span)> {
    cursor.offer_words(&["named", "open"]);
    let token = cursor.peek();
    let is_open = match cursor.text(token) {
        "named" => false,
        "open" => true,
        _ => {
            let hint = "`named` keeps what no postcondition names; `open` keeps nothing.";
            cursor.expected("expected-frame", "`named` or `open`", Some(hint));
            if token.kind == Kind::Word {
                cursor.advance();
            }
            return None;
        }
    };
    cursor.advance();
    cursor.paint(token.span, TokenRole::Constant);
    Some((is_open, token.span))
}

/// Whether nothing but clauses follows the word that stands here.
fn stands_alone(cursor: &Cursor) -> bool {
    let next = cursor.peek_at(1);
    let ends = matches!(next.kind, Kind::Break | Kind::End | Kind::Symbol("}"));
    ends || (next.kind == Kind::Word && CLAUSES.contains(&cursor.text(next)))
}

fn subject(cursor: &mut Cursor) -> Option<SubjectSyntax> {
    cursor.offer_names(Naming::Known(SCENARIO));
    cursor.offer_words(&QUESTIONS);
    let first = cursor.peek();
    let is_question = first.kind == Kind::Word && QUESTIONS.contains(&cursor.text(first));
    if begins_name(first) && stands_alone(cursor) && !is_question {
        let follow = Follow::symbols(&[]).or_words(CLAUSES).or_end();
        let scenario = name(cursor, Naming::Known(SCENARIO), "a scenario", follow)?;
        return Some(SubjectSyntax::Scenario(scenario, None));
    }
    if cursor.eat_keyword("preserves").is_some() {
        return Some(SubjectSyntax::Preserves(invariant(cursor)));
    }
    if cursor.eat_keyword("consistent").is_some() {
        return Some(SubjectSyntax::Consistent);
    }
    if cursor.eat_keyword("independent").is_some() {
        return Some(SubjectSyntax::Independent(invariant(cursor)));
    }
    if temporal::eat(cursor, TODAY) {
        return None;
    }
    let what = "`reach`, `always`, `preserves`, `deadlock`, `consistent`, `independent` or a scenario's name";
    let example = "check reach light.green within 20";
    let read = |cursor: &mut Cursor| -> Expression { expression(cursor) };
    let subject = property::subject(cursor, (&QUESTIONS, what), example, read, read)?;
    Some(SubjectSyntax::Property(subject))
}

/// The invariant that a question is about, where one is named.
fn invariant(cursor: &mut Cursor) -> Option<Name> {
    cursor.offer_names(Naming::Known(INVARIANT));
    cursor.offer_words(&["from", "frame", "within", "expect"]);
    let next = cursor.peek();
    let is_clause = next.kind == Kind::Word && CLAUSES.contains(&cursor.text(next));
    if cursor.at_statement_end() || is_clause {
        return None;
    }
    let follow = Follow::symbols(&[]).or_words(CLAUSES).or_end();
    name(cursor, Naming::Known(INVARIANT), "an invariant", follow)
}

impl SubjectSyntax {
    /// The answers that there are: where something is found, and where not.
    #[must_use]
    pub fn answers(&self) -> [ExpectedAnswer; 2] {
        match self {
            Self::Property(it) => it.answers(),
            Self::Preserves(_) => [ExpectedAnswer::Holds, ExpectedAnswer::Violated],
            Self::Scenario(..) | Self::Consistent => {
                [ExpectedAnswer::Consistent, ExpectedAnswer::Inconsistent]
            }
            Self::Independent(_) => [ExpectedAnswer::Independent, ExpectedAnswer::Implied],
        }
    }
}
