//! Which worker is asked what, and which request is given up for another: scheduling of the requests about checks.
//!
//! Data without workers. [`Workers::next`] says one step after the other; the list of checks does it and tells what comes of it.
//! Invariants, which the tests hold on random sequences of events: no check is asked twice at a time, what the user looks at comes
//! first, what waits is asked as soon as a worker is free, and no request is given up where another worker may be started.
//!
//! The order: the selected check, what the user has asked for about its answer, the other checks as they stand in the text, what
//! an answer has without being asked for. Rules of memory are those of the core's [`Pool`].

#[cfg(test)]
mod tests;

use std::sync::Arc;

use lockstep_core::api::Pool;

use crate::protocol::Wanted;
use crate::state::help::HelpKind;
use crate::state::run::{Asked, RowId};

/// Milliseconds after which a request lasts: its check counts as running, and it may make way or have another worker started
/// beside it. Most answer sooner: showing a state that is gone at once would only flicker.
pub const LASTING: f64 = 200.0;

/// What is asked about a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    pub row: RowId,
    pub wants: Wanted,
}

/// A request under way.
#[derive(Clone, Debug)]
pub struct Busy {
    pub job: Job,
    pub asked: Asked,
    pub text: Arc<str>,
    /// When it began, in milliseconds; `None` while its worker starts.
    pub began: Option<f64>,
    /// The memory that it takes, as it has said itself.
    pub bytes: u64,
}

impl Busy {
    pub fn is_answer(&self) -> bool {
        self.job.wants == Wanted::Answer
    }

    fn answers(&self, row: RowId) -> bool {
        self.is_answer() && self.job.row == row
    }

    pub fn lasts(&self, now: f64) -> bool {
        self.began.is_some_and(|began| now - began >= LASTING)
    }
}

/// What is wanted at this moment.
#[derive(Clone, Debug, Default)]
pub struct Agenda {
    /// The rows in the order of the text, and whether each waits for its answer.
    pub rows: Vec<(RowId, bool)>,
    pub selected: Option<RowId>,
    /// What is asked next about the answer of the selected check.
    pub help: Option<Wanted>,
    /// The time in milliseconds.
    pub now: f64,
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// This worker is to be asked this.
    Send(usize, Job),
    /// Another worker is to be started.
    Start,
    /// The request of this worker is to be given up.
    GiveUp(usize),
}

#[derive(Clone, Debug)]
enum Seat {
    Free,
    Busy(Busy),
    /// Its worker could not be started.
    Gone,
}

/// The workers, by their numbers, with the request that each has.
#[derive(Clone, Debug)]
pub struct Workers {
    seats: Vec<Seat>,
    most: usize,
    pool: Pool<RowId>,
    /// Whether the program of a worker has computed something. Until then another worker would only make the first verdict late.
    is_warm: bool,
}

impl Workers {
    /// No worker yet, and so many at most.
    pub fn new(most: usize) -> Self {
        Self {
            seats: Vec::new(),
            most,
            pool: Pool::new(most, None),
            is_warm: false,
        }
    }

    /// Adds a worker, which may be asked at once.
    pub fn start(&mut self) {
        self.seats.push(Seat::Free);
    }

    /// What is to be done, if anything. A check that is to be sent counts as running from here on.
    pub fn next(&mut self, agenda: &Agenda) -> Option<Step> {
        if let Some(worker) = self.short_of_memory(agenda) {
            return Some(Step::GiveUp(worker));
        }
        let mut waiting = (agenda.rows.iter())
            .filter(|(row, waits)| *waits && self.find(&|it| it.answers(*row)).is_none())
            .map(|(row, _)| *row);
        let is_selected = |row: &RowId| Some(*row) == agenda.selected;
        let check = waiting.clone().find(is_selected).or(waiting.next());
        let looks_at = check.as_ref().is_some_and(is_selected);
        let answer = check.map(|row| Job {
            row,
            wants: Wanted::Answer,
        });
        let help = (agenda.help.zip(agenda.selected)).map(|(wants, row)| Job { row, wants });
        let asked_for = help.filter(|it| !is_optional(it.wants));
        let jobs = match asked_for {
            Some(_) if !looks_at => [help, answer],
            _ => [answer, help],
        };
        let free = self.seats.iter().position(|it| matches!(it, Seat::Free));
        for job in jobs.into_iter().flatten() {
            let Some(worker) = free else { break };
            let begins = job.wants != Wanted::Answer || self.pool.begin([job.row]).is_some();
            if begins {
                return Some(Step::Send(worker, job));
            }
        }
        jobs.into_iter().flatten().next()?;
        // What was asked for before is over soon: it has a limit of its own.
        let is_asked_for = |it: &Busy| !it.is_answer() && !is_optional(it.job.wants);
        let is_urgent = looks_at || asked_for.is_some() && self.find(&is_asked_for).is_none();
        let victim = match is_urgent {
            true => self.makes_way(agenda, free.is_none()),
            false => None,
        };
        let all_last = || self.busy().all(|it| it.lasts(agenda.now));
        let has_room = free.is_none() && self.is_warm && self.seats.len() < self.most;
        if has_room && (victim.is_some() || all_last()) {
            return Some(Step::Start);
        }
        victim.map(Step::GiveUp)
    }

