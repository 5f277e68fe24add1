//! A worker that runs models: by hand, and all runs at once. It stays while a view needs it, so that a click is
//! answered at once.
//!
//! One request is under way at a time. A newer one takes the place of one that waits; what is under way is waited
//! for where it is quick, and ended where it may take long.

use std::rc::Rc;

use leptos::prelude::*;

use crate::parts::Missing;
use crate::protocol::{self, Done, Reply, Request, Simulated, Simulation, Ticket, Wanted};
use crate::state::Page;
use crate::state::checks::refused;
use crate::worker::{Client, Event};

type Listener = Rc<dyn Fn(Wanted, Result<Simulated, String>)>;

/// What has been asked.
#[derive(Clone)]
struct Asked {
    request: Request,
    wants: Wanted,
}

/// The worker of one view. Copies are handles to the same one.
#[derive(Clone, Copy)]
pub struct Simulator {
    page: Page,
    client: StoredValue<Option<Client>, LocalStorage>,
    listener: StoredValue<Option<Listener>, LocalStorage>,
    waiting: StoredValue<Option<Asked>>,
    under_way: StoredValue<Option<Asked>>,
    count: StoredValue<u32>,
    /// Whether an answer is awaited.
    pub is_busy: RwSignal<bool>,
}

impl Simulator {
    /// Nothing is asked yet. The worker ends with the current owner.
    #[must_use]
    pub fn new(page: Page, listener: impl Fn(Wanted, Result<Simulated, String>) + 'static) -> Self {
        let simulator = Self {
            page,
            client: StoredValue::new_local(None),
            listener: StoredValue::new_local(Some(Rc::new(listener) as Listener)),
            waiting: StoredValue::new(None),
            under_way: StoredValue::new(None),
            count: StoredValue::new(0),
            is_busy: RwSignal::new(false),
        };
        on_cleanup(move || {
            if let Some(client) = simulator.client.try_get_value().flatten() {
                client.end();
            }
        });
        simulator
    }

    /// Asks for a simulation of the text as it stands.
    pub fn ask(self, wants: Wanted, simulation: &Simulation) {
        let Ok(simulation) = protocol::bytes(simulation) else {
            return;
        };
        let revision = self.page.document.revision().get_untracked();
        let settled = self.page.document.settled();
        self.count.update_value(|count| *count += 1);
        let request = Request {
            ticket: Ticket {
                number: self.count.get_value(),
                revision: revision.number,
            },
            text: revision.text.to_string(),
            index: 0,
            kind: settled.with_untracked(|it| it.structure.kind()),
            wants,
            engine: String::new(),
            // Somebody looks on, and can stop it.
            limit_ms: None,
            shown: Vec::new(),
            simulation,
        };
        self.waiting.set_value(Some(Asked { request, wants }));
        self.is_busy.set(true);
        if self.client.with_value(Option::is_none) {
            let client = Client::new(move |event| self.hear(event));
            return self.client.set_value(Some(client));
        }
        let is_slow = |asked: &Option<Asked>| {
            let quick = |it: &Asked| matches!(it.wants, Wanted::Run | Wanted::Space);
            asked.as_ref().is_some_and(|it| !quick(it))
        };
        if self.under_way.with_value(is_slow) {
            self.under_way.set_value(None);
            return self.with_client(Client::cancel);
        }
        self.send_next();
    }

    /// Ends what is under way.
    pub fn stop(self) {
        self.waiting.set_value(None);
        self.under_way.set_value(None);
        self.is_busy.set(false);
        self.with_client(Client::cancel);
    }

    fn send_next(self) {
        let idle = |client: &Option<Client>| client.as_ref().is_some_and(Client::is_idle);
        if !self.client.with_value(idle) {
            return;
        }
        let Some(asked) = self.waiting.get_value() else {
            return;
        };
        self.waiting.set_value(None);
        self.under_way.set_value(Some(asked.clone()));
        let mut sent = false;
        self.with_client(|client| sent = client.send(asked.request.ticket, &asked.request));
        if !sent {
            self.report(Err(
                "The question could not be sent to the worker.".to_owned()
            ));
        }
    }

    fn hear(self, event: Event) {
        match event {
            Event::Ready => self.send_next(),
            Event::Reply(Reply::Done { result, .. }) => {
                let read = |done: Done| match done {
                    Done::Simulated(bytes) => protocol::read(&bytes),
                    _ => Err("Something else was answered.".to_owned()),
                };
                self.report(result.map_err(|why| refused(&why)).and_then(read));
            }
            Event::Reply(Reply::Unfetched { .. }) => {
                self.report(Err(Missing.sentence("What runs the model")));
            }
            Event::Crashed(_, why) | Event::CannotStart(why) => {
                self.report(Err(format!("The worker broke down. ({why})")));
            }
            // It has no limit of time, and says nothing on the way.
            Event::Reply(_) | Event::Overdue(_) => {}
        }
    }

    fn report(self, result: Result<Simulated, String>) {
        let Some(asked) = self.under_way.get_value() else {
            return self.send_next();
        };
        self.under_way.set_value(None);
        let listener = self.listener.get_value();
        if self.waiting.with_value(Option::is_none) {
            self.is_busy.set(false);
            if let Some(listener) = listener {
                listener(asked.wants, result);
            }
        }
        self.send_next();
    }

    fn with_client(self, action: impl FnOnce(&Client)) {
        // Cloned out: the client may call back while it works.
        if let Some(client) = self.client.get_value() {
            action(&client);
        }
    }
}
