//! Machines and transition systems as the kinds of model that requests to run a model know.

use super::NoSimulation;
use super::machines::machines;
use super::stage::Stage;
use super::transitions::transitions;
use crate::language::transitions::split::{Rules, SplitGrain};
use crate::view::SimulationOptions;

/// The grain of a name; `None` for whole transitions.
pub(in crate::api) fn grain(name: &str) -> Result<Option<SplitGrain>, NoSimulation> {
    match name {
        "" | "transition" => Ok(None),
        "choice" => Ok(Some(SplitGrain::Choice)),
        "statement" => Ok(Some(SplitGrain::Statement)),
        other => Err(NoSimulation::Option(format!(
            "there is no grain `{other}`; grains are transition, choice and statement"
        ))),
    }
}

/// The rules of a name.
pub(in crate::api) fn rules(name: &str) -> Result<Rules, NoSimulation> {
    let unknown = || {
        let names = Rules::ALL.map(|it| it.0).join(", ");
        NoSimulation::Option(format!("there are no rules `{name}`; rules are {names}"))
    };
    Rules::named(name).ok_or_else(unknown)
}

/// Of machines.
pub(super) fn machines_staged(
    text: &str,
    options: &SimulationOptions,
    _: bool,
    act: &mut dyn FnMut(&Stage<'_>),
) -> Result<(), NoSimulation> {
    machines(text, grain(&options.grain)?, options, |stage| {
        act(stage);
        Ok(())
    })
}

/// Of transition systems.
pub(super) fn transitions_staged(
    text: &str,
    options: &SimulationOptions,
    all_runs: bool,
    act: &mut dyn FnMut(&Stage<'_>),
) -> Result<(), NoSimulation> {
    let finely = (grain(&options.grain)?, rules(&options.rules)?);
    transitions(text, (finely, all_runs), options, |stage| {
        act(stage);
        Ok(())
    })
}
