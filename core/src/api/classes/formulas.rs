//! Checks of class models as formulas, and back from an assignment to a run of calls.
//!
//! There is one relation for all widths, since every word is as wide as it need be.

use std::cell::RefCell;

use crate::api::kind::{StepFormulas, Writing};
use crate::encode::classes::{Encoding, encode};
use crate::engine::symbolic::Run;
use crate::engine::systems::Formulas;
use crate::language::classes::model::{ClassModel, Subject};
use crate::language::classes::semantics::calls;
use crate::language::questions::PropertySubject;
use crate::symbolic::Relation;
use crate::system::{Step, Trace, Valuation};

/// Most gates of a formula.
const MOST_GATES: usize = 1_000_000;
/// Bytes that a gate takes while formulas are written, and in the two copies that are kept.
const BYTES_PER_GATE: u64 = 500;

/// The relation of a check within some memory; `None` where it cannot be written.
pub(in crate::api) fn encoding(
    model: &ClassModel,
    check: usize,
    (memory, stop): (u64, &dyn Fn() -> bool),
) -> Option<Encoding> {
    let most = usize::try_from(memory / BYTES_PER_GATE).unwrap_or(usize::MAX);
    let calls = calls(model, model.integers);
    encode((model, check), &calls, MOST_GATES.min(most), stop).ok()
}

/// The formulas of a check.
pub(super) struct FormulasOfClasses<'f> {
    model: &'f ClassModel,
    check: usize,
    writing: Writing<'f>,
    written: RefCell<Option<Encoding>>,
}

impl<'f> FormulasOfClasses<'f> {
    /// The formulas of a check, which are written when they are asked for.
    pub(super) fn new(model: &'f ClassModel, check: usize, writing: Writing<'f>) -> Self {
        Self {
            model,
            check,
            writing,
            written: RefCell::new(None),
        }
    }

    /// Whether the question is where runs are stuck: by integers outside of the bound some are not, of which formulas know nothing.
    fn asks_more(&self) -> bool {
        let check = self.model.checks.get(self.check);
        let is_stuck = check
            .is_some_and(|it| matches!(it.subject, Subject::Property(PropertySubject::Deadlock)));
        is_stuck && self.has_bound()
    }

    /// The state of some bits, with how many of the calls asked for have happened.
    fn state(&self, encoding: &Encoding, bits: &[bool]) -> Option<Valuation> {
        let values = encoding.values(bits)?;
        let slots = values.iter().enumerate().map(|(slot, value)| {
            let domain = self.model.slot_domain(slot);
            domain.number(self.model, value)
        });
        let check = self.model.checks.get(self.check)?;
        let met = match check.subject {
            Subject::Calls(..) => Some(i64::try_from(encoding.met(bits)).ok()),
            _ => None,
        };
        slots.chain(met).collect()
    }
}

impl Formulas for FormulasOfClasses<'_> {
    fn relation(&self, _width: usize) -> Option<Relation> {
        let limits = (self.writing.memory, self.writing.stop);
        let encoding = encoding(self.model, self.check, limits)?;
        let relation = encoding.relation.clone();
        *self.written.borrow_mut() = Some(encoding);
        Some(relation)
    }

    fn widths(&self) -> Vec<usize> {
        match self.asks_more() {
            true => Vec::new(),
            false => vec![1],
        }
    }
}

impl StepFormulas for FormulasOfClasses<'_> {
    fn trace(&self, _width: usize, run: &Run) -> Option<Trace> {
        let written = self.written.borrow();
        let encoding = written.as_ref()?;
        let states = run.states.iter().map(|it| self.state(encoding, it));
        let mut states = states.collect::<Option<Vec<_>>>()?.into_iter();
        let start = states.next()?;
        let chosen = run.choices.iter().skip(1);
        let steps = states.zip(chosen).map(|(state, chosen)| {
            let call = chosen.iter().position(|it| *it)?;
            Some(Step {
                label: u32::try_from(call).ok()?,
                choice: state,
            })
        });
        Some(Trace {
            start,
            steps: steps.collect::<Option<_>>()?,
        })
    }

    fn has_bound(&self) -> bool {
        self.model.has_plain_integers()
    }
}
