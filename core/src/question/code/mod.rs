//! Transition systems as a small register code: what explicit search runs millions of times.
//!
//! The interpreter of the definitions clones values and asks its way through operations one substep at a time. Here
//! each transition is compiled once into [`lockstep_search::code`]: a register for each scalar, one for each place of
//! an array with few places; conditions are jumps, a choice is a *fork*, and a `havoc` one fork for each value.
//!
//! Invariant: the outcomes of a transition are exactly those of [`crate::language::transitions::execution`], and where a limit keeps one of both from
//! knowing them all it says so. What the code has no words for (`par`, arrays with many places or of
//! arrays) is not compiled, and is interpreted as before.

mod build;
mod layout;
mod statement;
mod term;
#[cfg(test)]
mod tests;

pub(super) use layout::Layout;

use lockstep_search::code::{Address, Code, Instruction, Operation, Register, Table};

use crate::expression::{Arithmetic, Term};
use crate::language::transitions::execution::Machine;
use crate::language::transitions::{OperationId, Relation};

/// The code of a model with conditions over its variables; `None` where there are no words for it.
pub(super) fn compile(
    machine: &Machine<'_>,
    layout: &Layout,
    conditions: &[&Term],
) -> Option<Code> {
    let model = machine.model();
    let mut builder = build::Builder::new(machine, layout);
    let mut relations = [const { Vec::new() }; 3];
    for relation in Relation::ALL {
        for &operation in model.alternatives(relation) {
            let entry = builder.transition(operation)?;
            relations[relation as usize].push(entry);
        }
    }
    let mut entries = Vec::new();
    for condition in conditions {
        entries.push(builder.condition(condition)?);
    }
    Some(builder.finish(relations, entries))
}

/// What the code calls an operation.
fn operation(arithmetic: Arithmetic) -> Operation {
    match arithmetic {
        Arithmetic::Plus => Operation::Plus,
        Arithmetic::Minus => Operation::Minus,
        Arithmetic::Times => Operation::Times,
        Arithmetic::Divide => Operation::Divide,
        Arithmetic::Modulo => Operation::Modulo,
        Arithmetic::Remainder => Operation::Remainder,
    }
}

/// The number of an operation, for what is counted by operation.
type ByOperation<T> = std::collections::BTreeMap<OperationId, T>;
