//! Checks: from tokens to a subject and its clauses.
//!
//! The clauses stand in a fixed order, `from`, `within`, `expect`; another order is understood
//! and reported, and so is a clause that stands there twice.

use super::Answer;
use super::ast::{Bound, CheckSyntax, Condition, Goal, Subject};
use super::temporal::{self, Today};
use super::{Mode, SCENARIO};
use crate::language::coming;
use crate::language::names::{begins_name, did_you_mean_keyword, shown, shown_list};
use crate::language::unquoted::{Follow, name};
use crate::text::{Cursor, Diagnostic, Kind, Naming, Span, Token, TokenRole, similar};

/// All answers that a text can expect.
pub const ANSWERS: [Answer; 8] = [
    Answer::Consistent,
    Answer::Inconsistent,
    Answer::Reachable,
    Answer::Unreachable,
    Answer::Holds,
    Answer::Violated,
    Answer::Deadlock,
    Answer::None,
];

/// The clauses after a subject, in their order.
const CLAUSES: [&str; 3] = ["from", "within", "expect"];

/// What machines ask.
const OF_MACHINES: Today = Today {
    always: Some("always"),
    by_lines: true,
    needs_dot: true,
    questions: temporal::OF_PLACES,
};

const SUBJECT: Follow = Follow::symbols(&["("]).or_words(AFTER_SUBJECT).or_end();
const AFTER_SUBJECT: &[&str] = &["strict", "loose", "from", "within", "expect"];
/// Reads what follows the word `check`, which stands at `word`.
pub fn check<G: Goal, C: Condition>(cursor: &mut Cursor, word: Span) -> Option<CheckSyntax<G, C>> {
    let subject = subject::<G, C>(cursor)?;
    let mut check = CheckSyntax {
        subject,
        from: G::default(),
        within: None,
        expect: None,
        span: word,
    };
    // Rank and first word of each clause read so far.
    let mut seen: Vec<(usize, Token)> = Vec::new();
    while !cursor.at_statement_end() {
        offer_clauses(cursor, &check, &seen);
        let token = cursor.peek();
        let rank = match cursor.text(token) {
            "strict" | "loose" if matches!(check.subject, Subject::Scenario { .. }) => 0,
            "from" => 1,
            "within" => 2,
            "expect" => 3,
            _ => break,
        };
        order(cursor, &mut seen, rank, token);
        cursor.advance();
        cursor.paint(token.span, TokenRole::Keyword);
        match rank {
            0 => mode(&mut check.subject, cursor.text(token)),
            1 => check.from.join(G::read(cursor)),
            2 => check.within = bound(cursor).or(check.within),
            _ => check.expect = answer(cursor, &check.subject).or(check.expect),
        }
    }
    cursor.finish_statement(
        "After the subject come `from` places, `within` a number and `expect` an answer.",
    );
    check.span = cursor.since(word.start);
    Some(check)
}

/// Offers the clauses that can still follow.
fn offer_clauses<G, C>(cursor: &mut Cursor, check: &CheckSyntax<G, C>, seen: &[(usize, Token)]) {
    let last = seen.iter().map(|&(rank, _)| rank).max();
    if last.is_none() && matches!(check.subject, Subject::Scenario { .. }) {
        cursor.offer_words(&["strict", "loose"]);
    }
    cursor.offer_words(&CLAUSES[last.unwrap_or(0).min(CLAUSES.len())..]);
}

fn subject<G: Goal, C: Condition>(cursor: &mut Cursor) -> Option<Subject<G, C>> {
    if cursor.eat_keyword("deadlock").is_some() {
        return Some(Subject::Deadlock);
    }
    if cursor.eat_keyword("reach").is_some() {
        let goal = G::read(cursor);
        return Some(Subject::Reach { goal });
    }
    // A scenario may have such a name: then nothing but clauses follows it.
    let follows = cursor.peek_at(1);
    let ends = matches!(follows.kind, Kind::Break | Kind::End | Kind::Symbol("}"))
        || AFTER_SUBJECT.contains(&cursor.text(follows)) && !is_member(cursor, 2);
    if G::HAS_CONDITIONS {
        cursor.offer_words(&["always"]);
    }
    if !ends && temporal::eat(cursor, OF_MACHINES) {
        return None;
    }
    if G::HAS_CONDITIONS && !ends && cursor.eat_keyword("always").is_some() {
        let Some(condition) = C::read(cursor) else {
            cursor.skip_statement();
            return None;
        };
        return Some(Subject::Always { condition });
    }
    if !ends && coming::eat(cursor, coming::QUESTIONS) {
        return None;
    }
    if !G::HAS_SCENARIOS || !begins_name(cursor.peek()) {
        let what = if G::HAS_SCENARIOS {
            "a scenario's name, `reach`, `always` or `deadlock`"
        } else {
            "`reach` or `deadlock`"
        };
        let hint = "Write for example `check deadlock within 20`.";
        cursor.expected("expected-subject", what, Some(hint));
        cursor.skip_statement();
        return None;
    }
    let name = name(cursor, Naming::Known(SCENARIO), "a scenario", SUBJECT)?;
    coming::parameters(cursor, &name.text);
    if G::HAS_CONDITIONS && name.text == "always" {
        // Unless a scenario is called so, something is to follow.
        C::offer(cursor);
    }
    Some(Subject::Scenario { name, mode: None })
}

