//! Statecharts in canonical form: two blanks for each level, one statement per line.
//!
//! Invariant: what is printed is read as the same document, places aside. Comments are lost.

use super::ast::{
    Action, ActionKind, ChartSyntax, End, Guard, InputSyntax, InputValues, Item, Label, Overflow,
    PropertySyntax, ScriptSyntax, StateSyntax, StatechartDocument, Statement, StimulusSyntax,
    SubjectSyntax, SystemStatement, SystemSyntax, Trigger, VariableSyntax,
};
use super::parse::GRAMMAR;
use super::parse_states::STEREOTYPES;
use super::words::VOCABULARY;
use crate::expression::ast::Expression;
use crate::expression::print;
use crate::language::Name;
use crate::language::questions::Mode;
use crate::text::{is_identifier, quote};

/// The canonical text.
#[must_use]
pub fn print(document: &StatechartDocument) -> String {
    let mut out = String::new();
    let mut before = None;
    for item in &document.items {
        let kind = std::mem::discriminant(item);
        let is_block = matches!(item, Item::Chart(_) | Item::System(_) | Item::Scenario(_));
        if before.is_some_and(|it| it != kind || is_block) {
            out.push('\n');
        }
        before = Some(kind);
        match item {
            Item::Signal(it) => {
                let parameters = it
                    .parameters
                    .iter()
                    .map(|(name, sort)| format!("{} : {}", word(name), print::sort(sort)));
                let parameters: Vec<_> = parameters.collect();
                let parameters = match parameters.is_empty() {
                    true => String::new(),
                    false => format!("({})", parameters.join(", ")),
                };
                line(
                    &mut out,
                    0,
                    &format!("signal {}{parameters}", word(&it.name)),
                );
            }
            Item::Chart(it) => chart(&mut out, it),
            Item::System(it) => system(&mut out, it),
            Item::Scenario(it) => super::print_scenario::scenario(&mut out, it),
            Item::Check(it) => line(&mut out, 0, &property(it)),
        }
    }
    out
}

fn line(out: &mut String, level: usize, text: &str) {
    out.extend(std::iter::repeat_n("  ", level));
    out.push_str(text);
    out.push('\n');
}

/// A name, or a path of names, as the language writes it.
pub(super) fn word(name: &Name) -> String {
    path(&name.text)
}

/// A name as the language writes it.
#[must_use]
pub fn name(text: &str) -> String {
    VOCABULARY.written(text)
}

/// A path is written bare where each of its parts can be.
pub(super) fn path(text: &str) -> String {
    let bare = text.split('.').all(|part| VOCABULARY.written(part) == part);
    match bare && text.contains('.') {
        true => text.to_owned(),
        false => VOCABULARY.written(text),
    }
}

/// An expression as the language writes it.
#[must_use]
pub fn expression(it: &Expression) -> String {
    print::expression(it, GRAMMAR)
}

fn names(all: &[Name]) -> String {
    let all: Vec<_> = all.iter().map(word).collect();
    all.join(", ")
}

fn events(all: &[Name]) -> String {
    let all: Vec<_> = all.iter().map(event).collect();
    all.join(", ")
}

/// `*` stands for every event.
fn event(name: &Name) -> String {
    match name.text.as_str() {
        "*" => "*".into(),
        _ => word(name),
    }
}

fn chart(out: &mut String, chart: &ChartSyntax) {
    line(out, 0, &format!("statechart {} {{", word(&chart.name)));
    body(out, 1, &chart.body);
    line(out, 0, "}");
}

fn body(out: &mut String, level: usize, statements: &[Statement]) {
    for it in statements {
        statement(out, level, it);
    }
}

