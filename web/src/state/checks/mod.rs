//! The checks of the document and the worker that answers them, one after the other.
//!
//! The order of work is not stored anywhere: whenever the worker is free, the next check is the
//! selected one if it waits, else the first that waits; where the selected one waits and a search for another lasts,
//! that one is given up, and begins again later. An answer counts only for what was asked; the client's ticket says
//! which request it is about.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::StructureKind;
mod depths;
mod files;
mod follow;
mod help;
mod select;
mod store_answer;
mod under_way;

pub use files::{Wish, WishStatus, WrittenFile};
pub use store_answer::{OVERDUE, refused};

use super::document::Document;
use super::help::limit_ms;
use super::run::{Answer, Asked, Phase, Row, RowId};
use super::search::now;
use super::settings::{ENGINE, LIMIT, Settings};
use super::stage::content::StageContent;
use super::timer::Timer;
use crate::persist;
use crate::protocol::{Request, Ticket, Wanted};
use crate::worker::Client;

/// Milliseconds of silence after a keystroke before the checks are asked again.
const SETTLE: u64 = 300;
/// Milliseconds after which a check counts as running. Most answer sooner: showing a state that
/// is gone at once would only flicker.
const NOTICEABLE: u64 = 200;

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

/// The request under way.
#[derive(Clone)]
struct Busy {
    ticket: Ticket,
    row: RowId,
    asked: Asked,
    text: Arc<str>,
    wants: Wanted,
    /// When it began, as [`now`] counts.
    began: f64,
}

/// The list of checks. Copies of it are handles to the same list.
#[derive(Clone, Copy)]
pub struct Checks {
    document: Document,
    settings: Settings,
    /// What the stage shows instead of the selected check's run: its steps are its own.
    content: RwSignal<StageContent>,
    rows: RwSignal<Vec<Row>>,
    selected: RwSignal<Option<RowId>>,
    step: RwSignal<usize>,
    health: RwSignal<Health>,
    client: StoredValue<Option<Client>, LocalStorage>,
    busy: StoredValue<Option<Busy>>,
    /// The position of the check that waits for something else than its turn; see [`Checks::hold`].
    held: RwSignal<Option<usize>>,
    /// The row whose check is asked without a limit of time; 0 for none.
    patient: StoredValue<u32>,
    /// The position that a link has asked for before there were rows.
    wanted: StoredValue<Option<usize>>,
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
    noticeable: Timer,
    second: Timer,
}

