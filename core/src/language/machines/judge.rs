//! The judge of reachability among global states: breadth first over transactions, by the definitions.
//!
//! Definition 6: a path is a sequence of transactions; its length is their number.

use super::semantics::{Composition, GlobalState};
use super::system::{Grain, MachineSystem};
use crate::system;

/// Visits every state within `bound` transactions once, with the length of its shortest path,
/// until `visit` answers `false`. Returns how many states were visited.
///
/// Exponential in the lifelines; for small models only.
pub fn explore(
    composition: &Composition<'_>,
    bound: usize,
    mut visit: impl FnMut(&GlobalState, usize) -> bool,
) -> usize {
    let machines = MachineSystem::new(composition.clone(), Grain::Transaction);
    system::explore(&machines, bound, |at, depth| {
        let state = machines.global_state(at);
        visit(&state.expect("a state of this system"), depth)
    })
}

/// The length of a shortest path of at most `bound` transactions to a state with a property.
#[must_use]
pub fn shortest(
    composition: &Composition<'_>,
    bound: usize,
    mut wanted: impl FnMut(&GlobalState) -> bool,
) -> Option<usize> {
    let mut found = None;
    explore(composition, bound, |state, depth| {
        if wanted(state) {
            found = Some(depth);
        }
        found.is_none()
    });
    found
}
