//! The judge of reachability: breadth-first over transactions, by the definitions.
//!
//! Definition 6: a path is a sequence of transactions; its length is their number.

use std::collections::BTreeSet;

use super::semantics::{Composition, GlobalState};
use crate::language::Semantics;

/// Visits every state within `bound` transactions once, with the length of its shortest path,
/// until `visit` answers `false`. Returns how many states were visited.
///
/// Exponential in the lifelines; for small models only.
pub fn explore(
    composition: &Composition<'_>,
    bound: usize,
    mut visit: impl FnMut(&GlobalState, usize) -> bool,
) -> usize {
    let mut seen = BTreeSet::from([composition.initial()]);
    let mut layer = vec![composition.initial()];
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
            for step in composition.enabled(state) {
                let after = composition
                    .apply(state, &step)
                    .expect("enabled steps can be applied");
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    seen.len()
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
