//! A flat state diagram as a machine: states, and arrows that wait for one event or for none.

use std::collections::BTreeSet;

use super::state_diagram::{Diagram, End, Kind};
use super::state_label::{Label, label};
use crate::language::Name;
use crate::language::machines::ast::{MachineSyntax, Statement, TransitionSyntax};
use crate::language::machines::document::ast::{Document, Item, SystemSyntax};
use crate::language::machines::document::print;
use crate::language::machines::scenario::ast::LifelinesSyntax;
use crate::language::read;
use crate::text::{Severity, Span};

/// Who sends the events.
const ANYBODY: &str = "environment plays";
const ENVIRONMENT: &str = "environment";

/// The machine; `None` where only a statechart says the same: with states in states, pseudostates, conditions, time,
/// actions, several events on an arrow, or a state that may go on by itself although an event could come.
pub(super) fn as_machine(diagram: &Diagram) -> Option<String> {
    let is_flat = diagram.regions.iter().all(|it| it.owner.is_none());
    let filled = diagram.regions.iter().filter(|it| !it.vertices.is_empty());
    let plain = |kind| matches!(kind, Kind::State | Kind::End | Kind::Start);
    let has_own = diagram
        .vertices
        .iter()
        .any(|it| !plain(it.kind) || !it.texts.is_empty());
    if !is_flat || filled.count() != 1 || has_own {
        return None;
    }
    let mut statements = Vec::new();
    let mut labels = Vec::new();
    for it in diagram.vertices.iter().filter(|it| it.kind == Kind::State) {
        let label = it.label.as_deref().map(name);
        if label.is_some() {
            let name = name(&it.name);
            labels.push(Statement::State {
                name,
                label,
                span: Span::default(),
            });
        }
    }
    let mut transitions = Vec::new();
    let mut finals = BTreeSet::new();
    let mut events: Vec<String> = Vec::new();
    let mut ends = false;
    let used = diagram.regions.iter().flat_map(|it| &it.arrows);
    let mut alone = BTreeSet::new();
    let mut waiting = BTreeSet::new();
    for arrow in used.map(|&it| &diagram.arrows[it]) {
        let Label {
            events: names,
            after,
            guard,
            effect,
        } = label(&arrow.text);
        let says_more =
            after.is_some() || !guard.is_empty() || !effect.is_empty() || names.len() > 1;
        if says_more {
            return None;
        }
        let event = names.into_iter().next();
        let is_end = |it: usize| diagram.vertices[it].kind == Kind::End;
        match (arrow.from, arrow.to) {
            (End::Pseudo, End::Vertex(to)) if event.is_none() && !is_end(to) => {
                statements.push(Statement::Initial {
                    state: name(&diagram.vertices[to].name),
                    span: Span::default(),
                });
            }
            (End::Vertex(from), to) if !is_end(from) => {
                let target = match to {
                    End::Vertex(to) if !is_end(to) => diagram.vertices[to].name.clone(),
                    End::Vertex(_) | End::Pseudo if event.is_none() => {
                        finals.insert(from);
                        continue;
                    }
                    End::Vertex(_) | End::Pseudo => {
                        ends = true;
                        "[*]".to_owned()
                    }
                    End::History { .. } => return None,
                };
                match &event {
                    Some(_) => waiting.insert(from),
                    None => alone.insert(from),
                };
                if let Some(event) = event.clone().filter(|it| !events.contains(it)) {
                    events.push(event);
                }
                transitions.push(Statement::Transition(TransitionSyntax {
                    source: name(&diagram.vertices[from].name),
                    target: name(&target),
                    trigger: event.as_deref().map(name),
                    effects: Vec::new(),
                    span: Span::default(),
                }));
            }
            _ => return None,
        }
    }
    // A completion comes before any event, in statecharts.
    let ends_alone = finals.iter().any(|it| waiting.contains(it));
    if ends_alone || alone.iter().any(|it| waiting.contains(it)) {
        return None;
    }
    statements.extend(labels);
    statements.extend(transitions);
    let finals = finals
        .into_iter()
        .map(|it| name(&diagram.vertices[it].name));
    let finals = finals.chain(ends.then(|| name("[*]")));
    statements.extend(finals.map(|state| Statement::Final {
        state,
        span: Span::default(),
    }));
    document(diagram, statements, &events)
}

/// The machine, and who sends its events.
fn document(diagram: &Diagram, statements: Vec<Statement>, events: &[String]) -> Option<String> {
    let title = match diagram.title.is_empty() {
        true => "Diagram",
        false => &diagram.title,
    };
    let machine = |machine: &str, statements| {
        Item::Machine(MachineSyntax {
            name: name(machine),
            statements,
            in_doubt: false,
        })
    };
    let lifeline = |it: &str, machine: &str| LifelinesSyntax {
        names: vec![name(it)],
        machine: name(machine),
    };
    let mut items = vec![machine(title, statements)];
    let mut lifelines = vec![lifeline("m", title)];
    if !events.is_empty() {
        let begins = Statement::Initial {
            state: name("s"),
            span: Span::default(),
        };
        let sends = events.iter().map(|it| {
            Statement::Transition(TransitionSyntax {
                source: name("s"),
                target: name("s"),
                trigger: None,
                effects: vec![name(it)],
                span: Span::default(),
            })
        });
        let ends = Statement::Final {
            state: name("s"),
            span: Span::default(),
        };
        let all = std::iter::once(begins).chain(sends).chain([ends]);
        items.push(machine(ANYBODY, all.collect()));
        lifelines.push(lifeline(ENVIRONMENT, ANYBODY));
    }
    items.push(Item::System(SystemSyntax {
        lifelines,
        span: Span::default(),
    }));
    let text = print(&Document { items });
    let (_, diagnostics) = read(&text);
    let is_good = diagnostics.iter().all(|it| it.severity != Severity::Error);
    is_good.then_some(text)
}

fn name(text: &str) -> Name {
    Name {
        text: text.to_owned(),
        span: Span::default(),
    }
}
