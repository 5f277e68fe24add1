//! From a finding to the words of an answer.

use crate::engine::{Coverage, Finding, is_full};
use crate::language::{Answer, Check, Question};
use crate::network::Task;

/// An answer and what it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The answer.
    pub answer: Answer,
    /// Whether it holds for every length and not only within the bound.
    pub proved: bool,
}

/// Reads a verdict off a finding.
///
/// A witness answers for every length: a longer bound only adds paths. The absence of one answers
/// for every length where every reachable state was covered, else within the bound (decision 10).
#[must_use]
pub fn verdict(check: &Check, task: &Task, finding: &Finding) -> Verdict {
    let (found, absent) = match check.question {
        Question::Scenario { .. } => (Answer::Consistent, Answer::Inconsistent),
        Question::Reach { .. } => (Answer::Reachable, Answer::Unreachable),
        Question::Deadlock => (Answer::Deadlock, Answer::None),
    };
    if is_full(task, finding.value) {
        return Verdict {
            answer: found,
            proved: true,
        };
    }
    match finding.coverage {
        Coverage::Every => Verdict {
            answer: absent,
            proved: true,
        },
        Coverage::Bound => Verdict {
            answer: absent,
            proved: false,
        },
        Coverage::Open(_) => Verdict {
            answer: Answer::Unknown,
            proved: false,
        },
    }
}
