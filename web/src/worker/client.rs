//! The page's side of the worker: send, hear, cancel, and survive its death.
//!
//! Invariant: at most one request is under way, and every event names the ticket of the request it
//! belongs to. A request may be sent ahead, to a worker that is still starting: it waits there. Cancelling is terminating: a solver cannot be interrupted from inside, but a worker
//! can be thrown away, and a fresh one is ready in milliseconds.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use leptos::leptos_dom::helpers::{TimeoutHandle, set_timeout_with_handle};
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, Event as DomEvent, MessageEvent, Worker};

use crate::assets;
use crate::protocol::{Reply, Request, Ticket, packed, unpacked};

/// What the client reports.
#[derive(Clone, Debug)]
pub enum Event {
    /// The program is there in the worker: it is idle and takes a request, or begins with the one sent ahead.
    Ready,
    /// News of the request under way.
    Reply(Reply),
    /// The worker died while it worked on a request; a new one is starting.
    Crashed(Ticket, String),
    /// The worker did not stop when the time of a request was over, and was ended; a new one is
    /// starting.
    Overdue(Ticket),
    /// No worker can be started; nothing can be checked.
    CannotStart(String),
}

/// What the worker is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Duty {
    Starting,
    Idle,
    Busy(Ticket),
}

/// Milliseconds that a worker has to stop after the time of its request is over: it looks at the clock
/// now and then only.
const GRACE: f64 = 2_000.0;

/// One running worker with the closures it calls.
struct Live {
    worker: Worker,
    duty: Duty,
    /// Whether its program is there.
    is_there: bool,
    /// Milliseconds that the request under way may take, and what ends it then.
    limit_ms: Option<f64>,
    overdue: Option<TimeoutHandle>,
    /// What its panic hook said, should it die.
    last_words: Option<String>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(DomEvent)>,
}

struct Inner {
    live: Option<Live>,
    /// The predecessor stays until the next start: one of its closures may be the one running.
    dead: Option<Live>,
    /// Counts the workers; a message from an earlier one is not listened to.
    generation: u32,
    listener: Rc<dyn Fn(Event)>,
}

impl Live {
    /// Ends it at once, whatever it does.
    fn terminate(&self) {
        self.unwatch();
        self.worker.terminate();
    }

    fn unwatch(&self) {
        if let Some(handle) = self.overdue {
            handle.clear();
        }
    }
}

/// A handle to the worker; cloning it gives a second handle to the same one.
#[derive(Clone)]
pub struct Client(Rc<RefCell<Inner>>);

impl Client {
    /// Starts a worker. `listener` hears everything that happens to it.
    pub fn new(listener: impl Fn(Event) + 'static) -> Self {
        let client = Self(Rc::new(RefCell::new(Inner {
            live: None,
            dead: None,
            generation: 0,
            listener: Rc::new(listener),
        })));
        client.start();
        client
    }

