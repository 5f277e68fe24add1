//! The answers of f by increasing k.

use super::stuck::Successor;
use super::{ClassSheet, PrintedClasses};
use crate::encode::paper::{Repair, Unanswered};
use crate::language::classes::ocl::value::Value;
use crate::sat::{Answer, Backend};

/// A run that f claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassPath {
    /// The values of all slots in σ₀ … σ_k; null stands for ⊥, too.
    pub states: Vec<Vec<Value>>,
    /// The calls, by number.
    pub calls: Vec<usize>,
}

/// For which k f can be satisfied.
#[derive(Clone, Debug, Default)]
pub struct Smallest {
    /// The smallest such k, and what f claims there.
    pub found: Option<(usize, ClassPath)>,
    /// A larger k for which it cannot.
    pub lost: Option<usize>,
}

impl ClassSheet<'_> {
    /// Writes and solves f for k = 0, 1, … `bound`, each afresh as in the paper: up to the first that is satisfiable, and where k calls
    /// are exactly k, on from there to the first that is not.
    ///
    /// # Errors
    /// Where a formula is too large or the search was stopped.
    pub fn smallest(&self, bound: usize, solver: Backend) -> Result<Smallest, Unanswered> {
        let mut all = Smallest::default();
        let mut learned = Vec::new();
        for k in 0..=bound {
            let mut printed = PrintedClasses::new(self, k)?;
            for it in &learned {
                printed.refine(it)?;
            }
            match (printed.solve(solver, &mut learned)?, &all.found) {
                (Some(path), None) => all.found = Some((k, path)),
                (None, Some(_)) => {
                    all.lost = Some(k);
                    break;
                }
                _ => {}
            }
            if all.found.is_some() && self.repairs.has(Repair::AtMostK) {
                break;
            }
        }
        Ok(all)
    }
}

impl PrintedClasses<'_, '_> {
    /// Solves f: a run that satisfies it.
    ///
    /// # Errors
    /// As [`ClassSheet::smallest`].
    pub fn path(&mut self, solver: Backend) -> Result<Option<ClassPath>, Unanswered> {
        self.solve(solver, &mut Vec::new())
    }

    fn solve(
        &mut self,
        backend: Backend,
        learned: &mut Vec<Successor>,
    ) -> Result<Option<ClassPath>, Unanswered> {
        let stop = self.sheet.stop;
        let mut solver = backend.create(Some(stop));
        let mut read = 0;
        loop {
            if self.formula().clause_count() > self.sheet.gates.saturating_mul(3) {
                return Err(Unanswered::TooLarge);
            }
            solver.read_formula(self.formula(), &mut read);
            let found = solver.solve().map_err(|_| Unanswered::Stopped)?;
            let Answer::Satisfiable(assignment) = found else {
                return Ok(None);
            };
            let last = self.row(self.states.len() - 1, &assignment);
            let next = match &self.sheet.successors {
                Some(it) => it.of(&last, backend, stop)?,
                None => None,
            };
            let Some(next) = next else {
                let chosen = self.steps.iter().map_while(|it| {
                    let mut all = it.selectors.iter();
                    all.position(|it| assignment.value(*it))
                });
                let calls: Vec<_> = chosen.collect();
                let states = (0..=calls.len()).filter_map(|at| self.values(at, &assignment));
                return Ok(Some(ClassPath {
                    states: states.collect(),
                    calls,
                }));
            };
            debug_assert!(!learned.contains(&next), "it has been excluded");
            self.refine(&next)?;
            learned.push(next);
        }
    }
}
