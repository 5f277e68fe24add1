//! Which clauses define a variable.

use std::collections::{BTreeMap, BTreeSet};

use super::clauses::{Clauses, Number};
use crate::cnf::{Lit, Var};

/// The clauses that define a variable as a conjunction or a disjunction, if there are such: x ∨ ¬a ∨ ¬b with ¬x ∨ a and ¬x ∨ b, or the
/// same of ¬x. Linear in the clauses of the variable.
pub(super) fn gate(
    clauses: &mut Clauses,
    var: Var,
    yes: &[Number],
    no: &[Number],
) -> Option<BTreeSet<Number>> {
    let sides = [(var.positive(), yes, no), (var.negative(), no, yes)];
    sides
        .into_iter()
        .find_map(|(out, long, short)| conjunction(clauses, out, long, short))
}

fn conjunction(
    clauses: &mut Clauses,
    out: Lit,
    long: &[Number],
    short: &[Number],
) -> Option<BTreeSet<Number>> {
    let mut inputs: BTreeMap<Lit, Number> = BTreeMap::new();
    for &number in short {
        if let &[a, b] = clauses.look_at(number) {
            inputs
                .entry(if a == !out { b } else { a })
                .or_insert(number);
        }
    }
    if inputs.is_empty() {
        return None;
    }
    long.iter().find_map(|&number| {
        let others = clauses.look_at(number).iter().filter(|it| **it != out);
        let pairs = others.map(|it| inputs.get(&!*it).copied());
        let mut all: BTreeSet<_> = pairs.collect::<Option<_>>()?;
        all.insert(number);
        Some(all)
    })
}
