//! The worker's answers about transition systems, and its simulations of every kind of model.

use lockstep_core::api::{
    self, Capabilities, NoSimulation, Options, Refusal, SimulatedKind, StructureKind,
};

use super::server::{Reporter, options, post};
use crate::parts::{Missing, part};
use crate::protocol::{self, Done, Reply, Request, Simulated, Simulation, Wanted};

part! {
    systems_search;
    /// Answers a check where visiting its states is enough.
    fn visited(request: Request) -> Result<Result<Done, Refusal>, Missing> {
        post(&Reply::Computing { ticket: request.ticket, now: true });
        let options = options(&request.engine, request.limit_ms);
        let host = &mut Reporter::new(request.ticket, Capabilities::FEW);
        let outcome = api::check_system_by_visiting(&request.text, request.index, &options, host);
        Ok(outcome.map(|outcome| Done::Answer(Box::new(outcome))))
    }
}

part! {
    systems;
    /// Answers a check of a transition system with everything there is.
    fn answered(request: Request) -> Result<Result<Done, Refusal>, Missing> {
        post(&Reply::Computing { ticket: request.ticket, now: true });
        let options = Options {
            blame: request.wants == Wanted::Blame,
            ..options(&request.engine, request.limit_ms)
        };
        let host = &mut Reporter::new(request.ticket, Capabilities::ALL);
        let outcome = api::check_system(&request.text, request.index, &options, host);
        Ok(outcome.map(|outcome| Done::Answer(Box::new(outcome))))
    }
}

part! {
    simulation;
    /// Runs a model.
    fn simulated(request: Request) -> Result<Result<Done, Refusal>, Missing> {
        post(&Reply::Computing { ticket: request.ticket, now: true });
        let kind = match request.kind {
            StructureKind::Machines => SimulatedKind::Machines,
            StructureKind::Transitions => SimulatedKind::Transitions,
        };
        let Ok(simulation) = protocol::read::<Simulation>(&request.simulation) else {
            return Ok(Err(Refusal::Option("the request cannot be read".to_owned())));
        };
        let Simulation { run, options, steps, to, space } = &simulation;
        let (text, end) = (&request.text, to.1.as_deref());
        let done = match request.wants {
            Wanted::Run => api::simulate_run(text, run).map(|it| Simulated::Run(Box::new(it))),
            Wanted::Space => {
                let space = api::simulate_space(text, space);
                space.map(|it| Simulated::Space(Box::new(it)))
            }
            Wanted::RunTo if kind == SimulatedKind::Machines => {
                api::simulate_states_to(text, options, *steps, to.0, end).map(Simulated::States)
            }
            Wanted::RunTo => {
                let found = api::simulate_run_to(text, options, *steps, to.0, end);
                found.map(|it| Simulated::Run(Box::new(it)))
            }
            _ => {
                let all = api::simulate_all(text, kind, options, *steps);
                all.map(|it| Simulated::AllRuns(Box::new(it)))
            }
        };
        let done = done.map_err(refusal).and_then(|done| {
            let bytes = protocol::bytes(&done).map_err(Refusal::Defect)?;
            Ok(Done::Simulated(bytes))
        });
        Ok(done)
    }
}

/// Does what is wanted of a transition system, or of a simulation.
pub async fn work(request: Request) -> Result<Result<Done, Refusal>, Missing> {
    match request.wants {
        Wanted::Answer => {
            let ticket = request.ticket;
            match visited(request.clone()).await? {
                Err(Refusal::Capabilities) => {
                    // The network's time is not the check's.
                    post(&Reply::Computing { ticket, now: false });
                    answered(request).await
                }
                done => Ok(done),
            }
        }
        Wanted::Blame => answered(request).await,
        Wanted::Run | Wanted::AllRuns | Wanted::RunTo | Wanted::Space => simulated(request).await,
        _ => {
            let what = "that is not known of transition systems".to_owned();
            Ok(Err(Refusal::Option(what)))
        }
    }
}

/// Why there is no simulation, as the answer to a request.
fn refusal(why: NoSimulation) -> Refusal {
    match why {
        NoSimulation::Errors => Refusal::Errors,
        NoSimulation::Option(what) => Refusal::Option(what),
        NoSimulation::Choice(number) => Refusal::Option(format!("step {number} is not possible")),
        NoSimulation::TooMany => Refusal::Option(
            "there are more different runs than can be drawn: track less, or follow fewer steps"
                .to_owned(),
        ),
    }
}
