//! Which missing values do not matter: those that are overwritten before anything reads them.
//!
//! A variable that the text gives no value could have any, which for an integer is more than can be
//! tried. Most often it does not matter, because the first thing that happens to it is an assignment.
//! The analysis is the definite assignment of Java's specification (chapter 16), from one declaration on.

use super::model::{Initial, OperationId, OperationKind, TransitionModel, VariableId};
use crate::expression::{Term, TermKind};

/// Variables without a value that are looked at; each costs a walk over what follows it.
const MOST: usize = 200;

/// What happens to a variable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    /// On some way its value is read.
    Read,
    /// On every way it is given a value before.
    Written,
    /// On some way nothing happens to it, and on no way it is read.
    Untouched,
}

/// Marks what does not matter among the variables that the text gives no value.
pub fn mark_irrelevant(model: &mut TransitionModel) {
    let mut budget = MOST;
    let globals: Vec<_> = (0..model.globals)
        .filter(|&it| model.variables[it].initial == Initial::Missing)
        .take(budget)
        .collect();
    budget -= globals.len();
    for variable in globals {
        let found = firsts(model, variable);
        let written = |&it: &OperationId| found[it] == First::Written;
        let others = model.variables[..model.globals].iter();
        let mut others = others.filter_map(|it| match &it.initial {
            Initial::Term(term) => Some(term),
            Initial::Missing | Initial::Irrelevant => None,
        });
        let read = others.any(|it| reads(it, variable));
        if !read && !model.init.is_empty() && model.init.iter().all(written) {
            model.variables[variable].initial = Initial::Irrelevant;
        }
    }
    let mut irrelevant = Vec::new();
    for (_, steps) in sequences(model) {
        for (at, &step) in steps.iter().enumerate() {
            let OperationKind::Declare(variable, Initial::Missing) = model.operations[step].kind
            else {
                continue;
            };
            if budget == 0 {
                break;
            }
            budget -= 1;
            if in_sequence(&firsts(model, variable), &steps[at + 1..]) != First::Read {
                irrelevant.push((step, variable));
            }
        }
    }
    for (step, variable) in irrelevant {
        model.operations[step].kind = OperationKind::Declare(variable, Initial::Irrelevant);
    }
}

fn sequences(model: &TransitionModel) -> impl Iterator<Item = (OperationId, &[OperationId])> {
    let all = model.operations.iter().enumerate();
    all.filter_map(|(number, it)| match &it.kind {
        OperationKind::Sequence(steps, locals) if !locals.is_empty() => Some((number, &steps[..])),
        _ => None,
    })
}

fn in_sequence(found: &[First], steps: &[OperationId]) -> First {
    let touched = steps.iter().map(|&step| found[step]);
    let mut touched = touched.filter(|it| *it != First::Untouched);
    touched.next().unwrap_or(First::Untouched)
}

/// What every operation does first to a variable. Parts have smaller numbers than wholes.
fn firsts(model: &TransitionModel, variable: VariableId) -> Vec<First> {
    let mut found: Vec<First> = Vec::with_capacity(model.operations.len());
    for operation in &model.operations {
        let kind = &operation.kind;
        if kind.terms().any(|it| reads(it, variable)) {
            found.push(First::Read);
            continue;
        }
        let all =
            |parts: &[OperationId]| -> Vec<First> { parts.iter().map(|&it| found[it]).collect() };
        found.push(match kind {
            OperationKind::Assume(_) => First::Untouched,
            OperationKind::Assign(target, _)
            | OperationKind::Havoc(target)
            | OperationKind::Declare(target, _) => {
                if *target == variable {
                    First::Written
                } else {
                    First::Untouched
                }
            }
            OperationKind::Sequence(steps, _) => in_sequence(&found, steps),
            OperationKind::Choice(parts) => either(all(parts)),
            OperationKind::If(_, then, otherwise) => {
                let otherwise = otherwise.map_or(First::Untouched, |it| found[it]);
                either([found[*then], otherwise])
            }
            // It may run no round.
            OperationKind::For { body, .. } => either([found[*body], First::Untouched]),
            OperationKind::Parallel(parts) => {
                let all = all(parts);
                let first = [First::Read, First::Written].into_iter();
                let mut first = first.filter(|it| all.contains(it));
                first.next().unwrap_or(First::Untouched)
            }
        });
    }
    found
}

/// One of several ways is taken.
fn either(ways: impl IntoIterator<Item = First>) -> First {
    let mut whole = None;
    for way in ways {
        whole = match (whole, way) {
            (_, First::Read) => return First::Read,
            (None, way) => Some(way),
            (Some(First::Written), First::Written) => Some(First::Written),
            _ => Some(First::Untouched),
        };
    }
    whole.unwrap_or(First::Untouched)
}

fn reads(term: &Term, variable: VariableId) -> bool {
    let mut found = false;
    term.each(&mut |it| found |= it.kind == TermKind::Variable(variable));
    found
}
