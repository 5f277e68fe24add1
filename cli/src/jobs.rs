//! Jobs that are done side by side, in threads, by the rules of the core's [`Pool`].
//!
//! Jobs are numbered as they are added, in the order of the text. One that was stopped for its memory is done again from its
//! beginning, and what it had found is dropped.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use lockstep_core::api::{Pool, Progress};

/// Deep models make deep recursions; the default of 2 MiB is for shallow ones.
pub const STACK: usize = 256 * 1024 * 1024;

/// The place of a job in its pool: it says there what memory it takes, and hears whether it may go on.
#[derive(Clone)]
pub struct Seat {
    pool: Arc<Mutex<Pool<usize>>>,
    number: usize,
    /// Whether it was told to stop: only then what it has found is not all.
    was_told: Arc<AtomicBool>,
}

impl Seat {
    /// The only place: no job is stopped there.
    pub fn alone() -> Self {
        Self::new(&Arc::new(Mutex::new(Pool::new(1, Some(u64::MAX)))), 0)
    }

    fn new(pool: &Arc<Mutex<Pool<usize>>>, number: usize) -> Self {
        Self {
            pool: Arc::clone(pool),
            number,
            was_told: Arc::default(),
        }
    }

    /// Says how far a search of this job got; whether it may go on.
    pub fn may_go_on(&self, progress: &Progress) -> bool {
        let mut pool = lock(&self.pool);
        // Jobs are numbered as they stand in the text.
        pool.grow(self.number, progress.bytes, |number| number);
        let stopped = pool.is_stopped(self.number);
        if stopped {
            self.was_told.store(true, Ordering::Relaxed);
        }
        !stopped
    }

    /// Whether it was told to stop, so that what it has found does not count.
    pub fn was_stopped(&self) -> bool {
        self.was_told.load(Ordering::Relaxed)
    }
}

/// What is done; perhaps more than once.
type Job<T> = Arc<dyn Fn(&Seat) -> T + Send + Sync>;

/// What became of a job; an error where it panicked, or had no thread.
pub type Ended<T> = Result<T, String>;

/// Jobs with their pool.
pub struct Jobs<T> {
    most: usize,
    pool: Arc<Mutex<Pool<usize>>>,
    added: usize,
    waiting: BTreeMap<usize, Job<T>>,
    running: BTreeMap<usize, (Job<T>, Seat)>,
    sender: Sender<(usize, Ended<T>)>,
    receiver: Receiver<(usize, Ended<T>)>,
}

impl<T: Send + 'static> Jobs<T> {
    /// At most so many at a time, which together may take so many bytes.
    pub fn new(most: usize, memory: u64) -> Self {
        let (sender, receiver) = mpsc::channel();
        Self {
            most,
            pool: Arc::new(Mutex::new(Pool::new(most, Some(memory)))),
            added: 0,
            waiting: BTreeMap::new(),
            running: BTreeMap::new(),
            sender,
            receiver,
        }
    }

    /// Adds a job behind all others; its number.
    pub fn add(&mut self, job: impl Fn(&Seat) -> T + Send + Sync + 'static) -> usize {
        let number = self.added;
        self.added += 1;
        self.waiting.insert(number, Arc::new(job));
        number
    }

    /// Drops a job: what comes of it is not needed any more.
    pub fn forget(&mut self, number: usize) {
        self.waiting.remove(&number);
        self.running.remove(&number);
    }

    /// Whether another job would begin at once.
    pub fn has_room(&self) -> bool {
        self.waiting.is_empty() && self.running.len() < self.most
    }

    /// Whether nothing is left to wait for.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.running.is_empty()
    }

    /// Begins as many jobs as may run now.
    pub fn begin(&mut self) {
        loop {
            let begun = lock(&self.pool).begin(self.waiting.keys().copied());
            let Some((number, job)) = begun.and_then(|it| self.waiting.remove_entry(&it)) else {
                return;
            };
            let seat = Seat::new(&self.pool, number);
            self.running
                .insert(number, (Arc::clone(&job), seat.clone()));
            let sender = self.sender.clone();
            let thread = thread::Builder::new().name("job".into()).stack_size(STACK);
            let spawned = thread.spawn(move || {
                let done = catch_unwind(AssertUnwindSafe(|| job(&seat)));
                let done = done.map_err(|_| "it ended without an answer".to_owned());
                // The receiver is gone where the command has ended.
                sender.send((number, done)).ok();
            });
            if let Err(error) = spawned {
                let why = format!("no thread to search in: {error}");
                self.sender.send((number, Err(why))).ok();
            }
        }
    }

    /// Waits until a job ends: its number and what came of it; nothing where it is to be done again, or was dropped.
    pub fn wait(&mut self) -> Option<(usize, Ended<T>)> {
        // A sender is kept here, so that there always is one.
        let (number, done) = self.receiver.recv().ok()?;
        let wanted = self.running.remove(&number);
        let again = wanted.as_ref().filter(|(_, seat)| seat.was_stopped());
        lock(&self.pool).end(number, again.is_none());
        match wanted {
            Some((job, seat)) if seat.was_stopped() => {
                self.waiting.insert(number, job);
                None
            }
            Some(_) => Some((number, done)),
            None => None,
        }
    }
}

