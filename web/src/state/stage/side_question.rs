//! One question beside the checks of the text, put to a worker of its own: neither waits for the
//! other. Asking anew, or giving up, ends the worker, and so does the end of whoever asks.
//!
//! What a question is for travels with it as data ([`Asked`]) to the one listener that its owner has
//! named once: an answer finds nobody who is gone.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{CheckView, OnwardQuestion, Outcome, StructureKind};

use super::comparison::Preview;
use super::near_miss::NearMisses;
use super::witnesses::Witnesses;
use crate::parts::Missing;
use crate::protocol::{Done, Reply, Request, Ticket, Wanted, bytes};
use crate::state::Page;
use crate::state::checks::{OVERDUE, refused};
use crate::state::notices::{Life, Notice, Tone, Topic};
use crate::state::run::RowId;
use crate::state::settings::{ENGINE, Settings};
use crate::worker::{Client, Event};

/// What a question is for.
#[derive(Clone)]
pub enum Asked {
    /// A run to compare with that of the selected check.
    Preview(Arc<Preview>),
    /// The run of the check of this row by one reading, to compare with that by the other.
    SideBySide(RowId),
    /// Whether two readings of the text, of these names, are the same, as this check asks.
    Readings(Arc<CheckView>, [String; 2]),
    /// Another run with the same answer, beyond these.
    Another(Arc<Witnesses>),
    /// A run that reaches all but one condition of a goal, with what is known of the others.
    NearMiss(Arc<NearMisses>),
    /// A way on from this step of a run by hand.
    Onward(usize),
    /// A way on from where a run of a transition system is.
    OnwardOfSystem(Arc<OnwardQuestion>),
}

impl Asked {
    /// What is being done for it.
    fn told(&self) -> String {
        match self {
            Self::Readings(_, [one, other]) => format!("Comparing {one} with {other}"),
            _ => "Looking for a run".to_owned(),
        }
    }
}

/// What came of it, or why nothing did.
pub type Reported = Result<Done, String>;

type Listener = Rc<dyn Fn(Asked, Reported)>;

/// The question, if one is under way. Copies of it are handles to the same one.
#[derive(Clone, Copy)]
pub struct SideQuestion {
    client: StoredValue<Option<Client>, LocalStorage>,
    listener: StoredValue<Option<Listener>, LocalStorage>,
    settings: Settings,
    /// How far it got, in a few words; empty where none is under way.
    pub status: RwSignal<String>,
    /// Whether it, or the one before it, was for two runs to be compared.
    compares: RwSignal<bool>,
}

