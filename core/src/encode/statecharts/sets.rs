//! Which transitions fire together: sets without a conflict.

use crate::language::statechart::Structure;
use crate::language::statechart::model::{TransitionId, TransitionKind, VertexId};

/// Sets of transitions of an object for an event at most.
const MOST_SETS: usize = 256;

/// Every set of some transitions without a conflict; none where there are too many.
pub(in crate::encode) fn sets(
    structure: &Structure<'_>,
    candidates: &[TransitionId],
) -> Option<Vec<Vec<TransitionId>>> {
    let mut sets: Vec<Vec<TransitionId>> = vec![Vec::new()];
    // The last candidate first, and what has a transition before what has not: in the order of the text.
    for &next in candidates.iter().rev() {
        let free = |set: &&Vec<TransitionId>| !set.iter().any(|&it| conflict(structure, it, next));
        let with = sets.iter().filter(free);
        let with = with.map(|set| std::iter::once(next).chain(set.iter().copied()).collect());
        sets = with.chain(sets.iter().cloned()).collect();
        if sets.len() > MOST_SETS {
            return None;
        }
    }
    Some(sets)
}

/// Whether two transitions exclude each other: one source is, or contains, the other, both leave the same state, or their
/// sources are never active together, since they are in different states of one region.
pub(in crate::encode) fn conflict(
    structure: &Structure<'_>,
    one: TransitionId,
    other: TransitionId,
) -> bool {
    let chart = structure.chart;
    let within =
        |vertex: VertexId, state: VertexId| vertex == state || structure.is_inside(vertex, state);
    let up = |vertex: VertexId| {
        let around = structure.ancestors(vertex).iter().copied();
        std::iter::once(vertex).chain(around)
    };
    // What is left, by its outermost state, and whether all inside of it is left, too.
    let left = |transition: TransitionId| {
        let it = &chart.transitions[transition];
        if it.kind == TransitionKind::Internal {
            return (it.source, false);
        }
        let region = structure.common_region(it.source, it.target);
        let outermost = up(it.source).find(|&it| Some(chart.vertices[it].region) == region);
        (outermost.unwrap_or(it.source), true)
    };
    let sources = [one, other].map(|it| chart.transitions[it].source);
    let region = structure.common_region(sources[0], sources[1]);
    let [first, second] =
        sources.map(|source| up(source).find(|&it| Some(chart.vertices[it].region) == region));
    let apart = region.is_some() && first != second;
    let (a, b) = (left(one), left(other));
    apart
        || within(sources[0], sources[1])
        || within(sources[1], sources[0])
        || a.0 == b.0
        || (a.1 && within(b.0, a.0))
        || (b.1 && within(a.0, b.0))
}
