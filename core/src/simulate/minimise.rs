//! The least automaton: parts with the same changes, ends and futures are one.
//!
//! Moore's algorithm (*Gedanken-experiments on sequential machines*, 1956): classes by what can be seen
//! at once, divided by the classes of what comes next until nothing divides any more. O(n² log n).

use std::collections::BTreeMap;

use super::executions::Part;

/// The class of each part, and of each class its first part.
pub(super) fn minimise(parts: &[Part]) -> (Vec<usize>, Vec<usize>) {
    let (mut classes, mut count) = numbered(parts.iter().map(|it| (&it.changes, &it.ends)));
    loop {
        let signatures = parts.iter().enumerate().map(|(number, it)| {
            let mut next: Vec<_> = it.next.iter().map(|&to| classes[to]).collect();
            next.sort_unstable();
            next.dedup();
            (classes[number], next)
        });
        let (finer, more) = numbered(signatures);
        if more == count {
            break;
        }
        (classes, count) = (finer, more);
    }
    let mut first = vec![usize::MAX; count];
    for (number, &class) in classes.iter().enumerate() {
        first[class] = first[class].min(number);
    }
    (classes, first)
}

/// Numbers for keys, in the order in which they come first, and how many there are.
fn numbered<K: Ord>(keys: impl Iterator<Item = K>) -> (Vec<usize>, usize) {
    let mut numbers = BTreeMap::new();
    let classes = keys.map(|key| {
        let next = numbers.len();
        *numbers.entry(key).or_insert(next)
    });
    let classes: Vec<_> = classes.collect();
    (classes, numbers.len())
}
