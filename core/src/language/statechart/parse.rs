//! Statecharts: from the text of an item to its tree. Never fails and never panics.
//!
//! Recovery is by statement: a line that cannot be read is reported once and left out, and the lines around it are
//! kept. Labels are read by [`super::parse_label`], questions by [`super::parse_checks`].

use super::ast::{
    ChartSyntax, InputSyntax, InputValues, Item, Overflow, QueueSyntax, Reading, ScriptSyntax,
    SignalSyntax, StatechartDocument, StimulusSyntax, SystemStatement, SystemSyntax,
    VariableSyntax,
};
use super::parse_checks::check;
use super::parse_scenarios::scenario;
use super::parse_states::body;
use super::words::{CHART, EVENT, INPUT, LABEL, OBJECT, STRUCTURE, VARIABLE};
use crate::expression::ast::SortSyntax;
use crate::expression::{Grammar, parse};
use crate::language::Name;
use crate::language::names::{begins_name, did_you_mean_keyword, shown_list};
use crate::language::unquoted::{Follow, item_name, name};
use crate::language::words::{in_block, open_block};
use crate::text::{Cursor, Diagnostic, Kind, Naming, Span, TokenRole, similar, unquote};

/// How expressions are written: signs for operators, and `!` binds like a minus.
pub const GRAMMAR: Grammar = Grammar {
    negation: crate::expression::Negation::AsSign,
    words: false,
    quoted: true,
};

/// Reads the item that begins with a word; the cursor stands behind the word.
pub fn item(
    cursor: &mut Cursor,
    word: &'static str,
    span: Span,
    document: &mut StatechartDocument,
) {
    let item = match word {
        "statechart" => cursor
            .in_mode(&STRUCTURE, |cursor| chart(cursor, span))
            .map(Item::Chart),
        "signal" => cursor.in_mode(&STRUCTURE, signal).map(Item::Signal),
        "system" => cursor
            .in_mode(&STRUCTURE, |cursor| system(cursor, span))
            .map(Item::System),
        "scenario" | "neg" => cursor
            .in_mode(&STRUCTURE, |cursor| scenario(cursor, word == "neg"))
            .map(Item::Scenario),
        _ => cursor
            .in_mode(&LABEL, |cursor| check(cursor, span))
            .map(|it| Item::Check(Box::new(it))),
    };
    document.items.extend(item);
}

fn chart(cursor: &mut Cursor, word: Span) -> Option<ChartSyntax> {
    let name = item_name(
        cursor,
        Naming::New(CHART),
        "the statechart's name",
        Follow::symbols(&["{"]).or_end(),
    );
    let Some(name) = name else {
        cursor.skip_statement();
        return None;
    };
    let mut statements = Vec::new();
    if let Some(open) = open_block(cursor, "statechart") {
        body(cursor, open, "statechart", 1, &mut statements);
    }
    Some(ChartSyntax {
        name,
        body: statements,
        span: cursor.since(word.start),
    })
}

/// `request(s : Slave, n : 0..3)`
fn signal(cursor: &mut Cursor) -> Option<SignalSyntax> {
    let name = item_name(
        cursor,
        Naming::Mention(EVENT),
        "an event",
        Follow::symbols(&["("]).or_end(),
    )?;
    let mut parameters = Vec::new();
    if cursor.eat_symbol("(").is_some() {
        while begins_name(cursor.peek()) {
            let follow = Follow::symbols(&[":", ",", ")"]).or_end();
            let Some(parameter) = item_name(cursor, Naming::New(VARIABLE), "a parameter", follow)
            else {
                break;
            };
            parameters.push((parameter, typed(cursor)));
            if cursor.eat_symbol(",").is_none() {
                break;
            }
        }
        closing(cursor, ")");
    }
    cursor.finish_statement("Write `signal name(parameter : type, …)`.");
    Some(SignalSyntax { name, parameters })
}

/// `: type`
fn typed(cursor: &mut Cursor) -> SortSyntax {
    if cursor.eat_symbol(":").is_none() {
        cursor.expected("expected-symbol", "`:` and a type", None);
    }
    parse::sort(cursor)
}

/// Takes a closing symbol, or says that it is missing.
pub(super) fn closing(cursor: &mut Cursor, symbol: &str) {
    if cursor.eat_symbol(symbol).is_none() {
        cursor.expected("expected-symbol", &format!("`{symbol}`"), None);
    }
}

/// `cnt : 0..20 = 0`, without `var`.
pub(super) fn variable(cursor: &mut Cursor) -> Option<VariableSyntax> {
    let follow = Follow::symbols(&[":", "=", ":="]).or_end();
    let name = item_name(cursor, Naming::New(VARIABLE), "a variable", follow)?;
    let sort = typed(cursor);
    let initial = (cursor.eat_symbol("=").or_else(|| cursor.eat_symbol(":=")))
        .map(|_| cursor.in_mode(&LABEL, |cursor| parse::expression(cursor, GRAMMAR)));
    Some(VariableSyntax {
        name,
        sort,
        initial,
    })
}

