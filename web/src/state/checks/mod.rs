//! The checks of the document and the workers that answer them side by side.
//!
//! The order of work is not stored anywhere: whenever something has happened, [`Workers::next`] says what is asked of which worker
//! and what is given up, until there is nothing to do. An answer counts only for what was asked; the client's ticket says
//! which request it is about.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::StructureKind;
mod depths;
mod files;
mod follow;
mod help;
mod opening;
mod select;
mod store_answer;
mod under_way;
mod workers;

use help::Mark;
use opening::Opening;

pub use files::WishStatus;
pub use store_answer::{OVERDUE, refused};

use super::document::Document;
use super::help::limit_ms;
use super::run::{Answer, Phase, Row, RowId, Run};
use super::search::now;
use super::settings::{ENGINE, LIMIT, Settings};
use super::timer::Timer;
use super::written_file::{Wish, WrittenFile};
use crate::persist;
use crate::protocol::{Request, Ticket, Wanted};
use crate::worker::Client;
use workers::{Agenda, Busy, Job, LASTING, Step, Workers};

/// Milliseconds of silence after a keystroke before the checks are asked again.
const SETTLE: u64 = 300;

/// Said where a request does not get to the worker.
const UNSENT: &str = "The question could not be sent to the checker.";

/// Whether checks can be answered at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// The worker is there, or about to be.
    Working,
    /// It cannot be started; the text says why.
    Unavailable(String),
}

/// The list of checks. Copies of it are handles to the same list.
#[derive(Clone, Copy)]
pub struct Checks {
    document: Document,
    settings: Settings,
    /// Whether the stage shows another run than that of the selected row: its steps are its own.
    shows_other: Memo<bool>,
    rows: RwSignal<Vec<Row>>,
    selected: RwSignal<Option<RowId>>,
    step: RwSignal<usize>,
    health: RwSignal<Health>,
    clients: StoredValue<Vec<Client>, LocalStorage>,
    /// What each of them does.
    workers: StoredValue<Workers>,
    /// The position of the check that waits for something else than its turn; see [`Checks::hold`].
    held: RwSignal<Option<usize>>,
    /// The row whose check is asked without a limit of time; 0 for none.
    patient: StoredValue<u32>,
    /// The position that a link has asked for before there were rows.
    wanted: StoredValue<Option<usize>>,
    /// How the run of the selected row is still to be opened, with its answer; see [`Checks::open_run`].
    opens: StoredValue<Option<Opening>>,
    /// Whether the selection is still to become the check that tells the story; see [`Checks::tell`].
    tells: StoredValue<bool>,
    /// Which model the rows are about, and of what kind.
    model: StoredValue<Option<(u32, StructureKind)>>,
    /// The file that somebody waits for.
    wish: StoredValue<Option<Wish>>,
    wish_status: RwSignal<WishStatus>,
    written_file: RwSignal<Option<Arc<WrittenFile>>>,
    /// How far the piece of help under way got, in words.
    working: RwSignal<String>,
    wants_soon: RwSignal<bool>,
    count: StoredValue<u32>,
    settle: Timer,
    /// Looks at what is under way as long as anything is.
    beat: Timer,
}

impl Checks {
    /// The checks of a document; [`Checks::begin`] has them answered.
    #[must_use]
    pub fn new(document: Document, settings: Settings, shows_other: Memo<bool>) -> Self {
        let checks = Self {
            document,
            settings,
            shows_other,
            rows: RwSignal::new(Vec::new()),
            selected: RwSignal::new(None),
            wanted: StoredValue::new(None),
            step: RwSignal::new(0),
            health: RwSignal::new(Health::Working),
            clients: StoredValue::new_local(Vec::new()),
            workers: StoredValue::new(Workers::new(most_workers())),
            held: RwSignal::new(None),
            patient: StoredValue::new(0),
            opens: StoredValue::new(None),
            tells: StoredValue::new(false),
            model: StoredValue::new(None),
            wish: StoredValue::new(None),
            wish_status: RwSignal::default(),
            written_file: RwSignal::new(None),
            working: RwSignal::new(String::new()),
            wants_soon: RwSignal::new(persist::read(depths::KEY).is_some()),
            count: StoredValue::new(0),
            settle: Timer::new(),
            beat: Timer::new(),
        };
        checks.adopt();
        // Another engine, or more time: everything is asked anew.
        Effect::new(move |before: Option<[usize; 2]>| {
            let now = [ENGINE, LIMIT].map(|which| settings.chosen(which));
            if before.is_some_and(|before| before != now) {
                checks.ask_all_again();
            }
            now
        });
        checks.settle.on_tick(move || checks.send_next());
        checks.beat.on_tick(move || checks.look());
        checks
    }

