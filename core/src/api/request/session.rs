//! A request under way: the model of the text, the check that is asked about, and the means to answer.
//!
//! Every request opens one, so that all of them refuse the same texts, checks and options, in the same order.

use super::host::Host;
use super::options::SearchOptions;
use super::refusal::Refusal;
use super::watch::HostWatch;
use crate::engine::Finding;
use crate::engine::portfolio::Answered;
use crate::language::{Check, Lifeline, Model, read};
use crate::network::Task;
use crate::question::task;
use crate::text::Severity;
use crate::view::Options;

/// A request about one check.
pub(in crate::api) struct Session<'h> {
    pub(in crate::api) model: Model,
    /// Which check: there is one of this number.
    index: usize,
    pub(in crate::api) options: SearchOptions,
    pub(in crate::api) gate: HostWatch<'h>,
    started_ms: f64,
}

impl<'h> Session<'h> {
    /// Reads the text and looks up what is asked for; from here on the time counts.
    pub(in crate::api) fn open(
        text: &str,
        index: usize,
        options: &Options,
        host: &'h mut dyn Host,
    ) -> Result<Self, Refusal> {
        let model = checkable(text)?;
        if index >= model.checks.len() {
            return Err(Refusal::NoSuchCheck);
        }
        let search = SearchOptions::of_machines(options, host.capabilities().solvers)?;
        let gate = HostWatch::new(host, options.timeout_ms);
        let started_ms = gate.now_ms();
        Ok(Self {
            model,
            index,
            options: search,
            gate,
            started_ms,
        })
    }

    /// The check.
    pub(in crate::api) fn check(&self) -> &Check {
        &self.model.checks[self.index]
    }

    /// Those who play.
    pub(in crate::api) fn lifelines(&self) -> &[Lifeline] {
        self.model.lifelines_of(self.check())
    }

    /// What the check asks of the engines.
    pub(in crate::api) fn task(&self) -> Task {
        task(&self.model, self.check())
    }

    /// Has the engines answer a task; `then` looks at the answer while its formulas are there.
    pub(in crate::api) fn solve<R>(
        &self,
        task: Task,
        then: impl FnOnce(Answered<'_, '_>) -> R,
    ) -> R {
        self.options.solve(task, &self.gate, then)
    }

    /// What the engines find out about a task, without evidence.
    pub(in crate::api) fn finding(&self, task: Task) -> Finding {
        self.solve(task, |answered| answered.finding)
    }

    /// Milliseconds since the request was opened.
    pub(in crate::api) fn elapsed_ms(&self) -> f64 {
        self.gate.now_ms() - self.started_ms
    }
}

/// The model of a text without errors.
pub(in crate::api) fn checkable(text: &str) -> Result<Model, Refusal> {
    let (model, diagnostics) = read(text);
    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
        return Err(Refusal::Errors);
    }
    Ok(model)
}
