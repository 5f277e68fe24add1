//! A look at clock and memory in the middle of a step: one firing can have more outcomes than there is time for.
//!
//! Code that lists what follows a state counts its work with a [`Meter`]: an outcome, a fork, a jump back. After every
//! [`MOST_BETWEEN_LOOKS`] pieces of work the watch is told, and memory is looked at. A search that takes turns with others
//! also limits the work of its turn: a step that is too long for it is left, and listed anew in a longer turn.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use super::{Reached, Stop, Watch};
use crate::state::Flow;

/// Pieces of work between two looks at clock and memory, at most.
pub const MOST_BETWEEN_LOOKS: u64 = 1_000;

/// Counts work, and says when to stop.
pub struct Meter<'w> {
    watch: Option<RefCell<&'w mut dyn Watch>>,
    /// Most bytes that may be held.
    memory: u64,
    /// How far the search got; its bytes are those that it holds beside the step at hand.
    reached: Cell<Reached>,
    done: Cell<u64>,
    next_look: Cell<u64>,
    /// Where the turn is over.
    most: Cell<u64>,
    ended: Cell<Option<Ended>>,
}

/// Why work ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The turn is over.
    Turn,
    /// A limit is reached, or the watch asks for it.
    Stopped(Stop),
}

impl<'w> Meter<'w> {
    /// A meter that tells a watch, and ends where more than so many bytes are held.
    #[must_use]
    pub fn new(watch: &'w mut dyn Watch, memory: u64) -> Self {
        Self {
            watch: Some(RefCell::new(watch)),
            memory,
            ..Self::unlimited()
        }
    }

    /// A meter that never ends anything.
    #[must_use]
    pub fn unlimited() -> Self {
        Self {
            watch: None,
            memory: u64::MAX,
            reached: Cell::default(),
            done: Cell::new(0),
            next_look: Cell::new(MOST_BETWEEN_LOOKS),
            most: Cell::new(u64::MAX),
            ended: Cell::new(None),
        }
    }

    /// Counts a piece of work; `bytes` are held for the step at hand.
    #[inline]
    pub fn work(&self, bytes: impl FnOnce() -> u64) -> Flow {
        let done = self.done.get() + 1;
        self.done.set(done);
        match done < self.next_look.get() {
            true => Flow::Continue(()),
            false => self.look(bytes()),
        }
    }

    /// Says how far the search got, with the bytes that it holds beside the step at hand.
    pub fn tell(&self, reached: Reached) {
        self.reached.set(reached);
    }

    #[cold]
    fn look(&self, bytes: u64) -> Flow {
        if self.ended.get().is_none() {
            self.ended.set(self.why(bytes));
        }
        self.schedule();
        match self.ended.get() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    fn why(&self, bytes: u64) -> Option<Ended> {
        let mut reached = self.reached.get();
        reached.bytes += bytes;
        if reached.bytes > self.memory {
            return Some(Ended::Stopped(Stop::Memory));
        }
        let goes_on = |it: &RefCell<&mut dyn Watch>| it.borrow_mut().keep_going(reached);
        if !self.watch.as_ref().is_none_or(goes_on) {
            return Some(Ended::Stopped(Stop::Asked));
        }
        (self.done.get() >= self.most.get()).then_some(Ended::Turn)
    }

    fn schedule(&self) {
        let next = match self.ended.get() {
            // A caller that goes on all the same is told again.
            Some(_) => 0,
            None => self.most.get().min(self.done.get() + MOST_BETWEEN_LOOKS),
        };
        self.next_look.set(next);
    }

    /// Limits the work from here on, until the next call.
    pub fn allow(&self, work: u64) {
        self.most.set(self.done.get().saturating_add(work.max(1)));
        if self.ended.get() == Some(Ended::Turn) {
            self.ended.set(None);
        }
        self.next_look
            .set(self.next_look.get().min(self.most.get()));
    }

    /// The work that was counted.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.get()
    }

    /// Why work has to end; `None` while it may go on.
    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        self.ended.get()
    }

    /// Bytes that are left beside what the search holds.
    #[must_use]
    pub fn room(&self) -> u64 {
        self.memory.saturating_sub(self.reached.get().bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock that a test moves: one tick for each look, over after so many.
    struct Clock {
        looks: u64,
        most: u64,
    }

    impl Watch for Clock {
        fn keep_going(&mut self, _: Reached) -> bool {
            self.looks += 1;
            self.looks < self.most
        }
    }

    /// Works until it is told to stop.
    fn worked(meter: &Meter<'_>, bytes: u64) -> (u64, Ended) {
        let before = meter.done();
        while meter.work(|| bytes).is_continue() {}
        (meter.done() - before, meter.ended().expect("it broke off"))
    }

    #[test]
    fn clock_memory_and_turns_end_work() {
        let mut clock = Clock { looks: 0, most: 5 };
        let meter = Meter::new(&mut clock, 100);
        let stopped = Ended::Stopped(Stop::Asked);
        assert_eq!(worked(&meter, 100), (5 * MOST_BETWEEN_LOOKS, stopped));
        // Once it is over it stays so.
        meter.allow(70);
        assert_eq!(worked(&meter, 0), (1, stopped));
        assert_eq!(clock.looks, 5);

        let mut clock = Clock { looks: 0, most: 9 };
        let meter = Meter::new(&mut clock, 100);
        let full = Ended::Stopped(Stop::Memory);
        assert_eq!(worked(&meter, 101), (MOST_BETWEEN_LOOKS, full));

        let mut clock = Clock { looks: 0, most: 9 };
        let meter = Meter::new(&mut clock, 100);
        meter.tell(Reached {
            bytes: 60,
            ..Reached::default()
        });
        assert_eq!(meter.room(), 40);
        meter.allow(1_500);
        assert_eq!(worked(&meter, 40), (1_500, Ended::Turn));
        meter.allow(300);
        assert_eq!(worked(&meter, 40), (300, Ended::Turn));
        meter.allow(u64::MAX);
        assert_eq!(worked(&meter, 41).1, full);
    }
}
