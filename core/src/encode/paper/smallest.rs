//! The smallest bound at which a printed encoding says yes.

use super::{Claim, Instance, Printed, Style};
use crate::encode::TooLarge;
use crate::sat::{Answer, Backend, Stop};

/// A yes of a printed encoding.
#[derive(Clone, Debug)]
pub struct Found {
    /// The smallest k at which the formula is satisfiable.
    pub k: usize,
    /// What it claims about each index.
    pub claims: Vec<Claim>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// A formula outgrew its limit.
    TooLarge,
    /// The search was stopped.
    Stopped,
}

impl From<TooLarge> for Unanswered {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge
    }
}

/// Writes and solves the formulas of k = 0, 1, … `bound`, each afresh as in the papers, up to the
/// first that is satisfiable.
///
/// # Errors
/// Where a formula is too large or the search was stopped.
pub fn smallest(
    instance: &Instance<'_>,
    bound: usize,
    style: &Style,
    solver: Backend,
    stop: Option<Stop<'_>>,
) -> Result<Option<Found>, Unanswered> {
    for k in 0..=bound {
        let printed = Printed::new(instance, k, style)?;
        let mut solver = solver.create(stop);
        solver.read_formula(printed.formula(), &mut 0);
        match solver.solve() {
            Err(_) => return Err(Unanswered::Stopped),
            Ok(Answer::Unsatisfiable(_)) => {}
            Ok(Answer::Satisfiable(assignment)) => {
                let claims = printed.decode(&assignment);
                return Ok(Some(Found { k, claims }));
            }
        }
    }
    Ok(None)
}
