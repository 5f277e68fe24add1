//! Checks: from tokens to a subject and its clauses.
//!
//! The clauses stand in a fixed order, `from`, `within`, `expect`; another order is understood
//! and reported, and so is a clause that stands there twice.

use crate::language::coming::{self, not_available};
use crate::language::document::ast::{AtSyntax, Bound, CheckSyntax, PlaceSyntax, Subject};
use crate::language::machines::{STATE, SYMBOL};
use crate::language::names::{begins_name, did_you_mean_keyword, eat_epsilon, shown, shown_list};
use crate::language::scenario::{LIFELINE, Mode, SCENARIO};
use crate::language::unquoted::{Follow, name};
use crate::language::words::{EXPRESSION, PLACE};
use crate::language::{Answer, Name};
use crate::text::{Cursor, Diagnostic, Fix, Kind, Naming, Patch, Span, Token, TokenRole, similar};

/// All answers that a text can expect.
pub const ANSWERS: [Answer; 6] = [
    Answer::Consistent,
    Answer::Inconsistent,
    Answer::Reachable,
    Answer::Unreachable,
    Answer::Deadlock,
    Answer::None,
];

/// The clauses after a subject, in their order.
const CLAUSES: [&str; 3] = ["from", "within", "expect"];

const SUBJECT: Follow = Follow::symbols(&["("]).or_words(AFTER_SUBJECT).or_end();
const AFTER_SUBJECT: &[&str] = &["strict", "loose", "from", "within", "expect"];
const BEFORE_DOT: Follow = Follow::symbols(&["."]);
const AFTER_DOT: Follow = Follow::symbols(&[",", "="]).or_words(AFTER_PLACE).or_end();
const AFTER_PLACE: &[&str] = &["from", "within", "expect", "and", "or", "not", "then"];
const INSIDE: Follow = Follow::symbols(&["/", ",", ">"]);

