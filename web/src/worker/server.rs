//! The worker's side: all solving happens here, so that the page never waits.
//!
//! It answers one request at a time and keeps no state between two. It cannot be interrupted from
//! inside a solver's call; the page cancels by terminating it and starting another.

use std::sync::atomic::{AtomicBool, Ordering};

use lockstep_core::api::{self, Host, Means, Options, Progress, Refusal, RepairOptions};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::parts::part;
use crate::protocol::{Edition, Reply, Request, Ticket, Wanted, packed, unpacked};

/// Milliseconds between two reports of progress: more would only keep the page busy.
const REPORT_EVERY: f64 = 100.0;

/// Milliseconds after which blame is given up.
const BLAME_LIMIT: f64 = 5_000.0;
/// Milliseconds after which formulas have no answer.
const FORMULAS_LIMIT: f64 = 15_000.0;
/// Milliseconds after which what is open of how soon stays open.
const SOON_LIMIT: f64 = 15_000.0;
/// Milliseconds after which the repairs found so far are shown.
const REPAIR_LIMIT: f64 = 15_000.0;

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
        match unpacked(&event.data()) {
            Ok(request) => answer(request),
            Err(error) => wasm_bindgen::throw_str(&format!("unreadable request: {error}")),
        }
    });
    scope().set_onmessage(Some(receive.as_ref().unchecked_ref()));
    // The handler lives as long as the worker.
    receive.forget();
    post(&Reply::Ready);
}

/// How the answer to a check is to be looked for.
fn asked(request: &Request) -> Options {
    Options {
        engine: request.engine.clone(),
        timeout_ms: request.limit_ms,
        ..Options::default()
    }
}

/// Answers with what is there, and fetches the rest of the program where that is not enough.
fn answer(request: Request) {
    if request.wants == Wanted::Answer && !WHOLE.load(Ordering::Relaxed) {
        let mut reporter = Reporter::new(request.ticket, Means::FEW);
        let options = asked(&request);
        let result = api::check(&request.text, request.index, &options, &mut reporter);
        if !matches!(result, Err(Refusal::Means)) {
            let ticket = request.ticket;
            let result = result.map(Box::new);
            return post(&Reply::Answer { ticket, result });
        }
    }
    wasm_bindgen_futures::spawn_local(async move {
        let ticket = request.ticket;
        let done = match request.wants {
            Wanted::Repairs => look_for_repairs(request).await,
            Wanted::Formulas | Wanted::Encoding | Wanted::Clauses(_) => {
                write_formulas(request).await
            }
            Wanted::Soon => find_how_soon(request).await,
            Wanted::Another => find_another(request).await,
            Wanted::Answer | Wanted::Blame => answer_in_full(request).await,
        };
        if done.is_err() {
            post(&Reply::Unfetched { ticket });
        }
    });
}

part! {
    solver;
    /// Answers with everything there is.
    fn answer_in_full(request: Request) -> Result<(), Missing> {
        WHOLE.store(true, Ordering::Relaxed);
        let Request { ticket, ref text, index, wants, .. } = request;
        let mut reporter = Reporter::new(ticket, Means::ALL);
        let options = match wants {
            Wanted::Blame => Options {
                blame: true,
                timeout_ms: Some(BLAME_LIMIT),
                ..Options::default()
            },
            _ => asked(&request),
        };
        let result = api::check(text, index, &options, &mut reporter).map(Box::new);
        post(&Reply::Answer { ticket, result });
        Ok(())
    }
}

part! {
    solver;
    fn look_for_repairs(request: Request) -> Result<(), Missing> {
        let Request { ticket, ref text, index, .. } = request;
        let options = RepairOptions {
            timeout_ms: Some(REPAIR_LIMIT),
            ..RepairOptions::default()
        };
        let mut reporter = Reporter::new(ticket, Means::ALL);
        let result = api::repair(text, index, &options, &mut reporter).map(Box::new);
        post(&Reply::Repairs { ticket, result });
        Ok(())
    }
}

part! {
    solver;
    fn write_formulas(request: Request) -> Result<(), Missing> {
        let Request { ticket, ref text, index, wants, .. } = request;
        let options = Options {
            timeout_ms: Some(FORMULAS_LIMIT),
            ..Options::default()
        };
        let mut host = Reporter::new(ticket, Means::ALL);
        let reply = match wants {
            Wanted::Encoding => Reply::Encoding {
                ticket,
                result: api::encoded(text, index, &options, &mut host).map(Box::new),
            },
            Wanted::Clauses(edition) => {
                let result = match edition {
                    Edition::Delivery => api::encoded_file(text, index, &options, &mut host),
                    Edition::Printed => api::printed_formula(text, index, &[], &options, &mut host),
                    Edition::Mended => {
                        let all = api::every_repair();
                        api::printed_formula(text, index, &all, &options, &mut host)
                    }
                };
                Reply::Clauses { ticket, result: result.map(Box::new) }
            }
            _ => Reply::Formulas {
                ticket,
                result: api::both(text, index, &options, &mut host).map(Box::new),
            },
        };
        post(&reply);
        Ok(())
    }
}

part! {
    solver;
    fn find_another(request: Request) -> Result<(), Missing> {
        let Request { ticket, ref text, index, ref shown, .. } = request;
        let mut reporter = Reporter::new(ticket, Means::ALL);
        let options = Options {
            timeout_ms: request.limit_ms,
            ..Options::default()
        };
        let result = api::another(text, index, shown, &options, &mut reporter);
        let result = result.map(Box::new);
        post(&Reply::Another { ticket, result });
        Ok(())
    }
}

part! {
    solver;
    fn find_how_soon(request: Request) -> Result<(), Missing> {
        let Request { ticket, ref text, index, .. } = request;
        let mut reporter = Reporter::new(ticket, Means::ALL);
        let result = api::how_soon(text, index, Some(SOON_LIMIT), &mut reporter).map(Box::new);
        post(&Reply::Soon { ticket, result });
        Ok(())
    }
}

/// Tells the page how far one request got.
struct Reporter {
    ticket: Ticket,
    means: Means,
    last: f64,
}

impl Reporter {
    fn new(ticket: Ticket, means: Means) -> Self {
        Self {
            ticket,
            means,
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

    fn means(&self) -> Means {
        self.means
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn now() -> f64 {
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
