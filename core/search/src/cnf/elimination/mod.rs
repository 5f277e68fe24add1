//! Bounded variable elimination: a formula over fewer variables that says the same of those that are kept.
//!
//! A variable x is resolved away where that leaves no more clauses than there were:
//!
//! ```text
//! ∃x. F  =  (F without x)  ∧  ⋀ { C ∪ D : (x ∨ C), (¬x ∨ D) in F }
//! ```
//!
//! (Davis and Putnam, 1960; bounded, with subsumption and self-subsuming resolution, by Eén and Biere, *Effective preprocessing in SAT
//! through variable and clause elimination*, 2005.) Where clauses define x as a conjunction, only pairs of a clause that defines it and one
//! that does not are needed. A gate that is needed in one direction loses the other one, as Plaisted and Greenbaum (1986) write it.
//!
//! It pays where a formula is written many times with other variables, as one step is for each step of a run.
//!
//! Each clause that is left is one of the formula's, or follows from it by unit propagation after those that were derived before
//! it ([`Eliminated::derived`]): so a refutation of what is left refutes the formula, and that can be checked.

mod clauses;
mod gates;

use std::collections::BTreeSet;

use self::clauses::{Clauses, Number};
use super::{ClauseSink, Formula, Var};

/// What is left of a formula, over its variables.
#[derive(Clone, Debug)]
pub struct Eliminated {
    /// Holds of the variables that are kept where the formula can hold; the others of its variables could not be eliminated.
    pub formula: Formula,
    /// All clauses that were derived, in their order.
    pub derived: Formula,
}

/// Longer clauses are not derived, unless they take the places of clauses that are as long.
const LONGEST: usize = 24;
/// Variables with more clauses on both sides are left alone.
const MOST_CLAUSES: usize = 16;
/// Most looks at literals, for each literal of a formula and in all: the work cannot be stopped from outside.
const WORK_PER_LITERAL: u64 = 60;
const WORK: u64 = 50_000_000;

/// Eliminates variables that are not kept. Deterministic; linear in the literals of the formula, and limited: what is not done within the limit is left out.
#[must_use]
pub fn eliminate(formula: &Formula, is_kept: &dyn Fn(Var) -> bool) -> Eliminated {
    let work = WORK_PER_LITERAL.saturating_mul(formula.literal_count() as u64);
    eliminate_within(formula, is_kept, work.min(WORK))
}

/// The same with so many looks at literals.
fn eliminate_within(
    formula: &Formula,
    is_kept: &dyn Fn(Var) -> bool,
    most_work: u64,
) -> Eliminated {
    let mut clauses = Clauses::of(formula, most_work);
    let kept: Vec<_> = (0..formula.var_count())
        .map(|it| is_kept(Var::from_index(it)))
        .collect();
    let mut queue: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut costs = vec![None; kept.len()];
    while !clauses.is_done() {
        clauses.subsume();
        for var in clauses.touched() {
            let var = var.index();
            if !kept[var] {
                if let Some(old) = costs[var].take() {
                    queue.remove(&(old, var));
                }
                let cost = clauses.cost(Var::from_index(var));
                costs[var] = Some(cost);
                queue.insert((cost, var));
            }
        }
        let Some((_, var)) = queue.pop_first() else {
            break;
        };
        costs[var] = None;
        without(&mut clauses, Var::from_index(var));
    }
    let mut left = Formula::new();
    for _ in 0..formula.var_count() {
        left.new_var();
    }
    clauses.write(&mut left, |var| kept[var.index()]);
    Eliminated {
        formula: left,
        derived: clauses.into_derived(),
    }
}

/// Resolves a variable away, if that is worth it.
fn without(clauses: &mut Clauses, var: Var) {
    let (yes, no) = (clauses.with(var.positive()), clauses.with(var.negative()));
    if yes.len() > MOST_CLAUSES && no.len() > MOST_CLAUSES {
        return;
    }
    let gate = gates::gate(clauses, var, &yes, &no);
    let defines = |it: &Number| gate.as_ref().is_some_and(|gate| gate.contains(it));
    let long = yes.iter().chain(&no);
    let mut long = long.filter(|it| clauses.len(**it) > LONGEST).count();
    let mut resolvents = Vec::new();
    let mut resolvent = Vec::new();
    for one in &yes {
        for other in &no {
            // Two that define it say nothing new together, and what two others say follows from the rest.
            if gate.is_some() && defines(one) == defines(other) {
                continue;
            }
            if !clauses.resolve((*one, *other), var, &mut resolvent) {
                continue;
            }
            // There are no more long clauses than there were, either.
            if resolvent.len() > LONGEST {
                let longest = clauses.len(*one).max(clauses.len(*other));
                if resolvent.len() > longest || long == 0 {
                    return;
                }
                long -= 1;
            }
            if resolvents.len() == yes.len() + no.len() || clauses.is_done() {
                return;
            }
            resolvents.push(resolvent.clone());
        }
        if clauses.is_done() {
            return;
        }
    }
    for it in yes.into_iter().chain(no) {
        clauses.remove(it);
    }
    for it in &resolvents {
        clauses.derive(it);
    }
}

#[cfg(test)]
mod tests;
