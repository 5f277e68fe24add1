//! What the worker is asked about transition systems and statecharts beside their checks, and its simulations of every kind of model.

use lockstep_core::api::{self, Capabilities, NoSimulation, Refusal, SimulatedKind, StructureKind};

use super::check::check;
use super::server::{Reporter, options, post};
use crate::parts::{Missing, part};
use crate::protocol::{self, Done, Edition, Reply, Request, Simulated, Simulation, Wanted};

part! {
    charts_formulas;
    /// Writes the formulas that a paper gives for a check of statecharts, as printed and mended.
    fn charts_written(request: Request) -> Result<Result<Done, Refusal>, Missing> {
        post(&Reply::Computing { ticket: request.ticket, now: true });
        Ok(written(&request))
    }
}

fn written(request: &Request) -> Result<Done, Refusal> {
    let (text, index) = (&request.text, request.index);
    let options = options("", request.limit_ms);
    let host = &mut Reporter::new(request.ticket, Capabilities::ALL);
    let repairs = match request.wants {
        Wanted::Clauses(Edition::Mended) => api::every_repair(),
        Wanted::Clauses(_) => Vec::new(),
        _ => {
            let both = api::both_charts(text, index, &options, host)?;
            return Ok(Done::Formulas(Box::new(both)));
        }
    };
    let file = api::printed_charts_formula(text, index, &repairs, &options, host)?;
    Ok(Done::Clauses(Box::new(file)))
}

part! {
    simulation;
    /// Runs machines or a transition system.
    fn simulated(request: Request) -> Result<Result<Done, Refusal>, Missing> {
        post(&Reply::Computing { ticket: request.ticket, now: true });
        if request.kind != StructureKind::Machines {
            return Ok(simulate(&request, SimulatedKind::TRANSITIONS));
        }
        if request.wants != Wanted::RunTo {
            return Ok(simulate(&request, SimulatedKind::MACHINES));
        }
        Ok(asked(&request).and_then(|Simulation { options, steps, to, .. }| {
            let end = to.1.as_deref();
            let found = api::simulate_states_to(&request.text, &options, steps, to.0, end);
            done(found.map(Simulated::States))
        }))
    }
}

part! {
    charts_simulation;
    /// Runs statecharts.
    fn charts_simulated(request: Request) -> Result<Result<Done, Refusal>, Missing> {
        post(&Reply::Computing { ticket: request.ticket, now: true });
        Ok(simulate(&request, SimulatedKind::STATECHARTS))
    }
}

part! {
    classes_search;
    /// Runs class models.
    fn classes_simulated(request: Request) -> Result<Result<Done, Refusal>, Missing> {
        post(&Reply::Computing { ticket: request.ticket, now: true });
        Ok(simulate(&request, api::CLASS_RUNS))
    }
}

#[cfg(feature = "toy-kinds")]
part! {
    petri_search;
    /// Runs Petri nets.
    fn petri_simulated(request: Request) -> Result<Result<Done, Refusal>, Missing> {
        post(&Reply::Computing { ticket: request.ticket, now: true });
        Ok(simulate(&request, api::PETRI_RUNS))
    }
}

/// What is to be simulated.
fn asked(request: &Request) -> Result<Simulation, Refusal> {
    let asked = protocol::read(&request.simulation);
    asked.map_err(|_| Refusal::Option("the request cannot be read".to_owned()))
}

fn simulate(request: &Request, kind: SimulatedKind) -> Result<Done, Refusal> {
    let Simulation {
        run,
        options,
        steps,
        to,
        space,
    } = &asked(request)?;
    let (text, end) = (&request.text, to.1.as_deref());
    done(match request.wants {
        Wanted::Run => {
            let made = api::simulate_run_tracking(text, kind, &[], run);
            made.map(|it| Simulated::Run(Box::new(it)))
        }
        Wanted::Space => {
            let space = api::simulate_space(text, kind, space);
            space.map(|it| Simulated::Space(Box::new(it)))
        }
        Wanted::RunTo => {
            let found = api::simulate_run_to(text, kind, options, *steps, to.0, end);
            found.map(|it| Simulated::Run(Box::new(it)))
        }
        _ => {
            let all = api::simulate_all(text, kind, options, *steps);
            all.map(|it| Simulated::AllRuns(Box::new(it)))
        }
    })
}

/// What came of it, as it crosses.
fn done(result: Result<Simulated, NoSimulation>) -> Result<Done, Refusal> {
    let bytes = protocol::bytes(&result.map_err(refusal)?).map_err(Refusal::Defect)?;
    Ok(Done::Simulated(bytes))
}

/// Does what is wanted of a transition system, of statecharts, or of a simulation.
pub async fn work(request: Request) -> Result<Result<Done, Refusal>, Missing> {
    match request.wants {
        Wanted::Answer | Wanted::Blame | Wanted::Another | Wanted::Depths => check(request).await,
        Wanted::Formulas | Wanted::Clauses(_) if request.kind == StructureKind::Statecharts => {
            charts_written(request).await
        }
        Wanted::Run | Wanted::AllRuns | Wanted::RunTo | Wanted::Space => match request.kind {
            StructureKind::Statecharts => charts_simulated(request).await,
            StructureKind::Machines | StructureKind::Transitions => simulated(request).await,
            StructureKind::Generic(kind) => match kind.title().part {
                Some("classes") => classes_simulated(request).await,
                #[cfg(feature = "toy-kinds")]
                Some("petri") => petri_simulated(request).await,
                _ => Ok(Err(unknown())),
            },
        },
        _ => Ok(Err(unknown())),
    }
}

fn unknown() -> Refusal {
    Refusal::Option("that is not known of this kind of model".to_owned())
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
