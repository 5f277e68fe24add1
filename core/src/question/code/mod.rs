//! Transition systems as a small register code: what explicit search runs millions of times.
//!
//! The interpreter of the definitions clones values and asks its way through operations one substep at a time. Here
//! each transition is compiled once into instructions over numbers: a register for each scalar, one for each place of
//! an array with few places; conditions are jumps, a choice is a *fork*, and a `havoc` one fork for each value. An
//! execution that is blocked goes back to the last fork. What two ways have in common is followed once, as soon
//! as there are many forks.
//!
//! A state is *flat*: the registers of the system's variables, in their order. Invariant: the outcomes of a
//! transition are exactly those of [`crate::language::transitions::execution`], and where a limit keeps one of both from
//! knowing them all it says so. What the code has no words for (`par`, arrays with many places or of
//! arrays) is not compiled, and is interpreted as before.

mod build;
mod layout;
mod run;
mod statement;
mod term;
#[cfg(test)]
mod tests;

pub(super) use layout::Layout;
pub(super) use run::{Run, Truth};

use crate::expression::{Arithmetic, Term};
use crate::language::transitions::execution::Machine;
use crate::language::transitions::{OperationId, Relation};

/// A number of a register.
type Register = u32;
/// A place in the code; while it is being made, a label.
type Address = u32;

/// One instruction. Where a jump says *unless*, execution goes on behind it if the condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instruction {
    /// Copies a register.
    Copy {
        to: Register,
        from: Register,
    },
    /// Copies several registers in a row.
    Block {
        to: Register,
        from: Register,
        count: u32,
    },
    /// The number with the other sign.
    Negate {
        to: Register,
        of: Register,
    },
    /// An operation on two numbers.
    Arithmetic {
        operation: Arithmetic,
        to: Register,
        left: Register,
        right: Register,
    },
    /// What stands at a place of an array whose first place is `low`.
    Read {
        to: Register,
        base: Register,
        place: Register,
        low: Register,
        count: u32,
    },
    /// Changes what stands there.
    Write {
        base: Register,
        place: Register,
        low: Register,
        count: u32,
        from: Register,
    },
    /// Goes on only if a number lies between two others.
    Within {
        of: Register,
        low: Register,
        high: Register,
    },
    Jump(Address),
    UnlessTrue {
        of: Register,
        to: Address,
    },
    IfTrue {
        of: Register,
        to: Address,
    },
    UnlessLess {
        left: Register,
        right: Register,
        to: Address,
    },
    IfLess {
        left: Register,
        right: Register,
        to: Address,
    },
    UnlessAtMost {
        left: Register,
        right: Register,
        to: Address,
    },
    IfAtMost {
        left: Register,
        right: Register,
        to: Address,
    },
    UnlessEqual {
        left: Register,
        right: Register,
        to: Address,
    },
    IfEqual {
        left: Register,
        right: Register,
        to: Address,
    },
    /// Goes on here, and later, from the same state, elsewhere.
    Fork(Address),
    /// Goes on with each number between two others; whether these are all that are possible.
    Range {
        to: Register,
        low: Register,
        high: Register,
        all: bool,
    },
    /// Goes on with each row of a table.
    Rows {
        to: Register,
        table: u32,
        all: bool,
    },
    /// The execution is none.
    Blocked,
    /// The execution is complete; of a condition: it is true.
    End,
}

/// Values that are tried for an array.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Table {
    width: usize,
    rows: Vec<i64>,
}

/// The code of a model and of some conditions.
#[derive(Clone, Debug)]
pub(super) struct Code {
    instructions: Vec<Instruction>,
    tables: Vec<Table>,
    /// Where the alternatives of the three relations begin.
    relations: [Vec<Address>; 3],
    /// Where the conditions begin.
    conditions: Vec<Address>,
    /// All registers as they are at the beginning; those of constants stay so.
    registers: Vec<i64>,
    /// How many registers of these make a state between two instructions: variables and loops.
    kept: usize,
    /// How many registers make a state of the system.
    globals: usize,
    /// Jumps and forks that one execution may take, counting all its ways.
    fuel: u64,
}

impl Code {
    /// The code of a model with conditions over its variables; `None` where there are no words for it.
    pub(super) fn new(
        machine: &Machine<'_>,
        layout: &Layout,
        conditions: &[&Term],
    ) -> Option<Self> {
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
}

/// The number of an operation, for what is counted by operation.
type ByOperation<T> = std::collections::BTreeMap<OperationId, T>;