    /// The rows in the order of the text.
    #[must_use]
    pub fn rows(&self) -> Signal<Vec<Row>> {
        self.rows.into()
    }

    /// Whether checks can be answered at all.
    #[must_use]
    pub fn health(&self) -> Signal<Health> {
        self.health.into()
    }

    /// The id of the selected row.
    #[must_use]
    pub fn selected(&self) -> Signal<Option<RowId>> {
        self.selected.into()
    }

    /// Whether some check has come to an end, or none can, tracked.
    #[must_use]
    pub fn has_answered(&self) -> bool {
        let settled = |row: &Row| {
            (row.run).with(|run| !matches!(run.phase, Phase::Waiting | Phase::Running(_)))
        };
        self.health.get() != Health::Working
            || self
                .rows
                .with(|rows| rows.is_empty() || rows.iter().any(settled))
    }

    /// The step of the selected check's run: the one value that the whole stage follows.
    #[must_use]
    pub fn step(&self) -> RwSignal<usize> {
        self.step
    }

    /// The selected row, tracked.
    #[must_use]
    pub fn selected_row(&self) -> Option<Row> {
        let id = self.selected.get()?;
        self.rows
            .with(|rows| rows.iter().find(|row| row.id == id).cloned())
    }

    /// Whether an answer is about an earlier text than the one in the editor, tracked.
    #[must_use]
    pub fn is_stale(&self, answer: &Answer) -> bool {
        self.document
            .revision()
            .with(|revision| revision.text != answer.text)
    }

    /// Stops the check of a row.
    pub fn stop(&self, id: RowId) {
        self.set_phase(id, Phase::Stopped);
        self.give_up_if(&|busy| busy.job.row == id);
        self.send_next();
    }

    /// Stops the search of the selected check, if one is under way.
    pub fn stop_selected(&self) {
        let Some(row) = untrack(|| self.selected_row()) else {
            return;
        };
        let is_searched = |run: &Run| matches!(run.phase, Phase::Running(_));
        if row.run.with_untracked(is_searched) {
            self.stop(row.id);
        }
    }

    /// Asks a stopped or failed check again.
    pub fn ask_again(&self, id: RowId) {
        self.set_phase(id, Phase::Waiting);
        self.send_next();
    }

    /// Asks a check again, without a limit of time until the text changes.
    pub fn ask_patiently(&self, id: RowId) {
        self.patient.set_value(id);
        self.ask_again(id);
    }

    fn ask_all_again(&self) {
        self.give_up_if(&|_| true);
        self.for_each_row(|row| row.run.update(|run| run.phase = Phase::Waiting));
        self.send_next();
    }

    /// Starts the first worker, now or once more; it has its first check while the page is drawn.
    pub fn begin(&self) {
        self.health.set(Health::Working);
        self.clients.set_value(Vec::new());
        self.workers.set_value(Workers::new(most_workers()));
        self.start();
        self.send_next();
    }

    fn start(&self) {
        let checks = *self;
        self.workers.update_value(Workers::start);
        let worker = self.clients.with_value(Vec::len);
        let client = Client::new(move |event| checks.hear(worker, event));
        self.clients.update_value(|clients| clients.push(client));
    }

    /// Has the workers do what is wanted now.
    fn send_next(&self) {
        loop {
            let agenda = self.agenda();
            let mut step = None;
            self.workers.update_value(|it| step = it.next(&agenda));
            match step {
                None => return,
                Some(Step::Start) => self.start(),
                Some(Step::GiveUp(worker)) => self.give_up(worker),
                Some(Step::Send(worker, job)) => self.send(worker, job),
            }
        }
    }

    fn agenda(&self) -> Agenda {
        // Nothing is asked in vain: before typing pauses the next key may change everything.
        let rests = self.settle.is_pending()
            || self.health.get_untracked() != Health::Working
            || (self.document.analysis()).with_untracked(|it| it.has_errors);
        let held = self.held.get_untracked();
        let waits = |row: &Row| {
            !rests
                && row
                    .run
                    .with_untracked(|run| matches!(run.phase, Phase::Waiting))
                && row.view.with_untracked(|view| Some(view.index) != held)
        };
        Agenda {
            rows: self
                .rows
                .with_untracked(|rows| rows.iter().map(|row| (row.id, waits(row))).collect()),
            selected: self.selected.get_untracked(),
            help: self.next_help().filter(|_| !rests),
            now: now(),
        }
    }

