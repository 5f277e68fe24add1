//! A sequence diagram as a scenario, with the smallest machine for each participant that plays its part.
//!
//! A machine has one state before each message of its participant and does nothing else. The text is whole then, it can be
//! checked and played, and the author puts real machines in their place. What must not happen is a `neg` scenario: who would
//! get its messages could take them, and none of them is sent.

use std::collections::BTreeSet;

use super::sequence::{Message, Sequence};
use super::{Imported, Why};
use crate::language::Name;
use crate::language::machines::ast::{MachineSyntax, Statement, TransitionSyntax};
use crate::language::machines::document::ast::{Document, Item, SystemSyntax};
use crate::language::machines::document::print;
use crate::language::machines::scenario::ast::{LifelinesSyntax, MessageSyntax, ScenarioSyntax};
use crate::text::Span;

const NOBODY: Why = Why::lossy("There is nobody in it who could do anything.");

impl Sequence {
    /// The text in our language. O(messages · log of the text).
    pub(super) fn imported(mut self) -> Imported {
        self.settle();
        if self.names.is_empty() {
            self.leave_out(1, "the diagram", NOBODY);
        }
        let machine = |number: usize| format!("{} plays", self.names[number]);
        let mut items: Vec<_> = (0..self.names.len())
            .map(|it| Item::Machine(self.machine(it, &machine(it))))
            .collect();
        let lifelines = (0..self.names.len()).map(|it| LifelinesSyntax {
            names: vec![name(&self.names[it])],
            machine: name(&machine(it)),
        });
        let lifelines: Vec<_> = lifelines.collect();
        let mut names = BTreeSet::new();
        let mut scenario = |title: &str, forbidden, messages| {
            Item::Scenario(ScenarioSyntax {
                name: name(&free(title, &mut names)),
                forbidden,
                lifelines: lifelines.clone(),
                messages,
                ..ScenarioSyntax::default()
            })
        };
        let messages = self.exchanged(&self.messages);
        if !messages.is_empty() {
            let title = match self.title.is_empty() {
                true => "as drawn",
                false => &self.title,
            };
            items.push(scenario(title, false, messages));
        }
        for it in &self.forbidden {
            let before = self.exchanged(&self.messages[..it.after]);
            let messages = [before, self.exchanged(&it.messages)].concat();
            items.push(scenario(it.name(), true, messages));
        }
        let has_scenario = items.iter().any(|it| matches!(it, Item::Scenario(_)));
        if !has_scenario && !self.names.is_empty() {
            // Who exchanges nothing plays no scenario; the machines alone are a system.
            items.push(Item::System(SystemSyntax {
                lifelines,
                span: Span::default(),
            }));
        }
        Imported {
            text: print(&Document { items }),
            left_out: {
                self.left_out.sort_by_key(|it| it.line);
                self.left_out
            },
            ..Imported::default()
        }
    }

    /// The messages that are exchanged between two.
    fn exchanged(&self, messages: &[Message]) -> Vec<MessageSyntax> {
        let exchanged = messages.iter().filter(|it| it.from != it.to);
        let messages = exchanged.map(|it| MessageSyntax {
            from: name(&self.names[it.from]),
            to: name(&self.names[it.to]),
            symbol: name(&it.text),
            span: Span::default(),
        });
        messages.collect()
    }

    /// What a participant could get of what must not happen, and in which of its states. Symbols that are also exchanged as
    /// drawn are left out: they are known, and to take them here would add runs.
    fn could_take(&self, number: usize) -> BTreeSet<(usize, &str)> {
        let is_exchanged = |symbol: &str| {
            let mut messages = self.messages.iter();
            messages.any(|it| it.from != it.to && it.text == symbol)
        };
        let mut all = BTreeSet::new();
        for forbidden in &self.forbidden {
            let before = self.messages[..forbidden.after].iter();
            let at = before.filter(|it| it.from == number || it.to == number);
            let at = at.count();
            let gets = |it: &&Message| it.to == number && it.from != number;
            let messages = forbidden.messages.iter().filter(gets);
            let messages = messages.filter(|it| !is_exchanged(&it.text));
            all.extend(messages.map(|it| (at, it.text.as_str())));
        }
        all
    }

    /// The smallest machine that plays a participant's part.
    fn machine(&self, number: usize, machine: &str) -> MachineSyntax {
        let span = Span::default();
        let part = self
            .messages
            .iter()
            .filter(|it| it.from == number || it.to == number);
        let state = |at: usize| name(&format!("s{at}"));
        let mut statements = vec![Statement::Initial {
            state: state(0),
            span,
        }];
        let mut at = 0;
        for message in part {
            let (source, target) = (state(at), state(at + 1));
            let sends = message.from == number;
            let alone = sends && message.to == number;
            statements.push(Statement::Transition(TransitionSyntax {
                source,
                target,
                trigger: (!sends).then(|| name(&message.text)),
                effects: (sends && !alone)
                    .then(|| name(&message.text))
                    .into_iter()
                    .collect(),
                span,
            }));
            at += 1;
            // What one participant does alone has no name as a step, so the state behind it tells it.
            if alone {
                let label = Some(name(&format!("after: {}", message.text)));
                let (name, span) = (state(at), span);
                statements.push(Statement::State { name, label, span });
            }
        }
        for (at, symbol) in self.could_take(number) {
            statements.push(Statement::Transition(TransitionSyntax {
                source: state(at),
                target: state(at),
                trigger: Some(name(symbol)),
                effects: Vec::new(),
                span,
            }));
        }
        statements.push(Statement::Final {
            state: state(at),
            span,
        });
        MachineSyntax {
            name: name(machine),
            statements,
            in_doubt: false,
        }
    }
}

fn name(text: &str) -> Name {
    Name {
        text: text.to_owned(),
        span: Span::default(),
    }
}

/// A name that is not taken yet, and is then.
fn free(title: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{title} {number}"));
    let mut names = std::iter::once(title.to_owned()).chain(numbered);
    let free = names.find(|it| taken.insert(it.clone()));
    free.unwrap_or_default()
}
