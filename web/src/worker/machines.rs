//! Checks of machines, and what is asked about their answers, in the worker.

use std::sync::atomic::{AtomicBool, Ordering};

use lockstep_core::api::{self, Capabilities, Options, Refusal, RepairOptions};

use super::reply::{Reporter, Work, options};
use crate::parts::part;
use crate::protocol::{self, Done, Edition, Request, Wanted};

/// See [`is_whole`].
static WHOLE: AtomicBool = AtomicBool::new(false);

part! {
    search, fetched by fetch;
    /// Answers a check where visiting its states is enough.
    pub fn visits() -> Result<Work, Missing> {
        Ok(|request| answered(request, Capabilities::FEW))
    }
}

part! {
    solver;
    /// Answers a check, and what is asked about its answer, with everything there is.
    pub fn solver() -> Result<Work, Missing> {
        WHOLE.store(true, Ordering::Relaxed);
        Ok(solved)
    }
}

part! {
    repairs;
    /// Looks for edits of the model that mend a check.
    pub fn repairs() -> Result<Work, Missing> {
        Ok(repaired)
    }
}

part! {
    formulas;
    /// Writes the formulas of a check, ours and the papers'.
    pub fn formulas() -> Result<Work, Missing> {
        Ok(written)
    }
}

/// Whether the part with the solver is there: then a check is not tried without it first.
pub fn is_whole() -> bool {
    WHOLE.load(Ordering::Relaxed)
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
                api::printed,
                text,
                index,
                options,
                host,
            )?)));
        }
    };
    Ok(Done::Clauses(Box::new(clauses)))
}
