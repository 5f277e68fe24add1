//! Statecharts that demand less: a guard that is always true, a delay that can be any, a longer queue, a state that defers
//! nothing, events from outside in any order, and readings in which nothing has to come first.
//!
//! Where a demand is waived more transitions can fire; these can hide others, so that a run can also be lost. Whoever asks what
//! a demand rules out therefore asks about the waived demands themselves, and takes no answer about some for one about more.

use super::check::LONGEST_QUEUE;
use super::model::{Chart, ChartId, Guard, StatechartModel, TransitionId, VertexId, VertexKind};
use crate::text::Span;

/// Something that statecharts demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Demand {
    /// A transition fires only where this is true.
    Guard(ChartId, TransitionId),
    /// A transition fires by itself only after such a time.
    Delay(ChartId, TransitionId),
    /// The queue of the objects of a statechart holds so many events.
    Queue(ChartId),
    /// A state defers events.
    Defers(ChartId, VertexId),
    /// Events come from outside in an order, once.
    Order(usize),
    /// Of the transitions of states inside each other the inner one fires.
    InsideFirst,
    /// Completions come before events.
    CompletionFirst,
}

impl Demand {
    /// Where it is written; nothing for what the reading demands.
    #[must_use]
    pub fn span(self, model: &StatechartModel) -> Option<Span> {
        Some(match self {
            Self::Guard(chart, number) => {
                let it = &model.charts[chart].transitions[number];
                match &it.guard {
                    Guard::Term(term) => term.span,
                    Guard::True | Guard::Else => it.span,
                }
            }
            Self::Delay(chart, number) => model.charts[chart].transitions[number].span,
            Self::Queue(chart) => model.charts[chart].span,
            Self::Defers(chart, vertex) => model.charts[chart].vertices[vertex].span,
            Self::Order(script) => model.scripts[script].span,
            Self::InsideFirst | Self::CompletionFirst => return None,
        })
    }
}

/// What a model demands, in the order of the text, what its reading demands at the end.
#[must_use]
pub fn demands(model: &StatechartModel) -> Vec<Demand> {
    let used = |chart: ChartId| model.objects.iter().any(|it| it.chart == chart);
    let charts = || model.charts.iter().enumerate().filter(|it| used(it.0));
    let mut all = Vec::new();
    for (chart, it) in charts() {
        if it.queue < longer(it.queue) {
            all.push(Demand::Queue(chart));
        }
        for (number, transition) in it.transitions.iter().enumerate() {
            if transition.guard != Guard::True {
                all.push(Demand::Guard(chart, number));
            }
            if !transition.after.is_empty() {
                all.push(Demand::Delay(chart, number));
            }
        }
        let defers =
            (0..it.vertices.len()).filter(|&vertex| !it.vertices[vertex].deferred.is_empty());
        all.extend(defers.map(|vertex| Demand::Defers(chart, vertex)));
    }
    let in_order = (0..model.scripts.len()).filter(|&it| model.scripts[it].in_order);
    all.extend(in_order.map(Demand::Order));
    all.sort_by_key(|it| (it.span(model), *it));
    let is_nested = |it: &Chart| it.vertices.iter().any(|it| !it.regions.is_empty());
    let completes = |it: &Chart| {
        let mut all = it.transitions.iter();
        all.any(|own| own.is_completion() && it.vertices[own.source].kind == VertexKind::State)
    };
    if charts().any(|it| is_nested(it.1)) {
        all.push(Demand::InsideFirst);
    }
    if charts().any(|it| completes(it.1)) {
        all.push(Demand::CompletionFirst);
    }
    all
}

/// The model without some of its demands; what it consists of has the same numbers.
#[must_use]
pub fn without(model: &StatechartModel, waived: &[Demand]) -> StatechartModel {
    let mut less = model.clone();
    let late = latest(model);
    for &it in waived {
        match it {
            Demand::Guard(chart, number) => {
                less.charts[chart].transitions[number].guard = Guard::True;
            }
            Demand::Delay(chart, number) => {
                less.charts[chart].transitions[number].after = vec![(0, late)];
            }
            Demand::Queue(chart) => {
                let queue = &mut less.charts[chart].queue;
                *queue = longer(*queue);
            }
            Demand::Defers(chart, vertex) => less.charts[chart].vertices[vertex].deferred.clear(),
            Demand::Order(script) => less.scripts[script].in_order = false,
            Demand::InsideFirst => less.loosened.inside = true,
            Demand::CompletionFirst => less.loosened.completion = true,
        }
    }
    less
}

/// How many events a queue holds in place of so many.
#[must_use]
pub fn longer(queue: usize) -> usize {
    (2 * queue).min(LONGEST_QUEUE)
}

/// Up to when something can be due whose delay is waived: beyond all that is written.
#[must_use]
pub fn latest(model: &StatechartModel) -> u32 {
    let all = model.charts.iter().flat_map(|it| &it.transitions);
    let most = all.flat_map(|it| &it.after).map(|it| it.1).max();
    most.unwrap_or(0).saturating_add(1)
}
