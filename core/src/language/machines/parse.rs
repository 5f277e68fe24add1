//! Machines: from tokens to statements.
//!
//! Recovery is by statement: a line that cannot be read is reported once and left out, the lines
//! around it are kept. Parts of UML that are still to come are named as such.

use super::ast::{MachineSyntax, Statement, TransitionSyntax};
use super::{MACHINE, STATE, SYMBOL};
use crate::language::coming::{self, not_in_machines};
use crate::language::names::{begins_name, eat_epsilon, is_name, writing};
use crate::language::unquoted::{Follow, item_name, name, or_apart};
use crate::language::words::{arrow, eat_pseudostate, in_block, open_block};
use crate::text::{Cursor, Diagnostic, Kind, Naming, Span, TokenRole, quote};

const LABEL_HINT: &str = "A label is `trigger / effect, effect`; both parts may be missing.";

/// What begins with the first state of a statement.
const SOURCE: Follow = Follow::symbols(&["-->", "->", "--", "-", "=", "{"]);
const TARGET: Follow = Follow::symbols(&[":", "["]).or_end();
const DECLARED: Follow = Follow::symbols(&["{", "<", ","]).or_words(&["as"]).or_end();
const TRIGGER: Follow = Follow::symbols(&["/", "[", "("]).or_end();
const EFFECT: Follow = Follow::symbols(&[",", "(", "["]).or_end();

/// Reads what follows the word `machine`.
pub fn machine(cursor: &mut Cursor) -> Option<MachineSyntax> {
    let header = Follow::symbols(&["{", "("]).or_words(&["extends"]).or_end();
    let name = item_name(cursor, Naming::New(MACHINE), "the machine's name", header);
    // Somebody may be changing the name: what stands between the braces is read all the same.
    match &name {
        Some(name) => coming::parameters(cursor, &name.text),
        None if cursor.at_symbol("{") => {}
        None => {
            cursor.skip_statement();
            return None;
        }
    }
    let mut statements = Vec::new();
    let mut in_doubt = false;
    if let Some(open) = open_block(cursor, "machine") {
        while in_block(cursor, open, "machine") {
            let before = cursor.trouble();
            statements.extend(statement(cursor));
            cursor.skip_statement();
            in_doubt |= cursor.trouble() > before;
        }
    }
    name.map(|name| MachineSyntax {
        name,
        statements,
        in_doubt,
    })
}

fn statement(cursor: &mut Cursor) -> Option<Statement> {
    cursor.offer_words(&["state"]);
    let first = cursor.peek();
    let next = cursor.peek_at(1);
    if cursor.at_word("state") && begins_name(next) {
        return state(cursor);
    }
    if eat_pseudostate(cursor) {
        return initial(cursor, first.span.start);
    }
    if is_unavailable(cursor) {
        return None;
    }
    if let Some(statement) = pseudo_state(cursor) {
        return Some(statement);
    }
    let hint = "A machine holds lines such as `idle --> busy : trigger / effect`.";
    if !begins_name(first) {
        cursor.expected("unknown-statement", "a transition", Some(hint));
        cursor.skip_statement();
        return None;
    }
    let source = name(cursor, Naming::Mention(STATE), "a state", SOURCE)?;
    if cursor.at_symbol("{") {
        return nested(cursor, source.span);
    }
    if cursor.at_symbol(":") && is_behaviour(cursor) {
        return None;
    }
    if !arrow(cursor, "-->", "A transition") {
        return None;
    }
    if eat_pseudostate(cursor) {
        cursor.finish_statement("A line that marks a final state has no label.");
        let span = cursor.since(first.span.start);
        return Some(Statement::Final {
            state: source,
            span,
        });
    }
    if cursor.at_symbol("[") {
        history(cursor);
        return None;
    }
    let target = name(cursor, Naming::Mention(STATE), "a state", TARGET)?;
    if !cursor.at_symbol(":") {
        or_apart(cursor, &target, ":");
    }
    let mut transition = TransitionSyntax {
        source,
        target,
        ..TransitionSyntax::default()
    };
    if cursor.eat_symbol(":").is_some() {
        label(cursor, &mut transition);
    } else if cursor.at_symbol("[") {
        coming::guard(cursor);
        effects(cursor, &mut transition);
    }
    cursor.finish_statement(LABEL_HINT);
    transition.span = cursor.since(first.span.start);
    Some(Statement::Transition(transition))
}

