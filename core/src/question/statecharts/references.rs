//! References to objects inside the state of an object: where they stand, what they name, and exchanging them.

use crate::expression::Sort;
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{ChartId, ObjectId};
use crate::language::statechart::semantics::{Action, Message, ObjectState, Term};

/// Where references stand.
#[derive(Clone, Debug)]
pub(super) struct References {
    /// For each statechart and variable whose objects it refers to.
    variables: Vec<Vec<Option<ChartId>>>,
    /// The same for what events bring.
    events: Vec<Vec<Option<ChartId>>>,
    /// For each statechart its objects, by their number less one.
    objects: Vec<Vec<ObjectId>>,
}

/// Is told of a reference: whose objects it can name, and the number itself.
type Visit<'v> = &'v mut dyn FnMut(ChartId, &mut i64);

impl References {
    /// Those of a model.
    pub(super) fn new(model: &StatechartModel) -> Self {
        let of = |sort: &Sort| referred(model, sort);
        let charts = model.charts.iter();
        let variables = charts.map(|it| it.variables.iter().map(|it| of(&it.sort)).collect());
        let events = model.events.iter();
        let events = events.map(|it| it.parameters.iter().map(|it| of(&it.1)).collect());
        let mut objects: Vec<Vec<ObjectId>> = vec![Vec::new(); model.charts.len()];
        let mut numbered: Vec<ObjectId> = (0..model.objects.len()).collect();
        numbered.sort_by_key(|&it| model.objects[it].reference);
        for object in numbered {
            objects[model.objects[object].chart].push(object);
        }
        Self {
            variables: variables.collect(),
            events: events.collect(),
            objects,
        }
    }

    /// Whether events bring references.
    pub(super) fn are_sent(&self) -> bool {
        self.events.iter().flatten().any(Option::is_some)
    }

    /// The object that a number names.
    pub(super) fn object(&self, chart: ChartId, number: i64) -> Option<ObjectId> {
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        self.objects[chart].get(place).copied()
    }

    /// Every reference in the state of an object, always in the same order.
    pub(super) fn visit(&self, chart: ChartId, state: &mut ObjectState, visit: Visit<'_>) {
        self.values(chart, &mut state.values, visit);
        self.values(chart, &mut state.dispatched, visit);
        let deferred = state.deferred.iter_mut().map(|it| &mut it.0);
        let messages = state.pool.iter_mut().chain(deferred);
        for it in messages.chain(&mut state.current) {
            self.message(it, visit);
        }
        self.term(chart, &mut state.rest, visit);
    }

    fn values(&self, chart: ChartId, values: &mut [i64], visit: Visit<'_>) {
        for (value, of) in values.iter_mut().zip(&self.variables[chart]) {
            if let Some(of) = of {
                visit(*of, value);
            }
        }
    }

    fn message(&self, message: &mut Message, visit: Visit<'_>) {
        for (value, of) in message
            .arguments
            .iter_mut()
            .zip(&self.events[message.event])
        {
            if let Some(of) = of {
                visit(*of, value);
            }
        }
    }

    fn term(&self, chart: ChartId, term: &mut Term, visit: Visit<'_>) {
        match term {
            Term::Done => {}
            Term::Act(Action::Ensure(_, _, inner)) => self.term(chart, inner, visit),
            Term::Act(_) => {}
            Term::Sequence(parts) | Term::Parallel(parts) => {
                parts.iter_mut().for_each(|it| self.term(chart, it, visit));
            }
            Term::Frozen(values, inner) => {
                self.values(chart, values, visit);
                self.term(chart, inner, visit);
            }
        }
    }
}

/// The statechart to whose objects the values of a sort refer.
pub(super) fn referred(model: &StatechartModel, sort: &Sort) -> Option<ChartId> {
    let Sort::Enumeration(it) = sort else {
        return None;
    };
    model
        .charts
        .iter()
        .position(|chart| chart.references.as_ref() == Some(it))
}
