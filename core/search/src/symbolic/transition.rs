//! One step as a relation between two states, as small as is found.
//!
//! [`Step`] is a function: IC3 asks it which part of a state it does not depend on. Who only asks which runs there are needs less:
//!
//! ```text
//! T(s, s′, h)  ↔  ∃ inputs, gates.  Step(s, inputs) ∧ s′ = next ∧ (h → holds)
//! ```
//!
//! What is neither a bit of the two states nor tells how the step was chosen is eliminated ([`crate::cnf::elimination`]), once, where that
//! makes the formula smaller; then T is written for each step of a run. Of the 10,740 clauses of a step of the processor with 13 objects 4,100 are left.

use std::borrow::Cow;

use super::relation::{Side, Step, moved};
use crate::cnf::elimination::eliminate;
use crate::cnf::{ClauseSink, Formula, Lit, Var, gate};

/// A step between two states: first the bits of the one, then those of the next, in the layout of its formula.
#[derive(Clone, Debug)]
pub struct Transition {
    formula: Formula,
    /// The step is taken. Where that does not hold, the next state is what the step makes of the state, possible or not.
    taken: Lit,
    /// What tells how the step was chosen.
    choices: Vec<Lit>,
    /// What each variable of the formula was in [`Self::source`].
    origins: Vec<Var>,
    /// What was derived from that on the way.
    derived: Formula,
}

/// A transition that has been written somewhere.
#[derive(Clone, Debug)]
pub struct Taken {
    /// Where this holds, the step is possible and leads from the one state to the other.
    pub taken: Lit,
    /// What tells how the step was chosen.
    pub choices: Vec<Lit>,
}

impl Transition {
    /// The step of states of so many bits. The work is linear in the step's formula.
    #[must_use]
    pub fn of(bits: usize, step: &Step) -> Self {
        let (source, taken, choices) = source(bits, step);
        let mut kept = vec![false; source.var_count()];
        kept[..2 * bits].fill(true);
        for lit in choices.iter().chain([&taken]) {
            kept[lit.var().index()] = true;
        }
        let eliminated = eliminate(&source, &|it| kept[it.index()]);
        // What is left gets the numbers without gaps.
        for lit in eliminated.formula.clauses().flatten() {
            kept[lit.var().index()] = true;
        }
        let mut formula = Formula::new();
        let numbers: Vec<_> = kept
            .iter()
            .map(|it| it.then(|| formula.new_var()))
            .collect();
        let renumbered = |lit: Lit| {
            let var: Option<Var> = numbers[lit.var().index()];
            let var = var.expect("what occurs is kept");
            var.lit(!lit.is_negated())
        };
        let mut clause = Vec::new();
        for it in eliminated.formula.clauses() {
            clause.clear();
            clause.extend(it.iter().copied().map(renumbered));
            formula.add_clause(&clause);
        }
        Self {
            formula,
            taken: renumbered(taken),
            choices: choices.into_iter().map(renumbered).collect(),
            origins: (0..kept.len())
                .filter(|it| kept[*it])
                .map(Var::from_index)
                .collect(),
            derived: eliminated.derived,
        }
    }

    /// Writes it between two states. Nothing is demanded.
    pub fn write(&self, sink: &mut (impl ClauseSink + ?Sized), now: &[Lit], next: &[Lit]) -> Taken {
        let side = Side(&self.formula);
        let all = side.write(sink, &[now, next].concat());
        Taken {
            taken: moved(self.taken, &all),
            choices: (self.choices.iter()).map(|it| moved(*it, &all)).collect(),
        }
    }

    /// What was derived from [`Self::source`], in its order, and what is left of that, in its variables: each of these clauses follows by unit
    /// propagation after those before it.
    #[must_use]
    pub fn derivation(&self) -> [Cow<'_, Formula>; 2] {
        let mut left = Formula::new();
        for _ in 0..self.derived.var_count() {
            left.new_var();
        }
        for clause in self.formula.clauses() {
            let origin = |it: &Lit| self.origins[it.var().index()].lit(!it.is_negated());
            left.add_clause(&clause.iter().map(origin).collect::<Vec<_>>());
        }
        [Cow::Borrowed(&self.derived), Cow::Owned(left)]
    }

    /// The step between two states as a formula from which nothing was eliminated, in the layout of [`Self::derivation`].
    #[must_use]
    pub fn source(bits: usize, step: &Step) -> Formula {
        source(bits, step).0
    }

    /// The bytes that it takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.formula.bytes() + self.derived.bytes()
    }
}

/// The step with the bits of both states in front, with what says that it is taken, and how it was chosen.
fn source(bits: usize, step: &Step) -> (Formula, Lit, Vec<Lit>) {
    let mut formula = Formula::new();
    let mut states = || (0..bits).map(|_| formula.new_lit()).collect::<Vec<_>>();
    let (now, next) = (states(), states());
    let all = Side(&step.formula).write(&mut formula, &now);
    for (&place, &value) in next.iter().zip(&step.next) {
        gate::equals(&mut formula, place, moved(value, &all));
    }
    let taken = formula.new_lit();
    let holds = moved(step.holds, &all);
    gate::implies(&mut formula, taken, holds);
    let choices = step.choices.iter();
    let choices = choices.map(|it| moved(*it, &all)).collect();
    (formula, taken, choices)
}
