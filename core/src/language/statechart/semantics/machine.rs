//! The interpreter of one reading: what a model is to it, and what expressions evaluate to.

use super::super::model::{
    ChartId, EventId, Guard, ObjectId, Overflow, Reading, RegionId, StatechartModel, TransitionId,
    VertexId,
};
use super::super::structure::Structure;
use super::code::Code;
use super::moment::{Moment, Reads};
use super::rules::Rules;
use super::state::{Message, ObjectState, ScriptState, SystemState};
use super::term::{Action, Term};
use super::unnoticed;
use crate::expression::{Term as Expression, Undefined, Value, evaluate};

/// Ways to decide what is open in one macro-step that are followed at most.
pub const MOST_WAYS: usize = 4_096;
/// What the names of events begin with by which SCXML says that a state has ended.
pub const DONE: &str = "done.state.";
/// Silent actions of one macro-step at most, and actions that can be left to do.
pub const MOST_ACTIONS: usize = 2_000;

/// The definitions of a model in one reading.
#[derive(Clone, Debug)]
pub struct Machine<'m> {
    /// The model.
    pub model: &'m StatechartModel,
    /// How it is read.
    pub reading: Reading,
    /// The rules of the reading, or a mixture where two readings are compared.
    pub(super) rules: Rules,
    /// For each statechart what follows from its tree.
    pub structures: Vec<Structure<'m>>,
    /// For each statechart its behaviours.
    pub codes: Vec<Code<'m>>,
    /// For each statechart whether anything reads the values at the dispatch later in the step.
    pub(super) reads_dispatched: Vec<bool>,
    /// For each statechart what its guards read of inputs.
    pub(super) reads: Vec<Reads>,
    /// For each statechart and vertex the event by which SCXML says that the state has ended, where somebody knows it.
    done: Vec<Vec<Option<EventId>>>,
    /// The same of regions.
    done_regions: Vec<Vec<Option<EventId>>>,
    /// For each statechart and vertex whether a transition waits for its completion.
    pub(super) awaited: Vec<Vec<bool>>,
    /// For each statechart and region whether to enter it by default is calm.
    pub(super) calm: Vec<Vec<bool>>,
    /// The most values that an event brings.
    pub most_parameters: usize,
}

impl<'m> Machine<'m> {
    /// The definitions of a model without errors.
    #[must_use]
    pub fn new(model: &'m StatechartModel, reading: Reading) -> Self {
        let reads = |chart: &super::super::model::Chart| {
            let static_guard = |it: &super::super::model::Transition| {
                !matches!(
                    chart.vertices[it.source].kind,
                    super::super::model::VertexKind::State
                ) && matches!(it.guard, Guard::Term(_))
            };
            chart.transitions.iter().any(static_guard)
        };
        Self {
            model,
            reading,
            rules: Rules::of(reading),
            structures: model.charts.iter().map(Structure::new).collect(),
            codes: model.charts.iter().map(Code::new).collect(),
            reads_dispatched: model.charts.iter().map(reads).collect(),
            reads: Reads::of(model),
            done: model
                .charts
                .iter()
                .map(|it| done_events(model, it))
                .collect(),
            done_regions: model
                .charts
                .iter()
                .map(|it| done_regions(model, it))
                .collect(),
            awaited: model.charts.iter().map(unnoticed::awaited).collect(),
            calm: model.charts.iter().map(unnoticed::calm).collect(),
            most_parameters: model
                .events
                .iter()
                .map(|it| it.parameters.len())
                .max()
                .unwrap_or(0),
        }
    }

    /// Whether a full queue ends the run: of an object whose queue is of `overflow error`.
    #[must_use]
    pub fn can_overflow(&self) -> bool {
        let mut objects = self.model.objects.iter();
        objects.any(|it| self.model.charts[it.chart].overflow == Overflow::Error)
    }

    /// The statechart of an object.
    #[must_use]
    pub fn chart_of(&self, object: ObjectId) -> ChartId {
        self.model.objects[object].chart
    }

    /// `done.state.ID`: the event by which SCXML says that a state has ended; nothing where nobody knows it.
    #[must_use]
    pub fn done_event(&self, object: ObjectId, vertex: VertexId) -> Option<EventId> {
        self.done[self.chart_of(object)][vertex]
    }

    /// The same of a region that is a state to SCXML; its ID is its name.
    #[must_use]
    pub fn done_region(&self, object: ObjectId, region: RegionId) -> Option<EventId> {
        self.done_regions[self.chart_of(object)][region]
    }