/// `"x > 0" : boolean` or `mode : { idle, busy }`, without `input`.
pub(super) fn input(cursor: &mut Cursor) -> Option<InputSyntax> {
    let follow = Follow::symbols(&[":", "="]).or_end();
    let name = item_name(cursor, Naming::New(INPUT), "an input", follow)?;
    if cursor.eat_symbol(":").is_none() {
        cursor.expected("expected-symbol", "`:` and a type", None);
    }
    let values = match cursor.at_symbol("{") {
        true => literals(cursor),
        false => InputValues::Type(parse::sort(cursor)),
    };
    if let Some(sign) = cursor.eat_symbol("=").or_else(|| cursor.eat_symbol(":=")) {
        cursor.in_mode(&LABEL, |cursor| parse::expression(cursor, GRAMMAR));
        let title = "An input has no first value: it is chosen anew at each moment";
        let finding = Diagnostic::error("input-value", sign, title);
        let hint = "Leave the value out. What keeps its value is a variable: `var`.";
        cursor.findings.push(finding.hint(hint));
    }
    Some(InputSyntax { name, values })
}

/// `{ idle, busy }`
fn literals(cursor: &mut Cursor) -> InputValues {
    let start = cursor.peek().span.start;
    cursor.advance();
    let mut all = Vec::new();
    while begins_name(cursor.peek()) {
        let follow = Follow::symbols(&[",", "}"]);
        all.extend(item_name(cursor, Naming::New(INPUT), "a value", follow));
        if cursor.eat_symbol(",").is_none() {
            break;
        }
    }
    closing(cursor, "}");
    InputValues::Literals(all, cursor.since(start))
}

/// `4 overflow drop`, without `queue`.
pub(super) fn queue(cursor: &mut Cursor) -> Option<QueueSyntax> {
    let size = number(cursor, "the number of events that the queue holds")?;
    let mut policy = None;
    if cursor.eat_keyword("overflow").is_some() {
        const WORDS: [(&str, Overflow); 3] = [
            ("drop", Overflow::Drop),
            ("block", Overflow::Block),
            ("error", Overflow::Error),
        ];
        cursor.offer_words(&WORDS.map(|it| it.0));
        let token = cursor.peek();
        match WORDS.iter().find(|it| cursor.at_word(it.0)) {
            Some(&(_, found)) => {
                cursor.advance();
                cursor.paint(token.span, TokenRole::Constant);
                policy = Some((found, token.span));
            }
            None => cursor.expected(
                "expected-policy",
                "`drop`, `block` or `error`",
                Some("Without `overflow` the size is a bound of the analysis: longer queues are not looked at."),
            ),
        }
    }
    Some(QueueSyntax { size, policy })
}

/// A whole number.
pub(super) fn number(cursor: &mut Cursor, what: &str) -> Option<(u32, Span)> {
    let token = cursor.peek();
    if token.kind != Kind::Number {
        cursor.expected("expected-number", what, None);
        return None;
    }
    cursor.advance();
    Some((cursor.text(token).parse().unwrap_or(u32::MAX), token.span))
}

/// A text in quotes.
pub(super) fn quoted(cursor: &mut Cursor) -> Option<Name> {
    let token = cursor.peek();
    if token.kind != Kind::Quoted {
        cursor.expected(
            "expected-text",
            "a text in quotes",
            Some("Write for example `trace(\"opened\")`."),
        );
        return None;
    }
    cursor.advance();
    Some(Name {
        text: unquote(cursor.text(token)),
        span: token.span,
    })
}

fn system(cursor: &mut Cursor, word: Span) -> Option<SystemSyntax> {
    let open = open_block(cursor, "system")?;
    let mut statements = Vec::new();
    while in_block(cursor, open, "system") {
        cursor.offer_words(&["environment", "semantics"]);
        statements.extend(system_statement(cursor));
        cursor.finish_statement("A line of a system is `name, name : Statechart`.");
    }
    Some(SystemSyntax {
        statements,
        span: cursor.since(word.start),
    })
}

fn system_statement(cursor: &mut Cursor) -> Option<SystemStatement> {
    let next = cursor.peek_at(1);
    if cursor.at_word("environment") && cursor.text(next) == "sends" {
        return script(cursor).map(SystemStatement::Environment);
    }
    if cursor.at_word("semantics") && next.kind == Kind::Word {
        cursor.eat_keyword("semantics");
        return reading(cursor).map(|(it, span)| SystemStatement::Semantics(it, span));
    }
    let mut names = Vec::new();
    loop {
        let follow = Follow::symbols(&[",", ":"]).or_end();
        match item_name(cursor, Naming::New(OBJECT), "an object", follow) {
            Some(it) => names.push(it),
            None => {
                cursor.skip_statement();
                return None;
            }
        }
        if cursor.eat_symbol(",").is_none() {
            break;
        }
    }
    if cursor.eat_symbol(":").is_none() {
        cursor.expected(
            "expected-symbol",
            "`:` and a statechart",
            Some("Write `name : Statechart`."),
        );
        cursor.skip_statement();
        return None;
    }
    let chart = name(
        cursor,
        Naming::Known(CHART),
        "a statechart",
        Follow::symbols(&[]).or_end(),
    )?;
    Some(SystemStatement::Objects { names, chart })
}

