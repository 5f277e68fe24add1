//! The worker's side: all solving happens here, so that the page never waits.
//!
//! It answers one request at a time and keeps no state between two. It cannot be interrupted from
//! inside a solver's call; the page cancels by terminating it and starting another.

use std::sync::atomic::{AtomicBool, Ordering};

use lockstep_core::api::{
    self, Capabilities, Host, KindName, Options, Progress, Refusal, RepairOptions, StructureKind,
};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::check::check;
use super::{measure, systems};
use crate::parts::{Missing, part};
use crate::protocol::{self, Done, Edition, Reply, Request, Ticket, Wanted, packed, unpacked};

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
    // The first request will need it; where it does not arrive, that request says so.
    wasm_bindgen_futures::spawn_local(async {
        let _ = fetch().await;
    });
    post(&Reply::Ready);
}

/// How something is to be looked for: by this engine, and for how many milliseconds.
pub(super) fn options(engine: &str, timeout_ms: Option<f64>) -> Options {
    Options {
        engine: engine.to_owned(),
        timeout_ms,
        ..Options::default()
    }
}

/// What a part of the program does with a request.
pub(super) type Work = fn(&Request) -> Result<Done, Refusal>;

/// Answers a request with the parts of the program that it takes.
fn answer(request: Request) {
    let ticket = request.ticket;
    // The network's time is not the check's.
    post(&Reply::Computing { ticket, now: false });
    wasm_bindgen_futures::spawn_local(async move {
        end(ticket, work(&request).await);
    });
}

async fn work(request: &Request) -> Result<Result<Done, Refusal>, Missing> {
    let is_of_machines = request.kind == StructureKind::Machines;
    match request.wants {
        Wanted::Answer if is_of_machines && !WHOLE.load(Ordering::Relaxed) => {
            // Visiting states is often enough, and a small part.
            let found = compute(request, visits().await?);
            if !matches!(found, Err(Refusal::Capabilities(_))) {
                return Ok(found);
            }
            let ticket = request.ticket;
            post(&Reply::Computing { ticket, now: false });
        }
        Wanted::Answer | Wanted::Blame | Wanted::Another | Wanted::Depths if !is_of_machines => {
            return check(request).await;
        }
        _ => {}
    }
    let Some(work) = part_for(request.kind, request.wants).await? else {
        let what = "that is not known of this kind of model".to_owned();
        return Ok(Err(Refusal::Option(what)));
    };
    Ok(compute(request, work))
}

/// The part that does this for a kind of model, where there is one. What [`check`] answers takes several.
async fn part_for(kind: StructureKind, wants: Wanted) -> Result<Option<Work>, Missing> {
    use StructureKind::{Generic, Machines, Statecharts};
    use Wanted::{
        AllRuns, Another, Answer, Blame, Clauses, Depths, Encoding, Formulas, Printed, Repairs,
        Run, RunTo, Space,
    };
    let part = match (kind, wants) {
        (Machines, Answer | Blame | Depths | Another) => solver().await?,
        (Machines, Repairs) => repairs().await?,
        (Machines, Encoding | Formulas | Printed | Clauses(_)) => formulas().await?,
        (Statecharts, Formulas | Clauses(_)) => systems::charts_formulas().await?,
        (Statecharts, Run | AllRuns | RunTo | Space) => systems::charts_simulation().await?,
        (Generic(kind), Run | AllRuns | RunTo | Space) => return runs_of(kind).await,
        (_, Run | AllRuns | RunTo | Space) => systems::simulation().await?,
        _ => return Ok(None),
    };
    Ok(Some(part))
}

/// The part that runs models of a kind without drawings of its own.
async fn runs_of(kind: KindName) -> Result<Option<Work>, Missing> {
    Ok(Some(match kind.title().part {
        Some("classes") => systems::classes_simulation().await?,
        #[cfg(feature = "toy-kinds")]
        Some("petri") => systems::petri_simulation().await?,
        _ => return Ok(None),
    }))
}

/// Does what is wanted by a part that is there, and tells the page that its time counts.
pub(super) fn compute<T>(request: &Request, work: impl FnOnce(&Request) -> T) -> T {
    let ticket = request.ticket;
    post(&Reply::Computing { ticket, now: true });
    work(request)
}

