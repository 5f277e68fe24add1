//! The outcome of a check: the shape and the word of its answer, whether that is the bad answer of its question, and whether
//! it was expected. The list, the margin of the text, the counter, paper and speech all take it from here.

use leptos::prelude::*;
use lockstep_core::api::{CheckView, Outcome, StopView, Verdict, grouped};

use crate::state::Page;
use crate::state::run::{Phase, Row, Run};
use crate::words;

/// Where a check stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// There is an answer.
    Answered,
    /// A limit was hit before there was an answer.
    Unknown,
    /// Its turn has not come.
    Waiting,
    /// The worker is at it.
    Checking,
    /// Stopped by the user.
    Stopped,
    /// It broke down or was refused.
    Failed,
}

/// Whether what is written after `expect` is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Badge {
    /// It is.
    Met,
    /// It is not; this was expected.
    Unmet(&'static str),
}

/// What a row says of its check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Where it stands.
    pub standing: Standing,
    /// The shape of the outcome, told apart without colour: `run`, `none`, `part`, `unknown` or `checking`.
    pub shape: &'static str,
    /// The outcome in a word or two.
    pub word: String,
    /// How far was asked; of a search that lasts how long it has lasted.
    pub limits: String,
    /// Whether it is the bad answer of its question, expected or not.
    pub is_bad: bool,
    /// Whether it was expected, where the text says what is.
    pub badge: Option<Badge>,
    /// Whether it was expected, by the text or by what is usual; `None` where there is no answer or nothing is expected.
    pub meets: Option<bool>,
    /// Whether the answer rests on what can never happen.
    pub is_vacuous: bool,
}

impl Judgement {
    /// Of a row, tracked.
    #[must_use]
    pub fn of_row(page: Page, row: &Row) -> Self {
        let check = row.view.get();
        let messages = check.scenario.and_then(|scenario| {
            page.document
                .settled()
                .with(|it| it.scenarios.get(scenario).map(|it| it.messages.len()))
        });
        let judged = row.run.with(|run| Self::of(run, &check, messages));
        match judged.standing {
            Standing::Waiting if page.checks.is_held(check.index) => Self {
                word: "after your bet".to_owned(),
                ..judged
            },
            _ => judged,
        }
    }

    /// Of a check, with the number of its scenario's messages. While the same is asked anew, as of another engine, the
    /// answer that is there stays.
    #[must_use]
    pub fn of(run: &Run, check: &CheckView, messages: Option<usize>) -> Self {
        let outcome = run.answer.as_ref().map(|answer| &*answer.outcome);
        let limits = match &run.phase {
            Phase::Running(search) if search.seconds == 0 => String::new(),
            Phase::Running(search) => format!("{} s", grouped(u64::from(search.seconds))),
            _ => words::limits(check),
        };
        let judged = match (&run.phase, outcome) {
            (Phase::Running(search), _) => {
                let word = words::checking(&search.progress);
                Self::without_answer(Standing::Checking, "checking", &word)
            }
            (Phase::Stopped, _) => Self::without_answer(Standing::Stopped, "unknown", "stopped"),
            (Phase::Overdue, _) => Self::without_answer(Standing::Unknown, "unknown", "unknown"),
            (Phase::Failed(_), _) => Self::without_answer(Standing::Failed, "unknown", "no answer"),
            (Phase::Waiting | Phase::Done, None) => Self::waiting(),
            (Phase::Waiting | Phase::Done, Some(outcome)) => Self {
                standing: match outcome.verdict {
                    Verdict::Unknown(_) => Standing::Unknown,
                    Verdict::Found { .. } | Verdict::Absent(_) => Standing::Answered,
                },
                shape: shape(outcome),
                word: word(outcome, messages),
                limits: String::new(),
                is_bad: check.finds_fault(outcome.verdict),
                badge: badge(outcome, check),
                meets: outcome
                    .as_expected()
                    .filter(|_| !outcome.verdict.is_unknown()),
                is_vacuous: outcome.vacuity.is_some(),
            },
        };
        Self { limits, ..judged }
    }

