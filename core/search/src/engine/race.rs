//! The race: searches of different kinds take turns, so that none of them starves another.
//!
//! Work is counted, never timed, so every run of a task goes the same way: a unit is a step of a visit
//! that is tried, and what SAT does is counted in as many units as take about as long. Each racer has a
//! price. The turn is always his whose work times price is lowest, and a turn is long enough that taking
//! turns costs nothing, so that two at one price share the time evenly. A visit that would have to try
//! far more steps than it may, by the growth of its layers so far, is dearer, until it looks better.
//!
//! SAT runs through: a solver cannot be left in the middle of a search and gone on with later. The visits
//! get their turns in its pauses, which come at the same points in every run, and between its questions.

use std::cell::RefCell;
use std::rc::Rc;

use super::explicit::{Pace, Visit};
use super::{CLAUSES_PER_LOOK, Coverage, Finding, Limits, Reached, Stop, Unwatched, Watch};
use crate::sat::Pause;

/// Work of a solver between two of its pauses.
const PAUSE: u64 = 6_000;
/// Work of SAT between two looks at the watch, besides clauses.
const LOOK: u64 = 300;
/// Work of writing a clause and having it read.
const CLAUSE: u64 = 3;
/// The shortest turn.
const TURN: u64 = 30_000;
/// The price of a visit that is not expected to come to an end.
const HOPELESS: u64 = 16;

/// A visit of states among the racers.
struct Racer {
    visit: Box<dyn Visit>,
    pace: Pace,
    price: u64,
    /// Work that it does before anybody else has a turn.
    head_start: u64,
}

impl Racer {
    /// Where it is in the race: the lowest has the turn.
    fn position(&self, hopeless_from: u64) -> u64 {
        let price = match self.visit.outlook() > hopeless_from {
            true => self.price.max(HOPELESS),
            false => self.price,
        };
        let work = self.visit.tried().saturating_sub(self.head_start);
        work.saturating_mul(price)
    }
}

/// Whether a finding of a visit is one that others have to know of at once.
type Matters = dyn Fn(Pace, &Finding) -> bool;

/// Who takes part, and how far SAT is.
struct Track {
    racers: Vec<Racer>,
    /// Decides which findings others have to know of at once.
    matters: Box<Matters>,
    /// What a visit has come to that ends the run of SAT.
    news: Option<Finding>,
    /// Whether there was any since SAT began.
    has_spoken: bool,
    /// Work of SAT.
    work: u64,
    sat: Reached,
    memory: u64,
    /// Visits with more steps before them than this have little hope.
    hopeless_from: u64,
    /// How far visits got that are over.
    over: Reached,
    /// The most bytes that everybody together was seen to have.
    most_bytes: u64,
    is_closed: bool,
}

/// A race, which SAT and its pauses share.
pub(super) struct Race(Rc<RefCell<Track>>);

impl Race {
    pub(super) fn new(
        memory: u64,
        hopeless_from: u64,
        matters: impl Fn(Pace, &Finding) -> bool + 'static,
    ) -> Self {
        Self(Rc::new(RefCell::new(Track {
            racers: Vec::new(),
            matters: Box::new(matters),
            news: None,
            has_spoken: false,
            work: 0,
            sat: Reached::default(),
            memory: memory / 2,
            hopeless_from,
            over: Reached::default(),
            most_bytes: 0,
            is_closed: false,
        })))
    }

    /// Adds a visit that has not begun.
    pub(super) fn enter(
        &self,
        visit: Option<Box<dyn Visit>>,
        pace: Pace,
        price: u64,
        head_start: u64,
    ) {
        let racer = visit.map(|visit| Racer {
            visit,
            pace,
            price,
            head_start,
        });
        self.0.borrow_mut().racers.extend(racer);
    }

    /// Gives every visit its head start, and once SAT is over lets them go to their ends; `false` where
    /// somebody asked to stop.
    pub(super) fn run_visits(&self, to_the_end: bool, watch: &mut dyn Watch) -> bool {
        let mut watch = Told {
            race: &self.0,
            watch,
        };
        if to_the_end {
            self.0.borrow_mut().work = u64::MAX;
        }
        loop {
            let turn = self.0.borrow_mut().next_turn();
            let Some((mut racer, steps, memory)) = turn else {
                return true;
            };
            let result = racer.visit.go_on(steps, memory, &mut watch);
            let asked = result == Some(Coverage::Open(Stop::Asked));
            self.0.borrow_mut().end_turn(racer, result);
            if asked {
                return false;
            }
        }
    }

    /// What is to be called in the pauses of solvers.
    pub(super) fn pause(&self) -> Pause {
        let race = Rc::clone(&self.0);
        Rc::new(move || race.borrow_mut().pause())
    }

    /// What a visit has come to.
    pub(super) fn take_news(&self) -> Option<Finding> {
        self.0.borrow_mut().news.take()
    }

    /// Whether a visit ended the last run of SAT.
    pub(super) fn has_spoken(&self) -> bool {
        self.0.borrow().has_spoken
    }

    /// What SAT may use: half of the memory, where others take part. It begins now.
    pub(super) fn limits_of_sat(&self, limits: &Limits) -> Limits {
        let mut track = self.0.borrow_mut();
        track.has_spoken = false;
        let share = match track.racers.is_empty() {
            true => 1,
            false => 2,
        };
        Limits {
            memory: limits.memory / share,
            ..*limits
        }
    }

    /// Whether there is a visit that is not over.
    pub(super) fn is_on(&self) -> bool {
        !self.0.borrow().racers.is_empty()
    }

