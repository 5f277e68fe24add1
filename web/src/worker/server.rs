//! The worker's side: all solving happens here, so that the page never waits.
//!
//! It answers one request at a time and keeps no state between two. It cannot be interrupted from
//! inside a solver's call; the page cancels by terminating it and starting another.

use std::sync::atomic::{AtomicBool, Ordering};

use lockstep_core::api::{self, Capabilities, Host, Options, Progress, Refusal, RepairOptions};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::measure;
use crate::parts::{Missing, part};
use crate::protocol::{Done, Edition, Reply, Request, Ticket, Wanted, packed, unpacked};

/// Milliseconds between two reports of progress: more would only keep the page busy.
const REPORT_EVERY: f64 = 100.0;

/// Whether the part with the solver is there: then a check is not tried without it first.
static WHOLE: AtomicBool = AtomicBool::new(false);

/// Answers requests for as long as the worker lives.
pub fn serve() {
    std::panic::set_hook(Box::new(|info| {
        post(&Reply::Panicked {
            message: info.to_string(),
        });
        console_error_panic_hook::hook(info);
    }));
    let receive = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        let data = event.data();
        if let Some(request) = data.as_string() {
            return measure::answer(request);
        }
        match unpacked(&data) {
            Ok(request) => answer(request),
            Err(error) => wasm_bindgen::throw_str(&format!("unreadable request: {error}")),
        }
    });
    scope().set_onmessage(Some(receive.as_ref().unchecked_ref()));
    // The handler lives as long as the worker.
    receive.forget();
    post(&Reply::Ready);
}

/// How something is to be looked for: by this engine, and for how many milliseconds.
fn options(engine: &str, timeout_ms: Option<f64>) -> Options {
    Options {
        engine: engine.to_owned(),
        timeout_ms,
        ..Options::default()
    }
}

/// Answers with what is there, and fetches the rest of the program where that is not enough.
fn answer(request: Request) {
    let ticket = request.ticket;
    if request.wants == Wanted::Answer && !WHOLE.load(Ordering::Relaxed) {
        let result = answered(&request, Capabilities::FEW);
        if !matches!(result, Err(Refusal::Capabilities)) {
            return post(&Reply::Done { ticket, result });
        }
    }
    // The network's time is not the check's.
    post(&Reply::Computing { ticket, now: false });
    wasm_bindgen_futures::spawn_local(async move {
        post(&match work(request).await {
            Ok(result) => Reply::Done { ticket, result },
            Err(Missing) => Reply::Unfetched { ticket },
        });
    });
}

/// Answers a check by these capabilities.
fn answered(request: &Request, capabilities: Capabilities) -> Result<Done, Refusal> {
    let options = options(&request.engine, request.limit_ms);
    let mut reporter = Reporter::new(request.ticket, capabilities);
    let outcome = api::check(&request.text, request.index, &options, &mut reporter)?;
    Ok(Done::Answer(Box::new(outcome)))
}

part! {
    solver;
    /// Does what is wanted with everything there is.
    fn work(request: Request) -> Result<Result<Done, Refusal>, Missing> {
        WHOLE.store(true, Ordering::Relaxed);
        post(&Reply::Computing { ticket: request.ticket, now: true });
        Ok(found(&request))
    }
}

fn found(request: &Request) -> Result<Done, Refusal> {
    let Request { text, index, .. } = request;
    let (index, any) = (*index, "");
    let mut reporter = Reporter::new(request.ticket, Capabilities::ALL);
    let host = &mut reporter;
    let limit = request.limit_ms;
    let formulas = options(any, limit);
    Ok(match request.wants {
        Wanted::Answer => answered(request, Capabilities::ALL)?,
        Wanted::Blame => {
            let options = Options {
                blame: true,
                ..options(any, limit)
            };
            Done::Answer(Box::new(api::check(text, index, &options, host)?))
        }
        Wanted::Repairs => {
            let options = RepairOptions {
                timeout_ms: limit,
                ..RepairOptions::default()
            };
            Done::Repairs(Box::new(api::repair(text, index, &options, host)?))
        }
        Wanted::Encoding => Done::Encoding(Box::new(api::encoded(text, index, &formulas, host)?)),
        Wanted::Formulas => Done::Formulas(Box::new(api::both(text, index, &formulas, host)?)),
        Wanted::Clauses(edition) => Done::Clauses(Box::new(match edition {
            Edition::Delivery => api::encoded_file(text, index, &formulas, host)?,
            Edition::Printed => api::printed_formula(text, index, &[], &formulas, host)?,
            Edition::Mended => {
                let all = api::every_repair();
                api::printed_formula(text, index, &all, &formulas, host)?
            }
        })),
        Wanted::Soon => Done::Soon(Box::new(api::depths(text, index, limit, host)?)),
        Wanted::Another => {
            let options = options(any, limit);
            let another = api::next_witness(text, index, &request.shown, &options, host)?;
            Done::Another(Box::new(another))
        }
    })
}

/// Tells the page how far one request got.
struct Reporter {
    ticket: Ticket,
    capabilities: Capabilities,
    last: f64,
}

impl Reporter {
    fn new(ticket: Ticket, capabilities: Capabilities) -> Self {
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

fn post(reply: &Reply) {
    let sent = packed(reply)
        .map_err(|error| JsValue::from(js_sys::Error::new(&error)))
        .and_then(|value| scope().post_message(&value));
    if let Err(error) = sent {
        wasm_bindgen::throw_val(error);
    }
}
