//! Guards, delays, queues, deferrals, orders and priorities, as demands that can be to blame. Waiving one can take runs away
//! ([`without`]): a transition that fires then may hide another one.

use std::any::Any;

use crate::api::kind::{Asked, Demands};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{Property, Subject};
use crate::language::statechart::waive::{Demand, demands, without};
use crate::text::Span;
use crate::view::SystemBlamedView;
use crate::wording::blamed as wording;

/// What statecharts demand.
pub(super) struct DemandsOfCharts<'m> {
    text: &'m str,
    model: &'m StatechartModel,
    property: &'m Property,
    all: Vec<Demand>,
}

impl<'m> DemandsOfCharts<'m> {
    /// What is demanded where a check has found nothing; `None` for deadlocks and scenarios.
    pub(super) fn new(it: Asked<'m>) -> Option<Self> {
        let model: &StatechartModel = it.model();
        let property = model.properties.get(it.check)?;
        let is_told = matches!(property.subject, Subject::Reach(_) | Subject::Always(_));
        is_told.then(|| Self {
            text: it.text,
            model,
            property,
            all: demands(model),
        })
    }
}

impl Demands for DemandsOfCharts<'_> {
    fn count(&self) -> usize {
        self.all.len()
    }

    fn is_monotone(&self) -> bool {
        false
    }

    fn without(&self, waived: &[usize]) -> Box<dyn Any> {
        let waived: Vec<_> = waived.iter().map(|&it| self.all[it]).collect();
        Box::new(without(self.model, &waived))
    }

    fn demand(&self, number: usize) -> (Span, String) {
        let demand = self.all[number];
        let span = demand.span(self.model).unwrap_or(self.property.span);
        let what = wording::demand(self.text, self.model, self.property.reading, demand);
        (span, what)
    }

    fn sentence(&self, elements: &[SystemBlamedView], how: (Option<u32>, bool)) -> String {
        wording::blame(&self.property.subject, elements, how, self.property.reading)
    }
}