    /// How far the visits got.
    pub(super) fn reached(&self) -> Reached {
        self.0.borrow().reached()
    }

    /// The most bytes that all together have taken at once.
    pub(super) fn most_bytes(&self) -> u64 {
        self.0.borrow().most_bytes
    }

    /// Ends the race: pauses are no turns any more, and all visits are given up.
    pub(super) fn close(&self) {
        let mut race = self.0.borrow_mut();
        race.is_closed = true;
        race.racers.clear();
    }

    /// A watch for SAT, which gives the visits their turns.
    pub(super) fn watch<'w>(&'w self, watch: &'w mut dyn Watch) -> impl Watch + 'w {
        Taking { race: self, watch }
    }
}

impl Track {
    /// Takes out the visit that has the next turn before SAT does, with the steps and bytes that it has.
    fn next_turn(&mut self) -> Option<(Racer, u64, u64)> {
        if self.news.is_some() {
            return None;
        }
        let begins = |it: &Racer| it.visit.tried() < it.head_start;
        let hopeless = self.hopeless_from;
        let positions = self.racers.iter().map(|it| it.position(hopeless));
        let first = positions.enumerate().min_by_key(|&(_, position)| position);
        let (index, position) = match self.racers.iter().rposition(begins) {
            Some(index) => (index, 0),
            None => first.filter(|&(_, position)| position < self.work)?,
        };
        let racer = self.racers.remove(index);
        let due = self.work.saturating_sub(position);
        // What it is behind, at least a turn, and no more than a few: then the others are asked again.
        let steps = due.clamp(TURN, 8 * TURN);
        let others: u64 = self.racers.iter().map(|it| it.visit.bytes()).sum();
        let memory = self.memory.saturating_sub(others);
        Some((racer, steps, memory))
    }

    /// Takes note of how a turn ended.
    fn end_turn(&mut self, mut racer: Racer, result: Option<Coverage>) {
        // A visit that has covered the bound goes on for the rest of its turn only, for an answer about
        // every length.
        let result = match result {
            None if racer.visit.is_beyond() => Some(Coverage::Bound),
            result => result,
        };
        let Some(coverage) = result else {
            self.racers.push(racer);
            self.racers.sort_by_key(|it| it.pace == Pace::MessageSets);
            return;
        };
        // It gives back what it has taken, others go on.
        let bytes = racer.visit.bytes() + self.reached().bytes + self.sat.bytes;
        self.most_bytes = self.most_bytes.max(bytes);
        let finding = racer.visit.finding(coverage);
        self.over = further(self.over, finding.reached);
        self.over.bytes = 0;
        if racer.pace == Pace::MessageSets {
            // What it was given is left to the other.
            self.racers.iter_mut().for_each(|it| it.price = 1);
        }
        if (self.matters)(racer.pace, &finding) {
            self.news = Some(finding);
            self.has_spoken = true;
        }
    }

    /// Called in the pauses of a solver: the visits catch up. Whether the solver is to end.
    fn pause(&mut self) -> bool {
        if self.is_closed {
            return false;
        }
        self.work = self.work.saturating_add(PAUSE);
        // Who asks whether to stop asks after each pause, and a turn is over in a moment.
        while let Some((mut racer, steps, memory)) = self.next_turn() {
            let result = racer.visit.go_on(steps, memory, &mut Unwatched);
            self.end_turn(racer, result);
        }
        self.news.is_some()
    }

    fn reached(&self) -> Reached {
        let reached = self.racers.iter().map(|it| it.visit.reached());
        reached.fold(self.over, further)
    }
}

/// What two searches together have come to.
fn further(one: Reached, other: Reached) -> Reached {
    Reached {
        depth: one.depth.max(other.depth),
        states: one.states.max(other.states),
        clauses: one.clauses.max(other.clauses),
        bytes: one.bytes + other.bytes,
    }
}

/// A watch for the visits, who tells of SAT as well.
struct Told<'w> {
    race: &'w RefCell<Track>,
    watch: &'w mut dyn Watch,
}

impl Watch for Told<'_> {
    fn keep_going(&mut self, reached: Reached) -> bool {
        let mut race = self.race.borrow_mut();
        let all = further(further(race.reached(), race.sat), reached);
        race.most_bytes = race.most_bytes.max(all.bytes);
        drop(race);
        self.watch.keep_going(all)
    }

    fn now_ms(&self) -> f64 {
        self.watch.now_ms()
    }
}

/// A watch for SAT: at each look the visits catch up.
struct Taking<'w> {
    race: &'w Race,
    watch: &'w mut dyn Watch,
}

impl Watch for Taking<'_> {
    fn keep_going(&mut self, reached: Reached) -> bool {
        let mut race = self.race.0.borrow_mut();
        // Formulas take turns as well; more clauses than this are never written unlooked at.
        let before = race.sat.clauses;
        let written = reached
            .clauses
            .abs_diff(before)
            .min(CLAUSES_PER_LOOK as u64);
        race.work = race.work.saturating_add(LOOK + CLAUSE * written);
        race.sat = reached;
        drop(race);
        if !self.race.run_visits(false, self.watch) || self.race.0.borrow().news.is_some() {
            return false;
        }
        let mut race = self.race.0.borrow_mut();
        let all = further(race.reached(), reached);
        race.most_bytes = race.most_bytes.max(all.bytes);
        drop(race);
        self.watch.keep_going(all)
    }

    fn now_ms(&self) -> f64 {
        self.watch.now_ms()
    }
}

#[cfg(test)]
mod tests;
