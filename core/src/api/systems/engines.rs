//! All engines at work on a check: visits, and formulas with their solvers.

use std::cell::Cell;

use super::check::{Asked, Found};
use super::formulas::Encoded;
use super::{blame, invariant};
use crate::api::check::Refusal;
use crate::api::found::by_turns;
use crate::budget::Meter;
use crate::engine::systems::{Evidence, Way};
use crate::expression::Value;
use crate::question::systems::SystemSpace;
use crate::system::Trace;
use crate::view::{CertificateView, SystemBlameView};

/// Has all engines take turns.
pub(super) fn by_all(asked: &Asked<'_, '_>, space: &SystemSpace<'_>) -> Result<Found, Refusal> {
    let missed = Cell::new(false);
    let missing = || missed.set(!asked.complete);
    let subject = &asked.property.subject;
    let stop = || asked.gate.should_stop() || missed.get();
    let memory = asked.budget.limits.memory;
    let of = (asked.model, subject, asked.settings);
    let formulas = Encoded::new(of, memory, &missing, &stop);
    let means = (&asked.budget, asked.solver);
    let finding = by_turns(space, &formulas, means, &missed, asked.gate)?;
    let way = finding.way.as_ref();
    let mut conditions = None;
    if let Evidence::Proof {
        width,
        invariant: Some(invariant),
        ..
    } = &finding.evidence
    {
        let write = |it: &_| invariant::conditions(asked.model, it, invariant);
        conditions = formulas.with(*width, write);
    }
    Ok(Found {
        trace: way.and_then(|way| trace(space, &formulas, way, asked.meter)),
        invariant: conditions.unwrap_or_default(),
        finding,
    })
}

/// What rules a goal out.
pub(super) fn blamed(asked: &Asked<'_, '_>, proved: CertificateView) -> Option<SystemBlameView> {
    let means = (asked.solver, asked.budget.limits, asked.settings);
    blame::blame(
        asked.text,
        asked.model,
        asked.property,
        means,
        proved,
        asked.gate,
    )
}

/// The run of the definitions that a way stands for.
pub(super) fn trace(
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
