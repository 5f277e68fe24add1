//! Formulas of a kind of model that offers its definitions: all engines take turns, and what formulas find is replayed by the
//! definitions.

use super::stepwise::{OpenedSteps, on_orbits};
use super::{Asked, Found, Means, Opened, Provable, Prove, StepKind, Stepwise, by_visits};
use crate::api::found::by_turns;
use crate::api::request::Refusal;
use crate::engine::Coverage;
use crate::engine::symbolic::Run;
use crate::engine::systems::{Choice, Engine, Formulas, Way};
use crate::system::Trace;

/// A check of such a kind as formulas.
pub trait StepFormulas: Formulas {
    /// The run that an assignment of the relation of a width stands for. It is replayed before it is shown.
    fn trace(&self, width: usize, run: &Run) -> Option<Trace>;

    /// Whether a "no" may depend on what [`StepKind::bound`] says.
    fn has_bound(&self) -> bool {
        false
    }
}

/// When the writing of formulas ends.
#[derive(Clone, Copy)]
pub struct Writing<'f> {
    /// Bytes that may be taken.
    pub memory: u64,
    /// Whether to stop.
    pub stop: &'f dyn Fn() -> bool,
}

/// Writes the formulas of a check, as [`StepKind::formulas`].
pub(super) type Write = for<'f> fn(Asked<'f>, Writing<'f>) -> Option<Box<dyn StepFormulas + 'f>>;

impl<K: StepKind> Prove for Stepwise<K> {
    fn open<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Provable + 'm>> {
        let write: Write = |it, writing| K::formulas(it.model(), it.check, writing);
        let mut opened = on_orbits::<K>(it)?;
        opened.formulas = Some((it, write));
        Some(Box::new(opened))
    }
}

impl Provable for OpenedSteps<'_> {
    fn search(&self, means: &Means<'_, '_>) -> Result<Found, Refusal> {
        let Means { budget, meter, .. } = means;
        let writing = Writing {
            memory: budget.limits.memory,
            stop: means.stop,
        };
        let formulas = match self.formulas {
            Some((asked, write)) if budget.choice != Choice::Explicit => write(asked, writing),
            _ => None,
        };
        let Some(formulas) = formulas.filter(|it| !it.widths().is_empty()) else {
            return by_visits(self, means);
        };
        let mut finding = by_turns(self.space(), &*formulas, means)?;
        let trace = match &finding.way {
            None => None,
            Some(Way::States(rows)) => self.run_along(rows, meter),
            Some(Way::Bits(width, run)) => formulas.trace(*width, run),
        };
        let mut limits = self.limits();
        if finding.engine != Engine::Explicit && formulas.has_bound() {
            // Formulas do not tell whether the bound was met.
            limits = self.bound();
            if finding.coverage == Coverage::Every && finding.way.is_none() {
                finding.coverage = Coverage::Bound;
            }
        }
        Ok(Found {
            finding,
            trace,
            invariant: Vec::new(),
            limits,
        })
    }
}
