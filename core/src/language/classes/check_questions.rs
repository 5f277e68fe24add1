//! Scenarios and checks: whose calls they are about, and what is expected of them.

use std::collections::BTreeMap;

use super::ast::{CheckSyntax, FromSyntax, Item, ScenarioSyntax, StepSyntax, SubjectSyntax};
use super::check_system::constant;
use super::check_types::unique;
use super::model::{Check, From, Pattern, Scenario, Sequence, Subject};
use super::ocl::ast::{Expression, ExpressionKind};
use super::ocl::check::{Checker, Scope};
use super::ocl::term::Term;
use super::ocl::value::Value;
use super::ocl::words::{OF_CLASSES, OF_OBJECTS};
use crate::language::Name;
use crate::language::names::{did_you_mean, shown, shown_list};
use crate::language::questions::Mode;
use crate::language::questions::PropertySubject;
use crate::text::{Diagnostic, Findings, similar};

/// What the scenarios say.
pub(super) fn scenarios(
    all: &[&ScenarioSyntax],
    scope: &Scope<'_>,
    findings: &mut Findings,
) -> Vec<Scenario> {
    let mut known = BTreeMap::new();
    all.iter()
        .for_each(|it| unique(&mut known, &it.name, "scenario", findings));
    let mut scenarios = Vec::new();
    for syntax in all {
        let mut sequence = Sequence::default();
        let mut conditions = Vec::new();
        for step in &syntax.steps {
            match step {
                StepSyntax::Condition(it) => {
                    conditions.push(Checker::new(scope, findings).condition(it));
                }
                StepSyntax::Call {
                    object,
                    operation,
                    arguments,
                    ..
                } => {
                    let arguments: Vec<_> = arguments.iter().map(Option::as_ref).collect();
                    if let Some(pattern) = pattern(scope, object, operation, &arguments, findings) {
                        let before = std::mem::take(&mut conditions);
                        sequence.calls.push((before, pattern));
                    }
                }
            }
        }
        sequence.last = conditions;
        scenarios.push(Scenario {
            name: syntax.name.text.clone(),
            sequence,
        });
    }
    scenarios
}

/// The calls of an operation of an object, or of all objects of a class.
fn pattern(
    scope: &Scope<'_>,
    of: &Name,
    operation: &Name,
    arguments: &[Option<&Expression>],
    findings: &mut Findings,
) -> Option<Pattern> {
    let model = &scope.model;
    let object = model.objects.iter().position(|it| it.name == of.text);
    let class = match object {
        Some(it) => Some(model.objects[it].class),
        None => model.classes.iter().position(|it| it.name == of.text),
    };
    let Some(class) = class else {
        let title = format!("There is no object {}", shown(&of.text));
        let finding = Diagnostic::error("unknown-object", of.span, title);
        let known: Vec<_> = model.objects.iter().map(|it| it.name.as_str()).collect();
        findings.push(match similar(&of.text, known.iter().copied()) {
            Some(meant) => did_you_mean(finding, meant),
            None if known.is_empty() => finding.hint("Declare it in `system`."),
            None => finding.hint(format!("The objects: {}.", shown_list(known))),
        });
        return None;
    };
    let Some(found) = model.operation_of(class, &operation.text) else {
        let title = format!(
            "{} has no operation {}",
            shown(&of.text),
            shown(&operation.text)
        );
        let finding = Diagnostic::error("unknown-operation", operation.span, title);
        let known = model
            .operations
            .iter()
            .filter(|it| model.is_a(class, it.class));
        let known: Vec<_> = known.map(|it| it.name.as_str()).collect();
        findings.push(match similar(&operation.text, known.iter().copied()) {
            Some(meant) => did_you_mean(finding, meant),
            None => finding.hint(format!("It has {}.", shown_list(known))),
        });
        return None;
    };
    let parameters = &model.operations[found].parameters;
    if !arguments.is_empty() && arguments.len() != parameters.len() {
        let title = format!(
            "{} takes {} arguments, and here are {}",
            shown(&operation.text),
            parameters.len(),
            arguments.len()
        );
        let finding = Diagnostic::error("wrong-arguments", operation.span, title);
        findings.push(
            finding.hint("Write one for each parameter, `_` for any, or none at all for any."),
        );
        return None;
    }
    let arguments = arguments.iter().zip(parameters);
    let arguments =
        arguments.map(|(it, (_, domain))| it.and_then(|it| constant(scope, *domain, it, findings)));
    Some(Pattern {
        object,
        class,
        operation: found,
        arguments: arguments.collect(),
    })
}

/// What the checks ask.
pub(super) fn checks(items: &[Item], scope: &Scope<'_>, findings: &mut Findings) -> Vec<Check> {
    let mut checks = Vec::new();
    for item in items {
        if let Item::Check(it) = item {
            checks.extend(check(it, scope, findings));
        }
    }
    checks
}

