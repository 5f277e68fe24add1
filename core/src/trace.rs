//! Runs as the player shows them: a start and the steps that follow. Knows no solver.

/// A run of any language: a start state and a list of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace<State, Step> {
    /// Where the run starts.
    pub start: State,
    /// What happens, in order.
    pub steps: Vec<Step>,
}
