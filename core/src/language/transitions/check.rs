//! Transition systems: from the tree to the resolved model, and what is wrong on the way.
//!
//! The model is always usable: a statement with an error does nothing, a variable of an unknown type is an
//! integer. A model with errors is not checked.

use std::collections::BTreeMap;

use super::ast::{
    EnumerationSyntax, PropertySyntax, RelationSyntax, TransitionDocument, VariableSyntax,
};
use super::flow;
use super::model::{DeclaredVariable, Initial, OperationId, Property, TransitionModel, VariableId};
use super::settings::Observe;
use super::unresolve;
use super::visible::Visible;
use crate::expression::ast::Expression;
use crate::expression::{self, Checker, Enumeration, Grammar, Sort, Term, TermKind, Types, Value};
use crate::language::Name;
use crate::text::{Diagnostic, Findings, Fix, Patch, Severity, Span};

/// Looks everything up.
#[must_use]
pub fn resolve_into(document: &TransitionDocument, findings: &mut Findings) -> TransitionModel {
    let mut resolver = Resolver {
        document,
        findings,
        types: Types::default(),
        model: TransitionModel::default(),
        visible: Visible::default(),
    };
    document
        .types
        .iter()
        .for_each(|it| resolver.enumeration(it));
    resolver.model.types = resolver.types.enumerations().to_vec();
    document.variables.iter().for_each(|it| resolver.global(it));
    resolver.model.globals = resolver.model.variables.len();
    resolver.model.trans = resolver.relation(document.trans.as_ref());
    resolver.model.init = resolver.relation(document.init.as_ref());
    resolver.model.env = resolver.relation(document.env.as_ref());
    document
        .properties
        .iter()
        .for_each(|it| resolver.property(it));
    flow::mark_irrelevant(&mut resolver.model);
    resolver.missing_values();
    resolver.model
}

/// The value of what could not be read, in a model that is not checked.
pub(super) fn stand_in(sort: Sort) -> Term {
    Term::constant(sort.default_value(), sort)
}

pub(super) struct Resolver<'f> {
    pub(super) document: &'f TransitionDocument,
    pub(super) findings: &'f mut Findings,
    pub(super) types: Types,
    pub(super) model: TransitionModel,
    pub(super) visible: Visible,
}

