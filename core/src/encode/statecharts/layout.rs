//! The variables of the transition system, and what each is in a state of the definitions.

use std::sync::Arc;

use super::terms::{equal, number, or, truth};
use crate::expression::{Sort, Term, Value};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{
    Chart, EventId, ObjectId, RegionId, Statement, StatementKind, Stimulus, VertexId, VertexKind,
};
use crate::language::transitions::{DeclaredVariable, Initial, TransitionModel, VariableId};
use crate::text::Span;

/// What a variable is in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Which vertex of a region is active: its number among them, from 1 on; 0 for none.
    Place(ObjectId, RegionId),
    /// Whether a vertex is completed.
    Completed(ObjectId, VertexId),
    /// The value of a variable.
    Value(ObjectId, usize),
    /// How long a state has been active.
    Clock(ObjectId, VertexId),
    /// How many events wait.
    Length(ObjectId),
    /// The event in a cell of a queue, from 1 on; 0 for none.
    Event(ObjectId, usize),
    /// What it brings, by cell, event and number; the default of its sort where something else is there.
    Argument(ObjectId, usize, EventId, usize),
    /// The next stimulus of a script with an order.
    Script(usize),
    /// Whether something has happened that must not.
    Fault,
}

/// Which variable is what.
#[derive(Clone, Debug)]
pub struct Layout {
    parts: Vec<(Part, Sort)>,
    charts: Arc<Vec<Chart>>,
    chart_of: Vec<usize>,
    /// For each statechart the events that its objects can receive.
    receives: Vec<Vec<EventId>>,
}

impl Layout {
    /// Declares the variables of a model, with the values that they start with.
    pub(super) fn new(model: &StatechartModel, out: &mut TransitionModel) -> Self {
        let mut layout = Self {
            parts: Vec::new(),
            charts: Arc::new(model.charts.clone()),
            chart_of: model.objects.iter().map(|it| it.chart).collect(),
            receives: received(model),
        };
        let mut initial = Vec::new();
        let mut add = |part: Part, sort: Sort, value: i64| {
            layout.parts.push((part, sort));
            initial.push(value);
        };
        let up_to = |most: usize| Sort::Integer {
            range: Some((0, i64::try_from(most).unwrap_or(i64::MAX))),
        };
        for (object, chart) in model.objects.iter().map(|it| it.chart).enumerate() {
            let receives = &layout.receives[chart];
            let chart = &model.charts[chart];
            for (number, region) in chart.regions.iter().enumerate() {
                let start = region.initial.filter(|_| region.owner.is_none());
                let start = start.map_or(0, |it| place(chart, it));
                add(
                    Part::Place(object, number),
                    up_to(region.vertices.len()),
                    start,
                );
            }
            for vertex in (0..chart.vertices.len()).filter(|&it| completes(chart, it)) {
                let it = &chart.vertices[vertex];
                let top = chart.regions[it.region].owner.is_none();
                let start = it.kind == VertexKind::Initial && top;
                add(
                    Part::Completed(object, vertex),
                    Sort::Boolean,
                    i64::from(start),
                );
            }
            for (number, it) in chart.variables.iter().enumerate() {
                let start = it.initial.number().unwrap_or(0);
                add(Part::Value(object, number), it.sort.clone(), start);
            }
            for vertex in 0..chart.vertices.len() {
                if let Some(most) = longest(chart, vertex) {
                    add(Part::Clock(object, vertex), up_to(most as usize + 1), 0);
                }
            }
            add(Part::Length(object), up_to(chart.queue), 0);
            for cell in 0..chart.queue {
                add(Part::Event(object, cell), up_to(model.events.len()), 0);
                for &event in receives {
                    for (number, (_, sort)) in model.events[event].parameters.iter().enumerate() {
                        let part = Part::Argument(object, cell, event, number);
                        add(part, sort.clone(), nothing(sort));
                    }
                }
            }
        }
        for (number, script) in model.scripts.iter().enumerate() {
            if script.in_order {
                add(Part::Script(number), up_to(script.stimuli.len()), 0);
            }
        }
        add(Part::Fault, Sort::Boolean, 0);
        for ((part, sort), value) in layout.parts.iter().zip(initial) {
            out.variables.push(DeclaredVariable {
                name: format!("{part:?}"),
                sort: sort.clone(),
                control: matches!(part, Part::Place(..)),
                initial: Initial::Term(Term::constant(Value::Number(value), sort.clone())),
                span: Span::default(),
            });
        }
        out.globals = out.variables.len();
        layout
    }

    fn find(&self, part: Part) -> VariableId {
        let found = self.parts.iter().position(|it| it.0 == part);
        found.expect("every part of the model was declared")
    }

    fn term(&self, part: Part) -> Term {
        let number = self.find(part);
        Term::variable(number, self.parts[number].1.clone())
    }

    fn chart(&self, object: ObjectId) -> &Chart {
        &self.charts[self.chart_of[object]]
    }

    pub(super) fn receives(&self, object: ObjectId) -> &[EventId] {
        &self.receives[self.chart_of[object]]
    }

    pub(super) fn place_of(&self, object: ObjectId, region: RegionId) -> VariableId {
        self.find(Part::Place(object, region))
    }

