//! The worker's side: all solving happens here, so that the page never waits.
//!
//! It answers one request at a time and keeps no state between two. It cannot be interrupted from
//! inside a solver's call; the page cancels by terminating it and starting another.

use lockstep_core::api::{KindName, Refusal, StructureKind};
use wasm_bindgen::prelude::*;
use web_sys::MessageEvent;

use super::check::check;
use super::reply::{Work, compute, post, scope};
use super::{machines, measure, systems};
use crate::parts::Missing;
use crate::protocol::{Done, Reply, Request, Ticket, Wanted, unpacked};

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
        let _ = machines::fetch().await;
    });
    post(&Reply::Ready);
}

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
        Wanted::Answer if is_of_machines && !machines::is_whole() => {
            // Visiting states is often enough, and a small part.
            let found = compute(request, machines::visits().await?);
            if !matches!(found, Err(Refusal::Capabilities(_))) {
                return Ok(found);
            }
            let ticket = request.ticket;
            post(&Reply::Computing { ticket, now: false });
        }
        Wanted::Answer
        | Wanted::Blame
        | Wanted::Another
        | Wanted::Depths
        | Wanted::Repairs
        | Wanted::SideBySide
            if !is_of_machines =>
        {
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
        (Machines, Answer | Blame | Depths | Another) => machines::solver().await?,
        (Machines, Repairs) => machines::repairs().await?,
        (Machines, Encoding | Formulas | Printed | Clauses(_)) => machines::formulas().await?,
        (Statecharts, Formulas | Clauses(_)) => systems::charts_formulas().await?,
        (Statecharts, Run | AllRuns | RunTo | Space) => systems::charts_simulation().await?,
        (Generic(kind), Run | AllRuns | RunTo | Space) => return runs_of(kind).await,
        (Generic(kind), Formulas | Clauses(_)) => return formulas_of(kind).await,
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

/// The part that writes the formulas that a paper gives for checks of such a kind.
async fn formulas_of(kind: KindName) -> Result<Option<Work>, Missing> {
    Ok(match kind.title().part {
        Some("classes") => Some(systems::classes_formulas().await?),
        _ => None,
    })
}

/// Says what came of a request.
fn end(ticket: Ticket, done: Result<Result<Done, Refusal>, Missing>) {
    post(&match done {
        Ok(result) => Reply::Done { ticket, result },
        Err(Missing) => Reply::Unfetched { ticket },
    });
}