fn statement(out: &mut String, level: usize, statement: &Statement) {
    let text = match statement {
        Statement::Variable(it) => variable(it),
        Statement::Input(it) => input(it),
        Statement::Queue(it) => {
            let policy = match it.policy {
                None | Some((Overflow::Bound, _)) => "",
                Some((Overflow::Drop, _)) => " overflow drop",
                Some((Overflow::Block, _)) => " overflow block",
                Some((Overflow::Error, _)) => " overflow error",
            };
            format!("queue {}{policy}", it.size.0)
        }
        Statement::State(it) => return state(out, level, it),
        Statement::Region {
            name, body: inner, ..
        } => {
            line(out, level, &format!("region {} {{", word(name)));
            body(out, level + 1, inner);
            "}".into()
        }
        Statement::Separator(_) => "--".into(),
        Statement::Transition(it) => {
            let local = if it.local.is_some() { " <<local>>" } else { "" };
            let label = label(&it.label);
            let label = if label.is_empty() {
                label
            } else {
                format!(" : {label}")
            };
            format!("{} --> {}{local}{label}", end(&it.source), end(&it.target))
        }
        Statement::Behaviour {
            state,
            moment,
            actions: all,
            ..
        } => format!("{}{} / {}", of(state), moment.word(), actions(all))
            .trim_end()
            .into(),
        Statement::Internal {
            state, label: it, ..
        } => format!("{}{}", of(state), label(it)),
        Statement::Defer {
            state, events: all, ..
        } => format!("{}{} / defer", of(state), events(all)),
    };
    line(out, level, &text);
}

fn of(state: &Option<Name>) -> String {
    state
        .as_ref()
        .map_or(String::new(), |it| format!("{} : ", word(it)))
}

fn variable(it: &VariableSyntax) -> String {
    let initial = it
        .initial
        .as_ref()
        .map_or(String::new(), |it| format!(" = {}", expression(it)));
    format!(
        "var {} : {}{initial}",
        word(&it.name),
        print::sort(&it.sort)
    )
}

fn input(it: &InputSyntax) -> String {
    let values = match &it.values {
        InputValues::Type(sort) => print::sort(sort),
        InputValues::Literals(all, _) => format!("{{ {} }}", names(all)),
    };
    format!("input {} : {values}", word(&it.name))
}

fn state(out: &mut String, level: usize, it: &StateSyntax) {
    let label = it
        .label
        .as_ref()
        .map_or(String::new(), |it| format!(" as {}", quote(&it.text)));
    let kind = it
        .kind
        .and_then(|(kind, _)| STEREOTYPES.iter().find(|it| it.1 == kind));
    let kind = kind.map_or(String::new(), |it| format!(" <<{}>>", it.0));
    let head = format!("state {}{label}{kind}", word(&it.name));
    match &it.body {
        None => line(out, level, &head),
        Some(inner) => {
            line(out, level, &format!("{head} {{"));
            body(out, level + 1, inner);
            line(out, level, "}");
        }
    }
}

fn end(it: &End) -> String {
    match it {
        End::Pseudo(_) => "[*]".into(),
        End::History { deep, of, .. } => {
            let of = of.as_ref().map_or(String::new(), word);
            format!("{of}{}", if *deep { "[H*]" } else { "[H]" })
        }
        End::State(name) => word(name),
    }
}

/// A label as the language writes it.
#[must_use]
pub fn label(it: &Label) -> String {
    let mut parts = vec![triggers(it)];
    if it.guard.is_some() {
        parts.push(format!("[{}]", guard(it)));
    }
    if !it.actions.is_empty() {
        parts.push(format!("/ {}", actions(&it.actions)));
    }
    parts.retain(|it| !it.is_empty());
    parts.join(" ")
}

fn triggers(it: &Label) -> String {
    let all: Vec<_> = it.triggers.iter().map(trigger).collect();
    all.join(", ")
}

/// What a label waits for, as it stands in a drawing: nothing else can be meant there by `exit`.
#[must_use]
pub fn triggers_drawn(it: &Label) -> String {
    let drawn = |it: &Trigger| match it {
        Trigger::Event { name, parameters } if parameters.is_empty() => bare(name),
        Trigger::Event { name, parameters } => format!("{}({})", bare(name), names(parameters)),
        Trigger::After { .. } => trigger(it),
    };
    let all: Vec<_> = it.triggers.iter().map(drawn).collect();
    all.join(", ")
}

/// An event where no word means anything else.
fn bare(event: &Name) -> String {
    match event.text == "*" || is_identifier(&event.text) {
        true => event.text.to_string(),
        false => name(&event.text),
    }
}

/// The condition of a label without its brackets; empty where there is none.
#[must_use]
pub fn guard(it: &Label) -> String {
    match &it.guard {
        None => String::new(),
        Some(Guard::Else(_)) => "else".into(),
        Some(Guard::Expression(it)) => expression(it),
    }
}

