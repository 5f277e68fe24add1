//! Which lifelines a step is about, the one that matters most first: their cards must be in sight.

use super::marks::marks;
use crate::view::{Analysis, CheckView, Outcome};

/// The lifelines that a step is about. While a run goes on these are the ones that move. Where it
/// stops at a message that cannot follow, or in a deadlock, they are those that are blocked; where
/// nothing says who is, receiver and sender of the failing message. O(lifelines · moves).
#[must_use]
pub fn concerned(
    analysis: &Analysis,
    check: &CheckView,
    outcome: &Outcome,
    step: usize,
) -> Vec<usize> {
    let last = outcome.trace.len().saturating_sub(1);
    let step = step.min(last);
    let mut concerned = Vec::new();
    if step == last {
        let is_blocked = |lifeline: &usize| {
            let marks = marks(Some(check), Some(outcome), step, *lifeline);
            marks.wait.is_some()
        };
        concerned.extend((0..check.lifelines.len()).filter(is_blocked));
        if concerned.is_empty() {
            concerned.extend(failing(analysis, check, outcome));
        }
    }
    let moves = outcome.trace.get(step).into_iter();
    for half in moves.flat_map(|step| &step.moves) {
        if !concerned.contains(&half.lifeline) {
            concerned.push(half.lifeline);
        }
    }
    concerned
}

/// Receiver and sender of the message that cannot follow.
fn failing(analysis: &Analysis, check: &CheckView, outcome: &Outcome) -> Vec<usize> {
    let message = || {
        let scenario = analysis.scenarios.get(check.scenario?)?;
        let message = scenario.messages.get(outcome.failing()?)?;
        Some(vec![message.to, message.from])
    };
    message().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::sample;
    use crate::view::Detail;

    #[test]
    fn while_the_run_goes_on_those_who_move() {
        let (analysis, outcome) = (sample::coffee(), sample::outcome());
        let at = |step| concerned(&analysis, &analysis.checks[0], &outcome, step);
        assert_eq!(at(0), [0_usize; 0]);
        for step in 1..10 {
            let mut moved: Vec<_> = outcome.trace[step]
                .moves
                .iter()
                .map(|it| it.lifeline)
                .collect();
            moved.dedup();
            assert_eq!(at(step), moved);
        }
    }

    #[test]
    fn where_it_stops_the_blocked_one_comes_first() {
        let (analysis, mut outcome) = (sample::coffee(), sample::outcome());
        let cm = outcome.reason().expect("the sample has a reason").waits[0].lifeline;
        let at_end = |outcome: &Outcome| concerned(&analysis, &analysis.checks[0], outcome, 10);
        assert_eq!(at_end(&outcome).first(), Some(&cm));
        // Without a reason, the two ends of the message.
        if let Detail::Scenario { reason, .. } = &mut outcome.detail {
            *reason = None;
        }
        let message = &analysis.scenarios[0].messages[outcome.failing().expect("it fails")];
        assert_eq!(at_end(&outcome)[..2], [message.to, message.from]);
    }
}