/// The word of a reading.
pub(super) fn reading(cursor: &mut Cursor) -> Option<(Reading, Span)> {
    let words = Reading::ALL.map(Reading::word);
    cursor.offer_words(&words);
    let token = cursor.peek();
    let word = cursor.text(token);
    let found = Reading::ALL.into_iter().find(|it| it.word() == word);
    if let Some(found) = found {
        cursor.advance();
        cursor.paint(token.span, TokenRole::Constant);
        return Some((found, token.span));
    }
    if token.kind == Kind::Word {
        cursor.advance();
        let title = format!("There is no reading `{word}`");
        let finding = Diagnostic::error("unknown-reading", token.span, title);
        cursor.findings.push(match similar(word, words) {
            Some(meant) => did_you_mean_keyword(finding, meant),
            None => finding.hint(format!("The readings are {}.", shown_list(words))),
        });
    } else {
        cursor.expected("expected-reading", "`uml`, `bmc4uml` or `scxml`", None);
    }
    None
}

/// `environment sends Start, Continue to m`
fn script(cursor: &mut Cursor) -> Option<ScriptSyntax> {
    let start = cursor.peek().span.start;
    cursor.eat_keyword("environment");
    cursor.eat_keyword("sends");
    let mut stimuli = Vec::new();
    let mut in_order = None;
    loop {
        stimuli.push(stimulus(cursor)?);
        let place = cursor.peek().span;
        let order = match () {
            () if cursor.eat_symbol(",").is_some() => false,
            () if cursor.eat_keyword("then").is_some() => true,
            () => break,
        };
        if in_order
            .replace(order)
            .is_some_and(|before| before != order)
        {
            let title = "Events come in an order (`then`) or in any (`,`), not in both ways";
            let hint = "Write two lines, one for each.";
            cursor
                .findings
                .push(Diagnostic::error("mixed-order", place, title).hint(hint));
        }
    }
    if stimuli.len() == 1 && cursor.eat_keyword("once").is_some() {
        in_order = Some(true);
    }
    if cursor.eat_keyword("to").is_none() {
        cursor.expected(
            "expected-word",
            "`to` and an object",
            Some("Write `environment sends Start to m`."),
        );
        cursor.skip_statement();
        return None;
    }
    let mut to = Vec::new();
    loop {
        to.push(name(
            cursor,
            Naming::Known(OBJECT),
            "an object",
            Follow::symbols(&[","]).or_end(),
        )?);
        if cursor.eat_symbol(",").is_none() {
            break;
        }
    }
    Some(ScriptSyntax {
        // One thing alone comes again and again, as several with commas do, unless it comes `once`.
        in_order: in_order == Some(true),
        stimuli,
        to,
        span: cursor.since(start),
    })
}

fn stimulus(cursor: &mut Cursor) -> Option<StimulusSyntax> {
    let next = cursor.peek_at(1);
    if cursor.at_word("trace") && next.kind == Kind::Symbol("(") {
        cursor.eat_keyword("trace");
        cursor.advance();
        let text = quoted(cursor)?;
        closing(cursor, ")");
        return Some(StimulusSyntax::Trace(text));
    }
    let call = cursor.at_word("call")
        && begins_name(next)
        && cursor.text(next) != "to"
        && cursor.text(next) != "then";
    if call {
        cursor.eat_keyword("call");
    }
    let follow = Follow::symbols(&[",", "("])
        .or_words(&["to", "then", "once"])
        .or_end();
    let name = name(cursor, Naming::Mention(EVENT), "an event", follow)?;
    let arguments = match cursor.at_symbol("(") {
        true => cursor.in_mode(&LABEL, arguments),
        false => Vec::new(),
    };
    Some(StimulusSyntax::Event {
        name,
        arguments,
        call,
    })
}

/// `(e, …)`
pub(super) fn arguments(cursor: &mut Cursor) -> Vec<crate::expression::ast::Expression> {
    let mut arguments = Vec::new();
    cursor.eat_symbol("(");
    if !cursor.at_symbol(")") {
        loop {
            arguments.push(parse::expression(cursor, GRAMMAR));
            if cursor.eat_symbol(",").is_none() {
                break;
            }
        }
    }
    closing(cursor, ")");
    arguments
}