    /// Its turn has not come.
    #[must_use]
    pub fn waiting() -> Self {
        Self::without_answer(Standing::Waiting, "checking", "waiting")
    }

    fn without_answer(standing: Standing, shape: &'static str, word: &str) -> Self {
        Self {
            standing,
            shape,
            word: word.to_owned(),
            limits: String::new(),
            is_bad: false,
            badge: None,
            meets: None,
            is_vacuous: false,
        }
    }

    /// What comes of it, by meaning: `ok`, `bad`, `open`, `busy` or `none`.
    #[must_use]
    pub fn tone(&self) -> &'static str {
        match (self.standing, self.meets) {
            (Standing::Answered, Some(true)) => "ok",
            (Standing::Answered, Some(false)) => "bad",
            (Standing::Unknown | Standing::Failed, _) => "open",
            (Standing::Checking, _) => "busy",
            _ => "none",
        }
    }

    /// Whether there is an answer, and the text says that another one is expected.
    #[must_use]
    pub fn is_contrary(&self) -> bool {
        self.standing == Standing::Answered && matches!(self.badge, Some(Badge::Unmet(_)))
    }

    /// The outcome, and whether it was expected, in one line.
    #[must_use]
    pub fn words(&self) -> String {
        match self.badge {
            Some(badge) => format!("{}, {}", self.word, badge.words()),
            None => self.word.clone(),
        }
    }
}

impl Badge {
    /// What it says.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Met => "as expected".to_owned(),
            Self::Unmet(answer) => format!("expected: {answer}"),
        }
    }
}

fn shape(outcome: &Outcome) -> &'static str {
    match outcome.verdict {
        Verdict::Found { .. } => "run",
        Verdict::Absent(_) if outcome.prefix().is_some_and(|it| it > 0) => "part",
        Verdict::Absent(_) => "none",
        Verdict::Unknown(_) => "unknown",
    }
}

fn word(outcome: &Outcome, messages: Option<usize>) -> String {
    let word = outcome.answer().beside_its_question();
    if let Verdict::Unknown(stop) = outcome.verdict {
        let seconds = (outcome.work.encode_ms + outcome.work.solve_ms) / 1_000.0;
        // Whole seconds of one search: far below 2^64, and never negative.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let seconds = seconds.round() as u64;
        return match stop {
            StopView::Late if seconds > 0 => format!("{word} after {} s", grouped(seconds)),
            _ => word.to_owned(),
        };
    }
    messages
        .and_then(|messages| words::played(outcome, messages))
        .unwrap_or_else(|| word.to_owned())
}

