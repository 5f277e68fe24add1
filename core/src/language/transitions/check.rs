//! Transition systems: from the tree to the resolved model, and what is wrong on the way.
//!
//! The model is always usable: a statement with an error does nothing, a variable of an unknown type is an
//! integer. A model with errors is not checked.

use std::collections::BTreeMap;

use super::ast::{
    EnumerationSyntax, PropertySyntax, RelationSyntax, StatementId, StatementKind, StatementSyntax,
    SubjectSyntax, TransitionDocument, VariableSyntax,
};
use super::flow;
use super::model::{
    DeclaredVariable, Initial, OperationId, OperationKind, Property, Subject, TransitionModel,
    VariableId,
};
use crate::expression::ast::Expression;
use crate::expression::{Checker, Enumeration, Scope, Sort, Term, TermKind, Types, Value};
use crate::language::Name;
use crate::text::{Diagnostic, Findings, Severity, Span, similar};

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
    resolver.model
}

/// The variables that can be named at the place at hand.
#[derive(Default)]
struct Visible {
    /// For each name the variables that it has meant, the innermost last.
    by_name: BTreeMap<String, Vec<VariableId>>,
    sorts: Vec<Sort>,
    /// The names that were declared, innermost block last, with the number of open blocks.
    local: Vec<(usize, String)>,
    depth: usize,
}

impl Visible {
    fn declare(&mut self, name: &str, variable: VariableId, sort: Sort) {
        debug_assert_eq!(
            self.sorts.len(),
            variable,
            "variables are declared in order"
        );
        self.sorts.push(sort);
        self.by_name
            .entry(name.to_string())
            .or_default()
            .push(variable);
        if self.depth > 0 {
            self.local.push((self.depth, name.to_string()));
        }
    }

    fn open(&mut self) {
        self.depth += 1;
    }

    fn close(&mut self) {
        while self
            .local
            .last()
            .is_some_and(|(depth, _)| *depth == self.depth)
        {
            if let Some((_, name)) = self.local.pop()
                && let Some(meanings) = self.by_name.get_mut(&name)
            {
                meanings.pop();
            }
        }
        self.depth -= 1;
    }

    fn find(&self, name: &str) -> Option<VariableId> {
        self.by_name.get(name)?.last().copied()
    }

    /// Whether a name is declared in the innermost block itself.
    fn is_own(&self, name: &str) -> bool {
        let own = self.local.iter().rev();
        let mut own = own.take_while(|(depth, _)| *depth == self.depth);
        own.any(|(_, it)| it == name)
    }
}

impl Scope for Visible {
    fn variable(&self, name: &str) -> Option<(usize, &Sort)> {
        self.find(name).map(|it| (it, &self.sorts[it]))
    }

    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        let alive = self.by_name.iter().filter(|(_, it)| !it.is_empty());
        Box::new(alive.map(|(name, _)| name.as_str()))
    }
}

/// What is still to be resolved.
enum Work {
    /// A statement with a scope of its own: a declaration in it is not seen outside.
    Alone(StatementId),
    /// A statement in the scope at hand.
    Statement(StatementId),
    /// The end of a sequence of so many, whose scope began with this entry of [`Visible::local`].
    Sequence(Span, usize, usize),
    /// The end of something with so many parts.
    Parts(Span, usize, Whole),
}

/// What has parts.
enum Whole {
    Choice,
    Parallel,
    If(Term),
    For(VariableId, [Term; 2]),
}

/// The value of what could not be read, in a model that is not checked.
fn stand_in(sort: Sort) -> Term {
    Term::constant(sort.default_value(), sort)
}

struct Resolver<'f> {
    document: &'f TransitionDocument,
    findings: &'f mut Findings,
    types: Types,
    model: TransitionModel,
    visible: Visible,
}