/// Whether the statement begins something that is still to come; it is then reported.
fn is_unavailable(cursor: &mut Cursor) -> bool {
    let first = cursor.peek();
    let next = cursor.peek_at(1);
    if let Kind::Symbol("--" | "||") = first.kind {
        cursor.skip_statement();
        let hint = "Write a machine of its own for each region.";
        not_in_machines(cursor, first.span, "parallel regions", hint);
        return true;
    }
    if first.kind != Kind::Word {
        return false;
    }
    let word = cursor.text(first);
    if next.kind == Kind::Symbol("/") {
        return behaviour(cursor, first.span, word);
    }
    begins_name(next) && coming::eat(cursor, coming::STATEMENTS)
}

/// Reports `entry / …`, `exit / …` and `do / …`.
fn behaviour(cursor: &mut Cursor, span: Span, word: &str) -> bool {
    let meaning = match word {
        "do" => Some("behaviours of states"),
        _ => cursor.vocabulary().reserved(word),
    };
    let Some(meaning) = meaning else {
        return false;
    };
    coming::skip(cursor);
    let hint = "Put the effects on the transitions: `a --> b : trigger / effect`.";
    not_in_machines(cursor, span, meaning, hint);
    true
}

/// Reports `busy : entry / …`, as PlantUML writes it. Stands at the colon.
fn is_behaviour(cursor: &mut Cursor) -> bool {
    let (word, slash) = (cursor.peek_at(1), cursor.peek_at(2));
    word.kind == Kind::Word
        && slash.kind == Kind::Symbol("/")
        && behaviour(cursor, word.span, cursor.text(word))
}

/// Reads `initial idle` and `final done` as what they mean, and says how that is written.
fn pseudo_state(cursor: &mut Cursor) -> Option<Statement> {
    let (first, next) = (cursor.peek(), cursor.peek_at(1));
    let word = cursor.text(first);
    let ends = matches!(
        cursor.peek_at(2).kind,
        Kind::Break | Kind::End | Kind::Symbol("}")
    );
    if first.kind != Kind::Word || !is_name(next) || !ends {
        return None;
    }
    let is_initial = match word {
        "initial" | "init" | "start" => true,
        "final" | "end" => false,
        _ => return None,
    };
    cursor.advance();
    let state = name(cursor, Naming::Mention(STATE), "a state", TARGET)?;
    let span = cursor.since(first.span.start);
    let (what, line) = if is_initial {
        ("The initial state", format!("[*] --> {}", state.written()))
    } else {
        ("A final state", format!("{} --> [*]", state.written()))
    };
    let title = format!("{what} is written with an arrow");
    let finding = Diagnostic::error("wrong-arrow", span, title);
    let finding = finding.hint(format!("Write `{line}`."));
    cursor.findings.push(finding.fix(writing(span, &line)));
    Some(if is_initial {
        Statement::Initial { state, span }
    } else {
        Statement::Final { state, span }
    })
}

/// Reports `[H]` and `[H*]`.
fn history(cursor: &mut Cursor) {
    let start = cursor.peek().span.start;
    cursor.skip_statement();
    let span = cursor.since(start);
    let hint = "Let the transition lead to one of the states.";
    not_in_machines(cursor, span, "history states", hint);
}

fn initial(cursor: &mut Cursor, start: usize) -> Option<Statement> {
    if !arrow(cursor, "-->", "The initial state") {
        return None;
    }
    let state = name(cursor, Naming::Mention(STATE), "the initial state", TARGET)?;
    cursor.finish_statement("The line `[*] --> state` has no label: nothing happens before it.");
    let span = cursor.since(start);
    Some(Statement::Initial { state, span })
}

