//! The worker's answers about transition systems.

use lockstep_core::api::{self, Capabilities, Refusal};

use super::server::{Reporter, options, post};
use crate::parts::{Missing, part};
use crate::protocol::{Done, Reply, Request, Wanted};

part! {
    systems;
    /// Answers a check of a transition system.
    fn answered(request: Request) -> Result<Result<Done, Refusal>, Missing> {
        post(&Reply::Computing { ticket: request.ticket, now: true });
        let options = options(&request.engine, request.limit_ms);
        let host = &mut Reporter::new(request.ticket, Capabilities::ALL);
        let outcome = api::check_system(&request.text, request.index, &options, host);
        Ok(outcome.map(|outcome| Done::Answer(Box::new(outcome))))
    }
}

/// Does what is wanted of a transition system.
pub async fn work(request: Request) -> Result<Result<Done, Refusal>, Missing> {
    match request.wants {
        Wanted::Answer => answered(request).await,
        _ => {
            let what = "that is not known of transition systems".to_owned();
            Ok(Err(Refusal::Option(what)))
        }
    }
}
