//! The next witness: a shortest run that also shows the answer, but with other messages.
//!
//! Runs differ in their messages where some lifeline sends or receives something else, or in
//! another order ([`crate::network::Messages`]); of a strict scenario only the path counts, because
//! the messages after it are the scenario's. The task bounds the depth, so the witnesses come
//! shortest first, each once, until the search says that there is none left.

use super::witness::{NoWitness, Witness, witness_along};
use crate::engine::{Coverage, Limits, Reached, Watch, explicit};
use crate::language::{Check, Model};
use crate::network::{Messages, Task, ends_with, slim_while};

/// The next witness, or what is known of there being none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextWitness {
    /// The run, replayed.
    pub witness: Option<Witness>,
    /// Where there is none: whether there is none of any length, none within the bound, or a limit
    /// was hit.
    pub coverage: Coverage,
    /// How far the search got.
    pub reached: Reached,
}

/// A shortest witness of a check's positive answer whose messages differ from all that were shown.
///
/// # Errors
/// Where the run that was found does not replay: a defect of Lockstep.
pub fn next_witness(
    model: &Model,
    check: &Check,
    task: &Task,
    shown: &[Messages],
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<NextWitness, NoWitness> {
    let (steps, finding) = explicit::next_witness(task, shown, limits, watch);
    let components = task.network.components.len();
    let witness = steps.map(|steps| {
        // Without the moves that nobody needs, but not so that it becomes one of the others.
        let steps = slim_while(task, steps, |slimmer| {
            ends_with(task, slimmer, finding.value)
                && !shown.contains(&Messages::of(components, slimmer))
        });
        witness_along(model, check, task, steps, finding.value)
    });
    Ok(NextWitness {
        witness: witness.transpose()?,
        coverage: finding.coverage,
        reached: finding.reached,
    })
}
