//! One question beside the checks of the text, put to a worker of its own: neither waits for the
//! other. Asking anew, or giving up, ends the worker.

use std::rc::Rc;

use leptos::prelude::*;
use lockstep_core::api::{NextWitnessView, Outcome, StepView};

use super::checks::refused;
use super::settings::{ENGINE, Settings};
use crate::parts::Missing;
use crate::protocol::{Done, Reply, Request, Ticket, Wanted};
use crate::worker::{Client, Event};

/// The answer, or why there is none.
pub type Heard = Result<Box<Outcome>, String>;

/// The question, if one is under way. Copies of it are handles to the same one.
#[derive(Clone, Copy)]
pub struct Aside {
    client: StoredValue<Option<Client>, LocalStorage>,
    settings: Settings,
    /// How far it got, in a few words; empty where none is under way.
    pub status: RwSignal<String>,
}

impl Aside {
    /// Nothing is asked.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            client: StoredValue::new_local(None),
            settings,
            status: RwSignal::new(String::new()),
        }
    }

    /// Whether a question is under way.
    #[must_use]
    pub fn is_under_way(self) -> bool {
        self.status.with_untracked(|status| !status.is_empty())
    }

    /// Asks for the answer to one check of a text; `hear` is told it, or why there is none.
    pub fn ask(self, text: String, index: usize, hear: impl Fn(Heard) + 'static) {
        let request = self.request(text, index, Wanted::Answer);
        self.put(
            request,
            Rc::new(move |reply| match reply {
                Ok(Done::Answer(outcome)) => hear(Ok(outcome)),
                Err(why) => hear(Err(why)),
                Ok(_) => {}
            }),
        );
    }

    /// Asks for another run than those that were shown; `hear` is told it, or why there is none.
    pub fn another(
        self,
        text: String,
        index: usize,
        shown: Vec<Vec<StepView>>,
        hear: impl Fn(Result<NextWitnessView, String>) + 'static,
    ) {
        let request = Request {
            shown,
            ..self.request(text, index, Wanted::Another)
        };
        self.put(
            request,
            Rc::new(move |reply| match reply {
                Ok(Done::Another(found)) => hear(Ok(*found)),
                Err(why) => hear(Err(why)),
                Ok(_) => {}
            }),
        );
    }

    fn request(self, text: String, index: usize, wants: Wanted) -> Request {
        Request {
            ticket: Ticket {
                number: 0,
                revision: 0,
            },
            text,
            index,
            wants,
            engine: self.settings.value(ENGINE).to_owned(),
            limit_ms: self.settings.limit_ms(),
            shown: Vec::new(),
        }
    }

    /// Puts a request to a worker of its own, in place of the one under way.
    fn put(self, request: Request, hear: Rc<dyn Fn(Result<Done, String>)>) {
        self.end();
        self.status.set("Looking for a run.".into());
        let client = Client::new(move |event| self.hear(event, &request, &*hear));
        self.client.set_value(Some(client));
    }

    fn hear(self, event: Event, request: &Request, hear: &dyn Fn(Result<Done, String>)) {
        match event {
            Event::Ready => {
                if let Some(client) = self.client.get_value() {
                    client.send(request.ticket, request);
                }
            }
            Event::Reply(Reply::Progress { progress, .. }) => {
                self.status
                    .set(format!("Looking for a run: {}.", progress.what));
            }
            Event::Reply(Reply::Unfetched { .. }) => {
                self.end();
                hear(Err(Missing.sentence("The solver")));
            }
            Event::Reply(Reply::Done { result, .. }) => {
                self.end();
                hear(result.map_err(|why| refused(&why)));
            }
            // These never leave the client.
            Event::Reply(Reply::Ready | Reply::Panicked { .. }) => {}
            Event::Crashed(_, why) | Event::CannotStart(why) => {
                self.end();
                hear(Err(format!("The checker broke down. ({why})")));
            }
        }
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
