//! A run that was made by hand, with all that makes it again.

use std::sync::Arc;

use lockstep_core::api::RunRequest;

use super::run::ShownRun;

/// A run by hand with all that makes it again.
#[derive(Clone, Debug)]
pub struct HandRun {
    /// The run.
    pub shown: Arc<ShownRun>,
    /// Its choices; of machines none, their run tells what moves.
    pub choices: Option<RunRequest>,
    /// The text that it is of.
    pub text: Arc<str>,
    /// The step that was shown; `None` for its end.
    pub step: Option<usize>,
}

impl PartialEq for HandRun {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shown, &other.shown) && self.step == other.step
    }
}

impl HandRun {
    /// Whether no step of an earlier run is missing in this one.
    #[must_use]
    pub fn keeps(&self, before: &Self) -> bool {
        let (now, then) = (&self.shown.outcome, &before.shown.outcome);
        if self.text != before.text {
            return now.length() >= then.length();
        }
        let grain = |it: &Self| {
            it.choices
                .as_ref()
                .map(|it| (it.grain.clone(), it.rules.clone()))
        };
        match (&now.system, &then.system) {
            (None, None) => now.trace.starts_with(&then.trace),
            (Some(now), Some(then)) if grain(self) == grain(before) => {
                let mut both = now.run.iter().zip(&then.run);
                now.run.len() >= then.run.len() && both.all(|(a, b)| a.is_same_step(b))
            }
            // By other steps it goes through the same states.
            (Some(now), Some(then)) => then
                .run
                .last()
                .is_none_or(|end| now.run.iter().any(|it| it.state == end.state)),
            _ => false,
        }
    }
}
