//! The scheduling of requests on named situations, and on random sequences of all that can happen to it.

use std::collections::BTreeSet;

use lockstep_seeds::seeds;
use oorandom::Rand32;

use super::{Agenda, Busy, Job, LASTING, Step, Workers, is_optional};
use crate::protocol::Wanted;
use crate::state::run::{Asked, RowId};

/// More than all checks together may take.
const TOO_MUCH: u64 = 400_000_000;

/// A page without signals, and workers that do nothing: what has happened to them, tests say.
struct Page {
    workers: Workers,
    agenda: Agenda,
    /// What was sent, in order.
    sent: Vec<(usize, Job)>,
    most: usize,
    started: usize,
    /// Whether workers that are started are there at once.
    starts_at_once: bool,
    /// What was stopped for its memory and has not ended since.
    alone: BTreeSet<RowId>,
}

impl Page {
    /// So many checks that wait, the first one selected.
    fn new(most: usize, rows: u32) -> Self {
        let mut page = Self {
            workers: Workers::new(most),
            agenda: Agenda {
                rows: (1..=rows).map(|row| (row, true)).collect(),
                selected: Some(1),
                ..Agenda::default()
            },
            sent: Vec::new(),
            most,
            started: 1,
            starts_at_once: true,
            alone: BTreeSet::new(),
        };
        page.workers.start();
        page.act();
        page
    }

    /// A page with so many checks of which the first one is answered.
    fn warm(most: usize, rows: u32) -> Self {
        let mut page = Self::new(most, rows);
        page.answer(0);
        page
    }

    /// Does what is to be done, and watches that it is right.
    fn act(&mut self) {
        for _ in 0..100 {
            let Some(step) = self.workers.next(&self.agenda) else {
                return self.holds();
            };
            match step {
                Step::Start => {
                    assert!(self.workers.is_warm, "no worker before the first verdict");
                    assert!(self.started < self.most);
                    self.started += 1;
                    self.workers.start();
                }
                Step::GiveUp(worker) => self.give_up(worker),
                Step::Send(worker, job) => {
                    assert!(self.under_way(job).is_none(), "{job:?} is asked twice");
                    assert!(self.workers.busy_at(worker).is_none());
                    self.sent.push((worker, job));
                    self.workers.sit(
                        worker,
                        busy(job, self.starts_at_once.then_some(self.agenda.now)),
                    );
                    if job.wants != Wanted::Answer {
                        self.agenda.help = None;
                    }
                }
            }
        }
        panic!("it does not come to rest");
    }

    fn give_up(&mut self, worker: usize) {
        let has_free = self.workers.busy().count() < self.started;
        let may_start = self.workers.is_warm && self.started < self.most;
        let row = self
            .workers
            .busy_at(worker)
            .expect("it has a request")
            .job
            .row;
        let for_memory = self.workers.pool.is_stopped(row);
        assert!(
            for_memory || has_free || !may_start,
            "another worker could be started"
        );
        self.workers.end(worker);
        if for_memory {
            self.alone.insert(row);
        } else {
            self.alone.remove(&row);
        }
    }

    fn bytes(&self) -> u64 {
        self.workers.busy().map(|it| it.bytes).sum()
    }

    fn under_way(&self, job: Job) -> Option<usize> {
        self.workers.find(&|it| it.job == job)
    }

    fn answers(&self) -> Vec<RowId> {
        let answers = self.workers.busy().filter(|it| it.is_answer());
        answers.map(|it| it.job.row).collect()
    }

    /// What holds whenever nothing is to be done.
    fn holds(&self) {
        let answers = self.answers();
        let all: BTreeSet<_> = answers.iter().collect();
        assert_eq!(all.len(), answers.len(), "a check is asked twice");
        assert!(self.workers.busy().count() <= self.started && self.started <= self.most);
        assert!(answers.len() < 2 || self.bytes() <= 500_000_000);
        let runs_alone = answers.iter().any(|it| self.alone.contains(it));
        assert!(!runs_alone || answers.len() == 1, "it was to run alone");
        let waits: Vec<RowId> = (self.agenda.rows.iter())
            .filter(|(row, waits)| *waits && !answers.contains(row))
            .map(|(row, _)| *row)
            .collect();
        let first = waits.iter().find(|it| Some(**it) == self.agenda.selected);
        let first = first.or(waits.first());
        let has_free = self.workers.busy().count() < self.started;
        if let Some(first) = first {
            let is_blocked = runs_alone || self.alone.contains(first) && !answers.is_empty();
            assert!(
                !has_free || is_blocked,
                "a worker is free and {first} waits"
            );
        }
        if first.is_some_and(|it| Some(*it) == self.agenda.selected) {
            for it in self.workers.busy() {
                assert!(
                    !it.is_answer() || !it.lasts(self.agenda.now),
                    "the selected check waits for {it:?}"
                );
                assert!(has_free || !is_optional(it.job.wants));
            }
        }
    }

