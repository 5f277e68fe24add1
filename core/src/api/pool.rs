//! Checks that are answered side by side: which one begins next, and which one is stopped where memory is short.
//!
//! Each check may take the whole limit of memory, as it could alone. Where all that run take more than the limit together, the
//! one that stands last in the text is stopped, and is asked again while no other runs. So the answer to a check does not depend
//! on how many run beside it. The pool has no threads and no workers: a shell has them, and tells it what begins, grows and ends.

use crate::budget::Limits;

/// What runs of the checks that are asked; `K` names each of them for as long as it is asked.
#[derive(Clone, Debug)]
pub struct Pool<K> {
    most: usize,
    memory: u64,
    running: Vec<Running<K>>,
    /// What was stopped for its memory, and has not been answered since.
    alone: Vec<K>,
}

#[derive(Clone, Debug)]
struct Running<K> {
    check: K,
    bytes: u64,
    is_stopped: bool,
}

impl<K: Copy + PartialEq> Pool<K> {
    /// A pool that answers at most so many checks at a time, in so many bytes; `None` for what one check may take by default.
    #[must_use]
    pub fn new(most: usize, memory: Option<u64>) -> Self {
        Self {
            most,
            memory: memory.unwrap_or_else(|| Limits::default().memory),
            running: Vec::new(),
            alone: Vec::new(),
        }
    }

    /// Begins the first check of those that wait, where it may begin now. One that was stopped for its memory begins when nothing
    /// else runs; what stands behind it waits until it is answered, since it would be stopped once more.
    pub fn begin(&mut self, waiting: impl IntoIterator<Item = K>) -> Option<K> {
        let runs_alone = |it: &Running<K>| self.alone.contains(&it.check);
        if self.running.len() >= self.most || self.running.iter().any(runs_alone) {
            return None;
        }
        let check = waiting.into_iter().next()?;
        if self.alone.contains(&check) && !self.running.is_empty() {
            return None;
        }
        self.running.push(Running {
            check,
            bytes: 0,
            is_stopped: false,
        });
        Some(check)
    }

    /// Whether nothing runs.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    /// A check that runs takes so many bytes now. Stops those that stand last in the text until the rest is within the limit, or one.
    /// `place` says where a check stands in the text as it is now.
    pub fn grow<P: Ord>(&mut self, check: K, bytes: u64, place: impl Fn(K) -> P) {
        if let Some(running) = self.running.iter_mut().find(|it| it.check == check) {
            running.bytes = bytes;
        }
        loop {
            let going_on = || self.running.iter().filter(|it| !it.is_stopped);
            let sum = going_on().fold(0_u64, |sum, it| sum.saturating_add(it.bytes));
            if sum <= self.memory || going_on().count() < 2 {
                return;
            }
            let going_on = self.running.iter_mut().filter(|it| !it.is_stopped);
            // There are two at least.
            let Some(last) = going_on.max_by_key(|it| place(it.check)) else {
                return;
            };
            last.is_stopped = true;
        }
    }

    /// Whether a check that runs is to stop, so that others have the memory.
    #[must_use]
    pub fn is_stopped(&self, check: K) -> bool {
        let mut running = self.running.iter();
        running.any(|it| it.check == check && it.is_stopped)
    }

    /// A check has ended, with an answer; or without one since it was stopped, and then it waits for its turn alone.
    pub fn end(&mut self, check: K, is_answered: bool) {
        self.running.retain(|it| it.check != check);
        self.alone.retain(|it| *it != check);
        if !is_answered {
            self.alone.push(check);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;

    /// A pool in which these run.
    fn running(most: usize, checks: &[u32]) -> Pool<u32> {
        let mut pool = Pool::new(most, Some(100));
        for &check in checks {
            assert_eq!(pool.begin([check]), Some(check));
        }
        pool
    }

    /// Names are places.
    fn grow(pool: &mut Pool<u32>, check: u32, bytes: u64) {
        pool.grow(check, bytes, |it| it);
    }

    fn stopped(pool: &Pool<u32>) -> Vec<u32> {
        (0..10).filter(|&it| pool.is_stopped(it)).collect()
    }

    #[test]
    fn the_first_that_waits_begins_while_there_is_room() {
        let mut pool = running(2, &[5]);
        assert_eq!(pool.begin([3, 1]), Some(3));
        assert_eq!(pool.begin([1]), None);
        pool.end(5, true);
        assert_eq!(pool.begin([1]), Some(1));
        pool.end(1, true);
        pool.end(3, true);
        assert!(pool.is_idle());
        assert_eq!(pool.begin([]), None);
    }

    #[test]
    fn the_last_in_the_text_is_stopped_whoever_grows_and_whenever_it_began() {
        for grows in [1, 2, 3] {
            let mut pool = running(3, &[3, 1, 2]);
            for check in [1, 2, 3] {
                grow(&mut pool, check, 30);
            }
            assert_eq!(stopped(&pool), [0; 0]);
            grow(&mut pool, grows, 60);
            assert_eq!(stopped(&pool), [3], "{grows} has grown");
        }
    }

    #[test]
    fn an_edit_that_moves_checks_says_which_one_is_last() {
        let mut pool = running(2, &[1, 2]);
        grow(&mut pool, 1, 60);
        pool.grow(2, 60, |it| 10 - it);
        assert_eq!(stopped(&pool), [1]);
    }

    #[test]
    fn as_many_are_stopped_as_it_takes_and_the_first_never() {
        let mut pool = running(3, &[1, 2, 3]);
        grow(&mut pool, 3, 10);
        grow(&mut pool, 2, 50);
        grow(&mut pool, 1, 70);
        assert_eq!(stopped(&pool), [2, 3]);
        // What it takes beyond the limit is for its own limit to end.
        grow(&mut pool, 1, 1000);
        assert_eq!(stopped(&pool), [2, 3]);
    }

    #[test]
    fn what_was_stopped_is_asked_again_alone() {
        let mut pool = running(3, &[1, 2]);
        grow(&mut pool, 1, 60);
        grow(&mut pool, 2, 60);
        assert_eq!(stopped(&pool), [2]);
        pool.end(2, false);
        assert_eq!(pool.begin([2, 3]), None, "another one runs");
        pool.end(1, true);
        assert_eq!(pool.begin([2, 3]), Some(2));
        assert_eq!(pool.begin([3]), None, "it runs alone");
        grow(&mut pool, 2, 1000);
        assert_eq!(stopped(&pool), [0; 0]);
        pool.end(2, true);
        assert_eq!(pool.begin([3]), Some(3));
        assert_eq!(pool.begin([4]), Some(4), "alone is over with the answer");
    }

    #[test]
    fn one_that_ends_with_an_answer_before_it_hears_keeps_it() {
        let mut pool = running(2, &[1, 2]);
        grow(&mut pool, 1, 60);
        grow(&mut pool, 2, 60);
        pool.end(2, true);
        assert_eq!(pool.begin([3]), Some(3));
        assert_eq!(pool.begin([2]), None, "two run");
        pool.end(1, true);
        assert_eq!(pool.begin([2]), Some(2), "nothing of it is kept");
    }
}
