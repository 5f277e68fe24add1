//! Verdicts in words. What an answer covers is never overstated: "not within 12" is not "never".

use lockstep_core::api::{
    CertificateView, CheckView, Extent, Kind, Outcome, Progress, Verdict, capitalised, grouped,
    megabytes,
};

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
    /// The verdict of a check. While it waits for a new answer the last one stays.
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

/// What the question covers: "within 6" or "every length". The bound of a strict scenario is for what
/// comes before its first message; its own messages do not count.
#[must_use]
pub fn asked(check: &CheckView) -> String {
    match check.bound {
        Some(bound) if check.kind == Kind::Scenario && !check.loose => {
            format!("begins within {bound}")
        }
        Some(bound) => format!("within {bound}"),
        None => "every length".to_owned(),
    }
}

/// What the answer covers. A witness is its own proof; only a negative answer has a reach.
#[must_use]
pub fn covers(outcome: &Outcome) -> String {
    match (outcome.verdict, outcome.bound) {
        (Verdict::Unknown(_), _) => "nothing yet".to_owned(),
        (Verdict::Found { .. } | Verdict::Absent(Extent::Every), _) => "every length".to_owned(),
        (Verdict::Absent(Extent::Bound), Some(bound)) => format!("within {bound}"),
        (Verdict::Absent(Extent::Bound), None) => "as far as searched".to_owned(),
    }
}

/// "4 of 6 messages", for the scenario of an answer; "stops at message 5 of 6" where it should stop.
#[must_use]
pub fn played(outcome: &Outcome, messages: usize) -> Option<String> {
    let prefix = outcome.prefix()?;
    if outcome.verdict.is_absent() && outcome.as_expected() == Some(true) {
        return Some(format!("stops at message {} of {messages}", prefix + 1));
    }
    Some(format!("{prefix} of {}", counted(messages, "message")))
}

/// How the answer was made sure; empty where there is none.
#[must_use]
pub fn certificate(outcome: &Outcome) -> String {
    match &outcome.certificate {
        CertificateView::Replayed => "witness replayed".to_owned(),
        CertificateView::Proof { lemmas } => {
            format!("proof checked, {}", counted_large(*lemmas, "lemma"))
        }
        CertificateView::Exhausted { states: 1 } => "the only state visited".to_owned(),
        CertificateView::Exhausted { states } => {
            format!("all {} visited", counted_large(*states, "state"))
        }
        CertificateView::Bound { what } => format!("verified bound: {what}"),
        CertificateView::Open { .. } => String::new(),
    }
}

/// The size of what was searched: of the formula, or of the set of states.
#[must_use]
pub fn size(outcome: &Outcome) -> Option<String> {
    let work = &outcome.work;
    match (work.variables, work.clauses, work.states) {
        (Some(variables), Some(clauses), _) => Some(format!(
            "{}, {}",
            counted_large(variables, "variable"),
            counted_large(clauses, "clause")
        )),
        (_, _, Some(states)) => Some(counted_large(states, "state")),
        _ => None,
    }
}

/// Who found it: engine, and encoding and solver where there were any.
#[must_use]
pub fn engine(outcome: &Outcome) -> String {
    let work = &outcome.work;
    [
        Some(&work.engine),
        work.encoding.as_ref(),
        work.solver.as_ref(),
    ]
    .into_iter()
    .flatten()
    .filter(|part| !part.is_empty())
    .cloned()
    .collect::<Vec<_>>()
    .join(", ")
}

/// How far a running check got.
#[must_use]
pub fn progress(progress: Option<&Progress>) -> String {
    let Some(progress) = progress else {
        return "Checking…".to_owned();
    };
    let mut parts = Vec::new();
    // The words name the depth where it matters.
    if !progress.what.is_empty() {
        parts.push(capitalised(&progress.what));
    } else if progress.depth > 0 {
        parts.push(format!("depth {}", progress.depth));
    }
    if progress.states > 0 {
        parts.push(counted_large(progress.states, "state"));
    }
    if progress.clauses > 0 {
        parts.push(counted_large(progress.clauses, "clause"));
    }
    // Less is not worth a word.
    if progress.bytes >= 1_000_000 {
        parts.push(megabytes(progress.bytes));
    }
    if parts.is_empty() {
        return "Checking…".to_owned();
    }
    parts.join(" · ")
}

