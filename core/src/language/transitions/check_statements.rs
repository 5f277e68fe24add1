//! Statements as operations: names looked up, and what is wrong with a statement said at its place.

use super::ast::{StatementId, StatementKind, StatementSyntax, VariableSyntax};
use super::check::{Resolver, stand_in};
use super::model::{Initial, OperationId, OperationKind, VariableId};
use crate::expression::ast::Expression;
use crate::expression::{Scope, Sort, Term, TermKind};
use crate::language::Name;
use crate::text::{Diagnostic, Severity, Span, similar};

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

impl Resolver<'_> {
    /// A statement and all that is in it. What is still to be done stands on a stack of our own.
    pub(super) fn tree(&mut self, root: StatementId) -> OperationId {
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
}
