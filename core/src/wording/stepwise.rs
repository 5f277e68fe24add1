//! Answers about models whose steps are steps and nothing else, in words.

use crate::view::{Extent, Kind, Outcome, Verdict};

/// The answer to a check in one sentence.
pub(crate) fn answer(outcome: &Outcome) -> String {
    let kind = outcome.kind();
    match outcome.verdict {
        Verdict::Unknown(_) => "It was not decided.".into(),
        Verdict::Found { depth } => {
            format!("{}{}.", found(kind, &steps(depth)), sooner(outcome))
        }
        Verdict::Absent(extent) => {
            let within = match (extent, outcome.bound) {
                (Extent::Bound, Some(bound)) => format!(" within {}", steps(bound)),
                _ => String::new(),
            };
            format!("{}.", absent(kind, extent, &within))
        }
    }
}

/// What was found after so many `steps`; nothing of questions that have words of their own.
pub(super) fn found(kind: Kind, steps: &str) -> String {
    match kind {
        Kind::Always => format!("It is false after {steps}"),
        Kind::Reach => format!("The goal is reached after {steps}"),
        Kind::Deadlock => format!("The system can get stuck after {steps}"),
        Kind::Scenario | Kind::Same | Kind::Consistent | Kind::Independent => String::new(),
    }
}

/// Whether a run may be shorter.
pub(super) fn sooner(outcome: &Outcome) -> &'static str {
    match outcome.system.as_ref().is_some_and(|it| it.may_be_shorter) {
        true => ", perhaps sooner",
        false => ", and not sooner",
    }
}

/// The same behind what makes a condition false: that may have been so before, in a state that the question leaves out.
pub(super) fn false_sooner(outcome: &Outcome) -> &'static str {
    match outcome.system.as_ref().is_some_and(|it| it.may_be_shorter) {
        true => "; perhaps another run violates it sooner",
        false => "; no run violates it sooner",
    }
}

/// That nothing was found, `within` a bound where there is one; nothing of questions that have words of their own.
pub(super) fn absent(kind: Kind, extent: Extent, within: &str) -> String {
    match (kind, extent) {
        (Kind::Always, Extent::Every) => "It is always true".into(),
        (Kind::Always, Extent::Bound) => format!("It is not false{within}"),
        (Kind::Reach, Extent::Every) => "The goal is never reached".into(),
        (Kind::Reach, Extent::Bound) => format!("The goal is not reached{within}"),
        (Kind::Deadlock, Extent::Every) => "The system never gets stuck".into(),
        (Kind::Deadlock, Extent::Bound) => format!("The system does not get stuck{within}"),
        (Kind::Scenario | Kind::Same | Kind::Consistent | Kind::Independent, _) => String::new(),
    }
}

/// So many steps.
pub(crate) fn steps(count: u32) -> String {
    match count {
        1 => "1 step".into(),
        count => format!("{count} steps"),
    }
}

/// An answer by one of two readings.
pub(crate) fn by_reading(noun: &str, reading: &str, sentence: &str) -> String {
    format!("By {noun} `{reading}`: {sentence}")
}
