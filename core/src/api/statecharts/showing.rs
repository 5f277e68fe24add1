//! What is shown of a state: for each object where its regions are, its variables, its clocks and what waits for it.

use crate::language::statechart::model::{ObjectId, StatechartModel};
use crate::language::statechart::semantics::{Message, ObjectState, StatechartSystem, SystemState};
use crate::system::{Role, Schema, System, Valuation, Variable};
use crate::view::{EMPTY, Occurrence, Queue};

/// Something that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A number of the state.
    Variable(usize),
    /// What waits in the queue of an object.
    Queue(ObjectId),
}

/// What is shown of a state, in its order: object after object.
pub(super) fn entries(schema: &Schema) -> Vec<Entry> {
    let all = schema.variables.iter().enumerate();
    let entry = |(number, it): (usize, &Variable)| match (it.role, it.group) {
        (Role::Location | Role::Attribute | Role::Link | Role::Clock, _) => {
            Some(Entry::Variable(number))
        }
        (Role::QueueLength, Some(object)) => Some(Entry::Queue(object)),
        _ => None,
    };
    all.filter_map(entry).collect()
}

/// Its name, and its type.
pub(super) fn title(model: &StatechartModel, schema: &Schema, entry: Entry) -> (String, String) {
    match entry {
        Entry::Variable(number) => {
            let it = &schema.variables[number];
            let sort = match it.role {
                Role::Location => "region".into(),
                Role::Clock => "clock".into(),
                _ => it.sort.name(),
            };
            (it.name.clone(), sort)
        }
        Entry::Queue(object) => (
            format!("{}.queue", model.objects[object].name),
            "queue".into(),
        ),
    }
}

/// The names of all that is shown.
pub(in crate::api) fn names(system: &StatechartSystem<'_>) -> Vec<String> {
    let (model, schema) = (system.machine().model, system.schema());
    let all = entries(schema).into_iter();
    all.map(|it| title(model, schema, it).0).collect()
}

/// What is shown of a state, in words.
pub(in crate::api) fn values(system: &StatechartSystem<'_>, at: &Valuation) -> Vec<String> {
    let schema = system.schema();
    let values = schema.values(at).unwrap_or_default();
    let state = system.state(at);
    let shown = |entry| match entry {
        Entry::Variable(number) => values
            .get(number)
            .map(|it| it.show(&schema.variables[number].sort)),
        Entry::Queue(object) => {
            let own = state.as_ref().map(|it| &it.objects[object]);
            own.map(|it| queue(system, it).to_string())
        }
    };
    let all = entries(schema).into_iter();
    all.map(|it| shown(it).unwrap_or_default()).collect()
}

/// A state in one line: for each object its innermost active states, its variables, and what waits for it.
pub(in crate::api) fn in_short(system: &StatechartSystem<'_>, state: &SystemState) -> String {
    let model = system.machine().model;
    let message = |it: &Message| occurrence(system, it).to_string();
    let each = state.objects.iter().enumerate().map(|(object, own)| {
        let chart = &model.charts[model.objects[object].chart];
        let is_leaf = |vertex: &usize| {
            let regions = &chart.vertices[*vertex].regions;
            let mut inside = regions.iter().flat_map(|&it| &chart.regions[it].vertices);
            own.active[*vertex] && !inside.any(|&it| own.active[it])
        };
        let mut leaves: Vec<_> = (0..chart.vertices.len()).filter(is_leaf).collect();
        leaves.sort_by_key(|&it| chart.vertices[it].region);
        let named = |it: usize| match own.clocks[it] {
            0 => chart.path(it),
            time => format!("{} for {time}", chart.path(it)),
        };
        let leaves: Vec<_> = leaves.into_iter().map(named).collect();
        let mut parts = match leaves.is_empty() {
            true => vec![EMPTY.to_string()],
            false => vec![leaves.join(" and ")],
        };
        let variables = chart.variables.iter().zip(&own.values);
        parts
            .extend(variables.map(|(it, value)| format!("{} = {}", it.name, it.sort.show(*value))));
        if !own.pool.is_empty() {
            let waiting: Vec<_> = own.pool.iter().map(message).collect();
            parts.push(format!("waiting: {}", waiting.join(", ")));
        }
        format!("{} {}", model.objects[object].name, parts.join(", "))
    });
    each.collect::<Vec<_>>().join("; ")
}

/// What waits for each object in a state.
pub(super) fn queues_of(system: &StatechartSystem<'_>, at: &Valuation) -> Vec<Queue> {
    let state = system.state(at).map(|it| it.objects).unwrap_or_default();
    state.iter().map(|own| queue(system, own)).collect()
}

/// What waits for an object.
fn queue(system: &StatechartSystem<'_>, own: &ObjectState) -> Queue {
    let (pool, deferred) = (own.pool.iter(), own.deferred.iter());
    Queue {
        pool: pool.map(|it| occurrence(system, it)).collect(),
        deferred: deferred.map(|it| occurrence(system, &it.0)).collect(),
    }
}

/// An event with what it brings.
pub(super) fn occurrence(system: &StatechartSystem<'_>, it: &Message) -> Occurrence {
    let event = &system.machine().model.events[it.event];
    let brought = event.parameters.iter().zip(&it.arguments);
    Occurrence {
        name: event.name.clone(),
        arguments: brought
            .map(|((_, sort), value)| sort.show(*value))
            .collect(),
    }
}
