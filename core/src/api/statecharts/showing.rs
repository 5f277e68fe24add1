//! What is shown of a state: for each object where its regions are, its variables, its clocks and what waits for it.

use crate::language::statechart::model::{ObjectId, StatechartModel};
use crate::language::statechart::semantics::{Message, StatechartSystem, SystemState};
use crate::system::{Role, Schema, System, Valuation, Variable};
use crate::view::EMPTY;

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
        Entry::Queue(object) => state.as_ref().map(|it| queue(system, it, object)),
    };
    let all = entries(schema).into_iter();
    all.map(|it| shown(it).unwrap_or_default()).collect()
}

/// A state in one line: for each object its innermost active states, its variables, and what waits for it.
pub(in crate::api) fn in_short(system: &StatechartSystem<'_>, state: &SystemState) -> String {
    let model = system.machine().model;
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
            let waiting: Vec<_> = own.pool.iter().map(|it| message(system, it)).collect();
            parts.push(format!("waiting: {}", waiting.join(", ")));
        }
        format!("{} {}", model.objects[object].name, parts.join(", "))
    });
    each.collect::<Vec<_>>().join("; ")
}

/// What waits for an object, as [`crate::view::waiting`] reads it.
fn queue(system: &StatechartSystem<'_>, state: &SystemState, object: ObjectId) -> String {
    let own = &state.objects[object];
    let listed = |all: Vec<String>| match all.is_empty() {
        true => EMPTY.to_string(),
        false => all.join(", "),
    };
    let pool = listed(own.pool.iter().map(|it| message(system, it)).collect());
    let deferred: Vec<_> = own
        .deferred
        .iter()
        .map(|it| message(system, &it.0))
        .collect();
    match deferred.is_empty() {
        true => pool,
        false => format!("{pool} | {}", deferred.join(", ")),
    }
}

/// An event with what it brings: `request(s2)`.
pub(super) fn message(system: &StatechartSystem<'_>, it: &Message) -> String {
    let event = &system.machine().model.events[it.event];
    let brought = event.parameters.iter().zip(&it.arguments);
    let brought: Vec<_> = brought
        .map(|((_, sort), value)| sort.show(*value))
        .collect();
    match brought.is_empty() {
        true => event.name.clone(),
        false => format!("{}({})", event.name, brought.join(", ")),
    }
}
