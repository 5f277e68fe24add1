//! Conditions over places, as in `check always not (alice.busy and bob.busy)`.
//!
//! ```text
//! condition = choice [ "implies" condition ]
//! choice    = joint { "or" joint }
//! joint     = part { "and" part }
//! part      = "not" part | "(" condition ")" | place
//! ```
//!
//! The signs `=>`, `||`, `&&` and `!` mean the same.

use super::ast::{ConditionSyntax, PlaceSyntax};
use super::places::{place, written as place_written};
use crate::expression::parse::MOST_NESTED;
use crate::language::machines::scenario::LIFELINE;
use crate::language::questions::Condition;
use crate::language::questions::parse::at_clause;
use crate::language::words::EXPRESSION;
use crate::text::{Cursor, Diagnostic, Fix, Kind, Naming, Patch, Span};

impl Condition for ConditionSyntax {
    fn offer(cursor: &mut Cursor) {
        cursor.offer_words(&["not"]);
        cursor.offer_names(Naming::Known(LIFELINE));
    }

    fn read(cursor: &mut Cursor) -> Option<Self> {
        cursor.in_mode(&EXPRESSION, |cursor| condition(cursor, 0))
    }

    fn written(&self) -> String {
        written(self, Level::Condition)
    }

    fn each_span(&mut self, forget: &mut dyn FnMut(&mut Span)) {
        self.each_place(&mut |it| it.each_span(forget));
    }
}

impl ConditionSyntax {
    /// Calls `act` on every place, in the order of the text.
    pub(super) fn each_place(&mut self, act: &mut dyn FnMut(&mut PlaceSyntax)) {
        match self {
            Self::At(place) => act(place),
            Self::Not(part) => part.each_place(act),
            Self::And(parts) | Self::Or(parts) => {
                parts.iter_mut().for_each(|it| it.each_place(act));
            }
            Self::Implies(both) => both.iter_mut().for_each(|it| it.each_place(act)),
        }
    }
}

/// What can be written, for a hint.
pub(super) const EXAMPLE: &str = "Write for example `check always not (alice.busy and bob.busy)`.";

/// The word and the sign for "both".
const AND: [&str; 2] = ["and", "&&"];

/// How tightly something binds, from loosely on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Condition,
    Choice,
    Joint,
    Part,
}

fn condition(cursor: &mut Cursor, depth: usize) -> Option<ConditionSyntax> {
    let joint = |cursor: &mut Cursor| {
        let part = |cursor: &mut Cursor| part(cursor, depth);
        joined(cursor, AND, part, ConditionSyntax::And)
    };
    let first = joined(cursor, ["or", "||"], joint, ConditionSyntax::Or)?;
    if !eat(cursor, ["implies", "=>"]) {
        return Some(first);
    }
    let then = deeper(cursor, depth, condition)?;
    Some(ConditionSyntax::Implies(Box::new([first, then])))
}

/// Parts with one of two words between them.
fn joined(
    cursor: &mut Cursor,
    words: [&'static str; 2],
    mut read: impl FnMut(&mut Cursor) -> Option<ConditionSyntax>,
    join: impl Fn(Vec<ConditionSyntax>) -> ConditionSyntax,
) -> Option<ConditionSyntax> {
    let mut parts = vec![read(cursor)?];
    while eat(cursor, words) || words == AND && eat_comma(cursor) {
        parts.push(read(cursor)?);
    }
    match parts.len() {
        1 => parts.pop(),
        _ => Some(join(parts)),
    }
}

fn part(cursor: &mut Cursor, depth: usize) -> Option<ConditionSyntax> {
    // A lifeline may be called `not`.
    let is_name = cursor.peek_at(1).kind == Kind::Symbol(".");
    if !is_name && eat(cursor, ["not", "!"]) {
        let part = deeper(cursor, depth, part)?;
        return Some(ConditionSyntax::Not(Box::new(part)));
    }
    if cursor.eat_symbol("(").is_some() {
        let inside = deeper(cursor, depth, condition)?;
        if cursor.eat_symbol(")").is_none() {
            cursor.expected("expected-parenthesis", "`)`", None);
            return None;
        }
        return Some(inside);
    }
    if cursor.at_statement_end() || at_clause(cursor) && !is_name {
        ConditionSyntax::offer(cursor);
        let what = "a place such as `lifeline.state`";
        cursor.expected("expected-place", what, Some(EXAMPLE));
        return None;
    }
    place(cursor).map(ConditionSyntax::At)
}

/// Reads what is one level further in, unless that is too deep.
fn deeper(
    cursor: &mut Cursor,
    depth: usize,
    read: impl FnOnce(&mut Cursor, usize) -> Option<ConditionSyntax>,
) -> Option<ConditionSyntax> {
    if depth < MOST_NESTED {
        return read(cursor, depth + 1);
    }
    let title = "This condition is nested too deeply";
    let finding = Diagnostic::error("too-deep", cursor.place(), title);
    cursor
        .findings
        .push(finding.hint("Ask for its parts with checks of their own."));
    None
}

/// Takes a comma, as goals have it, and says what is written here.
fn eat_comma(cursor: &mut Cursor) -> bool {
    let Some(span) = cursor.eat_symbol(",") else {
        return false;
    };
    let title = "Between the parts of a condition stands `and`";
    let finding = Diagnostic::error("expected-and", span, title);
    let fix = Fix::new("Write `and`", [Patch::replace(span, " and")]);
    let hint = "Write `and` where both are to hold, `or` where one of them is enough.";
    cursor.findings.push(finding.hint(hint).fix(fix));
    true
}

/// Takes a word or the sign for it.
fn eat(cursor: &mut Cursor, [word, sign]: [&'static str; 2]) -> bool {
    cursor.eat_keyword(word).is_some() || cursor.eat_symbol(sign).is_some()
}

fn written(condition: &ConditionSyntax, inside: Level) -> String {
    let (level, text) = match condition {
        ConditionSyntax::At(place) => (Level::Part, place_written(place)),
        ConditionSyntax::Not(part) => (Level::Part, format!("not {}", written(part, Level::Part))),
        ConditionSyntax::And(parts) => (Level::Joint, all(parts, " and ", Level::Part)),
        ConditionSyntax::Or(parts) => (Level::Choice, all(parts, " or ", Level::Joint)),
        ConditionSyntax::Implies(both) => {
            let [first, then] = &**both;
            let (first, then) = (
                written(first, Level::Choice),
                written(then, Level::Condition),
            );
            (Level::Condition, format!("{first} implies {then}"))
        }
    };
    match level < inside {
        true => format!("({text})"),
        false => text,
    }
}

fn all(parts: &[ConditionSyntax], between: &str, inside: Level) -> String {
    let parts: Vec<_> = parts.iter().map(|it| written(it, inside)).collect();
    parts.join(between)
}
