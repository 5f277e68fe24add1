//! Operations, contexts and invariants: whose they are, and what their clauses say.

use std::collections::BTreeMap;

use super::ast::{ClauseSyntax, Item, Member, ModifiesSyntax, OperationSyntax, TypeSyntax};
use super::check_types::{class, class as class_of, domain, sort_of, unique};
use super::model::{ClassModel, Clause, Invariant, Operation, Path};
use super::ocl::ast::{Expression, ExpressionKind};
use super::ocl::check::{Checker, Query, Scope};
use super::ocl::elsewhere::without_pre;
use super::ocl::term::Term;
use super::ocl::types::Type;
use crate::language::Name;
use crate::language::names::{did_you_mean, shown};
use crate::text::{Diagnostic, Findings, similar};

/// An operation with all that is written of its contract, in its class and in contexts.
pub(super) struct Contract<'d> {
    number: usize,
    parts: Vec<&'d OperationSyntax>,
}

/// The queries of all classes, and the contracts; their operations are added to the model, still without clauses.
pub(super) fn signatures<'d>(
    items: &'d [Item],
    model: &mut ClassModel,
    findings: &mut Findings,
) -> (Vec<Query<'d>>, Vec<Contract<'d>>) {
    let (mut queries, mut contracts) = (Vec::new(), Vec::<Contract>::new());
    let mut number = 0;
    for item in items {
        let Item::Class(syntax) = item else {
            continue;
        };
        let mut known = BTreeMap::new();
        for member in &syntax.members {
            let Member::Operation(it) = member else {
                continue;
            };
            unique(&mut known, &it.name, "operation", findings);
            match &it.body {
                Some(body) => {
                    if let Some(clause) = it.pre.first().or(it.post.first()) {
                        let title = "A query has no contract";
                        let finding = Diagnostic::error("stray-clause", clause.span, title);
                        findings.push(finding.hint("Write either `= value`, or clauses."));
                    }
                    let mut sort = |it: &TypeSyntax| sort_of(model, it, findings);
                    let parameters = it.parameters.iter();
                    let parameters =
                        parameters.filter_map(|(name, it)| Some((name.text.clone(), sort(it)?)));
                    let parameters = parameters.collect();
                    queries.push(Query {
                        name: it.name.text.clone(),
                        class: number,
                        parameters,
                        result: it.result.as_ref().and_then(sort),
                        body,
                    });
                }
                None => {
                    let mut domain = |it: &TypeSyntax| domain(model, it, findings);
                    let parameters = it.parameters.iter();
                    let parameters =
                        parameters.filter_map(|(name, it)| Some((name.text.clone(), domain(it)?)));
                    let parameters = parameters.collect();
                    let result = it.result.as_ref().and_then(domain);
                    contracts.push(Contract {
                        number: model.operations.len(),
                        parts: vec![it],
                    });
                    model.operations.push(Operation {
                        name: it.name.text.clone(),
                        class: number,
                        parameters,
                        result,
                        pre: Vec::new(),
                        post: Vec::new(),
                        modifies: None,
                        keeps_nothing: false,
                        span: it.name.span,
                    });
                }
            }
        }
        number += 1;
    }
    for item in items {
        if let Item::Context(it) = item
            && let Some(operation) = &it.operation
            && let Some(class) = class(model, &it.class, findings)
            && let Some(found) = declared(model, class, &operation.name, findings)
        {
            let fits = model.operations[found].parameters.len() == operation.parameters.len();
            if !fits && !operation.parameters.is_empty() {
                let title = format!(
                    "{} has other parameters in its class",
                    shown(&operation.name.text)
                );
                let finding = Diagnostic::error("wrong-arguments", operation.name.span, title);
                let finding = finding.label(model.operations[found].span, "declared here");
                findings.push(finding.hint("Write the parameters as they are declared."));
            }
            let mut all = contracts.iter_mut();
            if let Some(contract) = all.find(|it| it.number == found) {
                contract.parts.push(operation);
            }
        }
    }
    (queries, contracts)
}

/// The operation of a class that a context is about.
fn declared(
    model: &ClassModel,
    class: usize,
    name: &Name,
    findings: &mut Findings,
) -> Option<usize> {
    let found = model.operation_of(class, &name.text);
    if found.is_none() {
        let title = format!(
            "{} has no operation {} with a contract",
            shown(&model.classes[class].name),
            shown(&name.text)
        );
        let finding = Diagnostic::error("unknown-operation", name.span, title);
        let known = model
            .operations
            .iter()
            .filter(|it| model.is_a(class, it.class));
        findings.push(
            match similar(&name.text, known.map(|it| it.name.as_str())) {
                Some(meant) => did_you_mean(finding, meant),
                None => finding.hint(format!("Declare it in the class: `{}()`.", name.text)),
            },
        );
    }
    found
}

/// Reports what is wrong in queries themselves.
pub(super) fn queries(scope: &Scope<'_>, findings: &mut Findings) {
    for (number, query) in scope.queries.iter().enumerate() {
        let mut checker = Checker::new(scope, findings).about(query.class);
        for (name, sort) in &query.parameters {
            checker = checker.with(name, sort.clone());
        }
        checker.inlining.push(number);
        let (_, sort) = checker.expression(query.body);
        if let Some(result) = &query.result {
            checker.wants(&sort, result, query.body.span);
        }
    }
}

