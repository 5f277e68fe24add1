//! What a worker says to the page: how far a request got, and what it needs to know of the clock.
//!
//! Everything in the worker stands on this, and this on nothing there.

use lockstep_core::api::{Capabilities, Host, Options, Progress, Refusal};
use wasm_bindgen::prelude::*;
use web_sys::DedicatedWorkerGlobalScope;

use crate::protocol::{Done, Reply, Request, Ticket, packed};

/// Milliseconds between two reports of progress: more would only keep the page busy.
const REPORT_EVERY: f64 = 100.0;

/// What a part of the program does with a request.
pub(super) type Work = fn(&Request) -> Result<Done, Refusal>;

/// How something is to be looked for: by this engine, and for how many milliseconds.
pub(super) fn options(engine: &str, timeout_ms: Option<f64>) -> Options {
    Options {
        engine: engine.to_owned(),
        timeout_ms,
        ..Options::default()
    }
}

/// Does what is wanted by a part that is there, and tells the page that its time counts.
pub(super) fn compute<T>(request: &Request, work: impl FnOnce(&Request) -> T) -> T {
    let ticket = request.ticket;
    post(&Reply::Computing { ticket, now: true });
    work(request)
}

/// Tells the page how far one request got.
pub(super) struct Reporter {
    ticket: Ticket,
    capabilities: Capabilities,
    last: f64,
}

impl Reporter {
    pub(super) fn new(ticket: Ticket, capabilities: Capabilities) -> Self {
        Self {
            ticket,
            capabilities,
            last: now(),
        }
    }
}

impl Host for Reporter {
    fn now_ms(&self) -> f64 {
        now()
    }

    fn progress(&mut self, progress: &Progress) -> bool {
        let at = now();
        if at - self.last >= REPORT_EVERY {
            self.last = at;
            post(&Reply::Progress {
                ticket: self.ticket,
                progress: progress.clone(),
            });
        }
        true
    }

    fn capabilities(&self) -> Capabilities {
        self.capabilities
    }
}

/// The worker's global object.
pub fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Milliseconds since the worker was started.
pub fn now() -> f64 {
    scope().performance().map_or(0.0, |clock| clock.now())
}

pub(super) fn post(reply: &Reply) {
    let sent = packed(reply)
        .map_err(|error| JsValue::from(js_sys::Error::new(&error)))
        .and_then(|value| scope().post_message(&value));
    if let Err(error) = sent {
        wasm_bindgen::throw_val(error);
    }
}