impl Resolver<'_> {
    fn enumeration(&mut self, syntax: &EnumerationSyntax) {
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

    fn twice(&mut self, what: &str, name: &Name, first: Option<Span>) {
        let title = format!("The {what} `{}` is declared twice", name.text);
        let mut finding = Diagnostic::error("declared-twice", name.span, title);
        if let Some(first) = first {
            finding = finding.label(first, "the first one");
        }
        self.findings
            .push(finding.hint("Rename or remove one of the two."));
    }

    fn global(&mut self, syntax: &VariableSyntax) {
        if let Some(first) = self.visible.find(&syntax.name.text) {
            let first = self.model.variables[first].span;
            return self.twice("variable", &syntax.name, Some(first));
        }
        let sort = self.sort(syntax);
        let initial = self.initial(syntax, &sort);
        self.declare(&syntax.name, sort, syntax.control, initial);
    }

    fn sort(&mut self, syntax: &VariableSyntax) -> Sort {
        let found = self.types.sort(&syntax.sort, self.findings);
        found.unwrap_or(Sort::INTEGER)
    }

    fn initial(&mut self, syntax: &VariableSyntax, sort: &Sort) -> Initial {
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

    fn declare(&mut self, name: &Name, sort: Sort, control: bool, initial: Initial) -> VariableId {
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

    fn term(&mut self, expression: &Expression, sort: &Sort) -> Option<Term> {
        let mut checker = Checker {
            types: &self.types,
            scope: &self.visible,
            findings: self.findings,
        };
        checker.expect(expression, sort)
    }

    /// Reports a number that the variable it is put into cannot have.
    fn outside(&mut self, term: &Term, sort: &Sort, severity: Severity) {
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

    fn relation(&mut self, syntax: Option<&RelationSyntax>) -> Vec<OperationId> {
        let alternatives = syntax.map_or(&[][..], |it| &it.alternatives);
        alternatives.iter().map(|&it| self.tree(it)).collect()
    }

    /// A statement and all that is in it. What is still to be done stands on a stack of our own.
    fn tree(&mut self, root: StatementId) -> OperationId {
        let mut work = vec![Work::Alone(root)];
        let mut done: Vec<OperationId> = Vec::new();
        while let Some(next) = work.pop() {
            let (kind, span) = match next {
                Work::Alone(it) => {
                    let syntax = &self.document.statements[it];
                    if !matches!(syntax.kind, StatementKind::Block(_)) {
                        self.visible.open();
                        let first = self.visible.local.len();
                        work.push(Work::Sequence(syntax.span, 1, first));
                    }
                    work.push(Work::Statement(it));
                    continue;
                }
                Work::Statement(it) => {
                    let syntax = &self.document.statements[it];
                    match self.begun(syntax, &mut work) {
                        Some(kind) => (kind, syntax.span),
                        None => continue,
                    }
                }
                Work::Sequence(span, count, first) => {
                    let steps = done.split_off(done.len() - count);
                    let names = self.visible.local[first..].iter();
                    let locals = names.filter_map(|(_, name)| self.visible.find(name));
                    let locals = locals.collect();
                    self.visible.close();
                    (OperationKind::Sequence(steps, locals), span)
                }
                Work::Parts(span, count, of) => {
                    let parts = done.split_off(done.len() - count);
                    let kind = match of {
                        Whole::Choice => OperationKind::Choice(parts),
                        Whole::Parallel => OperationKind::Parallel(parts),
                        Whole::If(condition) => {
                            OperationKind::If(condition, parts[0], parts.get(1).copied())
                        }
                        Whole::For(counter, [from, to]) => {
                            self.visible.close();
                            OperationKind::For {
                                counter,
                                from,
                                to,
                                body: parts[0],
                            }
                        }
                    };
                    (kind, span)
                }
            };
            done.push(self.model.add(kind, span));
        }
        done[0]
    }

    /// What a statement does, if it has no parts; else these are put on the stack.
    fn begun(&mut self, syntax: &StatementSyntax, work: &mut Vec<Work>) -> Option<OperationKind> {
        let span = syntax.span;
        let mut parts = |whole, parts: &[StatementId]| {
            work.push(Work::Parts(span, parts.len(), whole));
            work.extend(parts.iter().rev().map(|&it| Work::Alone(it)));
        };
        let kind = match &syntax.kind {
            StatementKind::Block(all) => {
                self.visible.open();
                work.push(Work::Sequence(span, all.len(), self.visible.local.len()));
                work.extend(all.iter().rev().map(|&it| Work::Statement(it)));
                return None;
            }
            StatementKind::Choice(all) => {
                parts(Whole::Choice, all);
                return None;
            }
            StatementKind::Parallel(all) => {
                parts(Whole::Parallel, all);
                return None;
            }
            StatementKind::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self
                    .term(condition, &Sort::Boolean)
                    .unwrap_or_else(|| stand_in(Sort::Boolean));
                let all: Vec<_> = [*then].into_iter().chain(*otherwise).collect();
                parts(Whole::If(condition), &all);
                return None;
            }
            StatementKind::For {
                counter,
                from,
                to,
                body,
            } => {
                let mut bound = |it| {
                    self.term(it, &Sort::INTEGER)
                        .unwrap_or_else(|| stand_in(Sort::INTEGER))
                };
                let bounds = [bound(from), bound(to)];
                self.visible.open();
                let counter = self.declare(counter, Sort::INTEGER, false, Initial::Missing);
                parts(Whole::For(counter, bounds), &[*body]);
                return None;
            }
            StatementKind::Local(it) => self.local(it),
            StatementKind::Assign { name, index, value } => {
                self.assign(name, index.as_ref(), value)
            }
            StatementKind::Havoc(name) => self.target(name).map(OperationKind::Havoc),
            StatementKind::Assume(it) => self.term(it, &Sort::Boolean).map(OperationKind::Assume),
        };
        let nothing = OperationKind::Sequence(Vec::new(), Vec::new());
        Some(kind.unwrap_or(nothing))
    }

    fn local(&mut self, syntax: &VariableSyntax) -> Option<OperationKind> {
        let sort = self.sort(syntax);
        let initial = self.initial(syntax, &sort);
        if self.visible.is_own(&syntax.name.text) {
            let first = self.visible.find(&syntax.name.text);
            let first = first.map(|it| self.model.variables[it].span);
            self.twice("variable", &syntax.name, first);
            return None;
        }
        let variable = self.declare(&syntax.name, sort, false, Initial::Missing);
        Some(OperationKind::Declare(variable, initial))
    }

    fn assign(
        &mut self,
        name: &Name,
        index: Option<&Expression>,
        value: &Expression,
    ) -> Option<OperationKind> {
        let variable = self.target(name)?;
        let sort = self.model.variables[variable].sort.clone();
        let Some(index) = index else {
            let value = self.term(value, &sort)?;
            self.outside(&value, &sort, Severity::Warning);
            return Some(OperationKind::Assign(variable, value));
        };
        let Sort::Array {
            index: index_sort,
            element,
        } = &sort
        else {
            let title = format!("`{}` is not an array", name.text);
            let hint = format!("Assign to it as a whole: `{} := …`.", name.text);
            let finding = Diagnostic::error("type-mismatch", name.span, title);
            self.findings.push(finding.hint(hint));
            return None;
        };
        let place = self.term(index, index_sort);
        let value = self.term(value, element);
        let (place, value) = (place?, value?);
        self.outside(&place, index_sort, Severity::Warning);
        self.outside(&value, element, Severity::Warning);
        let span = name.span.to(value.span);
        let mut array = Term::variable(variable, sort.clone());
        array.span = name.span;
        let written = Term {
            kind: TermKind::Write(Box::new([array, place, value])),
            sort: sort.clone(),
            span,
        };
        Some(OperationKind::Assign(variable, written))
    }

    /// The variable that is assigned to.
    fn target(&mut self, name: &Name) -> Option<VariableId> {
        if let Some(found) = self.visible.find(&name.text) {
            return Some(found);
        }
        let literal = !self.types.with_literal(&name.text).is_empty();
        let title = if literal {
            format!("`{}` is a literal, not a variable", name.text)
        } else {
            format!("There is no variable `{}`", name.text)
        };
        let meant = if literal || !self.findings.wants(Severity::Error) {
            None
        } else {
            similar(&name.text, self.visible.names())
        };
        let hint = match meant {
            Some(meant) => format!("Did you mean `{meant}`?"),
            None => "Only variables can be given a value.".into(),
        };
        let finding = Diagnostic::error("unknown-variable", name.span, title);
        self.findings.push(finding.hint(hint));
        None
    }

    fn property(&mut self, syntax: &PropertySyntax) {
        let subject = match &syntax.subject {
            SubjectSyntax::Deadlock => Some(Subject::Deadlock),
            SubjectSyntax::Always(it) => self.term(it, &Sort::Boolean).map(Subject::Always),
            SubjectSyntax::Reach(all) => {
                let all = all.iter().map(|it| self.term(it, &Sort::Boolean));
                let all: Vec<_> = all.collect();
                all.into_iter().collect::<Option<_>>().map(Subject::Reach)
            }
        };
        if let Some(subject) = subject {
            self.model.properties.push(Property {
                subject,
                within: syntax.within.map(|(bound, _)| bound),
                expected: syntax.expect.map(|(answer, _)| answer),
                span: syntax.span,
            });
        }
    }
}