    /// Asks a worker about a row.
    fn send(&self, worker: usize, job: Job) {
        let Job { row: id, wants } = job;
        let row = self.row(id);
        let client = self.clients.with_value(|it| it.get(worker).cloned());
        let (Some(row), Some(client)) = (row, client) else {
            return;
        };
        let revision = self.document.revision().get_untracked();
        let ticket = Ticket {
            number: self.next_number(),
            revision: revision.number,
        };
        let limit = self.settings.limit_ms();
        let limit = limit.filter(|_| self.patient.get_value() != id);
        let request = Request {
            ticket,
            text: revision.text.to_string(),
            index: row.view.with_untracked(|view| view.index),
            kind: self
                .document
                .settled()
                .with_untracked(|it| it.structure.kind()),
            wants,
            engine: self.settings.value(ENGINE).to_owned(),
            limit_ms: limit_ms(wants, limit),
            shown: Vec::new(),
            simulation: Vec::new(),
        };
        let busy = Busy {
            job,
            asked: row.run.with_untracked(|run| run.asked.clone()),
            text: revision.text,
            began: client.is_idle().then(now),
            bytes: 0,
        };
        // Said first: the answer may come at once.
        self.workers.update_value(|it| it.sit(worker, busy.clone()));
        if wants != Wanted::Answer {
            self.working.set(String::new());
        }
        self.mark(&row, wants, Mark::Asked);
        self.beat.within(LASTING as u64);
        if !client.send(ticket, &request) {
            self.workers.update_value(|it| {
                it.end(worker);
            });
            self.fail(&busy, Mark::Failed(UNSENT.to_owned()));
        }
    }

    /// Gives up the request of a worker.
    fn give_up(&self, worker: usize) {
        self.unask(worker);
        self.renew(worker);
    }

    /// A worker does not go on with its request; the row waits again unless the user has stopped it.
    fn unask(&self, worker: usize) {
        let busy = self.end(worker);
        let Some((busy, row)) = busy.and_then(|it| Some((it.clone(), self.row(it.job.row)?)))
        else {
            return;
        };
        self.mark(&row, busy.job.wants, Mark::Unasked);
        if busy.is_answer()
            && row
                .run
                .with_untracked(|run| matches!(run.phase, Phase::Running(_)))
        {
            row.run.update(|run| run.phase = Phase::Waiting);
        }
    }

    /// Replaces a worker by a fresh one.
    fn renew(&self, worker: usize) {
        let client = self.clients.with_value(|it| it.get(worker).cloned());
        // Cloned out: the client may call back while it works.
        if let Some(client) = client {
            client.start();
        }
    }

    /// Gives up all requests that are such.
    fn give_up_if(&self, is_such: &dyn Fn(&Busy) -> bool) {
        while let Some(worker) = self.workers.with_value(|it| it.find(is_such)) {
            self.give_up(worker);
        }
    }

    /// Changes the request of a worker, and says which it is.
    fn change(&self, worker: usize, change: &dyn Fn(&mut Busy)) -> Option<Busy> {
        let mut changed = None;
        self.workers.update_value(|it| {
            changed = it.busy_at(worker).map(|busy| {
                change(busy);
                busy.clone()
            });
        });
        changed
    }

    /// What a worker was asked; it is free from here on.
    fn end(&self, worker: usize) -> Option<Busy> {
        let mut busy = None;
        self.workers.update_value(|it| busy = it.end(worker));
        busy
    }

    /// The row with this number, if it is still there.
    #[must_use]
    pub fn row(&self, id: RowId) -> Option<Row> {
        self.rows
            .with_untracked(|rows| rows.iter().find(|row| row.id == id).cloned())
    }

    fn set_phase(&self, id: RowId, phase: Phase) {
        if let Some(row) = self.row(id) {
            row.run.update(|run| run.phase = phase);
        }
    }

    fn for_each_row(&self, action: impl Fn(&Row)) {
        self.rows
            .with_untracked(|rows| rows.iter().for_each(&action));
    }

    fn next_number(&self) -> u32 {
        self.count.update_value(|count| *count += 1);
        self.count.get_value()
    }
}

/// How many workers answer checks at most: one core is the page's own.
fn most_workers() -> usize {
    let cores = window().navigator().hardware_concurrency();
    (cores as usize).saturating_sub(1).clamp(2, 4)
}
