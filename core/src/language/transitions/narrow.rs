//! How far a variable that can have any value is free in fact: an assumption right after it often says.
//!
//! `havoc n; assume n > 0 && n < 15;` has fourteen ways to go on, however many integers there are: all others
//! are blocked by the assumption. So these are all that need be tried. Only what is sure counts: the
//! assumptions directly after the havoc, in the same sequence, their parts that must all be true, and in these
//! comparisons of the variable itself with a number.

use std::collections::BTreeMap;

use super::model::{OperationId, OperationKind, TransitionModel, VariableId};
use crate::expression::{Comparison, Term, TermKind, Value};

/// For operations that give a variable any value, the smallest and the largest one that is not blocked at once.
pub(super) fn bounds(model: &TransitionModel) -> BTreeMap<OperationId, (i64, i64)> {
    let mut found = BTreeMap::new();
    for operation in &model.operations {
        let OperationKind::Sequence(steps, _) = &operation.kind else {
            continue;
        };
        for (at, &step) in steps.iter().enumerate() {
            let variable = match &model.operations[step].kind {
                OperationKind::Havoc(variable) | OperationKind::Declare(variable, _) => *variable,
                _ => continue,
            };
            let mut range = Range::default();
            for &next in &steps[at + 1..] {
                let OperationKind::Assume(term) = &model.operations[next].kind else {
                    break;
                };
                range.assume(variable, term);
            }
            if let (Some(low), Some(high)) = (range.low, range.high) {
                found.insert(step, (low, high));
            }
        }
    }
    found
}

/// What is known of an integer.
#[derive(Default)]
struct Range {
    low: Option<i64>,
    high: Option<i64>,
}

impl Range {
    fn at_least(&mut self, low: Option<i64>) {
        self.low = self.low.max(low);
    }

    fn at_most(&mut self, high: Option<i64>) {
        self.high = match (self.high, high) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }

    /// What must hold where a term is true.
    fn assume(&mut self, variable: VariableId, term: &Term) {
        match &term.kind {
            TermKind::And(all) => all.iter().for_each(|it| self.assume(variable, it)),
            TermKind::Equal(two) => {
                if let Some(number) = compared(variable, two).map(|(_, number)| number) {
                    self.at_least(Some(number));
                    self.at_most(Some(number));
                }
            }
            TermKind::Compare(comparison, two) => {
                let Some((is_left, number)) = compared(variable, two) else {
                    return;
                };
                let strict = i64::from(*comparison == Comparison::Less);
                match is_left {
                    true => self.at_most(number.checked_sub(strict)),
                    false => self.at_least(number.checked_add(strict)),
                }
            }
            _ => {}
        }
    }
}

/// The number that a variable is compared with, and whether the variable stands on the left.
fn compared(variable: VariableId, two: &[Term; 2]) -> Option<(bool, i64)> {
    let number = |term: &Term| match &term.kind {
        TermKind::Constant(Value::Number(number)) => Some(*number),
        TermKind::Negate(it) => match it.kind {
            TermKind::Constant(Value::Number(number)) => number.checked_neg(),
            _ => None,
        },
        _ => None,
    };
    match (&two[0].kind, &two[1].kind) {
        (TermKind::Variable(it), _) if *it == variable => Some((true, number(&two[1])?)),
        (_, TermKind::Variable(it)) if *it == variable => Some((false, number(&two[0])?)),
        _ => None,
    }
}