    /// The structure of an object's statechart.
    #[must_use]
    pub fn structure(&self, object: ObjectId) -> &Structure<'m> {
        &self.structures[self.chart_of(object)]
    }

    /// Where everything begins: nothing is active, and the top regions are to be entered by default.
    #[must_use]
    pub fn initial(&self, shows: bool) -> SystemState {
        let objects = self.model.objects.iter().map(|it| {
            let chart = &self.model.charts[it.chart];
            let values = chart.variables.iter();
            ObjectState {
                values: values.map(|it| it.initial.number().unwrap_or(0)).collect(),
                rest: Term::parallel(chart.top().map(|it| Action::Default(it).into())),
                ..ObjectState::of(chart)
            }
        });
        let mut state = SystemState {
            objects: objects.collect(),
            scripts: vec![ScriptState::default(); self.model.scripts.len()],
            shown: shows.then(|| (Vec::new(), false)),
        };
        for (object, it) in state.objects.iter_mut().enumerate() {
            self.freeze(object, it, None);
        }
        state
    }

    /// The values that an expression of an object reads, given those of its variables, and of inputs if it is a guard.
    fn values(
        &self,
        object: ObjectId,
        variables: &[i64],
        inputs: &[Option<i64>],
        data: &[i64],
    ) -> Vec<Value> {
        let own = std::iter::once(self.model.objects[object].reference);
        // What a guard does not read needs no value.
        let inputs = (0..self.structure(object).chart.inputs.len())
            .map(|it| inputs.get(it).copied().flatten().unwrap_or(0));
        let missing = std::iter::repeat_n(0, self.most_parameters.saturating_sub(data.len()));
        let all = variables
            .iter()
            .copied()
            .chain(own)
            .chain(inputs)
            .chain(data.iter().copied())
            .chain(missing);
        all.map(Value::Number).collect()
    }

    /// The number that an expression evaluates to.
    #[must_use]
    pub fn number(
        &self,
        object: ObjectId,
        term: &Expression,
        variables: &[i64],
        data: &[i64],
    ) -> Option<i64> {
        self.value(object, term, variables, data).ok()?.number()
    }

    /// What an expression of an object that is no guard evaluates to.
    ///
    /// # Errors
    /// Says why it has no value.
    pub fn value(
        &self,
        object: ObjectId,
        term: &Expression,
        variables: &[i64],
        data: &[i64],
    ) -> Result<Value, Undefined> {
        self.evaluated(object, term, (variables, &[]), data)
    }

    fn evaluated(
        &self,
        object: ObjectId,
        term: &Expression,
        (variables, inputs): (&[i64], &[Option<i64>]),
        data: &[i64],
    ) -> Result<Value, Undefined> {
        evaluate(term, &self.values(object, variables, inputs, data))
    }

    /// Why the guard of a transition has no value at a moment, where it has none.
    #[must_use]
    pub fn undefined(
        &self,
        object: ObjectId,
        transition: TransitionId,
        variables: &[i64],
        event: Option<&Message>,
        moment: &mut Moment<'_>,
    ) -> Option<Undefined> {
        self.guard(object, transition, variables, event, moment)?
            .err()
    }

    /// What the guard of a transition evaluates to at a moment, if it is an expression.
    fn guard(
        &self,
        object: ObjectId,
        transition: TransitionId,
        variables: &[i64],
        event: Option<&Message>,
        moment: &mut Moment<'_>,
    ) -> Option<Result<Value, Undefined>> {
        let Guard::Term(term) = &self.structure(object).chart.transitions[transition].guard else {
            return None;
        };
        let data = event.map_or(&[][..], |it| &it.arguments);
        self.read_for(object, transition, moment);
        Some(self.evaluated(object, term, (variables, Self::chosen(moment)), data))
    }

    /// Whether the guard of a transition is true at some moment.
    #[must_use]
    pub fn can_hold(
        &self,
        object: ObjectId,
        transition: TransitionId,
        variables: &[i64],
        event: Option<&Message>,
    ) -> bool {
        let mut any = false;
        self.each_moment(object, |moment| {
            any |= self.holds(object, transition, variables, event, moment);
        });
        any
    }

    /// Whether the guard of a transition is true at a moment; `else` is not. A guard without a value is not true.
    #[must_use]
    pub fn holds(
        &self,
        object: ObjectId,
        transition: TransitionId,
        variables: &[i64],
        event: Option<&Message>,
        moment: &mut Moment<'_>,
    ) -> bool {
        match &self.structure(object).chart.transitions[transition].guard {
            Guard::True => true,
            Guard::Else => false,
            Guard::Term(_) => {
                let value = self.guard(object, transition, variables, event, moment);
                value.and_then(Result::ok).and_then(|it| it.number()) == Some(1)
            }
        }
    }

    /// The ways out of a pseudostate whose guards are true; those with `else` where there is no other.
    #[must_use]
    pub fn open_ways(
        &self,
        object: ObjectId,
        vertex: VertexId,
        variables: &[i64],
        event: Option<&Message>,
        moment: &mut Moment<'_>,
    ) -> Vec<TransitionId> {
        let chart = self.structure(object).chart;
        let outgoing = &chart.vertices[vertex].outgoing;
        let mut open: Vec<_> = outgoing
            .iter()
            .copied()
            .filter(|&it| self.holds(object, it, variables, event, moment))
            .collect();
        if open.is_empty() {
            open = outgoing
                .iter()
                .copied()
                .filter(|&it| chart.transitions[it].guard == Guard::Else)
                .collect();
        }
        open
    }
}

/// For each vertex the event `done.state.ID`, where there is one that brings nothing; the ID of a state is what it is shown
/// as, else its name.
fn done_events(
    model: &StatechartModel,
    chart: &super::super::model::Chart,
) -> Vec<Option<EventId>> {
    let id = |it: &'_ super::super::model::Vertex| it.label.clone().unwrap_or(it.name.clone());
    let all = chart.vertices.iter();
    all.map(|it| done_event(model, &id(it))).collect()
}

/// The same of regions, by their names.
fn done_regions(
    model: &StatechartModel,
    chart: &super::super::model::Chart,
) -> Vec<Option<EventId>> {
    let all = chart.regions.iter();
    all.map(|it| done_event(model, &it.name)).collect()
}

/// The event `done.state.ID`.
fn done_event(model: &StatechartModel, id: &str) -> Option<EventId> {
    let is_it = |event: &super::super::model::Event| {
        event.parameters.is_empty() && event.name.strip_prefix(DONE) == Some(id)
    };
    let found = model.events.iter().position(is_it);
    found.filter(|_| !id.is_empty())
}