fn state(cursor: &mut Cursor) -> Option<Statement> {
    let word = cursor.advance().span;
    cursor.paint(word, TokenRole::Keyword);
    let start = word.start;
    let first = cursor.peek();
    let mut state = item_name(cursor, Naming::Mention(STATE), "a state", DECLARED)?;
    let mut label = None;
    if cursor.eat_keyword("as").is_some() {
        let second = cursor.peek();
        label = Some(name(
            cursor,
            Naming::New(STATE),
            "a text in quotes",
            DECLARED,
        )?);
        if second.kind == Kind::Word {
            // PlantUML has it the other way round: `state "long name" as name`.
            if first.kind == Kind::Quoted {
                label = label.map(|label| std::mem::replace(&mut state, label));
            }
            let span = cursor.since(first.span.start);
            let text = label.as_ref().map_or("", |label| &label.text);
            let written = format!("{} as {}", state.written(), quote(text));
            let title = "The text after `as` stands in quotes";
            let finding = Diagnostic::error("unquoted-label", span, title);
            let finding = finding.hint("Write `state name as \"text in the diagram\"`.");
            cursor.findings.push(finding.fix(writing(span, &written)));
        }
    }
    if cursor.at_symbol("<") {
        let span = coming::skip(cursor);
        let hint = "Write a transition for each way that it can go.";
        not_in_machines(cursor, span, "choices, junctions, forks and joins", hint);
        return None;
    }
    if cursor.at_symbol("{") {
        nested(cursor, state.span);
    }
    cursor.finish_statement("Write `state name`, or `state name as \"text in the diagram\"`.");
    let span = cursor.since(start);
    Some(Statement::State {
        name: state,
        label,
        span,
    })
}

/// Reports a state with a body and skips the body.
fn nested(cursor: &mut Cursor, place: Span) -> Option<Statement> {
    let hint = "Write the inner states beside the outer ones, or as a machine of their own.";
    not_in_machines(cursor, place, "nested states", hint);
    let start = cursor.peek().span.start;
    cursor.skip_block(Cursor::at_item);
    cursor.findings.forget_unknown(cursor.since(start));
    None
}

fn label(cursor: &mut Cursor, transition: &mut TransitionSyntax) {
    if cursor.at_symbol("[") {
        coming::guard(cursor);
    }
    let timed = matches!(
        cursor.peek_at(1).kind,
        Kind::Symbol("(") | Kind::Number | Kind::Malformed
    );
    if timed && cursor.at_word("after") {
        coming::delay(cursor);
    } else if !cursor.at_symbol("/") && !cursor.at_statement_end() && !eat_epsilon(cursor) {
        trigger(cursor, transition);
    }
    if cursor.at_symbol("[") {
        coming::guard(cursor);
    }
    effects(cursor, transition);
}

fn trigger(cursor: &mut Cursor, transition: &mut TransitionSyntax) {
    transition.trigger = name(cursor, Naming::Mention(SYMBOL), "a trigger", TRIGGER);
    let Some(trigger) = &transition.trigger else {
        cursor.skip_statement();
        return;
    };
    if !cursor.at_symbol("/") {
        or_apart(cursor, trigger, "/");
    }
    coming::parameters(cursor, &trigger.text);
    if cursor.at_symbol(",") {
        let start = cursor.peek().span.start;
        while !cursor.at_statement_end() && !cursor.at_symbol("/") {
            cursor.advance();
        }
        let span = cursor.since(start);
        let hint = "Write a transition for each of them. Effects stand behind a `/`.";
        not_in_machines(cursor, span, "several triggers", hint);
    }
}

fn effects(cursor: &mut Cursor, transition: &mut TransitionSyntax) {
    if cursor.eat_symbol("/").is_none() || eat_epsilon(cursor) {
        return;
    }
    loop {
        let start = cursor.peek().span.start;
        let Some(effect) = name(cursor, Naming::Mention(SYMBOL), "an effect", EFFECT) else {
            cursor.skip_statement();
            return;
        };
        if !coming::action(cursor, start) {
            coming::parameters(cursor, &effect.text);
            transition.effects.push(effect);
        }
        if cursor.eat_symbol(",").is_none() {
            return;
        }
    }
}
