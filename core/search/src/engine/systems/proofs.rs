//! The formulas whose refutations show that nothing bad is within a bound, or that no run is longer.

use crate::cnf::{ClauseSink, Formula, Lit};
use std::rc::Rc;

use super::growth::Growth;
use crate::engine::Backend;
use crate::engine::symbolic::{GrowthBound, GrowthClauses, Induction, follow_transition};
use crate::sat::{Stop, proof};
use crate::symbolic::Relation;

/// Holds where some run of at most so many steps ends in a bad state: rᵢ says that the run has i steps, bᵢ that it
/// is bad after i. Bounds on growth are added, and lengths that these exclude are left out.
pub(super) fn runs(relation: &Relation, depth: usize, known: &Growth) -> Formula {
    let is_excluded = |steps| known.excluded.is_some_and(|it| it.excludes(steps));
    let depth = known.last_left(depth);
    let mut formula = Formula::new();
    let mut growth = GrowthClauses::new(relation, &known.bounds);
    let mut now = relation.state(&mut formula);
    growth.state(&mut formula, &now, None);
    relation.start_at(&mut formula, &now);
    let mut some: Vec<Lit> = vec![relation.bad_at(&mut formula, &now)];
    let mut before: Option<Lit> = None;
    for steps in 1..=depth {
        let next = relation.state(&mut formula);
        let goes = relation.transition().write(&mut formula, &now, &next).taken;
        if let Some(before) = before {
            formula.add_clause(&[!goes, before]);
        }
        growth.state(&mut formula, &next, Some(goes));
        if !is_excluded(steps) {
            let bad = relation.bad_at(&mut formula, &next);
            let here = formula.new_lit();
            formula.add_clause(&[!here, bad]);
            formula.add_clause(&[!here, goes]);
            some.push(here);
        }
        before = Some(goes);
        now = next;
    }
    formula.add_clause(&some);
    formula
}

/// Holds of the runs of so many steps; bounds on growth are added.
pub(super) fn lengths(
    relation: &Relation,
    depth: usize,
    growth_bounds: &Rc<[GrowthBound]>,
) -> Formula {
    let mut formula = Formula::new();
    let mut growth = GrowthClauses::new(relation, growth_bounds);
    let mut now = relation.state(&mut formula);
    growth.state(&mut formula, &now, None);
    relation.start_at(&mut formula, &now);
    for _ in 0..depth {
        let next = relation.state(&mut formula);
        relation.step_between(&mut formula, &now, &next);
        growth.state(&mut formula, &next, None);
        now = next;
    }
    formula
}

/// The step of the induction with a k, as a formula.
pub(super) fn induction(
    relation: &Relation,
    k: usize,
    backend: Backend<'_>,
    stop: Stop<'_>,
) -> Option<Formula> {
    let mut induction = Induction::new(relation, backend(stop));
    for _ in 0..k {
        induction.holds().ok()?;
    }
    let holds = induction.holds().ok()?;
    holds.then(|| induction.formula().clone())
}

/// Checks the refutations of some formulas over the transitions of a relation, one after the other, and first that these are what
/// follows from its steps: the lemmas of all of them.
pub(super) fn refute(
    relation: &Relation,
    formulas: impl Iterator<Item = Formula>,
    memory: u64,
    stop: Stop<'_>,
) -> Result<u64, proof::NoCertificate> {
    let mut lemmas = follow_transition(relation, Some(stop))?;
    for formula in formulas {
        let left = memory.saturating_sub(formula.bytes());
        lemmas += proof::certify_within(left, &formula, &[], Some(stop))?.lemmas as u64;
    }
    Ok(lemmas)
}
