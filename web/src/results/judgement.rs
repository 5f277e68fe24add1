//! The verdict on a check: a sign, and a word where there is an answer.

use lockstep_core::api::Outcome;

use crate::state::run::{Phase, Run};

/// What a check's row shows at its left edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The answer is the expected one.
    AsExpected,
    /// The answer is not the expected one.
    NotAsExpected,
    /// There is an answer, and nothing was expected.
    Answered,
    /// A limit was hit before there was an answer.
    Unknown,
    /// Its turn has not come.
    Waiting,
    /// The worker is at it.
    Running,
    /// Somebody stopped it.
    Stopped,
    /// It broke down or was refused.
    Failed,
}

/// A sign with the answer's word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The sign.
    pub sign: Sign,
    /// The answer's word, where there is an answer.
    pub answer: Option<&'static str>,
    /// Whether the answer rests on what can never happen.
    pub is_vacuous: bool,
}

impl Judgement {
    /// The verdict of a check. While the same is asked anew, as of another engine, the answer that is there stays.
    #[must_use]
    pub fn of(run: &Run) -> Self {
        let outcome = run.answer.as_ref().map(|answer| &*answer.outcome);
        let sign = match (&run.phase, outcome) {
            (Phase::Running(_), _) => Sign::Running,
            (Phase::Stopped, _) => Sign::Stopped,
            (Phase::Overdue, _) => Sign::Unknown,
            (Phase::Failed(_), _) => Sign::Failed,
            (Phase::Waiting | Phase::Done, None) => Sign::Waiting,
            (Phase::Waiting | Phase::Done, Some(outcome)) => sign_of(outcome),
        };
        let answer = match sign {
            Sign::Running | Sign::Stopped | Sign::Failed | Sign::Waiting => None,
            Sign::Unknown if run.phase == Phase::Overdue => None,
            _ => outcome.map(|outcome| outcome.answer().word()),
        };
        let is_vacuous = answer.is_some() && outcome.is_some_and(|it| it.vacuity.is_some());
        Self {
            sign,
            answer,
            is_vacuous,
        }
    }

    /// A sign that is told apart without colour.
    #[must_use]
    pub fn glyph(&self) -> &'static str {
        match self.sign {
            Sign::AsExpected => "✓",
            Sign::NotAsExpected => "✗",
            Sign::Answered => "◆",
            Sign::Unknown => "?",
            Sign::Waiting => "○",
            Sign::Running => "●",
            Sign::Stopped => "■",
            Sign::Failed => "!",
        }
    }

    /// The colour, by meaning: `ok`, `bad`, `open`, `busy` or `none`.
    #[must_use]
    pub fn tone(&self) -> &'static str {
        match self.sign {
            Sign::AsExpected => "ok",
            Sign::NotAsExpected => "bad",
            Sign::Unknown | Sign::Failed => "open",
            Sign::Running => "busy",
            Sign::Answered | Sign::Waiting | Sign::Stopped => "none",
        }
    }

    /// The verdict without the answer.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match self.sign {
            Sign::AsExpected => "as expected",
            Sign::NotAsExpected => "not as expected",
            Sign::Answered => "answered",
            Sign::Unknown => "unknown",
            Sign::Waiting => "waiting",
            Sign::Running => "running",
            Sign::Stopped => "stopped",
            Sign::Failed => "failed",
        }
    }

    /// The verdict and the answer.
    #[must_use]
    pub fn words(&self) -> String {
        match self.answer {
            Some(answer) if self.sign != Sign::Unknown => {
                format!("{}: {answer}", self.status())
            }
            _ => self.status().to_owned(),
        }
    }
}

fn sign_of(outcome: &Outcome) -> Sign {
    match outcome.as_expected() {
        _ if outcome.verdict.is_unknown() => Sign::Unknown,
        Some(true) => Sign::AsExpected,
        Some(false) => Sign::NotAsExpected,
        None => Sign::Answered,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::run::Asked;
    use lockstep_core::api::{Expected, Extent, Kind, StopView, Verdict};
    use std::sync::Arc;

    fn outcome(verdict: Verdict, expected: Option<Expected>) -> Outcome {
        Outcome {
            verdict,
            expected,
            ..Outcome::unanswered(0, Kind::Reach)
        }
    }

    const ABSENT: Verdict = Verdict::Absent(Extent::Bound);
    const UNKNOWN: Verdict = Verdict::Unknown(StopView::Late);

    /// A row with this answer.
    fn answered(outcome: Outcome) -> Run {
        let nothing = || "".into();
        let mut run = Run::new(Asked {
            model: nothing(),
            question: nothing(),
        });
        run.take(nothing(), Arc::new(outcome));
        run
    }

    #[test]
    fn an_answer_stays_while_the_same_is_asked_anew() {
        let mut run = answered(outcome(ABSENT, Some(Expected::Found)));
        run.phase = Phase::Waiting;
        let judgement = Judgement::of(&run);
        assert_eq!(judgement.sign, Sign::NotAsExpected);
        assert_eq!(judgement.words(), "not as expected: unreachable");
        run.phase = Phase::Stopped;
        assert_eq!(Judgement::of(&run).words(), "stopped");
    }

    #[test]
    fn no_verdict_stands_beside_another_question() {
        let mut run = answered(outcome(ABSENT, Some(Expected::Absent)));
        assert_eq!(Judgement::of(&run).words(), "as expected: unreachable");
        let other = Asked {
            model: "".into(),
            question: "another".into(),
        };
        run.follow(&other, 0, &"another".into());
        assert_eq!(Judgement::of(&run).sign, Sign::Waiting);
        assert_eq!(Judgement::of(&run).words(), "waiting");
    }

    #[test]
    fn unknown_is_neither_right_nor_wrong() {
        let run = answered(outcome(UNKNOWN, None));
        assert_eq!(Judgement::of(&run).words(), "unknown");
        assert_eq!(Judgement::of(&run).tone(), "open");
    }
}