    /// A worker has answered.
    fn answer(&mut self, worker: usize) {
        self.workers.warm();
        let Some(busy) = self.workers.end(worker) else {
            return;
        };
        if busy.is_answer() {
            self.alone.remove(&busy.job.row);
            self.set(busy.job.row, false);
        }
        self.act();
    }

    fn set(&mut self, row: RowId, waits: bool) {
        let mut rows = self.agenda.rows.iter_mut();
        if let Some(it) = rows.find(|it| it.0 == row) {
            it.1 = waits;
        }
    }

    /// So many milliseconds pass.
    fn pass(&mut self, milliseconds: f64) {
        self.agenda.now += milliseconds;
        self.act();
    }

    fn select(&mut self, row: RowId) {
        self.agenda.selected = Some(row);
        self.agenda.help = None;
        while let Some(worker) = (self.workers).find(&|it| !it.is_answer() && it.job.row != row) {
            self.workers.end(worker);
        }
        self.act();
    }

    fn want(&mut self, wants: Wanted) {
        let row = self.agenda.selected.expect("one is selected");
        let is_answered = self.agenda.rows.contains(&(row, false));
        if is_answered && self.under_way(Job { row, wants }).is_none() {
            self.agenda.help = Some(wants);
        }
        self.act();
    }

    /// The text has another check in the place of this one; its row stays.
    fn edit(&mut self, row: RowId) {
        self.workers.forget(row);
        self.alone.remove(&row);
        while let Some(worker) = self.workers.find(&|it| it.job.row == row) {
            self.workers.end(worker);
        }
        if self.agenda.selected == Some(row) {
            self.agenda.help = None;
        }
        self.set(row, true);
        self.act();
    }
}

fn busy(job: Job, began: Option<f64>) -> Busy {
    let asked = Asked {
        model: "".into(),
        question: "".into(),
    };
    Busy {
        job,
        asked,
        text: "".into(),
        began,
        bytes: 0,
    }
}

#[test]
fn before_the_first_verdict_there_is_one_worker() {
    let mut page = Page::new(4, 10);
    page.pass(60_000.0);
    assert_eq!((page.answers(), page.started), (vec![1], 1));
    page.answer(0);
    assert_eq!((page.answers(), page.started), (vec![2], 1));
}

#[test]
fn another_worker_is_started_when_all_that_are_there_last_and_a_check_waits() {
    let mut page = Page::warm(3, 5);
    page.pass(LASTING - 1.0);
    assert_eq!(page.answers(), [2]);
    page.pass(1.0);
    assert_eq!(page.answers(), [2, 3]);
    page.pass(LASTING);
    assert_eq!(page.answers(), [2, 3, 4]);
    page.pass(60_000.0);
    assert_eq!((page.answers(), page.started), (vec![2, 3, 4], 3));
    page.answer(1);
    assert_eq!((page.answers(), page.started), (vec![2, 5, 4], 3));
    page.answer(0);
    page.answer(1);
    page.answer(2);
    // Those that are idle are kept.
    page.edit(1);
    page.edit(2);
    assert_eq!((page.answers(), page.started), (vec![1, 2], 3));
}

#[test]
fn one_check_has_one_worker() {
    let mut page = Page::warm(4, 2);
    page.pass(60_000.0);
    assert_eq!((page.answers(), page.started), (vec![2], 1));
}

#[test]
fn the_selected_check_comes_first_and_the_last_in_the_text_makes_way() {
    let mut page = Page::warm(2, 5);
    page.pass(LASTING);
    assert_eq!(page.answers(), [2, 3]);
    page.pass(LASTING);
    page.select(5);
    assert_eq!(page.answers(), [2, 5]);
    // Stop is for one check alone.
    page.set(5, false);
    let worker = page.workers.find(&|it| it.job.row == 5);
    page.workers.end(worker.expect("it runs"));
    page.act();
    assert_eq!(page.answers(), [2, 3]);
    // One that has just begun may be over before a fresh worker is there.
    page.select(4);
    assert_eq!(page.answers(), [4, 3]);
}

