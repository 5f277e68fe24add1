//! The goals of checks about machines: lists of places.

use super::ast::{AtSyntax, PlaceSyntax};
use crate::language::Name;
use crate::language::coming::not_available;
use crate::language::machines::kind::VOCABULARY;
use crate::language::machines::scenario::LIFELINE;
use crate::language::machines::{STATE, SYMBOL};
use crate::language::names::{eat_epsilon, shown};
use crate::language::questions::Goal;
use crate::language::questions::parse::at_clause;
use crate::language::unquoted::{Follow, name};
use crate::language::words::{EXPRESSION, PLACE};
use crate::text::{Cursor, Diagnostic, Fix, Kind, Naming, Patch, Span, Vocabulary};

const BEFORE_DOT: Follow = Follow::symbols(&["."]);
const AFTER_DOT: Follow = Follow::symbols(&[",", "=", ")", "&&", "||", "=>"])
    .or_words(AFTER_PLACE)
    .or_end();
const AFTER_PLACE: &[&str] = &[
    "from", "within", "expect", "and", "or", "not", "then", "implies",
];
const INSIDE: Follow = Follow::symbols(&["/", ",", ">"]);

impl Goal for Vec<PlaceSyntax> {
    const HAS_SCENARIOS: bool = true;
    const HAS_CONDITIONS: bool = true;
    const VOCABULARY: &'static Vocabulary = &VOCABULARY;

    fn read(cursor: &mut Cursor) -> Self {
        places(cursor)
    }

    fn join(&mut self, more: Self) {
        self.extend(more);
    }

    fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    fn written(&self) -> String {
        let places: Vec<_> = self.iter().map(written).collect();
        places.join(", ")
    }

    fn each_span(&mut self, forget: &mut dyn FnMut(&mut Span)) {
        self.iter_mut().for_each(|it| it.each_span(forget));
    }
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
    let or = cursor.at_word("or") || cursor.at_word("implies");
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
        let hint = "Ask for each of them with a check of its own, or whether none is ever there: `check always not (a.busy or b.busy)`.";
        ("goals with a choice", hint)
    } else {
        let hint = "A goal is a list of places: `check reach alice.waiting, cm.error`. What is always true can say more: `check always not (alice.waiting and cm.error)`.";
        ("expressions in goals", hint)
    };
    not_available(cursor, span, meaning, hint);
    true
}

pub(super) fn place(cursor: &mut Cursor) -> Option<PlaceSyntax> {
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

pub(super) fn written(place: &PlaceSyntax) -> String {
    let at = match &place.at {
        AtSyntax::State(name) => name.written(),
        AtSyntax::Intermediate {
            source,
            trigger,
            effects,
            target,
        } => {
            let effects: Vec<_> = effects.iter().map(Name::written).collect();
            format!(
                "<{}/{}/{}/{}>",
                source.written(),
                trigger.as_ref().map_or_else(String::new, Name::written),
                effects.join(","),
                target.written()
            )
        }
    };
    format!("{}.{at}", place.lifeline.written())
}
