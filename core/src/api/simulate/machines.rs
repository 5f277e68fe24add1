//! Machines that are run.

use super::NoSimulation;
use super::fragments::grain;
use super::model::{Offers, Simulate, SimulatedModel, Tracked};
use super::shown::{is_of_model, listed, tracked_variables};
use crate::api::analysis::place_view;
use crate::api::property::one_line;
use crate::language::machines::{Composition, GlobalState, Grain, MachineSystem};
use crate::system::{ElementId, Phase, Step, System, Trace, Valuation};
use crate::view::{Occurrence, PlaceView, SimulationOptions, StepAction, StepEffect, StepTurn};

/// Communicating machines.
pub(super) struct Machines;

impl Simulate for Machines {
    fn name(&self) -> &'static str {
        "machines"
    }

    fn offers(&self) -> Offers {
        Offers::default()
    }

    fn open(
        &self,
        text: &str,
        options: &SimulationOptions,
        _all_runs: bool,
        act: &mut dyn FnMut(&dyn SimulatedModel),
    ) -> Result<(), NoSimulation> {
        let grain = match grain(&options.grain)? {
            None => Grain::Transaction,
            Some(_) => Grain::MessageSet,
        };
        let (model, diagnostics) = crate::language::read(text);
        NoSimulation::of(&diagnostics)?;
        let check = options.check.and_then(|check| model.checks.get(check));
        let (lifelines, from) = match check {
            Some(check) => (model.lifelines_of(check), &check.from[..]),
            None => (&model.system[..], &[][..]),
        };
        let system = MachineSystem::new(Composition::new(&model, lifelines, from), grain);
        let schema = system.schema();
        let unknown = |name: &str| {
            let known = listed(&schema.variables);
            format!("there is no lifeline `{name}`; lifelines are {known}")
        };
        let tracked = tracked_variables(schema, &options.track, is_of_model, unknown)?;
        act(&SimulatedMachines {
            text,
            system,
            tracked,
        });
        Ok(())
    }
}

/// The machines of a text.
struct SimulatedMachines<'m> {
    text: &'m str,
    system: MachineSystem<'m>,
    tracked: Vec<Tracked>,
}

impl SimulatedModel for SimulatedMachines<'_> {
    fn system(&self) -> &dyn System {
        &self.system
    }

    fn tracked(&self) -> &[Tracked] {
        &self.tracked
    }

    /// Where lifelines are is told by [`SimulatedModel::places`].
    fn names(&self) -> &[String] {
        &[]
    }

    fn action(&self, at: &Valuation, step: &Step) -> StepAction {
        let events = self.system.narrate(at, step);
        let name = |group: usize| self.system.schema().groups[group].name.clone();
        let model = self.system.composition().model();
        let moves = events.fired.iter().filter_map(|it| {
            let ElementId { owner, index, .. } = it.element;
            let transition = &model.machines[owner as usize].transitions[index as usize];
            Some(StepEffect::Moves {
                lifeline: name(it.group?),
                line: one_line(transition.span.text(self.text)),
                begins: it.phase == Phase::Begins,
            })
        });
        let moves: Vec<_> = moves.collect();
        let sends = events.messages.into_iter().map(|it| StepEffect::Sends {
            from: it.from.map(name),
            to: name(it.to),
            event: Occurrence {
                name: it.what,
                arguments: Vec::new(),
            },
        });
        StepAction {
            turn: StepTurn::System,
            effects: moves.into_iter().chain(sends).collect(),
            ..StepAction::default()
        }
    }

    fn places(&self, run: &Trace) -> Option<Vec<Vec<PlaceView>>> {
        let mut state = self.system.global_state(&run.start)?;
        let mut all = vec![place_views(&state)];
        for step in &run.steps {
            // The sets of a transaction are over disjoint lifelines, so they can be taken in any order.
            for set in self.system.transaction(step)? {
                state = self.system.composition().after(&state, &set);
                all.push(place_views(&state));
            }
        }
        Some(all)
    }

    fn tells_when_sealed(&self) -> bool {
        false
    }
}

/// Where each lifeline is.
fn place_views(state: &GlobalState) -> Vec<PlaceView> {
    state.iter().map(|&it| place_view(it)).collect()
}
