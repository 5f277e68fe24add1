//! A check answered by visiting states alone, where that is enough.

use super::check::{Asked, Found};
use crate::api::check::Refusal;
use crate::engine::systems::{Way, glance};
use crate::question::systems::SystemSpace;

/// Visits states, with a small budget.
pub(super) fn by_visiting(
    asked: &Asked<'_, '_>,
    space: &SystemSpace<'_>,
) -> Result<Found, Refusal> {
    let finding = match asked.budget.choice.is_of_formulas() {
        true => None,
        false => glance(space, &asked.budget, &mut asked.gate.watch()),
    };
    let finding = finding.ok_or(Refusal::Capabilities)?;
    let trace = finding.way.as_ref().and_then(|way| match way {
        Way::States(states) => space.run_along(states, asked.meter),
        Way::Bits(..) => None,
    });
    Ok(Found {
        finding,
        trace,
        invariant: Vec::new(),
    })
}
