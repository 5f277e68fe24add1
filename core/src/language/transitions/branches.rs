//! What could be decided in a state, with what stops each branch that cannot be completed.
//!
//! A step tells only what is possible. Whoever runs a system by hand also wants to see what is not, and why: a
//! *branch* is an alternative of the relation whose turn it is, a branch of a choice in it, or a
//! fragment of a system that was split. It comes with the ways to complete it, or else with the reasons
//! against it: the assumptions, and whatever else blocks, that end every way through it.
//!
//! Nothing here decides what a system does. A branch has no way exactly where the system has no step through it;
//! where a limit of the tool keeps that from being known the branch says so.

use std::collections::BTreeSet;

use super::configuration::{Answer, Cause, Encounter, Obstacle};
use super::model::{OperationId, OperationKind, TransitionModel, VariableId};
use super::outcomes::write_answer;
use super::settings::Settings;
use super::system::TransitionSystem;
use crate::expression::Value;
use crate::system::{Flow, LabelId, Step, Valuation};
use crate::text::Span;

/// Something that could be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The alternative or fragment that it belongs to.
    pub label: LabelId,
    /// The operation of the text that it begins with or is; none for what only ends a scope.
    pub operation: Option<OperationId>,
    /// Where that is written.
    pub span: Span,
    /// The ways to complete it, the first so many.
    pub ways: Vec<Way>,
    /// Whether there are more ways than these.
    pub more: bool,
    /// The variable that gets a value here, if that is all that is decided.
    pub asks: Option<VariableId>,
    /// The variables of the system that runs to which something in it gives any value, also where more is decided.
    pub frees: BTreeSet<VariableId>,
    /// What stops other ways; where there is no way, what stops all.
    pub reasons: BTreeSet<Stopped>,
    /// Whether every way was followed to where the definitions end it: no value was left out, and nothing was too
    /// long or too large for the tool.
    pub complete: bool,
}

/// A way to complete a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The step.
    pub step: Step,
    /// The state after it.
    pub after: Valuation,
}

/// What stops some way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stopped {
    /// Where that is written.
    pub span: Span,
    /// The operation of the text.
    pub operation: OperationId,
    /// Why it cannot be executed; a variable in it has its number in the system that runs.
    pub cause: Cause,
    /// Whether it is not the branch itself that is stopped, but whatever must follow it.
    pub later: bool,
}

impl Branch {
    /// Whether it is known that there is no way to complete it.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        self.ways.is_empty() && self.complete
    }

    /// The step that gives the variable which is asked for a value, tried before or not; whether it is possible
    /// the system says.
    #[must_use]
    pub fn answered(&self, value: &Value) -> Option<Step> {
        self.asks?;
        let mut choice = Vec::new();
        write_answer(&Answer::Value(value.clone()), &mut choice);
        Some(Step {
            label: self.label,
            choice: choice.into(),
        })
    }
}

/// Branches of one choice after the other are looked into at most so often; of others nothing is said.
const MOST_LOOKED_INTO: usize = 200;
/// Substeps that looking into one may take.
const MOST_SUBSTEPS: u64 = 200_000;

