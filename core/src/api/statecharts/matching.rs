//! What formulas say of a state, beside the state of the definitions that it stands for.

use crate::encode::statecharts::{Layout, Part};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::semantics::{ObjectStatus, SystemState};

/// The values that the variables of the formulas have in a state of the definitions.
pub(super) fn values(model: &StatechartModel, layout: &Layout, state: &SystemState) -> Vec<i64> {
    let index = |it: usize| i64::try_from(it).unwrap_or(i64::MAX);
    let value = |part: Part| match part {
        Part::Place(object, region) => {
            let vertices = &model.charts[model.objects[object].chart].regions[region].vertices;
            let own = &state.objects[object];
            let active = vertices.iter().position(|&it| own.active[it]);
            Some(active.map_or(0, |it| index(it) + 1))
        }
        Part::Completed(object, vertex) => Some(i64::from(state.objects[object].raised[vertex])),
        Part::Value(object, variable) => Some(state.objects[object].values[variable]),
        Part::Clock(object, vertex) => Some(i64::from(state.objects[object].clocks[vertex])),
        Part::Length(object) => Some(index(state.objects[object].pool.len())),
        Part::Event(object, cell) => {
            let message = state.objects[object].pool.get(cell);
            Some(message.map_or(0, |it| index(it.event) + 1))
        }
        Part::Argument(object, cell, event, argument) => {
            let message = state.objects[object].pool.get(cell);
            let message = message.filter(|it| it.event == event)?;
            message.arguments.get(argument).copied()
        }
        Part::Script(script) => Some(index(state.scripts[script].next)),
        Part::Fault => {
            let fails = |status: ObjectStatus| matches!(status, ObjectStatus::Fault(_));
            Some(i64::from(state.objects.iter().any(|it| fails(it.status))))
        }
    };
    let parts = layout.parts().iter();
    parts
        .map(|(part, sort)| {
            value(*part).unwrap_or_else(|| sort.default_value().number().unwrap_or(0))
        })
        .collect()
}