/// Whether a name so far ahead is followed by a dot, so that it is a lifeline's.
fn is_member(cursor: &Cursor, after: usize) -> bool {
    cursor.peek_at(after).kind == Kind::Symbol(".")
}

fn mode<G, C>(subject: &mut Subject<G, C>, word: &str) {
    if let Subject::Scenario { mode, .. } = subject {
        *mode = Some(if word == "loose" {
            Mode::Loose
        } else {
            Mode::Strict
        });
    }
}

/// Reports a clause that comes too late or twice.
fn order(cursor: &mut Cursor, seen: &mut Vec<(usize, Token)>, rank: usize, token: Token) {
    let word = cursor.text(token);
    if let Some(&(_, first)) = seen.iter().find(|&&(other, _)| other == rank) {
        let title = format!("`{word}` cannot be added: this clause is there already");
        let finding = Diagnostic::error("duplicate-clause", token.span, title);
        let finding = finding.label(first.span, "the first one");
        cursor.findings.push(finding.hint("Keep one of them."));
        return;
    }
    if let Some(&(_, later)) = seen.iter().find(|&&(other, _)| other > rank) {
        let title = format!("`{word}` belongs before `{}`", cursor.text(later));
        let finding = Diagnostic::error("clause-order", token.span, title);
        let finding = finding.label(later.span, "this comes after it");
        cursor.findings.push(
            finding.hint("The order is: subject, `strict` or `loose`, `from`, `within`, `expect`."),
        );
    }
    seen.push((rank, token));
}

/// Whether a clause begins here.
#[must_use]
pub fn at_clause(cursor: &Cursor) -> bool {
    CLAUSES.iter().any(|word| cursor.at_word(word))
}

/// Reads the number after `within`.
fn bound(cursor: &mut Cursor) -> Option<Bound> {
    let token = cursor.peek();
    // All that is written together, such as `3.5` and `-1`, is meant to be the number.
    let mut tokens = 0;
    while !cursor.at_statement_end()
        && !at_clause(cursor)
        && (tokens == 0 || cursor.peek().span.start == cursor.end_of_last())
    {
        cursor.advance();
        tokens += 1;
    }
    let span = if tokens == 0 {
        cursor.place()
    } else {
        cursor.since(token.span.start)
    };
    if tokens == 1 && token.kind == Kind::Number {
        let transactions = cursor.text(token).parse().unwrap_or(u32::MAX);
        return Some(Bound { transactions, span });
    }
    cursor.findings.push(
        Diagnostic::error("bad-bound", span, "After `within` stands a whole number").hint(
            "Write for example `within 20`, or leave `within` out to ask about every length.",
        ),
    );
    None
}

/// Reads the word after `expect`.
fn answer<G, C>(cursor: &mut Cursor, subject: &Subject<G, C>) -> Option<(Answer, Span)> {
    cursor.offer_words(&subject.answers().map(Answer::word));
    let token = cursor.peek();
    let words = ANSWERS.map(Answer::word);
    if token.kind != Kind::Word || at_clause(cursor) {
        let hint = format!("The answers are {}.", shown_list(words));
        cursor.expected("expected-answer", "an answer after `expect`", Some(&hint));
        return None;
    }
    cursor.advance();
    cursor.paint(token.span, TokenRole::Constant);
    let word = cursor.text(token);
    let found = ANSWERS.into_iter().find(|answer| answer.word() == word);
    if found.is_none() {
        let title = format!("{} is no answer", shown(word));
        let finding = Diagnostic::error("unknown-answer", token.span, title);
        let finding = match similar(word, words) {
            Some(meant) => did_you_mean_keyword(finding, meant),
            None => finding.hint(format!("The answers are {}.", shown_list(words))),
        };
        cursor.findings.push(finding);
    }
    found.map(|answer| (answer, token.span))
}
