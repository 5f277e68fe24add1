//! Transition systems as relations over bits: what bounded model checking, induction and IC3 are asked.
//!
//! A state of the relation is a stable state of the system, after `init` and after each `trans`: the bits of its variables,
//! and one that says that the run was cut there because it went beyond what the bits can say. A step is one `env` and one
//! `trans`. Depths count firings of `trans`. A bad state that is cut is no violation: the question is asked again with more bits.
//!
//! Shares syntax trees with the interpreter and nothing else; the two are compared on random systems.

pub(super) mod cell;
mod decode;
mod parallel;
mod shape;
mod statement;
mod stuck;
pub(super) mod term;

use crate::cnf::{ClauseSink, Formula, Lit};
use crate::expression::{Sort, Term};
use crate::language::transitions::{Missing, OperationId, TransitionModel};
use crate::symbolic::Relation;
use cell::Cell;
pub use decode::width_of;
use shape::Shape;

/// What cannot be written as bits; the explicit engine can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// An array over an index that is not finite, or has too many places.
    Array,
    /// A loop inside of parallel branches.
    Parallel,
    /// More operations or gates than the limit.
    Size,
    /// Somebody asked to stop.
    Stopped,
}

/// How much is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bits of an integer without a range in a state.
    pub width: usize,
    /// Bits of an integer that can have any value, until it is stored.
    pub havoc_width: usize,
    /// Rounds of a loop.
    pub rounds: usize,
    /// Operations of a step, counted where they are written.
    pub operations: u64,
    /// Gates of a formula; an operation more may be written.
    pub gates: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            width: 8,
            havoc_width: 64,
            rounds: 300,
            operations: 200_000,
            gates: 1_000_000,
        }
    }
}

/// A transition system as bits.
#[derive(Clone, Debug)]
pub struct Encoding {
    /// Start states, steps and bad states.
    pub relation: Relation,
    sorts: Vec<Sort>,
    width: usize,
    starts: Chosen,
    steps: Chosen,
}

/// How a start or a step was chosen.
#[derive(Clone, Debug)]
struct Chosen {
    /// What can have any value, of a sort.
    any: Vec<(Sort, Cell)>,
    /// The branches of choices, each with the literal of being taken.
    branches: Vec<(OperationId, usize, Lit)>,
}

impl Chosen {
    /// Its literals: those of values in order, then those of branches.
    fn lits(&self) -> Vec<Lit> {
        let values = self.any.iter().flat_map(|(_, it)| it.lits());
        let branches = self.branches.iter().map(|it| it.2);
        values.chain(branches).collect()
    }
}

/// What is looked for in stable states.
#[derive(Clone, Copy, Debug)]
pub enum Target<'m> {
    /// A state in which this is not true.
    Violated(&'m Term),
    /// States in which these are true, one after the other.
    Reached(&'m [Term]),
    /// A state in which, or between whose `env` and `trans`, nothing can be completed.
    Stuck,
}

impl<'m> Target<'m> {
    /// What must have been true before; a bit of the state says of each whether it has, in this order.
    fn stages(self) -> &'m [Term] {
        match self {
            Self::Violated(_) | Self::Stuck => &[],
            Self::Reached(all) => all.split_last().map_or(&[], |(_, before)| before),
        }
    }
}

/// Writes a system and what is looked for in it.
///
/// # Errors
/// Where something in it cannot be written as bits, or within the limits.
pub fn encode(
    model: &TransitionModel,
    target: Target<'_>,
    missing: Missing,
    limits: Limits,
) -> Result<Encoding, Unsupported> {
    encode_until(model, target, missing, limits, &|| false)
}

/// As [`encode`], unless somebody asks to stop, who is asked now and then.
///
/// # Errors
/// As [`encode`]; and where somebody asked to stop.
pub fn encode_until(
    model: &TransitionModel,
    target: Target<'_>,
    missing: Missing,
    limits: Limits,
    stop: &dyn Fn() -> bool,
) -> Result<Encoding, Unsupported> {
    let sorts: Vec<_> = model.variables[..model.globals]
        .iter()
        .map(|it| it.sort.clone())
        .collect();
    let bits = 1 + count(&sorts, limits.width)? + target.stages().len();
    let sizes = sizes(model);
    let shape = Shape {
        model,
        target,
        sizes: &sizes,
        missing,
        limits,
        stop,
        sorts: &sorts,
        bits,
    };
    let (initial, starts) = shape.initial()?;
    let (step, steps) = shape.step()?;
    let (property, bad) = shape.property()?;
    let relation = Relation {
        bits,
        initial,
        step,
        start_choices: starts.lits(),
        property,
        bad,
        counters: Vec::new(),
        transition: std::cell::OnceCell::new(),
    };
    Ok(Encoding {
        relation,
        width: limits.width,
        sorts,
        starts,
        steps,
    })
}

/// For each operation how many it consists of; its parts stand before it.
fn sizes(model: &TransitionModel) -> Vec<u64> {
    let mut sizes: Vec<u64> = Vec::with_capacity(model.operations.len());
    for operation in 0..model.operations.len() {
        let parts = model.parts(operation).into_iter();
        sizes.push(parts.fold(1, |sum, it| sizes[it].saturating_add(sum)));
    }
    sizes
}

/// How many bits the variables take.
fn count(sorts: &[Sort], width: usize) -> Result<usize, Unsupported> {
    let mut formula = Formula::new();
    for sort in sorts {
        Cell::stored(sort, width, &mut || formula.new_lit())?;
    }
    Ok(formula.var_count())
}
