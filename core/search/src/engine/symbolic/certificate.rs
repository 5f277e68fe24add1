//! The certificate of IC3: an invariant, checked by three refutations.
//!
//! A set of clauses over the bits is an inductive invariant that excludes the bad states when (1) every start
//! state satisfies it, (2) every step from a state that satisfies it leads to one that does, (3) no state that
//! satisfies it is bad. Each is a formula without a model, and each proof is followed by our own checker.

use crate::cnf::{ClauseSink, Formula, Lit};
use crate::sat::{Stop, proof};
use crate::symbolic::{Cube, Relation, Transition};

/// An invariant: none of these cubes is ever entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invariant {
    /// The cubes; each is the negation of a clause.
    pub excluded: Vec<Cube>,
}

impl Invariant {
    /// Demands that a state satisfies the invariant.
    fn demand(&self, sink: &mut impl ClauseSink, state: &[Lit]) {
        for cube in &self.excluded {
            let clause: Vec<_> = cube.iter().map(|bit| !bit.in_state(state)).collect();
            sink.add_clause(&clause);
        }
    }

    /// Demands that a state does not: it is in one of the cubes.
    fn deny(&self, sink: &mut impl ClauseSink, state: &[Lit]) {
        let mut some = Vec::new();
        for cube in &self.excluded {
            let inside = sink.new_lit();
            for bit in cube {
                sink.add_clause(&[!inside, bit.in_state(state)]);
            }
            some.push(inside);
        }
        sink.add_clause(&some);
    }

    /// The three formulas that must have no model, in the order of the definition.
    #[must_use]
    pub fn obligations(&self, relation: &Relation) -> [Formula; 3] {
        let mut starts = Formula::new();
        let now = relation.state(&mut starts);
        relation.start_at(&mut starts, &now);
        self.deny(&mut starts, &now);

        let mut steps = Formula::new();
        let now = relation.state(&mut steps);
        let next = relation.state(&mut steps);
        let onward = relation.step_into(&mut steps, &now, &next);
        steps.add_clause(&[onward.holds]);
        self.demand(&mut steps, &now);
        self.deny(&mut steps, &next);

        let mut ends = Formula::new();
        let now = relation.state(&mut ends);
        let bad = relation.bad_at(&mut ends, &now);
        self.demand(&mut ends, &now);
        ends.add_clause(&[bad]);
        [starts, steps, ends]
    }
}

/// Checks an invariant: the number of lemmas of its three proofs, each in at most so many bytes.
///
/// # Errors
/// Where one of the three can hold, or its proof is rejected, or takes more memory, or the user asked to stop.
pub fn certify(
    relation: &Relation,
    invariant: &Invariant,
    memory: u64,
    stop: Option<Stop<'_>>,
) -> Result<u64, proof::NoCertificate> {
    let mut lemmas = 0;
    for formula in invariant.obligations(relation) {
        let left = memory.saturating_sub(formula.bytes());
        lemmas += proof::certify_within(left, &formula, &[], stop)?.lemmas as u64;
    }
    Ok(lemmas)
}

/// Shows that transitions allow all that steps do, as refutations of runs take for granted: each clause of a transition follows from the step
/// by unit propagation, after those that were derived before it. How many were derived.
///
/// # Errors
/// Where one does not follow, which would be a defect, and where the user asked to stop.
pub fn follow_transition(
    relation: &Relation,
    stop: Option<Stop<'_>>,
) -> Result<u64, proof::NoCertificate> {
    let source = Transition::source(relation.bits, &relation.step);
    let [derived, left] = relation.transition().derivation();
    proof::follow(&source, derived.clauses().chain(left.clauses()), stop)?;
    Ok(derived.clause_count() as u64)
}