fn lock<T>(pool: &Mutex<T>) -> MutexGuard<'_, T> {
    // A poisoned lock only means that a job died; what it holds is whole.
    pool.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Barrier};

    use lockstep_core::api::Progress;

    use super::{Jobs, Seat};

    fn takes(seat: &Seat, bytes: u64) -> bool {
        seat.may_go_on(&Progress {
            bytes,
            ..Progress::default()
        })
    }

    /// All that comes of jobs, in the order in which they end.
    fn all<T: Send + 'static>(mut jobs: Jobs<T>) -> Vec<(usize, Result<T, String>)> {
        let mut ended = Vec::new();
        while !jobs.is_empty() {
            jobs.begin();
            ended.extend(jobs.wait());
        }
        ended
    }

    #[test]
    fn two_jobs_run_at_the_same_time() {
        let mut jobs = Jobs::new(2, 100);
        let meet = Arc::new(Barrier::new(2));
        for name in ["a", "b"] {
            let meet = Arc::clone(&meet);
            jobs.add(move |_| {
                // Each waits for the other one.
                meet.wait();
                name
            });
        }
        let mut ended = all(jobs);
        ended.sort();
        assert_eq!(ended, [(0, Ok("a")), (1, Ok("b"))]);
    }

    #[test]
    fn what_passes_the_memory_together_is_done_one_after_the_other() {
        let mut jobs = Jobs::new(2, 100);
        let meet = Arc::new(Barrier::new(2));
        let begun = Arc::new(AtomicUsize::new(0));
        for _ in 0..2 {
            let (meet, begun) = (Arc::clone(&meet), Arc::clone(&begun));
            jobs.add(move |seat| {
                let may_go_on = takes(seat, 60);
                if begun.fetch_add(1, Ordering::SeqCst) < 2 {
                    // Both have said what they take.
                    meet.wait();
                }
                may_go_on && takes(seat, 60)
            });
        }
        let begun_in_all = Arc::clone(&begun);
        assert_eq!(all(jobs), [(0, Ok(true)), (1, Ok(true))]);
        assert_eq!(begun_in_all.load(Ordering::SeqCst), 3, "the second twice");
    }

    #[test]
    fn a_panic_and_what_nobody_wants_any_more_hold_nobody_up() {
        let mut jobs = Jobs::new(1, 100);
        jobs.add(|_| panic!("a panic on purpose"));
        let forgotten = jobs.add(|_| 7);
        jobs.forget(forgotten);
        jobs.add(|_| 8);
        let ended = all(jobs);
        assert!(matches!(&ended[..], [(0, Err(_)), (2, Ok(8))]), "{ended:?}");
    }
}
