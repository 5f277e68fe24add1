//! A run by hand: where a list of choices leads, and what can be done there.

use super::ending::{covered, ending};
use super::model::SimulatedModel;
use super::shown::with_model;
use super::{NoSimulation, SimulatedKind};
use crate::simulate::Session;
use crate::system::Status;
use crate::view::{SimulationChoice, SimulationOptions, SimulationState, StepAction};

/// Choices that are listed at most.
pub(super) const MOST_CHOICES: usize = 200;

/// Where the choices of a run lead, the first of which chooses the start. Where there is only one
/// start it need not be chosen: a run without choices is there.
///
/// # Errors
/// Refuses texts with errors, options that do not exist, and choices that are not possible.
pub fn simulate_by_hand(
    text: &str,
    kind: SimulatedKind,
    options: &SimulationOptions,
    choices: &[usize],
) -> Result<SimulationState, NoSimulation> {
    with_model(text, kind, (options, false), |model| state(model, choices))
}

/// Where choices lead.
pub(super) fn state(
    model: &dyn SimulatedModel,
    choices: &[usize],
) -> Result<SimulationState, NoSimulation> {
    let most = choices.first().map_or(0, |first| first.saturating_add(1));
    let (starts, more) = Session::starts(model.system(), most.max(MOST_CHOICES));
    let (first, rest) = match choices.split_first() {
        Some((&first, rest)) => (first, rest),
        None if starts.len() == 1 => (0, &[][..]),
        None => {
            let choice = |it| SimulationChoice {
                what: "start".into(),
                action: StepAction::default(),
                changes: model.shown(it, None),
            };
            return Ok(SimulationState {
                steps: 0,
                done: None,
                values: Vec::new(),
                status: "start".into(),
                was_here_after: None,
                choices: starts.iter().map(choice).collect(),
                more: more || !model.system().tells_every_start(),
                nameable: match model.system().tells_every_start() {
                    true => Vec::new(),
                    false => model.free_integers().to_vec(),
                },
                blocked: Vec::new(),
                sends: Vec::new(),
                ending: None,
            });
        }
    };
    let start = starts.get(first).ok_or(NoSimulation::Choice(0))?;
    let session = Session::new(model.system(), start.clone());
    let mut session = session.ok_or(NoSimulation::Choice(0))?;
    let mut done = None;
    for (number, &choice) in rest.iter().enumerate() {
        let refused = NoSimulation::Choice(number + 1);
        if covered(model, &session).is_some() {
            return Err(refused);
        }
        let all = session
            .choices(MOST_CHOICES.max(choice.saturating_add(1)))
            .all;
        let Some(chosen) = all.get(choice) else {
            return Err(refused);
        };
        done = Some(model.action(session.state(), &chosen.step).to_string());
        if !session.take(&chosen.step) {
            return Err(refused);
        }
    }
    Ok(state_after(model, &session, done))
}

/// Where a run is, given what its last step did.
pub(super) fn state_after(
    model: &dyn SimulatedModel,
    session: &Session<'_>,
    done: Option<String>,
) -> SimulationState {
    let states = session.states();
    let before = states.len().checked_sub(2).map(|it| &states[it]);
    let is_over = covered(model, session).is_some();
    let open = session.choices(if is_over { 0 } else { MOST_CHOICES });
    let more = !is_over && (open.more || !model.system().tells_every_step(session.state()));
    let offered = model.choices(session.state(), &open.all);
    SimulationState {
        steps: states.len() - 1,
        done,
        values: model.shown(session.state(), before),
        status: match is_over {
            true => "covered".into(),
            false => word(model.system().status(session.state())).into(),
        },
        was_here_after: session.was_here_after(),
        choices: offered,
        more,
        nameable: match more {
            true => model.nameable(session.state()),
            false => Vec::new(),
        },
        blocked: match is_over {
            true => Vec::new(),
            false => model.blocked(session.state()),
        },
        sends: match is_over {
            true => Vec::new(),
            false => model.sends(session.state()),
        },
        ending: ending(model, session),
    }
}

/// How a state stands, as a word.
pub(super) fn word(status: Status) -> &'static str {
    match status {
        Status::Running => "running",
        Status::Terminated => "terminated",
        Status::Stuck => "stuck",
        Status::Inside => "inside",
    }
}
