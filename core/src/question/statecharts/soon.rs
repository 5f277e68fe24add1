//! How soon: the fewest steps until each state of each object is active.
//!
//! One visit of all states answers for all of them. As for a check that asks `reach` of one of them, what counts are
//! states in which no step is running; objects that are alike are exchanged, so what one of them comes to the others come to
//! as soon.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::ChartSpace;
use super::locals::LocalId;
use crate::engine::systems::{Finding, Visit};
use crate::engine::{Limits, Watch};
use crate::expression::{Sort, Term, TermKind, Value};
use crate::language::statechart::model::{
    Atom, ObjectId, Property, Query, Reading, Subject, VertexKind,
};
use crate::system::Flow;
use crate::text::Span;

/// For each object and each of its vertices the fewest steps until it is active; `None` where no state that was visited has
/// it so. Of pseudostates it is always that.
pub type Soonest = Vec<Vec<Option<u32>>>;

/// What is always true, so that who looks for its opposite visits everything.
#[must_use]
pub fn everything(reading: Reading) -> Property {
    let truth = Term {
        kind: TermKind::Constant(Value::boolean(true)),
        sort: Sort::Boolean,
        span: Span::default(),
    };
    Property {
        subject: Subject::Always(Query {
            term: truth,
            atoms: Vec::new(),
        }),
        reading,
        within: None,
        expected: None,
        span: Span::default(),
    }
}

impl ChartSpace<'_> {
    /// How soon each state of each object is active; and what the visit came to, which ends where all of them are found. To
    /// be asked of [`everything`].
    #[must_use]
    pub fn soonest(&self, limits: &Limits, watch: &mut dyn Watch) -> (Soonest, Finding) {
        let model = self.system.machine().model;
        let charts = model.objects.iter().map(|it| &model.charts[it.chart]);
        let none = charts.clone().map(|it| vec![None; it.vertices.len()]);
        let soonest = RefCell::new(none.collect::<Soonest>());
        let states = charts.map(|it| it.vertices.iter().filter(|it| is_state(it.kind)).count());
        let missing = Cell::new(states.sum::<usize>());
        let seen: RefCell<BTreeSet<(ObjectId, LocalId)>> = RefCell::default();
        let look = |row: &[i64], depth: u32| {
            let row = super::unpacked(row, self.width());
            let locals = &self.steps.borrow().locals;
            if !self.is_stable(locals, &row) {
                return Flow::Continue(());
            }
            let (mut all, mut seen) = (soonest.borrow_mut(), seen.borrow_mut());
            let objects = row.iter().take(model.objects.len()).enumerate();
            for (object, &local) in objects.filter(|it| seen.insert((it.0, *it.1))) {
                let own = locals.state(object, local);
                let chart = &model.charts[model.objects[object].chart];
                let states = chart.vertices.iter().zip(&mut all[object]).enumerate();
                for (vertex, (_, soon)) in states.filter(|it| is_state(it.1.0.kind)) {
                    if soon.is_none() && self.system.seen(Atom::In(object, vertex), own) == 1 {
                        *soon = Some(depth);
                        missing.set(missing.get() - 1);
                    }
                }
            }
            match missing.get() {
                0 => Flow::Break(()),
                _ => Flow::Continue(()),
            }
        };
        let mut visit = Visit::telling(self, &look);
        let finding = loop {
            if let Some(finding) = visit.go_on(u64::from(u32::MAX), limits, watch) {
                break finding;
            }
        };
        drop(visit);
        let mut soonest = soonest.into_inner();
        for class in self.steps.borrow().classes() {
            for vertex in 0..soonest[class[0]].len() {
                let found = class.iter().filter_map(|&it| soonest[it][vertex]).min();
                for &object in class {
                    soonest[object][vertex] = found;
                }
            }
        }
        (soonest, finding)
    }
}

/// Whether a vertex is a state that a question can name, or the end of a region.
#[must_use]
pub fn is_state(kind: VertexKind) -> bool {
    matches!(kind, VertexKind::State | VertexKind::Final)
}