/// Reads what follows the word `check`.
pub fn check(cursor: &mut Cursor, word: Span) -> Option<CheckSyntax> {
    let subject = subject(cursor)?;
    let mut check = CheckSyntax {
        subject,
        from: Vec::new(),
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
            1 => check.from.extend(places(cursor)),
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
fn offer_clauses(cursor: &mut Cursor, check: &CheckSyntax, seen: &[(usize, Token)]) {
    let last = seen.iter().map(|&(rank, _)| rank).max();
    if last.is_none() && matches!(check.subject, Subject::Scenario { .. }) {
        cursor.offer_words(&["strict", "loose"]);
    }
    cursor.offer_words(&CLAUSES[last.unwrap_or(0).min(CLAUSES.len())..]);
}

fn subject(cursor: &mut Cursor) -> Option<Subject> {
    if cursor.eat_keyword("deadlock").is_some() {
        return Some(Subject::Deadlock);
    }
    if cursor.eat_keyword("reach").is_some() {
        let goal = places(cursor);
        return Some(Subject::Reach { goal });
    }
    // A scenario may have such a name: then nothing but clauses follows it.
    let follows = cursor.peek_at(1);
    let ends = matches!(follows.kind, Kind::Break | Kind::End | Kind::Symbol("}"))
        || AFTER_SUBJECT.contains(&cursor.text(follows));
    if !ends && coming::eat(cursor, coming::QUESTIONS) {
        return None;
    }
    let next = cursor.peek();
    if !begins_name(next) {
        let what = "a scenario's name, `reach` or `deadlock`";
        let hint = "Write for example `check deadlock within 20`.";
        cursor.expected("expected-subject", what, Some(hint));
        cursor.skip_statement();
        return None;
    }
    let name = name(cursor, Naming::Known(SCENARIO), "a scenario", SUBJECT)?;
    coming::parameters(cursor, &name.text);
    Some(Subject::Scenario { name, mode: None })
}

fn mode(subject: &mut Subject, word: &str) {
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

fn places(cursor: &mut Cursor) -> Vec<PlaceSyntax> {
    let mut places = Vec::new();
    loop {
        if is_expression(cursor) {
            return places;
        }
        match place(cursor) {
            Some(place) => places.push(place),
            None => {
                // The rest of this place is unreadable; the next one or the next clause is not.
                while !cursor.at_statement_end() && !cursor.at_symbol(",") && !at_clause(cursor) {
                    cursor.advance();
                }
            }
        }
        if cursor.eat_symbol(",").is_none() && !eat_and(cursor) {
            is_expression(cursor);
            return places;
        }
    }
}

/// Takes an `and`, and says how it is written.
fn eat_and(cursor: &mut Cursor) -> bool {
    let before = cursor.end_of_last();
    let Some(span) = cursor.eat_word("and") else {
        return false;
    };
    let title = "Between the places of a goal stand commas";
    let finding = Diagnostic::error("expected-comma", span, title);
    let fix = Fix::new(
        "Write a comma",
        [Patch::replace(Span::new(before, span.end), ",")],
    );
    let hint = "Write `,`: all places are occupied at the same time.";
    cursor.findings.push(finding.hint(hint).fix(fix));
    true
}

/// Reports goals that say more than places, up to the next clause.
fn is_expression(cursor: &mut Cursor) -> bool {
    let then = cursor.at_word("then");
    let or = cursor.at_word("or");
    let not = cursor.at_word("not") && cursor.peek_at(1).kind != Kind::Symbol(".");
    let compares = ["=", "<", ">", "(", "+", "-", "*"];
    let is_more = then || or || not || compares.iter().any(|it| cursor.at_symbol(it));
    if !is_more {
        return false;
    }
    let start = cursor.peek().span.start;
    cursor.in_mode(&EXPRESSION, |cursor| {
        while !cursor.at_statement_end() && !at_clause(cursor) {
            cursor.advance();
        }
    });
    let span = cursor.since(start);
    cursor.findings.forget_unknown(span);
    let (meaning, hint) = if then {
        let hint = "Ask for each of them with a check of its own.";
        ("goals that are visited in order", hint)
    } else if or {
        let hint = "Ask for each of them with a check of its own.";
        ("goals with a choice", hint)
    } else {
        let hint = "A goal is a list of places: `check reach alice.waiting, cm.error`.";
        ("expressions in goals", hint)
    };
    not_available(cursor, span, meaning, hint);
    true
}

fn at_clause(cursor: &Cursor) -> bool {
    CLAUSES.iter().any(|word| cursor.at_word(word))
}

fn place(cursor: &mut Cursor) -> Option<PlaceSyntax> {
    let start = cursor.peek().span.start;
    let lifeline = name(
        cursor,
        Naming::Known(LIFELINE),
        "a place such as `lifeline.state`",
        BEFORE_DOT,
    )?;
    if cursor.eat_symbol(".").is_none() {
        let hint = format!(
            "Say where {} is: `{}.state`.",
            shown(&lifeline.text),
            lifeline.written()
        );
        cursor.expected("expected-place", "`.` and a state", Some(&hint));
        return None;
    }
    let at = if cursor.eat_symbol("<").is_some() {
        cursor.in_mode(&PLACE, |cursor| intermediate(cursor, &lifeline.text))?
    } else {
        let naming = Naming::Member(STATE, &lifeline.text);
        AtSyntax::State(name(cursor, naming, "a state", AFTER_DOT)?)
    };
    let span = cursor.since(start);
    Some(PlaceSyntax { lifeline, at, span })
}

fn intermediate(cursor: &mut Cursor, lifeline: &str) -> Option<AtSyntax> {
    let state = Naming::Member(STATE, lifeline);
    let symbol = Naming::Known(SYMBOL);
    let source = name(
        cursor,
        state,
        "the state that the transition leaves",
        INSIDE,
    )?;
    part(cursor, "/")?;
    let trigger = if cursor.at_symbol("/") || eat_epsilon(cursor) {
        None
    } else {
        Some(name(cursor, symbol, "the trigger, or `/`", INSIDE)?)
    };
    part(cursor, "/")?;
    let mut effects: Vec<Name> = Vec::new();
    if !cursor.at_symbol("/") && !eat_epsilon(cursor) {
        loop {
            effects.push(name(cursor, symbol, "an effect, or `/`", INSIDE)?);
            if cursor.eat_symbol(",").is_none() {
                break;
            }
        }
    }
    part(cursor, "/")?;
    let target = name(
        cursor,
        state,
        "the state that the transition leads to",
        INSIDE,
    )?;
    part(cursor, ">")?;
    Some(AtSyntax::Intermediate {
        source,
        trigger,
        effects,
        target,
    })
}

fn part(cursor: &mut Cursor, symbol: &str) -> Option<Span> {
    let found = cursor.eat_symbol(symbol);
    if found.is_none() {
        let hint = "A place inside a transition is `<source/trigger/effects/target>`.";
        cursor.expected("expected-place", &format!("`{symbol}`"), Some(hint));
    }
    found
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

/// What a subject can answer.
pub fn answers(subject: &Subject) -> [Answer; 2] {
    match subject {
        Subject::Scenario { .. } => [Answer::Consistent, Answer::Inconsistent],
        Subject::Reach { .. } => [Answer::Reachable, Answer::Unreachable],
        Subject::Deadlock => [Answer::Deadlock, Answer::None],
    }
}

/// Reads the word after `expect`.
fn answer(cursor: &mut Cursor, subject: &Subject) -> Option<(Answer, Span)> {
    cursor.offer_words(&answers(subject).map(Answer::word));
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