impl TransitionSystem<'_> {
    /// What could be decided in a state, in the order of the text: every alternative of the relation whose turn it is,
    /// with at most so many ways, and after it the branches of its choices that cannot be completed.
    #[must_use]
    pub fn branches(&self, at: &Valuation, most: usize) -> Vec<Branch> {
        let mut found = Vec::new();
        let Some((values, turn)) = self.state(at) else {
            return found;
        };
        let values = self.machine().with_locals(&values);
        let globals = self.model().globals;
        let quick = self.machine().clone().with_settings(Settings {
            most_substeps: MOST_SUBSTEPS.min(self.machine().settings().most_substeps),
            ..self.machine().settings()
        });
        let span = |it: OperationId| self.model().operations[it].span;
        let stopped = |it: &Obstacle| {
            Some(Stopped {
                span: span(it.operation),
                operation: it.operation,
                cause: it.cause,
                later: false,
            })
        };
        let mut left = MOST_LOOKED_INTO;
        for (label, &operation) in (self.first_label(turn)..).zip(self.model().alternatives(turn)) {
            let whole = Branch::new(label, Some(operation), span(operation));
            let mut whole = whole.freeing(self.model(), operation);
            let mut encounter = Encounter::default();
            let mut visit = |after: &[Value], decisions: &[i64]| {
                let step = Step {
                    label,
                    choice: decisions.into(),
                };
                whole.way(step, most, || {
                    self.valuation(&after[..globals], turn.next())
                })
            };
            let flow =
                self.machine()
                    .outcomes(operation, values.clone(), &mut encounter, &mut visit);
            whole.close(&encounter, stopped);
            let completed = !whole.ways.is_empty();
            found.push(whole);
            if !completed || flow.is_break() {
                continue;
            }
            // What is inside a branch that cannot be completed needs no word of its own.
            let mut inside = BTreeSet::new();
            for branch in branches_of(self.model(), operation) {
                if left == 0 || inside.contains(&branch) {
                    continue;
                }
                left -= 1;
                let mut encounter = Encounter::default();
                let through = quick.outcomes_through(
                    operation,
                    branch,
                    values.clone(),
                    &mut encounter,
                    &mut |_, _| Flow::Break(()),
                );
                if through.is_continue() && encounter.is_complete() {
                    inside.extend(self.model().all_parts(branch));
                    // Where nothing stops it nothing has led to it.
                    if !encounter.obstacles.is_empty() {
                        let blocked = Branch::new(label, Some(branch), span(branch));
                        let mut blocked = blocked.freeing(self.model(), branch);
                        blocked.close(&encounter, stopped);
                        found.push(blocked);
                    }
                }
            }
        }
        found
    }
}

impl Branch {
    pub(super) fn new(label: LabelId, operation: Option<OperationId>, span: Span) -> Self {
        Self {
            label,
            operation,
            span,
            ways: Vec::new(),
            more: false,
            asks: None,
            frees: BTreeSet::new(),
            reasons: BTreeSet::new(),
            complete: true,
        }
    }

    /// Notes down which variables an operation of the system that runs gives any value.
    pub(super) fn freeing(mut self, model: &TransitionModel, operation: OperationId) -> Self {
        for part in model.all_parts(operation) {
            if let OperationKind::Havoc(variable) = model.operations[part].kind {
                self.frees.insert(variable);
            }
        }
        self
    }

    /// Adds a way, while there are not enough.
    pub(super) fn way(
        &mut self,
        step: Step,
        most: usize,
        after: impl FnOnce() -> Valuation,
    ) -> Flow {
        self.more = self.ways.len() == most;
        if self.more {
            return Flow::Break(());
        }
        self.ways.push(Way {
            step,
            after: after(),
        });
        Flow::Continue(())
    }

    /// Adds what stops other ways.
    pub(super) fn close(
        &mut self,
        encounter: &Encounter,
        stopped: impl Fn(&Obstacle) -> Option<Stopped>,
    ) {
        self.complete &= encounter.is_complete() && !self.more;
        let reasons = encounter.obstacles.iter().filter_map(stopped);
        self.reasons.extend(reasons);
    }
}

/// The branches of all choices in an operation, outer ones before inner ones, in the order of the text.
fn branches_of(model: &TransitionModel, operation: OperationId) -> Vec<OperationId> {
    let mut found = Vec::new();
    let mut open = vec![operation];
    while let Some(next) = open.pop() {
        let parts = model.parts(next);
        if let (OperationKind::Choice(_), [_, _, ..]) = (&model.operations[next].kind, &parts[..]) {
            found.extend(&parts);
        }
        open.extend(parts.iter().rev());
    }
    found
}
