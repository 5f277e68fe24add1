//! Assumptions, conditions, assignments and initial values, as demands that can be to blame. Waiving them takes no run away
//! ([`without`]).

use std::any::Any;

use crate::api::kind::{Asked, Demands};
use crate::language::transitions::waive::{Demand, demands, without};
use crate::language::transitions::{Property, Subject, TransitionModel};
use crate::text::Span;
use crate::view::SystemBlamedView;
use crate::wording::systems as wording;

/// Models with more demands are not looked into.
const MOST_DEMANDS: usize = 300;
/// Explicit search takes part where no demand that is waived frees more values.
const FEW_VALUES: u64 = 16;

/// What a transition system demands.
pub(super) struct DemandsOfSystem<'m> {
    text: &'m str,
    model: &'m TransitionModel,
    property: &'m Property,
    all: Vec<Demand>,
}

impl<'m> DemandsOfSystem<'m> {
    /// What is demanded where a check has found nothing; `None` for questions about deadlocks, and for models that are too
    /// large.
    pub(super) fn new(it: Asked<'m>) -> Option<Self> {
        let model: &TransitionModel = it.model();
        let property = model.properties.get(it.check)?;
        let all = demands(model);
        let is_told = !matches!(property.subject, Subject::Deadlock) && all.len() <= MOST_DEMANDS;
        is_told.then_some(Self {
            text: it.text,
            model,
            property,
            all,
        })
    }
}

impl Demands for DemandsOfSystem<'_> {
    fn count(&self) -> usize {
        self.all.len()
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn without(&self, waived: &[usize]) -> Box<dyn Any> {
        let waived: Vec<_> = waived.iter().map(|&it| self.all[it]).collect();
        Box::new(without(self.model, &waived))
    }

    fn is_visited_without(&self, waived: &[usize]) -> bool {
        let few = |it: u64| it <= FEW_VALUES;
        let mut waived = waived.iter();
        waived.all(|&it| self.all[it].frees(self.model).is_some_and(few))
    }

    fn demand(&self, number: usize) -> (Span, String) {
        let demand = self.all[number];
        let what = wording::demand(self.text, self.model, demand);
        (demand.span(self.model), what)
    }

    fn sentence(&self, elements: &[SystemBlamedView], (_, minimal): (Option<u32>, bool)) -> String {
        wording::blame(&self.property.subject, elements, minimal)
    }
}
