//! Another run that shows the same answer.

use serde::{Deserialize, Serialize};

use super::{
    BlockedChoice, CallView, CoversView, Detail, Outcome, StepView, SystemEvidenceView,
    SystemStepView, Verdict, WaitGraphView,
};

/// Another run that shows a check's positive answer, or what is known of there being none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NextWitnessView {
    /// The run, as in [`super::Outcome::trace`]; empty where there is none.
    pub trace: Vec<StepView>,
    /// The same of a transition system, as in [`super::SystemEvidenceView::run`].
    #[serde(default)]
    pub run: Vec<SystemStepView>,
    /// Of a scenario of statecharts how many of its messages have been sent after each entry.
    #[serde(default)]
    pub done: Vec<usize>,
    /// Transactions on it (for a strict scenario: before its first message).
    pub depth: Option<u32>,
    /// Who waits for whom at its end, for a deadlock.
    pub waits: Option<WaitGraphView>,
    /// What is impossible at its end, for a deadlock, as in [`super::SystemEvidenceView::refused`].
    #[serde(default)]
    pub refused: Vec<BlockedChoice>,
    /// What could happen at its end and must not, as in [`super::SystemEvidenceView::breaking`].
    #[serde(default)]
    pub breaking: Option<Box<CallView>>,
    /// Where there is no run: what is known of that.
    pub covers: CoversView,
    /// One sentence.
    pub sentence: String,
    /// Milliseconds spent on searching.
    pub search_ms: f64,
}

impl NextWitnessView {
    /// The answer as this run shows it, given the answer to the check.
    #[must_use]
    pub fn shown(self, answer: &Outcome) -> Outcome {
        let verdict = self.depth.map(|depth| Verdict::Found { depth });
        let detail = match answer.detail {
            Detail::Deadlock { .. } => Detail::Deadlock { waits: self.waits },
            Detail::Scenario { .. }
            | Detail::Reach { .. }
            | Detail::Always { .. }
            | Detail::Same
            | Detail::Consistent
            | Detail::Independent => answer.detail.clone(),
        };
        let system = answer.system.as_ref().map(|it| SystemEvidenceView {
            variables: it.variables.clone(),
            run: self.run,
            done: self.done,
            refused: self.refused,
            breaking: self.breaking,
            ..SystemEvidenceView::default()
        });
        Outcome {
            system,
            verdict: verdict.unwrap_or(answer.verdict),
            detail,
            trace: self.trace,
            sentence: self.sentence,
            ..answer.clone()
        }
    }
}
