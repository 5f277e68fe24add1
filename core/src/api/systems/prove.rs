//! Checks of transition systems by all engines: visits, and formulas with their solvers.

use super::formulas::Encoded;
use super::invariant;
use super::search::{OpenedSystem, TransitionSystems};
use crate::api::found::by_turns;
use crate::api::kind::{Asked, Found, Provable, Prove};
use crate::api::request::{Means, Refusal};
use crate::budget::Meter;
use crate::engine::systems::{Evidence, Way};
use crate::expression::Value;
use crate::question::systems::SystemSpace;
use crate::system::Trace;

impl Prove for TransitionSystems {
    fn open<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Provable + 'm>> {
        Some(Box::new(OpenedSystem::new(it)?))
    }
}

impl Provable for OpenedSystem<'_> {
    fn search(&self, means: &Means<'_, '_>) -> Result<Found, Refusal> {
        let of = (self.model, &self.property.subject, self.settings);
        let formulas = Encoded::new(of, means.budget.limits.memory, means.stop);
        let finding = by_turns(&self.space, &formulas, means)?;
        let way = finding.way.as_ref();
        let mut conditions = None;
        if let Evidence::Proof {
            width,
            invariant: Some(invariant),
            ..
        } = &finding.evidence
            && !self.is_trial
        {
            let write = |it: &_| invariant::conditions(self.model, it, invariant);
            conditions = formulas.with(*width, write);
        }
        Ok(Found {
            trace: way.and_then(|way| trace(&self.space, &formulas, way, means.meter)),
            invariant: conditions.unwrap_or_default(),
            limits: String::new(),
            finding,
        })
    }
}

/// The run of the definitions that a way stands for.
fn trace(
    space: &SystemSpace<'_>,
    formulas: &Encoded<'_>,
    way: &Way,
    meter: &Meter<'_>,
) -> Option<Trace> {
    match way {
        Way::States(states) => space.run_along(states, meter),
        Way::Bits(width, run) => {
            let read = |it: &crate::encode::transitions::Encoding| {
                let stable = run.states.iter().map(|state| it.values(state));
                let stable: Option<Vec<Vec<Value>>> = stable.collect();
                let (first, steps) = run.choices.split_first()?;
                let start = it.start_values(first);
                let start = start.map(|values| (values, it.start_branches(first)));
                let steps = steps.iter().map(|step| {
                    let values = it.step_values(step)?;
                    Some((values, it.step_branches(step)))
                });
                let chosen: Option<Vec<_>> = [start].into_iter().chain(steps).collect();
                Some((stable?, chosen?))
            };
            let (stable, chosen) = formulas.with(*width, read)??;
            let run = space.run_through(&stable, &chosen, meter)?;
            Some(space.until_stuck(run, meter))
        }
    }
}
