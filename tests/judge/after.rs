//! All global states in which some run can be right after it has played so many messages.

use std::collections::BTreeMap;

use lockstep_core::language::machines::judge::explore;
use lockstep_core::language::machines::scenario::Message;
use lockstep_core::language::machines::scenario::semantics::stands_for;
use lockstep_core::language::machines::{Composition, GlobalState};
use lockstep_core::language::questions::Mode;

/// More transactions than a model that is judged needs to its farthest state.
pub const FAR: usize = 80;
/// Models with more states than this are not judged.
const MOST: usize = 500;

/// The states after `prefix` messages, each with the fewest transactions to it: of the path before
/// the first message (strict), of the whole path (loose). Every length where there is no bound.
/// `None` where there are too many states to say.
#[must_use]
pub fn after(
    composition: &Composition<'_>,
    messages: &[Message],
    mode: Mode,
    bound: Option<usize>,
    prefix: usize,
) -> Option<BTreeMap<GlobalState, usize>> {
    match mode {
        Mode::Strict => strict(composition, messages, bound, prefix),
        Mode::Loose => loose(composition, messages, bound, prefix),
    }
}

fn strict(
    composition: &Composition<'_>,
    messages: &[Message],
    bound: Option<usize>,
    prefix: usize,
) -> Option<BTreeMap<GlobalState, usize>> {
    let mut starts = Vec::new();
    let mut deepest = 0;
    explore(composition, bound.unwrap_or(FAR), |state, depth| {
        deepest = depth;
        starts.push((state.clone(), depth));
        starts.len() <= MOST
    });
    if starts.len() > MOST || bound.is_none() && deepest == FAR {
        return None;
    }
    // By depth, so the first run that comes to a point has the shortest path before it.
    let mut seen: BTreeMap<(GlobalState, usize), usize> = BTreeMap::new();
    for (start, depth) in starts {
        let mut open = vec![(start, 0)];
        while let Some(point) = open.pop() {
            if seen.contains_key(&point) {
                continue;
            }
            let (state, done) = &point;
            for set in composition.admissible(state) {
                let counts = if set.deliveries.is_empty() {
                    [0].into()
                } else {
                    stands_for(&set, messages, *done, Mode::Strict)
                };
                let next = composition.after(state, &set);
                let longer = counts.into_iter().map(|count| done + count);
                open.extend(
                    longer
                        .filter(|&it| it <= prefix)
                        .map(|it| (next.clone(), it)),
                );
            }
            seen.insert(point, depth);
            if seen.len() > 4 * MOST {
                return None;
            }
        }
    }
    Some(those_with(prefix, seen))
}

fn loose(
    composition: &Composition<'_>,
    messages: &[Message],
    bound: Option<usize>,
    prefix: usize,
) -> Option<BTreeMap<GlobalState, usize>> {
    let start = (composition.initial(), 0);
    let mut seen = BTreeMap::from([(start.clone(), 0)]);
    let mut layer = vec![start];
    for depth in 1..=bound.unwrap_or(FAR) {
        let mut next = Vec::new();
        for (state, done) in &layer {
            for step in composition.enabled(state) {
                let after = composition
                    .apply(state, &step)
                    .expect("enabled steps can be applied");
                let mut counts = std::collections::BTreeSet::from([0]);
                for set in &step {
                    counts.extend(stands_for(set, messages, *done, Mode::Loose));
                }
                for count in counts {
                    let point = (after.clone(), done + count);
                    if point.1 <= prefix && !seen.contains_key(&point) {
                        seen.insert(point.clone(), depth);
                        next.push(point);
                    }
                }
            }
        }
        if next.is_empty() {
            return Some(those_with(prefix, seen));
        }
        if seen.len() > 4 * MOST {
            return None;
        }
        layer = next;
    }
    bound.map(|_| those_with(prefix, seen))
}

fn those_with(
    prefix: usize,
    seen: BTreeMap<(GlobalState, usize), usize>,
) -> BTreeMap<GlobalState, usize> {
    let points = seen.into_iter().filter(|((_, done), _)| *done == prefix);
    points.map(|((state, _), depth)| (state, depth)).collect()
}
