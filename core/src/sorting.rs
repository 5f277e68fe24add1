//! Sorting short lists in few bytes.
//!
//! The standard library's sort is three kilobytes of code or more for each type that it sorts; the
//! page once carried a hundred of them for lists of a dozen entries. Long lists and hot loops go on
//! using it.

/// Sorts by a key; entries with equal keys keep their order. A binary search for each entry and
/// then neighbours that change places: O(n log n) comparisons and O(n²) moves, meant for lists of
/// hundreds at most.
pub fn by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let own = key(&list[end]);
        let at = list[..end].partition_point(|it| key(it) <= own);
        for place in (at..end).rev() {
            list.swap(place, place + 1);
        }
    }
}

/// Sorts small values where they stand, in hot loops: short lists by insertion, which is quickest for
/// them, longer ones as a heap. O(n log n), a few hundred bytes of code.
pub fn in_place<T: Ord + Copy>(list: &mut [T]) {
    if list.len() <= 24 {
        for end in 1..list.len() {
            let own = list[end];
            let mut place = end;
            while place > 0 && list[place - 1] > own {
                list[place] = list[place - 1];
                place -= 1;
            }
            list[place] = own;
        }
        return;
    }
    for root in (0..list.len() / 2).rev() {
        sink(list, root);
    }
    for end in (1..list.len()).rev() {
        list.swap(0, end);
        sink(&mut list[..end], 0);
    }
}

/// Lets an entry of a heap sink to where nothing below it is larger.
fn sink<T: Ord>(heap: &mut [T], mut root: usize) {
    loop {
        let mut child = 2 * root + 1;
        if child + 1 < heap.len() && heap[child] < heap[child + 1] {
            child += 1;
        }
        if child >= heap.len() || heap[root] >= heap[child] {
            return;
        }
        heap.swap(root, child);
        root = child;
    }
}

/// Sorts a list and drops what is there twice; the cost of [`by_key`].
pub fn distinct<T: Ord + Copy>(list: &mut Vec<T>) {
    by_key(list, |&it| it);
    list.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut random = oorandom::Rand32::new(7);
        for length in 0..60 {
            let list: Vec<_> = (0..length)
                .map(|at| (random.rand_range(0..9), at))
                .collect();
            let (mut ours, mut theirs) = (list.clone(), list.clone());
            by_key(&mut ours, |&(key, _)| key);
            theirs.sort_by_key(|&(key, _)| key);
            assert_eq!(ours, theirs, "stable, too");
            let mut ours = list.clone();
            in_place(&mut ours);
            theirs.sort_unstable();
            assert_eq!(ours, theirs);
            let mut ours: Vec<_> = list.iter().map(|&(key, _)| key).collect();
            let theirs: std::collections::BTreeSet<_> = ours.iter().copied().collect();
            distinct(&mut ours);
            assert!(ours.iter().eq(theirs.iter()));
        }
    }
}
