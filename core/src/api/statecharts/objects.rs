//! The objects of a text, as the stage shows them at a step.

use super::showing::{Entry, entries};
use crate::api::patch;
use crate::language::statechart::model::{Chart, StatechartModel, VertexId};
use crate::language::statechart::semantics::{Grain, StatechartSystem};
use crate::system::{ElementKind, Role, System};
use crate::text::LineIndex;
use crate::view::{ClockView, ObjectView, PlaceOfRegion};

/// The objects of a model by their names, without what they are at a step: of a text with errors no more is known.
pub(super) fn named(text: &str, model: &StatechartModel) -> Vec<ObjectView> {
    let lines = LineIndex::new(text);
    let views = model.objects.iter().map(|it| ObjectView {
        name: it.name.clone(),
        chart_name: model.charts[it.chart].name.clone(),
        chart: it.chart,
        range: patch::range(&lines, it.span),
        regions: Vec::new(),
        attributes: Vec::new(),
        clocks: Vec::new(),
        queue: 0,
        capacity: model.charts[it.chart].queue,
    });
    views.collect()
}

/// The objects of a model, see [`super::chart_scene`].
pub(super) fn objects(text: &str, model: &StatechartModel) -> Vec<ObjectView> {
    let system = StatechartSystem::new(model, model.reading, Grain::Behaviour, false);
    let schema = system.schema();
    let mut views = named(text, model);
    for (entry, it) in entries(schema).into_iter().enumerate() {
        let number = match it {
            Entry::Queue(object) => {
                views[object].queue = entry;
                continue;
            }
            Entry::Variable(number) => number,
        };
        let variable = &schema.variables[number];
        let Some(object) = variable.group else {
            continue;
        };
        let (view, index) = (&mut views[object], variable.element.element().index);
        let chart = &model.charts[view.chart];
        match (variable.role, variable.element.kind) {
            (Role::Clock, _) => view.clocks.push(clock(chart, index, entry)),
            (_, ElementKind::Region) => view.regions.push(region(chart, index, entry)),
            _ => view.attributes.push(entry),
        }
    }
    views
}

fn region(chart: &Chart, region: usize, entry: usize) -> PlaceOfRegion {
    let it = &chart.regions[region];
    let around = it.owner.map(|owner| {
        let vertex = &chart.vertices[owner];
        (vertex.region, vertex.name.clone())
    });
    PlaceOfRegion {
        entry,
        name: it.name.clone(),
        around,
    }
}

fn clock(chart: &Chart, state: VertexId, entry: usize) -> ClockView {
    let it = &chart.vertices[state];
    let timed = it
        .outgoing
        .iter()
        .flat_map(|&it| &chart.transitions[it].after);
    let (mut first, mut last) = (u32::MAX, 0);
    for &(least, most) in timed {
        (first, last) = (first.min(least), last.max(most));
    }
    ClockView {
        entry,
        state: chart.path(state),
        at: (it.region, it.name.clone()),
        span: (first.min(last), last),
    }
}