    /// The number of a vertex in its region.
    pub(super) fn number_of(&self, object: ObjectId, vertex: VertexId) -> Term {
        number(place(self.chart(object), vertex))
    }

    pub(super) fn is_active(&self, object: ObjectId, vertex: VertexId) -> Term {
        let region = self.chart(object).vertices[vertex].region;
        equal(
            self.term(Part::Place(object, region)),
            self.number_of(object, vertex),
        )
    }

    pub(super) fn completed_of(&self, object: ObjectId, vertex: VertexId) -> Option<VariableId> {
        completes(self.chart(object), vertex).then(|| self.find(Part::Completed(object, vertex)))
    }

    pub(super) fn is_completed(&self, object: ObjectId, vertex: VertexId) -> Term {
        match self.completed_of(object, vertex) {
            Some(number) => Term::variable(number, Sort::Boolean),
            None => truth(false),
        }
    }

    /// Whether a final state of a region is active.
    pub(super) fn is_in_final(&self, object: ObjectId, region: RegionId) -> Term {
        let chart = self.chart(object);
        let finals = chart.regions[region].vertices.iter().copied();
        let finals = finals.filter(|&it| chart.vertices[it].kind == VertexKind::Final);
        or(finals.map(|it| self.is_active(object, it)).collect())
    }

    pub(super) fn value_of(&self, object: ObjectId, variable: usize) -> VariableId {
        self.find(Part::Value(object, variable))
    }

    pub(super) fn value(&self, object: ObjectId, variable: usize) -> Term {
        self.term(Part::Value(object, variable))
    }

    /// A clock with the number at which it stops.
    pub(super) fn clock_of(&self, object: ObjectId, vertex: VertexId) -> Option<(VariableId, i64)> {
        let most = longest(self.chart(object), vertex)?;
        Some((self.find(Part::Clock(object, vertex)), i64::from(most) + 1))
    }

    pub(super) fn length_of(&self, object: ObjectId) -> VariableId {
        self.find(Part::Length(object))
    }

    pub(super) fn length(&self, object: ObjectId) -> Term {
        self.term(Part::Length(object))
    }

    pub(super) fn event_of(&self, object: ObjectId, cell: usize) -> VariableId {
        self.find(Part::Event(object, cell))
    }

    /// The variables of what an event in a cell brings, with their sorts.
    pub(super) fn arguments_of(
        &self,
        object: ObjectId,
        cell: usize,
        event: EventId,
    ) -> Vec<(VariableId, Sort)> {
        (0..)
            .map_while(|it| {
                let part = Part::Argument(object, cell, event, it);
                let found = self.parts.iter().position(|it| it.0 == part)?;
                Some((found, self.parts[found].1.clone()))
            })
            .collect()
    }

    pub(super) fn script_of(&self, script: usize) -> VariableId {
        self.find(Part::Script(script))
    }

    pub(super) fn fault_of(&self) -> VariableId {
        self.find(Part::Fault)
    }

    /// What the variables are, in their order, each with its values.
    #[must_use]
    pub fn parts(&self) -> &[(Part, Sort)] {
        &self.parts
    }
}

/// The value where there is nothing.
pub(super) fn nothing(sort: &Sort) -> i64 {
    sort.default_value().number().unwrap_or(0)
}

/// The number of a vertex in its region; 0 is nowhere.
fn place(chart: &Chart, vertex: VertexId) -> i64 {
    let all = &chart.regions[chart.vertices[vertex].region].vertices;
    let found = all.iter().position(|&it| it == vertex);
    found.map_or(0, |it| i64::try_from(it + 1).unwrap_or(0))
}

/// Whether a vertex is ever completed: an initial pseudostate, or the source of a completion transition.
fn completes(chart: &Chart, vertex: VertexId) -> bool {
    let it = &chart.vertices[vertex];
    let sensitive = it
        .outgoing
        .iter()
        .any(|&it| chart.transitions[it].is_completion());
    it.kind == VertexKind::Initial || sensitive
}

/// The largest number that the clock of a vertex is compared with.
fn longest(chart: &Chart, vertex: VertexId) -> Option<u32> {
    let outgoing = chart.vertices[vertex].outgoing.iter();
    let bounds = outgoing.flat_map(|&it| &chart.transitions[it].after);
    bounds.map(|it| it.1).max()
}

/// For each statechart the events that somebody sends to its objects.
pub(in crate::encode) fn received(model: &StatechartModel) -> Vec<Vec<EventId>> {
    fn add(statements: &[Statement], all: &mut [Vec<EventId>]) {
        for it in statements {
            match &it.kind {
                StatementKind::Send { chart, event, .. } => all[*chart].push(*event),
                StatementKind::If(_, then, otherwise) => {
                    add(then, all);
                    add(otherwise, all);
                }
                _ => {}
            }
        }
    }
    let mut all = vec![Vec::new(); model.charts.len()];
    for it in model.charts.iter().flat_map(|it| &it.behaviours) {
        add(&it.statements, &mut all);
    }
    for it in model.scripts.iter().flat_map(|it| &it.stimuli) {
        if let Stimulus::Event { event, to, .. } = it {
            to.iter()
                .for_each(|&to| all[model.objects[to].chart].push(*event));
        }
    }
    for events in &mut all {
        events.sort_unstable();
        events.dedup();
    }
    all
}
