//! Deadlocks: ∃σ_k ∀op ∀σ': ¬(pre ∧ post ∧ inv), by refinement from counterexamples (Clarke et al., 2000).
//!
//! A solver proposes σ_k; another one looks for a call that leads from there to a state. That this call leads to this state is then
//! excluded of σ_k as a condition on all states, so that every round excludes more than the one that was proposed, and the rounds end
//! because there are finitely many pairs of a call and a state.

use super::super::leads::After;
use super::super::shape::Read;
use super::{ClassPart, ClassSheet};
use crate::cnf::{ClauseSink, Formula, Lit};
use crate::encode::classes::Unsupported;
use crate::encode::paper::Unanswered;
use crate::encode::symbolic::Bits;
use crate::sat::{Answer, Backend};

/// One step as a formula.
pub(super) struct Successors {
    formula: Formula,
    now: Vec<Lit>,
    next: Vec<Lit>,
    selectors: Vec<Lit>,
}

/// A call and a state to which it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Successor {
    call: usize,
    state: Vec<bool>,
}

impl Successors {
    pub(super) fn new(sheet: &ClassSheet<'_>) -> Result<Self, Unsupported> {
        let mut formula = Formula::new();
        let mut row = || (0..sheet.shape.bits()).map(|_| formula.new_lit()).collect();
        let (now, next): (Vec<_>, Vec<_>) = (row(), row());
        let mut bits = Bits::new(&mut formula);
        let set = &|_: ClassPart| ();
        let before = sheet.state(&mut bits, set, &now)?;
        let after = sheet.state(&mut bits, set, &next)?;
        let selectors = sheet
            .step(&mut bits, set, (&before, &after), None)?
            .selectors;
        drop(bits);
        Ok(Self {
            formula,
            now,
            next,
            selectors,
        })
    }

    /// A call that leads somewhere from a state, and to where.
    pub(super) fn of(
        &self,
        state: &[bool],
        solver: Backend,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Successor>, Unanswered> {
        let mut solver = solver.create(Some(stop));
        solver.read_formula(&self.formula, &mut 0);
        let both = self.now.iter().zip(state);
        let given: Vec<_> = both
            .map(|(lit, value)| if *value { *lit } else { !*lit })
            .collect();
        let found = solver
            .solve_under(&given)
            .map_err(|_| Unanswered::Stopped)?;
        let Answer::Satisfiable(assignment) = found else {
            return Ok(None);
        };
        let mut call = self.selectors.iter();
        let call = call.position(|it| assignment.value(*it));
        let state = self.next.iter().map(|it| assignment.value(*it));
        Ok(call.map(|call| Successor {
            call,
            state: state.collect(),
        }))
    }
}

impl ClassSheet<'_> {
    /// Holds where the call of a successor leads to a state with its values of all slots that the call may release.
    pub(super) fn leads_to(
        &self,
        bits: &mut Bits<'_>,
        now: &[Lit],
        successor: &Successor,
    ) -> Result<Lit, Unsupported> {
        let before = self.shape.read(bits, now)?.values;
        let mut row = now.to_vec();
        for slot in &self.shape.may_release[successor.call] {
            let place = &self.shape.places[*slot];
            let own = place.first..place.first + place.width;
            for (bit, value) in row[own.clone()].iter_mut().zip(&successor.state[own]) {
                *bit = bits.constant(*value);
            }
        }
        let Read { values, fits } = self.shape.read(bits, &row)?;
        let fits = bits.all(fits);
        let after = After { values, fits };
        let mut leads = bits.constant(false);
        for possible in self.shape.possible(bits, &before, successor.call)? {
            let here = self.shape.is_step(bits, &before, &possible, &after)?;
            leads = bits.or(leads, here);
        }
        Ok(leads)
    }
}