    /// Whether a request would be taken now.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.duty() == Some(Duty::Idle)
    }

    /// Sends a request to a worker without one; one that is still starting holds it until its program is there. Returns false,
    /// and does nothing, where it has one or cannot be started.
    pub fn send(&self, ticket: Ticket, request: &Request) -> bool {
        let Ok(value) = packed(request) else {
            return false;
        };
        let mut inner = self.0.borrow_mut();
        let Some(live) = inner
            .live
            .as_mut()
            .filter(|it| !matches!(it.duty, Duty::Busy(_)))
        else {
            return false;
        };
        // The time of its start is not the request's: it says itself when it computes.
        let computes = live.duty == Duty::Idle;
        live.duty = Duty::Busy(ticket);
        live.limit_ms = request.limit_ms;
        let sent = live.worker.post_message(&value).is_ok();
        drop(inner);
        self.watch(ticket, computes);
        sent
    }

    /// Has the request under way ended when its time and the grace are over; waits with that while it
    /// does not compute.
    fn watch(&self, ticket: Ticket, computes: bool) {
        let mut inner = self.0.borrow_mut();
        let generation = inner.generation;
        let Some(live) = inner
            .live
            .as_mut()
            .filter(|it| it.duty == Duty::Busy(ticket))
        else {
            return;
        };
        live.unwatch();
        let Some(limit) = live.limit_ms.filter(|_| computes) else {
            return;
        };
        let client = self.clone();
        let over = move || client.end_overdue(generation, ticket);
        // A limit is at most hours.
        let time = Duration::from_millis((limit + GRACE) as u64);
        live.overdue = set_timeout_with_handle(over, time).ok();
    }

    /// The time of a request is over, and its worker has not stopped.
    fn end_overdue(&self, generation: u32, ticket: Ticket) {
        if self.0.borrow().generation != generation || self.duty() != Some(Duty::Busy(ticket)) {
            return;
        }
        self.start();
        self.tell(Event::Overdue(ticket));
    }

    /// Gives up the request under way, by replacing the worker.
    pub fn cancel(&self) {
        if matches!(self.duty(), Some(Duty::Busy(_))) {
            self.start();
        }
    }

    /// Ends the worker for good; nothing is heard of it any more.
    pub fn end(&self) {
        let mut inner = self.0.borrow_mut();
        inner.generation += 1;
        if let Some(live) = inner.live.take() {
            live.terminate();
            // One of its closures may be the one running.
            inner.dead = Some(live);
        }
    }

    fn duty(&self) -> Option<Duty> {
        self.0.borrow().live.as_ref().map(|live| live.duty)
    }

    /// Starts a fresh worker in place of the one before, whatever that does: what a large search has taken of memory is given back
    /// only so.
    pub fn start(&self) {
        let generation = {
            let mut inner = self.0.borrow_mut();
            if let Some(live) = inner.live.take() {
                live.terminate();
                inner.dead = Some(live);
            }
            inner.generation += 1;
            inner.generation
        };
        let worker = match new_worker() {
            Ok(worker) => worker,
            Err(error) => {
                // Told later: the caller may hold the state that the listener wants to change.
                let listener = Rc::clone(&self.0.borrow().listener);
                let message = describe(&error);
                leptos::prelude::queue_microtask(move || listener(Event::CannotStart(message)));
                return;
            }
        };
        let on_message = {
            let client = self.clone();
            Closure::new(move |event: MessageEvent| client.hear(generation, &event))
        };
        let on_error = {
            let client = self.clone();
            Closure::new(move |event: DomEvent| client.die(generation, &event))
        };
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        self.0.borrow_mut().live = Some(Live {
            worker,
            duty: Duty::Starting,
            is_there: false,
            limit_ms: None,
            overdue: None,
            last_words: None,
            _on_message: on_message,
            _on_error: on_error,
        });
    }

    fn hear(&self, generation: u32, event: &MessageEvent) {
        let reply = match unpacked::<Reply>(&event.data()) {
            Ok(reply) => reply,
            Err(error) => {
                return self.give_up(generation, || format!("its answer cannot be read: {error}"));
            }
        };
        let event = {
            let mut inner = self.0.borrow_mut();
            if inner.generation != generation {
                return;
            }
            let Some(live) = inner.live.as_mut() else {
                return;
            };
            match reply {
                Reply::Ready => {
                    live.is_there = true;
                    if live.duty == Duty::Starting {
                        live.duty = Duty::Idle;
                    }
                    Event::Ready
                }
                Reply::Panicked { message } => {
                    live.last_words = Some(message);
                    return;
                }
                Reply::Computing { ticket, now } => {
                    drop(inner);
                    return self.watch(ticket, now);
                }
                Reply::Progress { .. } => Event::Reply(reply),
                // Everything else ends a request.
                _ => {
                    live.duty = Duty::Idle;
                    live.unwatch();
                    Event::Reply(reply)
                }
            }
        };
        self.tell(event);
    }

    fn die(&self, generation: u32, event: &DomEvent) {
        event.prevent_default();
        self.give_up(generation, || {
            let error = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message);
            error.unwrap_or_else(|| "its program could not be loaded".to_owned())
        });
    }

    /// Ends a worker that is of no use any more, and says why: in its own last words, if it had any.
    fn give_up(&self, generation: u32, why: impl FnOnce() -> String) {
        let event = {
            let mut inner = self.0.borrow_mut();
            if inner.generation != generation {
                return;
            }
            let Some(live) = inner.live.take() else {
                return;
            };
            let message = live.last_words.clone().unwrap_or_else(why);
            let (duty, was_there) = (live.duty, live.is_there);
            live.terminate();
            inner.dead = Some(live);
            match duty {
                Duty::Busy(ticket) if was_there => Event::Crashed(ticket, message),
                // Without a program or a request it can only have failed to start; trying again at once
                // would fail again.
                _ => Event::CannotStart(message),
            }
        };
        if matches!(event, Event::Crashed(..)) {
            self.start();
        }
        self.tell(event);
    }

    fn tell(&self, event: Event) {
        let listener = Rc::clone(&self.0.borrow().listener);
        listener(event);
    }
}

/// A worker that has been told where the program's bindings are and given its compiled module.
fn new_worker() -> Result<Worker, JsValue> {
    let worker = assets::program_worker()?;
    let bindings = JsValue::from(assets::bindings()?);
    worker.post_message(&js_sys::Array::of2(&bindings, &wasm_bindgen::module()))?;
    Ok(worker)
}

fn describe(error: &JsValue) -> String {
    error
        .dyn_ref::<js_sys::Error>()
        .map(|error| String::from(error.message()))
        .unwrap_or_else(|| "workers are not available".to_owned())
}
