//! What every language offers to replay, simulation and tests: its reference step relation.

/// The step relation of a language, as its definitions give it: slow, obvious and the judge of
/// every encoding and every fast engine.
pub trait Semantics {
    /// A complete state of the system.
    type State: Clone + PartialEq;
    /// One step, with everything that a player shows of it.
    type Step: Clone + PartialEq;

    /// The start state.
    fn initial(&self) -> Self::State;

    /// Every step that is possible in a state, in a fixed order.
    fn enabled(&self, state: &Self::State) -> Vec<Self::Step>;

    /// The state after a step, or `None` where the step is not possible.
    fn apply(&self, state: &Self::State, step: &Self::Step) -> Option<Self::State>;
}
