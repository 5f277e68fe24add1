//! Replay: a trace is believed only after the interpreter of the definitions has run it.
//!
//! This module knows [`Semantics`] and [`Trace`] only. It must never learn of formulas or solvers,
//! so that a wrong encoding cannot confirm itself.

use crate::language::Semantics;
use crate::trace::Trace;

/// The first step of a trace that the definitions do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongStep {
    /// Index of the step, from 0; the number of steps where the start state is the wrong one.
    pub index: usize,
}

/// Runs a trace and returns the state before the first step and after each step.
///
/// # Errors
/// Names the first step that is not admissible in the state before it.
pub fn replay<S: Semantics>(
    semantics: &S,
    trace: &Trace<S::State, S::Step>,
) -> Result<Vec<S::State>, WrongStep> {
    if trace.start != semantics.initial() {
        return Err(WrongStep {
            index: trace.steps.len(),
        });
    }
    let mut states = vec![trace.start.clone()];
    for (index, step) in trace.steps.iter().enumerate() {
        let next = semantics
            .apply(&states[index], step)
            .ok_or(WrongStep { index })?;
        states.push(next);
    }
    Ok(states)
}