/// What a kind of check asks, as a short noun.
#[must_use]
pub fn kind(check: &CheckView) -> &'static str {
    match check.kind {
        Kind::Scenario => "scenario",
        Kind::Reach => "reachability",
        Kind::Deadlock => "deadlock",
        Kind::Always => "invariant",
    }
}

/// Milliseconds for people: three digits at most, and never a false zero.
#[must_use]
pub fn milliseconds(time: f64) -> String {
    if time < 0.1 {
        "< 0.1 ms".to_owned()
    } else if time < 10.0 {
        format!("{time:.1} ms")
    } else if time < 1_000.0 {
        format!("{time:.0} ms")
    } else {
        format!("{:.1} s", time / 1_000.0)
    }
}

/// "1 error", "2 errors".
#[must_use]
pub fn counted(count: usize, what: &str) -> String {
    counted_large(count as u64, what)
}

/// As [`counted`], for numbers that may not fit `usize`.
#[must_use]
pub fn counted_large(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::run::{Answer, Help};
    use lockstep_core::api::{Detail, Expected, StopView, Work};
    use std::sync::Arc;

    fn outcome(verdict: Verdict, expected: Option<Expected>) -> Outcome {
        Outcome {
            verdict,
            expected,
            bound: Some(12),
            certificate: CertificateView::Proof { lemmas: 1 },
            work: Work {
                engine: "sat".to_owned(),
                encoding: Some("delivery".to_owned()),
                variables: Some(943),
                clauses: Some(1_700_101),
                ..Work::default()
            },
            ..Outcome::unanswered(0, Kind::Reach)
        }
    }

    const ABSENT: Verdict = Verdict::Absent(Extent::Bound);
    const UNKNOWN: Verdict = Verdict::Unknown(StopView::Late);

    #[test]
    fn a_bounded_no_is_not_worded_as_never() {
        assert_eq!(covers(&outcome(ABSENT, None)), "within 12");
        let every = outcome(Verdict::Absent(Extent::Every), None);
        assert_eq!(covers(&every), "every length");
        assert_eq!(covers(&outcome(UNKNOWN, None)), "nothing yet");
    }

    #[test]
    fn a_scenario_that_should_stop_is_not_worded_as_half_played() {
        let mut stopped = outcome(ABSENT, Some(Expected::Absent));
        stopped.detail = Detail::Scenario {
            prefix: Some(2),
            reason: None,
            blame: None,
        };
        assert_eq!(
            played(&stopped, 4).as_deref(),
            Some("stops at message 3 of 4")
        );
        stopped.expected = Some(Expected::Found);
        assert_eq!(played(&stopped, 4).as_deref(), Some("2 of 4 messages"));
    }

    #[test]
    fn an_old_answer_stays_while_a_new_one_is_awaited() {
        let mut run = Run {
            phase: Phase::Waiting,
            answer: Some(Answer {
                before: None,
                text: "".into(),
                outcome: Arc::new(outcome(ABSENT, Some(Expected::Found))),
                help: Help::default(),
            }),
        };
        let judgement = Judgement::of(&run);
        assert_eq!(judgement.sign, Sign::NotAsExpected);
        assert_eq!(judgement.words(), "not as expected: unreachable");
        run.phase = Phase::Stopped;
        assert_eq!(Judgement::of(&run).words(), "stopped");
    }

    #[test]
    fn unknown_is_neither_right_nor_wrong() {
        let run = Run {
            phase: Phase::Done,
            answer: Some(Answer {
                before: None,
                text: "".into(),
                outcome: Arc::new(outcome(UNKNOWN, None)),
                help: Help::default(),
            }),
        };
        assert_eq!(Judgement::of(&run).words(), "unknown");
        assert_eq!(Judgement::of(&run).tone(), "open");
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(milliseconds(0.02), "< 0.1 ms");
        assert_eq!(milliseconds(3.21), "3.2 ms");
        assert_eq!(milliseconds(1_432.0), "1.4 s");
        assert_eq!(
            size(&outcome(ABSENT, None)).as_deref(),
            Some("943 variables, 1,700,101 clauses")
        );
        assert_eq!(
            certificate(&outcome(ABSENT, None)),
            "proof checked, 1 lemma"
        );
    }
}
