//! An answer of the portfolio, with what is needed to ask on: its formulas, and surveys of where it ended.

use super::bmc::Bmc;
use super::gap::Gap;
use super::portfolio::Engine;
use super::{Coverage, Finding, Limits, Reached, Stop, Watch, explicit};
use crate::bounds::Ceilings;
use crate::cnf::{Formula, Lit};
use crate::network::{PlaceSet, Task};

/// A survey may cost more than an answer: it visits every state within the bound.
const SURVEY: Limits = Limits {
    states: 200_000,
    transactions: 3_000_000,
    clauses: 0,
    memory: u64::MAX,
    solving: u64::MAX,
    few_states: 0,
};

/// An answer with what is needed to ask on.
pub struct Answered<'t, 's> {
    /// What was found.
    pub finding: Finding,
    /// Who found it.
    pub engine: Engine,
    /// The ceilings, where they were computed.
    pub ceilings: Option<Ceilings>,
    pub(super) task: &'t Task,
    pub(super) limits: Limits,
    pub(super) formulas: Formulas<'t, 's>,
}

/// Where the formulas of an answer are.
pub(super) enum Formulas<'t, 's> {
    None,
    Bmc(Box<Bmc<'t, 's>>),
    Gap(Box<Gap<'t, 's>>),
}

impl<'t> Answered<'t, '_> {
    /// The task, with how much is enough.
    #[must_use]
    pub fn task(&self) -> &'t Task {
        self.task
    }

    /// Whether nobody else need be asked: the finding settles the task, or somebody wants to stop.
    /// For a search without a bound, the best that exists must also be there within the task's
    /// bound; and a witness must be a shortest one.
    pub(super) fn settles(&self) -> bool {
        let finding = &self.finding;
        let in_time = self.task.bound.is_none_or(|bound| finding.depth <= bound);
        let shown = finding.shortest || !finding.met;
        match finding.coverage {
            Coverage::Open(stop) => stop == Stop::Asked,
            Coverage::Every | Coverage::Bound => in_time && shown,
        }
    }

    /// What a finding covers that stopped at a ceiling: every length only if the ceiling does.
    pub(super) fn covered(mut self) -> Self {
        if self.is_bounded() && self.ceilings.is_some_and(|c| self.finding.value < c.always) {
            self.finding.coverage = Coverage::Bound;
        }
        self
    }

    /// Whether a ceiling, not a search, says that there is nothing greater.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        let stopped_early = self.finding.value >= self.task.enough;
        stopped_early
            && self.ceilings.is_some()
            && !self.finding.met
            && !matches!(self.finding.coverage, Coverage::Open(_))
    }

    /// Notes that another engine had covered more lengths before this one gave up.
    pub(super) fn at_least(mut self, depth: u32) -> Self {
        let reached: &mut Reached = &mut self.finding.reached;
        reached.depth = reached.depth.max(depth);
        self
    }

    /// The memory that is left for a proof of the answer, formulas and solvers as they are.
    #[must_use]
    pub fn memory_left(&self) -> u64 {
        let bytes = match &self.formulas {
            Formulas::None => 0,
            Formulas::Bmc(bmc) => bmc.bytes(),
            Formulas::Gap(gap) => gap.bytes(),
        };
        self.limits.memory.saturating_sub(bytes)
    }

    /// Milliseconds that were spent on building formulas.
    #[must_use]
    pub fn encode_ms(&self) -> f64 {
        match &self.formulas {
            Formulas::None => 0.0,
            Formulas::Bmc(bmc) => bmc.encode_ms(),
            Formulas::Gap(gap) => gap.encode_ms(),
        }
    }

    /// The formula that was built, and the literal that contradicts it where the answer is that
    /// there is nothing greater within the bound.
    #[must_use]
    pub fn formula(&self) -> Option<(&Formula, Option<Lit>)> {
        match &self.formulas {
            Formulas::None => None,
            Formulas::Bmc(bmc) => Some((bmc.formula(), bmc.refuted())),
            Formulas::Gap(gap) => gap.formula().map(|(formula, lit)| (formula, Some(lit))),
        }
    }

    /// The formula of the induction step and the literal that contradicts it, where the answer
    /// rests on one.
    #[must_use]
    pub fn induction(&self) -> Option<(&Formula, Lit)> {
        match &self.formulas {
            Formulas::Bmc(bmc) => bmc.induction(),
            Formulas::None | Formulas::Gap(_) => None,
        }
    }

    /// Says for each region whether a state of greatest value within the bound lies in it; `None`
    /// where a limit was hit.
    pub fn survey(
        &mut self,
        regions: &[Vec<PlaceSet>],
        watch: &mut dyn Watch,
    ) -> Option<Vec<bool>> {
        match &mut self.formulas {
            Formulas::None => {}
            Formulas::Bmc(bmc) => return bmc.survey(regions).ok(),
            Formulas::Gap(gap) => return gap.survey(regions).ok(),
        }
        let limits = SURVEY.at_most(&self.limits);
        let (finding, met) = explicit::survey(self.task, &limits, watch, regions);
        (!matches!(finding.coverage, Coverage::Open(_))).then_some(met)
    }
}