impl SideQuestion {
    /// Nothing is asked. What is asked later ends with the current owner.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let aside = Self {
            client: StoredValue::new_local(None),
            listener: StoredValue::new_local(None),
            settings,
            status: RwSignal::new(String::new()),
            compares: RwSignal::new(false),
        };
        on_cleanup(move || aside.end());
        aside
    }

    /// Says who hears of answers; the owner does so once.
    pub fn on_answer(self, listener: impl Fn(Asked, Reported) + 'static) {
        self.listener.set_value(Some(Rc::new(listener)));
    }

    /// Whether a question is under way.
    #[must_use]
    pub fn is_under_way(self) -> bool {
        self.status.with_untracked(|status| !status.is_empty())
    }

    /// Asks for the answer to one check of a text.
    pub fn ask(self, text: String, index: usize, asked: Asked) {
        self.put(self.request(text, index, Wanted::Answer), asked);
    }

    /// Asks for the answer to one check of a text of a kind.
    pub fn ask_of_kind(self, kind: StructureKind, (text, index): (String, usize), asked: Asked) {
        let request = Request {
            kind,
            ..self.request(text, index, Wanted::Answer)
        };
        self.put(request, asked);
    }

    /// Asks for the answers to one check of a text of a kind by both of its readings.
    pub fn side_by_side(self, kind: StructureKind, (text, index): (String, usize), row: RowId) {
        let request = Request {
            kind,
            ..self.request(text, index, Wanted::SideBySide)
        };
        self.put(request, Asked::SideBySide(row));
    }

    /// Asks how a run of a transition system goes on.
    pub fn ask_onward(self, question: OnwardQuestion) {
        let request = Request {
            kind: StructureKind::Transitions,
            ..self.request(question.text.clone(), 0, Wanted::Answer)
        };
        self.put(request, Asked::OnwardOfSystem(Arc::new(question)));
    }

    /// Asks for another run of a model of this kind than those that were shown.
    pub fn another(
        self,
        kind: StructureKind,
        (text, index): (String, usize),
        shown: &[Arc<Outcome>],
        asked: Asked,
    ) {
        let mut request = self.request(text, index, Wanted::Another);
        let runs = shown.iter().map(|run| run.trace.clone());
        request.shown = runs.collect();
        let runs: Option<Vec<_>> = shown
            .iter()
            .map(|run| Some(&run.system.as_ref()?.run))
            .collect();
        // Of all kinds but machines. What was shown has crossed once already, so it can be written.
        if let Some(packed) = runs.and_then(|it| bytes(&it).ok()) {
            request.kind = kind;
            request.simulation = packed;
        }
        self.put(request, asked);
    }

    fn request(self, text: String, index: usize, wants: Wanted) -> Request {
        Request {
            ticket: Ticket {
                number: 0,
                revision: 0,
            },
            text,
            index,
            kind: StructureKind::Machines,
            wants,
            engine: self.settings.value(ENGINE).to_owned(),
            limit_ms: self.settings.limit_ms(),
            shown: Vec::new(),
            simulation: Vec::new(),
        }
    }

    /// Puts a request to a worker of its own, in place of the one under way.
    fn put(self, request: Request, asked: Asked) {
        self.end();
        let compares = matches!(
            asked,
            Asked::Readings(..) | Asked::SideBySide(_) | Asked::Preview(_)
        );
        self.compares.set(compares);
        self.status.set(format!("{}.", asked.told()));
        let client = Client::new(move |event| self.hear(event, &request, &asked));
        self.client.set_value(Some(client));
    }

    fn hear(self, event: Event, request: &Request, asked: &Asked) {
        match event {
            Event::Ready => {
                if let Some(client) = self.client.get_value() {
                    client.send(request.ticket, request);
                }
            }
            Event::Reply(Reply::Progress { progress, .. }) => {
                self.status
                    .set(format!("{}: {}.", asked.told(), progress.what));
            }
            Event::Reply(Reply::Unfetched { .. }) => {
                self.report(asked, Err(Missing.sentence("The solver")));
            }
            Event::Reply(Reply::Done { result, .. }) => {
                self.report(asked, result.map_err(|why| refused(&why)));
            }
            // These never leave the client.
            Event::Reply(Reply::Ready | Reply::Computing { .. } | Reply::Panicked { .. }) => {}
            Event::Overdue(_) => self.report(asked, Err(OVERDUE.to_owned())),
            Event::Crashed(_, why) | Event::CannotStart(why) => {
                self.report(asked, Err(format!("The checker broke down. ({why})")));
            }
        }
    }

    /// The question has come to its end.
    fn report(self, asked: &Asked, reported: Reported) {
        self.end();
        if let Some(listener) = self.listener.get_value() {
            listener(asked.clone(), reported);
        }
    }

    /// How far a question for two runs to be compared got, in a few words, tracked; `None` where none is under way.
    #[must_use]
    pub fn comparing(self) -> Option<String> {
        let status = self.status.get();
        (self.compares.get() && !status.is_empty()).then_some(status)
    }

    /// Forgets the question, if there is one.
    pub fn end(self) {
        if let Some(client) = self.client.get_value() {
            client.end();
        }
        self.client.set_value(None);
        if self.is_under_way() {
            self.status.set(String::new());
        }
    }
}

impl Page {
    /// Hears what came of the page's own question.
    pub(in crate::state) fn hear(&self, asked: Asked, reported: Reported) {
        match (asked, reported) {
            (Asked::Preview(preview), Ok(Done::Answer(outcome))) => {
                self.show_preview(&preview, Arc::from(outcome));
            }
            (Asked::NearMiss(misses), Ok(Done::Answer(outcome))) => {
                self.hear_near_miss(&misses, Some(Arc::from(outcome)));
            }
            (Asked::NearMiss(misses), Err(_)) => self.hear_near_miss(&misses, None),
            (Asked::SideBySide(row), Ok(Done::Answer(outcome))) => {
                self.show_side_by_side(row, *outcome);
            }
            (Asked::Readings(check, names), Ok(Done::Answer(outcome))) => {
                self.show_readings(&check, &names, *outcome);
            }
            (Asked::Another(others), Ok(Done::Another(found))) => {
                self.found_another(&others, *found);
            }
            (_, Err(why)) => {
                let notice = Notice::new(Topic::Run, Tone::Bad, why);
                self.notices.say(notice.lasting(Life::Text));
            }
            // The page asks for no other runs, and nobody answers what was not asked.
            (_, Ok(_)) => {}
        }
    }
}