/// What the clauses of an operation say.
pub(super) fn clauses(
    scope: &Scope<'_>,
    contract: &Contract<'_>,
    findings: &mut Findings,
) -> Operation {
    let mut operation = scope.model.operations[contract.number].clone();
    let (mut pre, mut post, mut modifies) = (Vec::new(), Vec::new(), None);
    let own = operation.clone();
    for part in &contract.parts {
        for it in &part.pre {
            pre.push(clause(&mut of_operation(scope, &own, findings), it));
        }
        for it in &part.post {
            let mut checker = of_operation(scope, &own, findings).after_a_call();
            if let Some(result) = operation.result {
                checker = checker.with("result", result.kind.sort());
            }
            post.push(clause(&mut checker, it));
            without_pre(&it.body)
                .into_iter()
                .for_each(|it| findings.push(it));
        }
        if let Some(it) = &part.modifies {
            let paths = paths(&mut of_operation(scope, &own, findings), it);
            modifies.get_or_insert_with(Vec::new).extend(paths);
        }
    }
    operation.pre = pre;
    operation.post = post;
    operation.modifies = modifies;
    operation
}

/// Where `self` and the parameters of an operation can be named.
fn of_operation<'c, 'd>(
    scope: &'c Scope<'d>,
    operation: &Operation,
    findings: &'c mut Findings,
) -> Checker<'c, 'd> {
    let mut checker = Checker::new(scope, findings).about(operation.class);
    for (name, domain) in &operation.parameters {
        checker = checker.with(name, domain.kind.sort());
    }
    checker
}

impl Contract<'_> {
    /// The number of the operation.
    pub(super) fn number(&self) -> usize {
        self.number
    }
}

fn clause(checker: &mut Checker<'_, '_>, syntax: &ClauseSyntax) -> Clause {
    Clause {
        name: syntax
            .name
            .as_ref()
            .map_or(String::new(), |it| it.text.clone()),
        term: checker.condition(&syntax.body),
        span: syntax.span,
        is_waived: false,
    }
}

/// The slots behind `modifies`.
fn paths(checker: &mut Checker<'_, '_>, syntax: &ModifiesSyntax) -> Vec<Path> {
    syntax
        .paths
        .iter()
        .filter_map(|it| path(checker, it))
        .collect()
}

fn path(checker: &mut Checker<'_, '_>, expression: &Expression) -> Option<Path> {
    // A class name before the dot stands for all its objects.
    if let ExpressionKind::Property(source, name, false) = &expression.kind
        && let ExpressionKind::Name(of, false) = &source.kind
    {
        let model = checker.model();
        let found = model.classes.iter().position(|it| it.name == of.text);
        let is_variable = checker.names.iter().any(|it| it.0 == of.text);
        if let (Some(class), false) = (found, is_variable) {
            let sort = Type::Set(Box::new(Type::Object(class)));
            let (term, _) =
                checker.property((Term::Instances(class), sort), name, false, expression.span);
            return read(term);
        }
    }
    let (term, sort) = checker.expression(expression);
    let is_known = sort != Type::Any;
    let found = read(term);
    if found.is_none() && is_known {
        let title = "No slot can be meant by this";
        let finding = Diagnostic::error("no-slot", expression.span, title);
        checker.report(
            finding.hint("Write properties: `modifies counter, light.request, Button.counter`."),
        );
    }
    found
}

/// The slots that a term reads.
fn read(term: Term) -> Option<Path> {
    match term {
        Term::Read(it) => Some(Path {
            source: it.source,
            property: it.property,
        }),
        Term::Iterate(super::ocl::operations::Iterator::Collect, parts) => {
            let [source, body] = *parts;
            match body {
                Term::Read(it) if matches!(it.source, Term::Variable(_)) => Some(Path {
                    source,
                    property: it.property,
                }),
                _ => None,
            }
        }
        _ => None,
    }
}

/// All invariants, in the order of the text.
pub(super) fn invariants(
    items: &[Item],
    scope: &Scope<'_>,
    findings: &mut Findings,
) -> Vec<Invariant> {
    let mut all = Vec::new();
    let mut number = 0;
    for item in items {
        let (class, clauses): (usize, Vec<&ClauseSyntax>) = match item {
            Item::Class(it) => {
                number += 1;
                let invariants = it.members.iter().filter_map(|it| match it {
                    Member::Invariant(it) => Some(it),
                    _ => None,
                });
                (number - 1, invariants.collect())
            }
            Item::Context(it) if !it.invariants.is_empty() => {
                match class_of(&scope.model, &it.class, findings) {
                    Some(class) => (class, it.invariants.iter().collect()),
                    None => continue,
                }
            }
            _ => continue,
        };
        for it in clauses {
            let mut checker = Checker::new(scope, findings).about(class);
            all.push(Invariant {
                class,
                clause: clause(&mut checker, it),
            });
        }
    }
    all
}
