//! The judge of reachability: breadth first over the steps of the definitions.

use std::collections::BTreeSet;

use super::{Flow, System, Valuation};

/// Visits every state within `bound` steps once, with the length of its shortest run, until `visit`
/// answers `false`. Returns how many states were visited.
///
/// Time and memory for every state and step there is: for small models only.
pub fn explore(
    system: &dyn System,
    bound: usize,
    mut visit: impl FnMut(&Valuation, usize) -> bool,
) -> usize {
    let mut layer = Vec::new();
    let mut seen = BTreeSet::new();
    system.initial(&mut |state| {
        if seen.insert(state.clone()) {
            layer.push(state);
        }
        Flow::Continue(())
    });
    for depth in 0..=bound {
        for state in &layer {
            if !visit(state, depth) {
                return seen.len();
            }
        }
        if depth == bound {
            break;
        }
        let mut next = Vec::new();
        for state in &layer {
            system.steps(state, &mut |step| {
                let after = system
                    .apply(state, &step)
                    .expect("a step that is told is possible");
                if seen.insert(after.clone()) {
                    next.push(after);
                }
                Flow::Continue(())
            });
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    seen.len()
}

/// The length of a shortest run of at most `bound` steps to a state with a property.
#[must_use]
pub fn shortest(
    system: &dyn System,
    bound: usize,
    mut wanted: impl FnMut(&Valuation) -> bool,
) -> Option<usize> {
    let mut found = None;
    explore(system, bound, |state, depth| {
        if wanted(state) {
            found = Some(depth);
        }
        found.is_none()
    });
    found
}