impl Checks {
    /// The checks of a document; starts the worker and asks the first of them.
    #[must_use]
    pub fn new(document: Document, settings: Settings, content: RwSignal<StageContent>) -> Self {
        let checks = Self {
            document,
            settings,
            content,
            rows: RwSignal::new(Vec::new()),
            selected: RwSignal::new(None),
            wanted: StoredValue::new(None),
            step: RwSignal::new(0),
            health: RwSignal::new(Health::Working),
            client: StoredValue::new_local(None),
            busy: StoredValue::new(None),
            held: RwSignal::new(None),
            patient: StoredValue::new(0),
            model: StoredValue::new(None),
            wish: StoredValue::new(None),
            wish_status: RwSignal::default(),
            written_file: RwSignal::new(None),
            working: RwSignal::new(String::new()),
            wants_soon: RwSignal::new(persist::read(depths::KEY).is_some()),
            count: StoredValue::new(0),
            settle: Timer::new(),
            noticeable: Timer::new(),
            second: Timer::new(),
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
        checks.noticeable.on_tick(move || checks.note_running());
        checks.second.on_tick(move || checks.note_second());
        checks
            .client
            .set_value(Some(Client::new(move |event| checks.hear(event))));
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
        if self
            .busy
            .with_value(|busy| busy.as_ref().map(|busy| busy.row))
            == Some(id)
        {
            self.give_up();
        }
        self.send_next();
    }

    /// Asks a stopped or failed check again.
    pub fn ask_again(&self, id: RowId) {
        self.set_phase(id, Phase::Waiting);
        self.send_next();
    }

    /// Asks a check again, without a limit of time until the text changes.
    pub fn ask_patiently(&self, id: RowId) {
        self.patient.set_value(id);
        self.stop_optional_work();
        self.ask_again(id);
    }

    fn ask_all_again(&self) {
        self.give_up();
        self.for_each_row(|row| row.run.update(|run| run.phase = Phase::Waiting));
        self.send_next();
    }

    /// Tries to start the worker again.
    pub fn revive(&self) {
        self.health.set(Health::Working);
        self.with_client(Client::restart);
    }

    /// Gives the starting worker its first check: it can be answered while the page is drawn.
    pub fn ask_ahead(&self) {
        if self.document.analysis().with_untracked(|it| it.has_errors) {
            return;
        }
        if let Some(row) = self.next_row() {
            // Where that fails, the row still waits when the worker is there.
            self.send(&row, Wanted::Answer, Client::send_ahead);
        }
    }

    /// Gives the worker its next check, if it is free and there is one.
    fn send_next(&self) {
        if self.document.analysis().with_untracked(|it| it.has_errors) {
            return;
        }
        let free = self
            .client
            .with_value(|client| client.as_ref().is_some_and(Client::is_idle));
        if !free {
            return self.make_way();
        }
        let Some(row) = self.next_row() else {
            return self.pump_help();
        };
        if self.send(&row, Wanted::Answer, Client::send) {
            self.noticeable.after(NOTICEABLE);
        } else {
            row.run
                .update(|run| run.phase = Phase::Failed(UNSENT.to_owned()));
        }
    }

    /// Asks the worker about a row; false, and nothing is under way, where that fails.
    fn send(&self, row: &Row, wants: Wanted, by: fn(&Client, Ticket, &Request) -> bool) -> bool {
        let revision = self.document.revision().get_untracked();
        let ticket = Ticket {
            number: self.next_number(),
            revision: revision.number,
        };
        let limit = self.settings.limit_ms();
        let limit = limit.filter(|_| self.patient.get_value() != row.id);
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
        self.busy.set_value(Some(Busy {
            ticket,
            row: row.id,
            asked: row.run.with_untracked(|run| run.asked.clone()),
            text: revision.text,
            wants,
            began: now(),
        }));
        let mut sent = false;
        self.with_client(|client| sent = by(client, ticket, &request));
        if !sent {
            self.busy.set_value(None);
        }
        sent
    }

    fn next_row(&self) -> Option<Row> {
        let selected = self.selected.get_untracked();
        self.rows.with_untracked(|rows| {
            let held = self.held.get_untracked();
            let is_held = |row: &Row| row.view.with_untracked(|view| Some(view.index) == held);
            let waits = |row: &&Row| {
                row.run.with_untracked(|run| run.phase == Phase::Waiting) && !is_held(row)
            };
            rows.iter()
                .filter(waits)
                .find(|row| Some(row.id) == selected)
                .or_else(|| rows.iter().find(waits))
                .cloned()
        })
    }

    /// Forgets the request under way; its row waits again unless somebody stopped it.
    fn give_up(&self) {
        let Some(busy) = self.busy.get_value() else {
            return;
        };
        self.busy.set_value(None);
        if busy.wants != Wanted::Answer {
            self.forget_help(&busy);
            return self.with_client(Client::cancel);
        }
        self.noticeable.cancel();
        self.second.cancel();
        if let Some(row) = self.row(busy.row) {
            row.run.update(|run| {
                if matches!(run.phase, Phase::Running(_)) {
                    run.phase = Phase::Waiting;
                }
            });
        }
        self.with_client(Client::cancel);
    }

    /// Forgets the request under way if it is such.
    fn give_up_if(&self, is_such: &dyn Fn(&Busy) -> bool) {
        let busy = self.busy.get_value();
        if busy.as_ref().is_some_and(is_such) {
            self.give_up();
        }
    }

    fn busy_row(&self, ticket: Ticket) -> Option<RowId> {
        self.busy.with_value(|busy| {
            busy.as_ref()
                .filter(|busy| busy.ticket == ticket && busy.wants == Wanted::Answer)
                .map(|busy| busy.row)
        })
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

    fn with_client(&self, action: impl FnOnce(&Client)) {
        // Cloned out: the client may call back while it works.
        if let Some(client) = self.client.get_value() {
            action(&client);
        }
    }

    fn next_number(&self) -> u32 {
        self.count.update_value(|count| *count += 1);
        self.count.get_value()
    }
}