/// Says what came of a request.
fn end(ticket: Ticket, done: Result<Result<Done, Refusal>, Missing>) {
    post(&match done {
        Ok(result) => Reply::Done { ticket, result },
        Err(Missing) => Reply::Unfetched { ticket },
    });
}

part! {
    search, fetched by fetch;
    /// Answers a check where visiting its states is enough.
    fn visits() -> Result<Work, Missing> {
        Ok(|request| answered(request, Capabilities::FEW))
    }
}

part! {
    solver;
    /// Answers a check, and what is asked about its answer, with everything there is.
    fn solver() -> Result<Work, Missing> {
        WHOLE.store(true, Ordering::Relaxed);
        Ok(solved)
    }
}

part! {
    repairs;
    /// Looks for edits of the model that mend a check.
    fn repairs() -> Result<Work, Missing> {
        Ok(repaired)
    }
}

part! {
    formulas;
    /// Writes the formulas of a check, ours and the papers'.
    fn formulas() -> Result<Work, Missing> {
        Ok(written)
    }
}

/// Answers a check by these capabilities.
fn answered(request: &Request, capabilities: Capabilities) -> Result<Done, Refusal> {
    let options = options(&request.engine, request.limit_ms);
    let mut reporter = Reporter::new(request.ticket, capabilities);
    let outcome = api::check(&request.text, request.index, &options, &mut reporter)?;
    Ok(Done::Answer(Box::new(outcome)))
}

fn solved(request: &Request) -> Result<Done, Refusal> {
    match request.wants {
        Wanted::Blame => blamed(request),
        Wanted::Depths => depths(request),
        Wanted::Another => another(request),
        _ => answered(request, Capabilities::ALL),
    }
}

fn repaired(request: &Request) -> Result<Done, Refusal> {
    let options = RepairOptions {
        timeout_ms: request.limit_ms,
        ..RepairOptions::default()
    };
    let host = &mut Reporter::new(request.ticket, Capabilities::ALL);
    let repairs = api::repair(&request.text, request.index, &options, host)?;
    Ok(Done::Repairs(Box::new(repairs)))
}

fn blamed(request: &Request) -> Result<Done, Refusal> {
    let options = Options {
        blame: true,
        ..options("", request.limit_ms)
    };
    let host = &mut Reporter::new(request.ticket, Capabilities::ALL);
    let outcome = api::check(&request.text, request.index, &options, host)?;
    Ok(Done::Answer(Box::new(outcome)))
}

fn depths(request: &Request) -> Result<Done, Refusal> {
    let host = &mut Reporter::new(request.ticket, Capabilities::ALL);
    let depths = api::depths(&request.text, request.index, request.limit_ms, host)?;
    Ok(Done::Depths(Box::new(depths)))
}

fn another(request: &Request) -> Result<Done, Refusal> {
    let options = options("", request.limit_ms);
    let host = &mut Reporter::new(request.ticket, Capabilities::ALL);
    let (text, index) = (&request.text, request.index);
    let another = api::next_witness(text, index, &request.shown, &options, host)?;
    Ok(Done::Another(Box::new(another)))
}

fn written(request: &Request) -> Result<Done, Refusal> {
    let Request { text, index, .. } = request;
    let index = *index;
    let options = &options("", request.limit_ms);
    let host = &mut Reporter::new(request.ticket, Capabilities::ALL);
    let clauses = match request.wants {
        Wanted::Encoding => {
            return Ok(Done::Encoding(Box::new(api::encoded(
                text, index, options, host,
            )?)));
        }
        Wanted::Printed => {
            let Ok(repairs) = protocol::read::<Vec<String>>(&request.simulation) else {
                return Err(Refusal::Option("the request cannot be read".to_owned()));
            };
            let printed = api::printed(text, index, &repairs, options, host)?;
            return Ok(Done::Printed(Box::new(printed)));
        }
        Wanted::Clauses(Edition::Delivery) => api::encoded_file(text, index, options, host)?,
        Wanted::Clauses(Edition::Printed) => api::printed_formula(text, index, &[], options, host)?,
        Wanted::Clauses(Edition::Mended) => {
            api::printed_formula(text, index, &api::every_repair(), options, host)?
        }
        _ => {
            return Ok(Done::Formulas(Box::new(api::both(
                text, index, options, host,
            )?)));
        }
    };
    Ok(Done::Clauses(Box::new(clauses)))
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
