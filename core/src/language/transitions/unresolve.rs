//! From a resolved system back to a document that is read as it.
//!
//! Systems come from texts, but also from rewriting; written down, they are texts like others and go
//! wherever texts go. What stands in a sequence stands in a block, so nothing depends on where `else`
//! and `or` belong.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ast::{
    EnumerationSyntax, PropertySyntax, RelationSyntax, StatementId, StatementKind,
    TransitionDocument, VariableSyntax,
};
use super::model::{
    DeclaredVariable, Initial, OperationId, OperationKind, Property, TransitionModel,
};
use super::print;
use super::settings::Observe;
use crate::expression::ast::Expression;
use crate::expression::unresolve::{self, Naming};
use crate::expression::{Enumeration, Term};
use crate::language::Name;
use crate::text::Span;

/// The document of a system.
#[must_use]
pub fn document(model: &TransitionModel) -> TransitionDocument {
    let writer = Writer::new(model);
    let mut document = TransitionDocument::default();
    let mut relation = |alternatives: &[OperationId]| {
        let alternatives = alternatives.iter();
        Some(RelationSyntax {
            alternatives: alternatives
                .map(|&it| writer.tree(it, &mut document))
                .collect(),
            word: Span::default(),
        })
    };
    let [trans, init, env] = [&model.trans, &model.init, &model.env].map(|it| relation(it));
    let types = model.types.iter().map(|it| EnumerationSyntax {
        name: name(&it.name),
        literals: it.literals.iter().map(|it| name(it)).collect(),
    });
    let globals = model.variables[..model.globals].iter();
    TransitionDocument {
        statements: document.statements,
        types: types.collect(),
        variables: globals.map(|it| writer.variable(it, &it.initial)).collect(),
        trans,
        init,
        env,
        properties: model
            .properties
            .iter()
            .map(|it| writer.property(it))
            .collect(),
        end: Span::default(),
    }
}

/// One operation as it is written.
#[must_use]
pub fn operation(model: &TransitionModel, operation: OperationId) -> String {
    let mut document = TransitionDocument::default();
    let statement = Writer::new(model).tree(operation, &mut document);
    print::statement(&document, statement)
}

/// A term as it is written.
#[must_use]
pub fn term(model: &TransitionModel, term: &Term) -> Expression {
    Writer::new(model).term(term)
}

fn name(text: &str) -> Name {
    Name {
        text: text.to_string(),
        span: Span::default(),
    }
}

struct Writer<'m> {
    model: &'m TransitionModel,
    /// Names that variables have, and literals of more than one type: these must be qualified.
    taken: BTreeSet<&'m str>,
}

impl<'m> Writer<'m> {
    fn new(model: &'m TransitionModel) -> Self {
        let mut taken: BTreeSet<_> = model.variables.iter().map(|it| it.name.as_str()).collect();
        let mut seen = BTreeSet::new();
        for literal in model.types.iter().flat_map(|it| &it.literals) {
            if !seen.insert(literal.as_str()) {
                taken.insert(literal.as_str());
            }
        }
        Self { model, taken }
    }

    fn term(&self, term: &Term) -> Expression {
        unresolve::term(term, self)
    }

    fn variable(&self, variable: &DeclaredVariable, initial: &Initial) -> VariableSyntax {
        VariableSyntax {
            control: variable.control,
            name: name(&variable.name),
            sort: unresolve::sort(&variable.sort),
            initial: match initial {
                Initial::Term(term) => Some(self.term(term)),
                Initial::Missing | Initial::Irrelevant => None,
            },
        }
    }

    /// Adds an operation and its parts, these first, and in the order of the text.
    fn tree(&self, operation: OperationId, document: &mut TransitionDocument) -> StatementId {
        // An operation is met twice: its parts are read before it is written.
        let mut open = vec![(operation, false)];
        let mut written: Vec<StatementId> = Vec::new();
        while let Some((next, read)) = open.pop() {
            let parts = self.model.parts(next);
            if read {
                let own = written.split_off(written.len() - parts.len());
                let kind = self.statement(next, &own);
                written.push(document.add(kind, self.model.operations[next].span));
            } else {
                open.push((next, true));
                open.extend(parts.iter().rev().map(|&it| (it, false)));
            }
        }
        written[0]
    }

    /// One statement; its parts have been written already.
    fn statement(&self, operation: OperationId, parts: &[StatementId]) -> StatementKind {
        let target = |variable: usize| name(&self.model.variables[variable].name);
        match &self.model.operations[operation].kind {
            OperationKind::Assign(variable, value) => StatementKind::Assign {
                name: target(*variable),
                index: None,
                value: self.term(value),
            },
            OperationKind::Assume(it) => StatementKind::Assume(self.term(it)),
            OperationKind::Havoc(variable) => StatementKind::Havoc(target(*variable)),
            OperationKind::Declare(variable, initial) => {
                let variable = self.variable(&self.model.variables[*variable], initial);
                StatementKind::Local(Box::new(variable))
            }
            OperationKind::Sequence(..) => StatementKind::Block(parts.to_vec()),
            OperationKind::Choice(_) => StatementKind::Choice(parts.to_vec()),
            OperationKind::Parallel(_) => StatementKind::Parallel(parts.to_vec()),
            OperationKind::If(condition, ..) => StatementKind::If {
                condition: self.term(condition),
                then: parts[0],
                otherwise: parts.get(1).copied(),
            },
            OperationKind::For {
                counter, from, to, ..
            } => StatementKind::For {
                counter: target(*counter),
                from: self.term(from),
                to: self.term(to),
                body: parts[0],
            },
        }
    }

    fn property(&self, property: &Property) -> PropertySyntax {
        let subject = property.subject.map(|it| self.term(it));
        PropertySyntax {
            subject,
            is_prop: false,
            every_state: (property.observe == Observe::Every).then(Span::default),
            within: property.within.map(|it| (it, Span::default())),
            expect: property.expected.map(|it| (it, Span::default())),
            span: property.span,
        }
    }
}

impl Naming for Writer<'_> {
    fn variable(&self, variable: usize) -> String {
        self.model.variables[variable].name.clone()
    }

    fn literal(&self, enumeration: &Arc<Enumeration>, literal: usize) -> String {
        match enumeration.literals.get(literal) {
            Some(bare) if self.taken.contains(bare.as_str()) => {
                format!("{}.{bare}", enumeration.name)
            }
            Some(bare) => bare.clone(),
            None => literal.to_string(),
        }
    }
}
