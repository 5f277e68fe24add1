//! A scenario as written: lifelines and messages with their places.

use crate::language::Name;
use crate::text::Span;

/// `scenario name { … }`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenarioSyntax {
    /// Its name.
    pub name: Name,
    /// True for `neg scenario`.
    pub forbidden: bool,
    /// Its lifelines; empty where it plays on those of the system.
    pub lifelines: Vec<LifelinesSyntax>,
    /// Its messages.
    pub messages: Vec<MessageSyntax>,
    /// Whether errors kept some statement from being read whole: then nobody knows what is missing.
    pub in_doubt: bool,
}

/// `alice, bob : PhD`: lifelines of one machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LifelinesSyntax {
    /// The lifelines, at least one.
    pub names: Vec<Name>,
    /// Their machine.
    pub machine: Name,
}

/// `alice -> cm : wantCoffee`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageSyntax {
    /// The sender.
    pub from: Name,
    /// The receiver.
    pub to: Name,
    /// What is sent.
    pub symbol: Name,
    /// The whole statement.
    pub span: Span,
}

impl LifelinesSyntax {
    /// Calls `forget` on every place in the tree.
    pub(crate) fn each_span(&mut self, forget: &mut impl FnMut(&mut Span)) {
        self.names
            .iter_mut()
            .for_each(|name| forget(&mut name.span));
        forget(&mut self.machine.span);
    }
}

impl ScenarioSyntax {
    /// Calls `forget` on every place in the tree.
    pub(crate) fn each_span(&mut self, forget: &mut impl FnMut(&mut Span)) {
        forget(&mut self.name.span);
        self.lifelines
            .iter_mut()
            .for_each(|it| it.each_span(forget));
        for message in &mut self.messages {
            forget(&mut message.from.span);
            forget(&mut message.to.span);
            forget(&mut message.symbol.span);
            forget(&mut message.span);
        }
    }
}
