//! What a class model demands, as demands that can be to blame: clauses, multiplicities, start values, and what operations keep.

use std::any::Any;

use crate::api::kind::{Asked, Demands};
use crate::language::classes::ClassModel;
use crate::language::classes::waive::{Demand, demands, without};
use crate::text::Span;
use crate::view::SystemBlamedView;
use crate::wording::classes as wording;

/// Models with more demands are not looked into.
const MOST_DEMANDS: usize = 300;

/// What a class model demands.
pub(super) struct DemandsOfClasses<'m> {
    text: &'m str,
    model: &'m ClassModel,
    check: usize,
    all: Vec<Demand>,
}

impl<'m> DemandsOfClasses<'m> {
    /// What is demanded where a check has found nothing; `None` where that is not told, and for models that are too large.
    pub(super) fn new(it: Asked<'m>) -> Option<Self> {
        let model: &ClassModel = it.model();
        let all = demands(model, it.check)?;
        (all.len() <= MOST_DEMANDS).then_some(Self {
            text: it.text,
            model,
            check: it.check,
            all,
        })
    }
}

impl Demands for DemandsOfClasses<'_> {
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

    fn demand(&self, number: usize) -> (Span, String) {
        let demand = self.all[number];
        let what = wording::demand(self.text, self.model, demand);
        (demand.span(self.model), what)
    }

    fn sentence(&self, elements: &[SystemBlamedView], (_, minimal): (Option<u32>, bool)) -> String {
        wording::blame(
            &self.model.checks[self.check].subject,
            elements.len(),
            minimal,
        )
    }
}
