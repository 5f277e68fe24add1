//! Systems that demand less: an assumption that is always true, a condition that goes either way, an assignment or an
//! initial value that can be any.
//!
//! Invariant: waiving a demand takes no run away. Whatever a system can do it can still do without the demand, so
//! what is impossible without some demands is impossible with them.

use super::model::{
    DeclaredVariable, Initial, Operation, OperationId, OperationKind, TransitionModel, VariableId,
};
use super::settings::Window;
use crate::expression::{Sort, Term, Value};
use crate::text::Span;

/// Something that a system demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Demand {
    /// The variable starts with this value.
    Initial(VariableId),
    /// This is true here.
    Assumption(OperationId),
    /// The branch is taken by this condition.
    Condition(OperationId),
    /// The variable gets this value.
    Assignment(OperationId),
}

impl Demand {
    /// Where it is written.
    #[must_use]
    pub fn span(self, model: &TransitionModel) -> Span {
        match self {
            Self::Initial(variable) => model.variables[variable].span,
            Self::Condition(operation) => match &model.operations[operation].kind {
                OperationKind::If(condition, ..) => condition.span,
                _ => model.operations[operation].span,
            },
            Self::Assumption(operation) | Self::Assignment(operation) => {
                model.operations[operation].span
            }
        }
    }

    /// How many values become possible where it is waived; `None` for very many.
    #[must_use]
    pub fn frees(self, model: &TransitionModel) -> Option<u64> {
        let variable = match self {
            Self::Initial(variable) => variable,
            Self::Assumption(_) | Self::Condition(_) => return Some(2),
            Self::Assignment(operation) => model.operations[operation].kind.target()?,
        };
        let sort = &model.variables[variable].sort;
        let tried = Window { low: 0, high: 0 }.values(sort);
        tried.all.then_some(tried.values.len() as u64)
    }
}

/// What a model demands, in the order of the text.
#[must_use]
pub fn demands(model: &TransitionModel) -> Vec<Demand> {
    let is_given = |it: &DeclaredVariable| matches!(it.initial, Initial::Term(_));
    let globals = model.variables[..model.globals].iter().enumerate();
    let initial = globals.filter(|(_, it)| is_given(it));
    let mut all: Vec<_> = initial.map(|(it, _)| Demand::Initial(it)).collect();
    for (number, operation) in model.operations.iter().enumerate() {
        all.extend(match &operation.kind {
            OperationKind::Assume(_) => Some(Demand::Assumption(number)),
            OperationKind::If(..) => Some(Demand::Condition(number)),
            OperationKind::Assign(..) | OperationKind::Declare(_, Initial::Term(_)) => {
                Some(Demand::Assignment(number))
            }
            _ => None,
        });
    }
    all.sort_by_key(|it| (it.span(model), *it));
    all
}

/// The model without some of its demands. Its variables are the same; every operation has the next number.
#[must_use]
pub fn without(model: &TransitionModel, waived: &[Demand]) -> TransitionModel {
    // An operation that does nothing stands before all others: the branch of a condition without `else`.
    let nothing = Operation {
        kind: OperationKind::Sequence(Vec::new(), Vec::new()),
        span: Span::default(),
    };
    let operations = model.operations.iter().cloned();
    let mut less = TransitionModel {
        operations: [nothing].into_iter().chain(operations).collect(),
        ..model.clone()
    };
    for operation in &mut less.operations {
        each_part(&mut operation.kind, &mut |it| *it += 1);
    }
    for relation in [&mut less.init, &mut less.env, &mut less.trans] {
        relation.iter_mut().for_each(|it| *it += 1);
    }
    for demand in waived {
        let operation = match *demand {
            Demand::Initial(variable) => {
                less.variables[variable].initial = Initial::Missing;
                continue;
            }
            Demand::Assumption(it) | Demand::Condition(it) | Demand::Assignment(it) => it + 1,
        };
        let kind = &mut less.operations[operation].kind;
        *kind = match &*kind {
            OperationKind::Assume(_) => {
                let always = Value::boolean(true);
                OperationKind::Assume(Term::constant(always, Sort::Boolean))
            }
            OperationKind::If(_, then, otherwise) => {
                OperationKind::Choice(vec![*then, otherwise.unwrap_or(0)])
            }
            OperationKind::Assign(variable, _) => OperationKind::Havoc(*variable),
            OperationKind::Declare(variable, _) => {
                OperationKind::Declare(*variable, Initial::Missing)
            }
            other => other.clone(),
        };
    }
    less
}

/// The operations directly inside an operation.
fn each_part(kind: &mut OperationKind, visit: &mut dyn FnMut(&mut OperationId)) {
    match kind {
        OperationKind::Assign(..)
        | OperationKind::Assume(_)
        | OperationKind::Havoc(_)
        | OperationKind::Declare(..) => {}
        OperationKind::Sequence(all, _)
        | OperationKind::Choice(all)
        | OperationKind::Parallel(all) => all.iter_mut().for_each(visit),
        OperationKind::If(_, then, otherwise) => {
            visit(then);
            otherwise.iter_mut().for_each(visit);
        }
        OperationKind::For { body, .. } => visit(body),
    }
}
