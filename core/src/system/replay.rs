//! Replay: a trace is believed only after the interpreter of the definitions has run it.
//!
//! This chapter knows [`System`] and [`Trace`] only. It must never learn of formulas or solvers, so
//! that a wrong encoding cannot confirm itself.

use super::{System, Trace, Valuation};

/// The first step of a trace that the definitions do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongStep {
    /// Index of the step, from 0; the number of steps where the start state is the wrong one.
    pub index: usize,
}

/// Runs a trace and returns the state before the first step and after each step.
///
/// # Errors
/// Names the first step that is not possible in the state before it.
pub fn replay(system: &dyn System, trace: &Trace) -> Result<Vec<Valuation>, WrongStep> {
    if !system.starts_in(&trace.start) {
        return Err(WrongStep {
            index: trace.steps.len(),
        });
    }
    let mut states = vec![trace.start.clone()];
    for (index, step) in trace.steps.iter().enumerate() {
        let next = system
            .apply(&states[index], step)
            .ok_or(WrongStep { index })?;
        states.push(next);
    }
    Ok(states)
}