    /// The request that makes way for what the user looks at: one that the user has not asked for, else the check that stands last in the
    /// text of those that last. One that has just begun may be over before a fresh worker is there.
    fn makes_way(&self, agenda: &Agenda, for_a_worker: bool) -> Option<usize> {
        let optional = self.find(&|it| for_a_worker && is_optional(it.job.wants));
        optional.or_else(|| {
            let others = agenda.rows.iter().rev().map(|(row, _)| *row);
            let mut others = others.filter(|row| Some(*row) != agenda.selected);
            others.find_map(|row| self.find(&|it| it.answers(row) && it.lasts(agenda.now)))
        })
    }

    /// The check that is stopped since all that run take too much memory together; it waits for its turn alone.
    fn short_of_memory(&mut self, agenda: &Agenda) -> Option<usize> {
        for seat in &self.seats {
            if let Seat::Busy(busy) = seat {
                let place = |row| agenda.rows.iter().position(|(it, _)| *it == row);
                self.pool.grow(busy.job.row, busy.bytes, place);
            }
        }
        self.find(&|it| it.is_answer() && self.pool.is_stopped(it.job.row))
    }

    /// A worker has been asked this.
    pub fn sit(&mut self, worker: usize, busy: Busy) {
        self.seats[worker] = Seat::Busy(busy);
    }

    /// The requests under way.
    pub fn busy(&self) -> impl Iterator<Item = &Busy> {
        self.seats.iter().filter_map(|it| match it {
            Seat::Busy(busy) => Some(busy),
            Seat::Free | Seat::Gone => None,
        })
    }

    /// The request of a worker.
    pub fn busy_at(&mut self, worker: usize) -> Option<&mut Busy> {
        match &mut self.seats[worker] {
            Seat::Busy(busy) => Some(busy),
            Seat::Free | Seat::Gone => None,
        }
    }

    /// The first worker whose request is such.
    pub fn find(&self, is_such: &dyn Fn(&Busy) -> bool) -> Option<usize> {
        let is_it = |it: &Seat| matches!(it, Seat::Busy(busy) if is_such(busy));
        self.seats.iter().position(is_it)
    }

    /// The request of a worker is over: with an answer, or given up.
    pub fn end(&mut self, worker: usize) -> Option<Busy> {
        let seat = std::mem::replace(&mut self.seats[worker], Seat::Free);
        let Seat::Busy(busy) = seat else {
            return None;
        };
        if busy.is_answer() {
            let was_stopped = self.pool.is_stopped(busy.job.row);
            self.pool.end(busy.job.row, !was_stopped);
        }
        Some(busy)
    }

    /// A worker has computed something.
    pub fn warm(&mut self) {
        self.is_warm = true;
    }

    /// What a row asks is another question now, of which nothing is known.
    pub fn forget(&mut self, row: RowId) {
        self.pool.end(row, true);
    }

    /// A worker cannot be started; whether none is left.
    pub fn lose(&mut self, worker: usize) -> bool {
        self.seats[worker] = Seat::Gone;
        self.seats.iter().all(|it| matches!(it, Seat::Gone))
    }
}

/// Whether the user has not asked for it.
pub fn is_optional(wants: Wanted) -> bool {
    HelpKind::of(wants).is_some_and(|it| it.is_optional)
}