fn badge(outcome: &Outcome, check: &CheckView) -> Option<Badge> {
    let expected = outcome.expected_answer().filter(|_| check.expect_written)?;
    Some(match outcome.as_expected() {
        Some(true) => Badge::Met,
        _ => Badge::Unmet(expected.beside_its_question()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::run::Asked;
    use lockstep_core::api::{Detail, Expected, Extent, Kind, Range};
    use std::sync::Arc;

    const FOUND: Verdict = Verdict::Found { depth: 3 };
    const ABSENT: Verdict = Verdict::Absent(Extent::Bound);
    const UNKNOWN: Verdict = Verdict::Unknown(StopView::Late);

    fn check(kind: Kind, expect_written: bool) -> CheckView {
        CheckView {
            index: 0,
            kind,
            title: String::new(),
            scenario: None,
            loose: false,
            goal: Vec::new(),
            lifelines: Vec::new(),
            bound: None,
            expected: None,
            expect_written,
            forbidden: false,
            implicit: false,
            range: Range::default(),
        }
    }

    /// A row with this answer.
    fn answered(kind: Kind, verdict: Verdict, expected: Option<Expected>) -> Run {
        let nothing = || "".into();
        let mut run = Run::new(Asked {
            model: nothing(),
            question: nothing(),
        });
        let outcome = Outcome {
            verdict,
            expected,
            ..Outcome::unanswered(0, kind)
        };
        run.take(nothing(), Arc::new(outcome));
        run
    }

    fn of(run: &Run) -> Judgement {
        Judgement::of(run, &check(Kind::Reach, true), None)
    }

    #[test]
    fn an_answer_stays_while_the_same_is_asked_anew() {
        let mut run = answered(Kind::Reach, ABSENT, Some(Expected::Found));
        run.phase = Phase::Waiting;
        assert!(of(&run).is_contrary());
        assert_eq!(of(&run).words(), "unreachable, expected: reachable");
        run.phase = Phase::Stopped;
        assert_eq!(of(&run).words(), "stopped");
    }

    #[test]
    fn no_verdict_stands_beside_another_question() {
        let mut run = answered(Kind::Reach, ABSENT, Some(Expected::Absent));
        assert_eq!(of(&run).words(), "unreachable, as expected");
        let other = Asked {
            model: "".into(),
            question: "another".into(),
        };
        run.follow(&other, 0, &"another".into());
        assert_eq!(of(&run).standing, Standing::Waiting);
        assert_eq!(
            (of(&run).words().as_str(), of(&run).shape),
            ("waiting", "checking")
        );
    }

    #[test]
    fn what_is_the_case_and_whether_it_was_expected_are_two_things() {
        let rows = [
            (
                Kind::Always,
                FOUND,
                Some(Expected::Found),
                true,
                "violated, as expected",
            ),
            (
                Kind::Always,
                ABSENT,
                Some(Expected::Found),
                false,
                "holds, expected: violated",
            ),
            (
                Kind::Deadlock,
                FOUND,
                Some(Expected::Absent),
                true,
                "found, expected: none",
            ),
            (
                Kind::Deadlock,
                ABSENT,
                Some(Expected::Found),
                false,
                "none, expected: found",
            ),
            (Kind::Same, FOUND, None, true, "different"),
            (Kind::Consistent, ABSENT, None, true, "inconsistent"),
            (
                Kind::Reach,
                ABSENT,
                Some(Expected::Found),
                false,
                "unreachable, expected: reachable",
            ),
        ];
        for (kind, verdict, expected, is_bad, words) in rows {
            let run = answered(kind, verdict, expected);
            let judgement = Judgement::of(&run, &check(kind, true), None);
            assert_eq!(
                (judgement.is_bad, judgement.words().as_str()),
                (is_bad, words)
            );
            // What is usual brings no badge.
            assert_eq!(Judgement::of(&run, &check(kind, false), None).badge, None);
        }
    }

    #[test]
    fn a_scenario_says_how_far_it_can_be_played_and_is_bad_by_what_was_wanted() {
        let mut run = answered(Kind::Scenario, ABSENT, Some(Expected::Absent));
        let answer = run.answer.as_mut().expect("it is there");
        let detail = Detail::Scenario {
            prefix: Some(2),
            reason: None,
            blame: None,
        };
        answer.outcome = Arc::new(Outcome {
            detail,
            ..(*answer.outcome).clone()
        });
        let desired = check(Kind::Scenario, false);
        let forbidden = CheckView {
            forbidden: true,
            ..desired.clone()
        };
        for (check, is_bad) in [(&desired, true), (&forbidden, false)] {
            let judgement = Judgement::of(&run, check, Some(4));
            assert_eq!((judgement.shape, judgement.is_bad), ("part", is_bad));
            assert_eq!(judgement.words(), "2 of 4 messages");
        }
    }

    #[test]
    fn unknown_is_no_contrary_answer() {
        let run = answered(Kind::Reach, UNKNOWN, Some(Expected::Found));
        assert_eq!(of(&run).words(), "unknown, expected: reachable");
        assert_eq!((of(&run).tone(), of(&run).is_contrary()), ("open", false));
    }
}
