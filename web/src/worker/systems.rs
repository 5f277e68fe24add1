//! What the worker is asked about transition systems and statecharts beside their checks, and its simulations of every kind of model.

use lockstep_core::api::{
    self, Capabilities, FormulaFile, Host, NoSimulation, Options, Printing, Refusal, SimulatedKind,
    StructureKind,
};

use super::reply::{Reporter, Work, options};
use crate::parts::part;
use crate::protocol::{self, Done, Edition, Request, Simulated, Simulation, Wanted};

/// Writes the formula that a paper gives for a check, with the corrections of these names, as a file.
type Writing = fn(&str, usize, &[String], &Options, &mut dyn Host) -> Result<FormulaFile, Refusal>;

part! {
    charts_formulas;
    /// Writes the formulas that a paper gives for a check of statecharts, as printed and mended.
    pub fn charts_formulas() -> Result<Work, Missing> {
        Ok(|request| written(request, (api::printed_charts, api::printed_charts_formula)))
    }
}

part! {
    classes_formulas;
    /// Writes the formula that a paper gives for a check of class models, as printed and mended.
    pub fn classes_formulas() -> Result<Work, Missing> {
        Ok(|request| written(request, (api::printed_classes, api::printed_classes_formula)))
    }
}

fn written(request: &Request, (ask, write): (Printing, Writing)) -> Result<Done, Refusal> {
    let (text, index) = (&request.text, request.index);
    let options = options("", request.limit_ms);
    let host = &mut Reporter::new(request.ticket, Capabilities::ALL);
    let repairs = match request.wants {
        Wanted::Clauses(Edition::Mended) => api::every_repair(),
        Wanted::Clauses(_) => Vec::new(),
        _ => {
            let both = api::both(ask, text, index, &options, host)?;
            return Ok(Done::Formulas(Box::new(both)));
        }
    };
    let file = write(text, index, &repairs, &options, host)?;
    Ok(Done::Clauses(Box::new(file)))
}

part! {
    simulation;
    /// Runs machines or a transition system.
    pub fn simulation() -> Result<Work, Missing> {
        Ok(simulated)
    }
}

part! {
    charts_simulation;
    /// Runs statecharts.
    pub fn charts_simulation() -> Result<Work, Missing> {
        Ok(|request| simulate(request, SimulatedKind::STATECHARTS))
    }
}

part! {
    classes_simulation;
    /// Runs class models.
    pub fn classes_simulation() -> Result<Work, Missing> {
        Ok(|request| simulate(request, api::CLASS_RUNS))
    }
}

#[cfg(feature = "toy-kinds")]
part! {
    petri_search;
    /// Runs Petri nets.
    pub fn petri_simulation() -> Result<Work, Missing> {
        Ok(|request| simulate(request, api::PETRI_RUNS))
    }
}

fn simulated(request: &Request) -> Result<Done, Refusal> {
    if request.kind != StructureKind::Machines {
        return simulate(request, SimulatedKind::TRANSITIONS);
    }
    if request.wants != Wanted::RunTo {
        return simulate(request, SimulatedKind::MACHINES);
    }
    let Simulation {
        options, steps, to, ..
    } = asked(request)?;
    let found = api::simulate_states_to(&request.text, &options, steps, to.0, to.1.as_deref());
    done(found.map(Simulated::States))
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