impl Resolver<'_> {
    pub(super) fn enumeration(&mut self, syntax: &EnumerationSyntax) {
        let mut literals: Vec<String> = Vec::new();
        let mut places = BTreeMap::new();
        for literal in &syntax.literals {
            match places.get(&literal.text) {
                Some(&first) => self.twice("literal", literal, Some(first)),
                None => {
                    places.insert(literal.text.clone(), literal.span);
                    literals.push(literal.text.clone());
                }
            }
        }
        let added = self.types.declare(Enumeration {
            name: syntax.name.text.clone(),
            literals,
        });
        if !added {
            self.twice("type", &syntax.name, None);
        }
    }

    pub(super) fn twice(&mut self, what: &str, name: &Name, first: Option<Span>) {
        let title = format!("The {what} `{}` is declared twice", name.text);
        let mut finding = Diagnostic::error("declared-twice", name.span, title);
        if let Some(first) = first {
            finding = finding.label(first, "the first one");
        }
        self.findings
            .push(finding.hint("Rename or remove one of the two."));
    }

    pub(super) fn global(&mut self, syntax: &VariableSyntax) {
        if let Some(first) = self.visible.find(&syntax.name.text) {
            let first = self.model.variables[first].span;
            return self.twice("variable", &syntax.name, Some(first));
        }
        let sort = self.sort(syntax);
        let initial = self.initial(syntax, &sort);
        self.declare(&syntax.name, sort, syntax.control, initial);
    }

    /// Warns of variables that begin with any value, where a run depends on it, and offers to write the defaults of their types.
    fn missing_values(&mut self) {
        if self.findings.errors() > 0 {
            return;
        }
        let globals = self.model.variables[..self.model.globals].iter();
        let missing = globals.zip(&self.document.variables);
        let missing = missing.enumerate().filter(|(number, (it, _))| {
            it.initial == Initial::Missing && !self.model.is_input(*number)
        });
        let missing: Vec<_> = missing.map(|it| it.1).collect();
        let Some((first, _)) = missing.first() else {
            return;
        };
        let value = |it: &DeclaredVariable| {
            let default = stand_in(it.sort.clone());
            let written = unresolve::term(&self.model, &default);
            format!(
                " = {}",
                expression::print::expression(&written, Grammar::THETA)
            )
        };
        let others = missing.len() - 1;
        let (title, fix) = match others {
            0 => (
                format!(
                    "`{}` has no value to begin with: it may begin with any",
                    first.name
                ),
                format!("Write `{}`", value(first).trim_start()),
            ),
            _ => (
                format!(
                    "`{}` and {others} more variable{} have no value to begin with: they may begin with any",
                    first.name,
                    if others == 1 { "" } else { "s" }
                ),
                "Write the default of its type for each of them".to_owned(),
            ),
        };
        let patches = missing.iter();
        let patches = patches.map(|(it, syntax)| Patch::insert(syntax.sort.span.end, value(it)));
        let fix = Fix::new(fix, patches.collect::<Vec<_>>());
        let finding = Diagnostic::warning("missing-value", first.span, title);
        self.findings
            .push(finding.hint("Write a value where one is meant.").fix(fix));
    }

    pub(super) fn sort(&mut self, syntax: &VariableSyntax) -> Sort {
        let found = self.types.sort(&syntax.sort, self.findings);
        found.unwrap_or(Sort::INTEGER)
    }

    pub(super) fn initial(&mut self, syntax: &VariableSyntax, sort: &Sort) -> Initial {
        let Some(expression) = &syntax.initial else {
            return Initial::Missing;
        };
        match self.term(expression, sort) {
            Some(term) => {
                self.outside(&term, sort, Severity::Error);
                Initial::Term(term)
            }
            None => Initial::Missing,
        }
    }

    pub(super) fn declare(
        &mut self,
        name: &Name,
        sort: Sort,
        control: bool,
        initial: Initial,
    ) -> VariableId {
        let variable = self.model.variables.len();
        self.visible.declare(&name.text, variable, sort.clone());
        self.model.variables.push(DeclaredVariable {
            name: name.text.clone(),
            sort,
            control,
            initial,
            span: name.span,
        });
        variable
    }

    pub(super) fn term(&mut self, expression: &Expression, sort: &Sort) -> Option<Term> {
        let mut checker = Checker {
            types: &self.types,
            scope: &self.visible,
            findings: self.findings,
        };
        checker.expect(expression, sort)
    }

    /// Reports a number that the variable it is put into cannot have.
    pub(super) fn outside(&mut self, term: &Term, sort: &Sort, severity: Severity) {
        let TermKind::Constant(value) = &term.kind else {
            return;
        };
        if matches!(value, Value::Number(_)) && !value.fits(sort) {
            let title = format!("{} is not in {}", value.show(sort), sort.name());
            let finding = Diagnostic {
                severity,
                ..Diagnostic::error("outside-range", term.span, title)
            };
            self.findings.push(finding.hint(match severity {
                Severity::Error => "Choose a value of the range.",
                Severity::Warning => "This can never be executed.",
            }));
        }
    }

    pub(super) fn relation(&mut self, syntax: Option<&RelationSyntax>) -> Vec<OperationId> {
        let alternatives = syntax.map_or(&[][..], |it| &it.alternatives);
        alternatives.iter().map(|&it| self.tree(it)).collect()
    }

    pub(super) fn property(&mut self, syntax: &PropertySyntax) {
        let subject = (syntax.subject).map(|it| self.term(it, &Sort::Boolean));
        // Each condition has its diagnostics, also behind one with a mistake.
        if let Some(subject) = subject.whole() {
            self.model.properties.push(Property {
                subject,
                observe: match syntax.every_state {
                    Some(_) => Observe::Every,
                    None => Observe::Stable,
                },
                within: syntax.within.map(|(bound, _)| bound),
                expected: syntax.expect.map(|(answer, _)| answer),
                span: syntax.span,
            });
        }
    }
}
