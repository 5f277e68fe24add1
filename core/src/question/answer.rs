//! From a finding to an answer.

use crate::engine::{Coverage, Finding};
use crate::language::{Answer, Check, Question};

/// The answer that a finding gives.
///
/// A witness answers for every length: a longer bound only adds paths. The absence of one answers
/// for every length where every reachable state was covered, else within the bound (decision 10).
#[must_use]
pub fn answer(check: &Check, finding: &Finding) -> Answer {
    let (found, absent) = match check.question {
        Question::Scenario { .. } => (Answer::Consistent, Answer::Inconsistent),
        Question::Reach { .. } => (Answer::Reachable, Answer::Unreachable),
        Question::Always { .. } => (Answer::Violated, Answer::Holds),
        Question::Deadlock => (Answer::Deadlock, Answer::None),
    };
    match finding.coverage {
        _ if finding.met => found,
        Coverage::Every | Coverage::Bound => absent,
        Coverage::Open(_) => Answer::Unknown,
    }
}