#[test]
fn what_is_asked_about_an_answer_has_a_free_worker_and_stops_no_check_where_there_is_room() {
    let mut page = Page::warm(2, 2);
    page.pass(LASTING);
    page.want(Wanted::Repairs);
    assert_eq!(page.started, 2, "one check lasts");
    assert_eq!(page.workers.busy().count(), 2);
    page.want(Wanted::Encoding);
    let wants: Vec<_> = page.workers.busy().map(|it| it.job.wants).collect();
    assert_eq!(wants, [Wanted::Answer, Wanted::Encoding], "it makes way");
    // One after the other: the check goes on beside them.
    page.want(Wanted::Formulas);
    page.pass(60_000.0);
    let wants: Vec<_> = page.workers.busy().map(|it| it.job.wants).collect();
    assert_eq!(wants, [Wanted::Answer, Wanted::Encoding]);
    page.answer(1);
    let wants: Vec<_> = page.workers.busy().map(|it| it.job.wants).collect();
    assert_eq!(wants, [Wanted::Answer, Wanted::Formulas]);
}

#[test]
fn without_room_what_the_user_has_asked_for_comes_before_checks_that_nobody_looks_at() {
    let mut page = Page::warm(2, 3);
    page.pass(LASTING);
    page.pass(LASTING);
    page.want(Wanted::Encoding);
    let jobs: Vec<_> = page.workers.busy().map(|it| it.job).collect();
    assert_eq!((jobs[0].row, jobs[1].wants), (2, Wanted::Encoding));
    page.answer(1);
    assert_eq!(page.answers(), [2, 3]);
}

#[test]
fn what_takes_too_much_memory_together_is_asked_one_after_the_other() {
    let mut page = Page::warm(2, 4);
    page.pass(LASTING);
    assert_eq!(page.answers(), [2, 3]);
    for worker in [1, 0] {
        page.workers.busy_at(worker).expect("it runs").bytes = TOO_MUCH;
    }
    page.act();
    assert_eq!(page.answers(), [2], "3 waits until nothing runs");
    page.answer(0);
    assert_eq!(page.answers(), [3]);
    page.pass(60_000.0);
    assert_eq!(page.answers(), [3], "4 would be stopped");
    page.answer(0);
    assert_eq!(page.answers(), [4]);
}

#[test]
fn whatever_happens_no_check_is_asked_twice_none_is_lost_and_the_selected_one_comes_first() {
    for seed in seeds(0..1500) {
        let mut random = Rand32::new(seed);
        let most = random.rand_range(1..5) as usize;
        let count = random.rand_range(1..8);
        let mut page = Page::new(most, count);
        let mut next_row = count;
        for _ in 0..60 {
            let row = random.rand_range(1..next_row + 1);
            let worker = random.rand_range(0..page.started as u32) as usize;
            page.starts_at_once = random.rand_range(0..3) > 0;
            match random.rand_range(0..11) {
                0 | 1 => page.answer(worker),
                2 => page.pass(f64::from(random.rand_range(0..400))),
                3 if page.agenda.rows.iter().any(|it| it.0 == row) => page.select(row),
                4 => page.edit(row),
                5 => {
                    // Stop, or a worker that breaks down.
                    page.edit(row);
                    page.set(row, false);
                    while let Some(worker) = page.workers.find(&|it| it.job.row == row) {
                        page.workers.end(worker);
                    }
                    page.act();
                }
                6 => {
                    let wants = [
                        Wanted::Repairs,
                        Wanted::Blame,
                        Wanted::Encoding,
                        Wanted::Depths,
                    ];
                    page.want(wants[random.rand_range(0..4) as usize]);
                }
                7 | 8 => {
                    page.workers.warm();
                    let now = page.agenda.now;
                    if let Some(busy) = page.workers.busy_at(worker) {
                        busy.began.get_or_insert(now);
                        if busy.is_answer() {
                            busy.bytes = u64::from(random.rand_range(0..350_000_000));
                        }
                    }
                    page.act();
                }
                9 => {
                    next_row += 1;
                    let place = random.rand_range(0..page.agenda.rows.len() as u32 + 1);
                    page.agenda.rows.insert(place as usize, (next_row, true));
                    page.act();
                }
                _ => {
                    let rows = page.agenda.rows.len() as u32;
                    let [one, other] = [0; 2].map(|_| random.rand_range(0..rows) as usize);
                    page.agenda.rows.swap(one, other);
                    page.act();
                }
            }
        }
        // From here on everything comes to an end.
        for _ in 0..200 {
            for worker in 0..page.started {
                page.answer(worker);
            }
        }
        let left = page.agenda.rows.iter().find(|it| it.1);
        assert_eq!(left, None, "seed {seed}: it was lost");
    }
}