fn trigger(it: &Trigger) -> String {
    match it {
        Trigger::Event { name, parameters } if parameters.is_empty() => event(name),
        Trigger::Event { name, parameters } => format!("{}({})", event(name), names(parameters)),
        Trigger::After { from, to, .. } if from == to => format!("after({from})"),
        Trigger::After { from, to, .. } => format!("after({from}, {to})"),
    }
}

/// Actions with `;` between them.
#[must_use]
pub fn actions(all: &[Action]) -> String {
    let all: Vec<_> = all.iter().map(action).collect();
    all.join("; ")
}

fn action(it: &Action) -> String {
    match &it.kind {
        ActionKind::Assign { name, value } => format!("{} := {}", word(name), expression(value)),
        ActionKind::Send {
            to,
            event,
            arguments,
        } => {
            let arguments: Vec<_> = arguments.iter().map(expression).collect();
            format!("{}.{}({})", to.text, bare(event), arguments.join(", "))
        }
        ActionKind::Trace(text) => format!("trace({})", quote(&text.text)),
        ActionKind::Accept(all) => format!("accept {}", names(all)),
        ActionKind::If {
            condition,
            then,
            otherwise,
        } => {
            let mut text = format!("if ({}) {{ {} }}", expression(condition), actions(then));
            if !otherwise.is_empty() {
                text.push_str(&format!(" else {{ {} }}", actions(otherwise)));
            }
            text
        }
    }
}

fn system(out: &mut String, it: &SystemSyntax) {
    line(out, 0, "system {");
    for it in &it.statements {
        let text = match it {
            SystemStatement::Objects { names: all, chart } => {
                format!("{} : {}", names(all), word(chart))
            }
            SystemStatement::Environment(it) => script(it),
            SystemStatement::Semantics(it, _) => format!("semantics {}", it.word()),
        };
        line(out, 1, &text);
    }
    line(out, 0, "}");
}

fn script(it: &ScriptSyntax) -> String {
    let stimuli = it.stimuli.iter().map(|it| match it {
        StimulusSyntax::Trace(text) => format!("trace({})", quote(&text.text)),
        StimulusSyntax::Event {
            name,
            arguments,
            call,
        } => {
            let call = if *call { "call " } else { "" };
            let values: Vec<_> = arguments.iter().map(expression).collect();
            match values.is_empty() {
                true => format!("{call}{}", word(name)),
                false => format!("{call}{}({})", word(name), values.join(", ")),
            }
        }
    });
    let stimuli: Vec<_> = stimuli.collect();
    let stimuli = stimuli.join(if it.in_order { " then " } else { ", " });
    let once = if it.in_order && it.stimuli.len() == 1 {
        " once"
    } else {
        ""
    };
    format!("environment sends {stimuli}{once} to {}", names(&it.to))
}

/// A question as it is written.
#[must_use]
pub fn property(it: &PropertySyntax) -> String {
    let mut text = format!("check {}", subject(&it.subject));
    if let Some((reading, _)) = it.semantics {
        text.push_str(&format!(" semantics {}", reading.word()));
    }
    if let Some((bound, _)) = it.within {
        text.push_str(&format!(" within {bound}"));
    }
    if let Some((answer, _)) = it.expect {
        text.push_str(&format!(" expect {}", answer.word()));
    }
    text
}

/// What is asked, as it is written.
#[must_use]
pub fn subject(it: &SubjectSyntax) -> String {
    subject_with(it, expression)
}

/// The same with conditions as somebody else writes them.
#[must_use]
pub fn subject_with(it: &SubjectSyntax, condition: impl Fn(&Expression) -> String) -> String {
    match it {
        SubjectSyntax::Property(it) => it.written(condition),
        SubjectSyntax::DeadlockAlone => "deadlock without environment".into(),
        SubjectSyntax::Scenario { name, mode } => {
            let mode = match mode {
                None => "",
                Some((Mode::Strict, _)) => " strict",
                Some((Mode::Loose, _)) => " loose",
            };
            format!("{}{mode}", word(name))
        }
        SubjectSyntax::Same([(one, _), (other, _)]) => {
            format!("same {}, {}", one.word(), other.word())
        }
    }
}
