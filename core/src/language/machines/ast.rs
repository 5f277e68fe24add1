//! A machine as written: its statements in their order, with their places.

use crate::language::Name;
use crate::text::Span;

/// `machine name { … }`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MachineSyntax {
    /// Its name.
    pub name: Name,
    /// What stands between the braces.
    pub statements: Vec<Statement>,
    /// Whether errors kept some statement from being read whole: then nobody knows what is missing.
    pub in_doubt: bool,
}

/// One statement of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `[*] --> state`.
    Initial {
        /// The initial state.
        state: Name,
        /// The whole statement.
        span: Span,
    },
    /// `state --> [*]`.
    Final {
        /// The state where it is fine to end.
        state: Name,
        /// The whole statement.
        span: Span,
    },
    /// `source --> target : trigger / effects`.
    Transition(TransitionSyntax),
    /// `state name as "label"`.
    State {
        /// The state.
        name: Name,
        /// The text that diagrams show.
        label: Option<Name>,
        /// The whole statement.
        span: Span,
    },
}

impl Statement {
    /// The whole statement.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Initial { span, .. } | Self::Final { span, .. } | Self::State { span, .. } => {
                *span
            }
            Self::Transition(it) => it.span,
        }
    }
}

/// A transition as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransitionSyntax {
    /// The state it leaves.
    pub source: Name,
    /// The state it leads to.
    pub target: Name,
    /// What starts it; `None` where nothing or ε is written.
    pub trigger: Option<Name>,
    /// What it sends; empty where nothing or ε is written.
    pub effects: Vec<Name>,
    /// The whole statement.
    pub span: Span,
}

impl MachineSyntax {
    /// Calls `forget` on every place in the tree.
    pub(crate) fn each_span(&mut self, forget: &mut impl FnMut(&mut Span)) {
        forget(&mut self.name.span);
        for statement in &mut self.statements {
            match statement {
                Statement::Initial { state, span } | Statement::Final { state, span } => {
                    forget(&mut state.span);
                    forget(span);
                }
                Statement::Transition(it) => {
                    let names = [&mut it.source, &mut it.target];
                    let names = names
                        .into_iter()
                        .chain(&mut it.trigger)
                        .chain(&mut it.effects);
                    names.for_each(|name| forget(&mut name.span));
                    forget(&mut it.span);
                }
                Statement::State { name, label, span } => {
                    forget(&mut name.span);
                    label.iter_mut().for_each(|label| forget(&mut label.span));
                    forget(span);
                }
            }
        }
    }
}
