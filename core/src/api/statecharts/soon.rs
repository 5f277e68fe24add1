//! How soon each object can be in each of its states, ends of regions included, by the reading of a check. What counts are
//! states in which no step is running.

use super::search::limits;
use crate::api::kind::{Asked, Soonest, SoonestOfPart};
use crate::engine::{Limits, Watch};
use crate::language::statechart::StatechartModel;
use crate::question::statecharts::{ChartSpace, everything, is_state};

/// Visits everything, as far as the limits allow; `None` where there is no such check.
pub(super) fn soonest(it: Asked<'_>, most: &Limits, watch: &mut dyn Watch) -> Option<Soonest> {
    let model: &StatechartModel = it.model();
    let property = model.properties.get(it.check)?;
    let asked = everything(property.reading);
    let space = ChartSpace::new(model, &asked);
    let (soonest, finding) = space.soonest(most, watch);
    let parts = model.objects.iter().zip(soonest).map(|(object, soonest)| {
        let chart = &model.charts[object.chart];
        let states = soonest.into_iter().enumerate();
        let states = states.filter(|it| is_state(chart.vertices[it.0].kind));
        SoonestOfPart {
            name: object.name.clone(),
            type_name: chart.name.clone(),
            states: states.map(|(it, soon)| (chart.path(it), soon)).collect(),
        }
    });
    let met = (&space.beyond()[..], &space.cut());
    Some(Soonest {
        parts: parts.collect(),
        finding,
        limits: limits(model, met, space.exceeds_bits()).in_words(),
    })
}