fn check(syntax: &CheckSyntax, scope: &Scope<'_>, findings: &mut Findings) -> Option<Check> {
    let subject = subject(syntax, scope, findings);
    let from = match &syntax.from {
        None => From::System,
        Some(FromSyntax::Any(_)) => From::Valid(Term::Constant(Value::Boolean(true))),
        Some(FromSyntax::Where(it)) => From::Valid(Checker::new(scope, findings).condition(it)),
    };
    Some(Check {
        subject: subject?,
        is_scenario: matches!(syntax.subject, SubjectSyntax::Scenario(..)),
        from,
        is_open: syntax.frame.is_some_and(|it| it.0),
        within: syntax.within.map(|it| it.0),
        expected: syntax.expect.map(|it| it.0),
    })
}

fn subject(syntax: &CheckSyntax, scope: &Scope<'_>, findings: &mut Findings) -> Option<Subject> {
    Some(match &syntax.subject {
        SubjectSyntax::Scenario(name, mode) => {
            let scenarios = &scope.model.scenarios;
            let Some(found) = scenarios.iter().find(|it| it.name == name.text) else {
                let title = format!("There is no scenario {}", shown(&name.text));
                let finding = Diagnostic::error("unknown-scenario", name.span, title);
                findings.push(
                    match similar(&name.text, scenarios.iter().map(|it| &*it.name)) {
                        Some(meant) => did_you_mean(finding, meant),
                        None => finding.hint("Write it: `scenario s { -> object : operation() }`."),
                    },
                );
                return None;
            };
            let is_loose = mode.is_some_and(|it| it.0 == Mode::Loose);
            Subject::Calls(found.sequence.clone(), !is_loose)
        }
        SubjectSyntax::Property(PropertySubject::Reach(goals)) => match goals.as_slice() {
            [goal] => match call(goal) {
                Some((of, operation, arguments)) if is_call(scope, of, operation) => {
                    let pattern = pattern(scope, of, operation, &arguments, findings)?;
                    let calls = vec![(Vec::new(), pattern)];
                    let last = Vec::new();
                    Subject::Calls(Sequence { calls, last }, false)
                }
                _ => property(&syntax.subject, scope, findings)?,
            },
            _ => property(&syntax.subject, scope, findings)?,
        },
        SubjectSyntax::Property(_) => property(&syntax.subject, scope, findings)?,
        SubjectSyntax::Preserves(name) => Subject::Preserves(match name {
            Some(name) => Some(invariant(scope, name, findings)?),
            None => None,
        }),
        SubjectSyntax::Consistent => Subject::Consistent,
        SubjectSyntax::Independent(name) => Subject::Independent(match name {
            Some(name) => Some(invariant(scope, name, findings)?),
            None => None,
        }),
    })
}

fn property(
    subject: &SubjectSyntax,
    scope: &Scope<'_>,
    findings: &mut Findings,
) -> Option<Subject> {
    let SubjectSyntax::Property(it) = subject else {
        return None;
    };
    let subject = it.map(|it| Checker::new(scope, findings).condition(it));
    Some(Subject::Property(subject))
}

/// `o.op(…)`, as its three parts; `_` stands for any argument.
fn call(goal: &Expression) -> Option<(&Name, &Name, Vec<Option<&Expression>>)> {
    let ExpressionKind::Call(Some(source), operation, arguments) = &goal.kind else {
        return None;
    };
    let ExpressionKind::Name(of, false) = &source.kind else {
        return None;
    };
    let argument =
        |it: &'_ Expression| !matches!(&it.kind, ExpressionKind::Name(it, _) if it.text == "_");
    let arguments = arguments
        .iter()
        .map(|it| Some(it).filter(|it| argument(it)));
    Some((of, operation, arguments.collect()))
}

/// Whether a call is of an operation with a contract, and not a query that is true or false.
fn is_call(scope: &Scope<'_>, of: &Name, operation: &Name) -> bool {
    let is_query = scope.queries.iter().any(|it| it.name == operation.text);
    let model = &scope.model;
    let is_class = model.classes.iter().any(|it| it.name == of.text);
    let mut asked = OF_OBJECTS.iter().chain(OF_CLASSES);
    let asks = asked.any(|it| *it == operation.text);
    !asks && (!is_query || (is_class && model.objects.iter().all(|it| it.name != of.text)))
}

fn invariant(scope: &Scope<'_>, name: &Name, findings: &mut Findings) -> Option<usize> {
    let invariants = &scope.model.invariants;
    let found = invariants.iter().position(|it| it.clause.name == name.text);
    if found.is_none() {
        let title = format!("There is no invariant {}", shown(&name.text));
        let finding = Diagnostic::error("unknown-invariant", name.span, title);
        let known = invariants
            .iter()
            .map(|it| it.clause.name.as_str())
            .filter(|it| !it.is_empty());
        let known: Vec<_> = known.collect();
        findings.push(match similar(&name.text, known.iter().copied()) {
            Some(meant) => did_you_mean(finding, meant),
            None if known.is_empty() => finding.hint("Give an invariant a name: `inv name: …`."),
            None => finding.hint(format!("The invariants: {}.", shown_list(known))),
        });
    }
    found
}
