//! Where a run of the definitions stops being a path by the printed formulas, and by which of them.
//!
//! A state is written as constants; then every gate is one, and the disjuncts of 𝔗 say which states follow. No solver is
//! asked.

use super::global::{Global, Sheet, definitions};
use super::{ChartInstance, Part, cases};
use crate::cnf::{Assignment, Formula};
use crate::encode::paper::Repairs;
use crate::encode::symbolic::Bits;
use crate::language::statechart::model::Subject;
use crate::language::statechart::semantics::{Move, SystemState};

/// Where a run is ruled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChartRejection {
    /// The first index whose state is ruled out.
    pub index: usize,
    /// The name of what rules it out.
    pub formula: &'static str,
}

impl ChartInstance<'_> {
    /// Why the states of a run of the definitions, in the paper's reading, are no path by the formulas; `None` where they
    /// are one.
    #[must_use]
    pub fn rejection(&self, run: &[SystemState], repairs: Repairs) -> Option<ChartRejection> {
        let sheet = Sheet::new(self.model, repairs);
        let mut formula = Formula::new();
        let mut bits = Bits::new(&mut formula);
        let mut values = Assignment::default();
        values.set(bits.constant(true));
        let room = |index: usize| ChartRejection {
            index,
            formula: "int_size",
        };
        let Some(mut at) = sheet.initial(&bits) else {
            return Some(room(0));
        };
        for (index, pair) in run.windows(2).enumerate() {
            let next = followers(&sheet, &mut bits, &at).into_iter();
            let mut next = next.filter(|it| sheet.decoded(it, &values) == pair[1]);
            match next.next() {
                Some(next) => at = next,
                None if !sheet.holds(&pair[1]) => return Some(room(index + 1)),
                None => {
                    return Some(ChartRejection {
                        index: index + 1,
                        formula: self.rule(&pair[0], &pair[1])?.text().0,
                    });
                }
            }
        }
        // A run to a deadlock, in whose last state the formulas go on.
        if !self.property.subject.seeks_ends() {
            return None;
        }
        let mut all = cases(&sheet, &mut bits, &|_| (), &at);
        if self.property.subject == Subject::DeadlockAlone {
            all.retain(|it| it.taken.part != Part::Environment);
        }
        let on = all.iter().find(|it| bits.known(it.enabled) == Some(true))?;
        Some(ChartRejection {
            index: run.len() - 1,
            formula: on.taken.part.text().0,
        })
    }

    /// The formula for the rule that leads from one state to another.
    fn rule(&self, before: &SystemState, after: &SystemState) -> Option<Part> {
        let found = definitions(self.model).successors(before).all;
        let rule = found.iter().find(|it| it.after == *after)?;
        Some(match rule.what {
            Move::Forget(_) => Part::XO1,
            Move::Completion(_) => Part::XO2,
            Move::Event(_) if rule.report.fired.is_empty() => Part::XO4,
            Move::Event(_) | Move::Timed(_) => Part::XO3,
            Move::Time(_) => Part::X5,
            _ => Part::Environment,
        })
    }
}

/// What follows a state of constants.
fn followers(sheet: &Sheet<'_>, bits: &mut Bits<'_>, at: &Global) -> Vec<Global> {
    let all = cases(sheet, bits, &|_| (), at).into_iter();
    let all: Vec<_> = all.map(|it| (it.enabled, it.after)).collect();
    let taken = all.into_iter().filter(|it| bits.known(it.0) == Some(true));
    taken.map(|it| it.1).collect()
}
