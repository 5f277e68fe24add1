//! Scenarios over the objects of statecharts as answers about machines tell theirs, so that one diagram draws both.
//!
//! A run of statecharts says after each entry how many messages of the scenario have been sent; that is all that the
//! diagram needs of it. Lifelines have no places here, since cards and the chart of events show where objects are.

use crate::view::{Analysis, CheckView, Kind, MessageView, Outcome, ScenarioView, StepView};

/// A check of a scenario over objects, and its answer where there is one, with lifelines and messages as they are of
/// machines. `None` of other checks. O(messages + steps).
#[must_use]
pub fn played(
    analysis: &Analysis,
    check: &CheckView,
    outcome: Option<&Outcome>,
) -> Option<(CheckView, Option<Outcome>)> {
    let scenario = analysis.scenarios.get(check.scenario?)?;
    let check = CheckView {
        lifelines: scenario.lifelines.clone(),
        ..check.clone()
    };
    let outcome = outcome.map(|outcome| Outcome {
        verdict: outcome.verdict,
        expected: outcome.expected,
        bound: outcome.bound,
        detail: outcome.detail.clone(),
        trace: trace(scenario, outcome),
        ..Outcome::unanswered(outcome.check, Kind::Scenario)
    });
    Some((check, outcome))
}

/// The entries of a run with the messages that each has sent; where it is not known how many that are, with none.
fn trace(scenario: &ScenarioView, outcome: &Outcome) -> Vec<StepView> {
    let Some(evidence) = &outcome.system else {
        return Vec::new();
    };
    let mut before = 0;
    let entry = |index| {
        let now = evidence.done.get(index).copied().unwrap_or(before);
        let sent = scenario.messages.iter().enumerate();
        let sent = sent.take(now).skip(before);
        let messages = sent.map(|(number, message)| MessageView {
            plays: Some(number),
            ..message.clone()
        });
        let messages = messages.collect();
        before = now;
        StepView {
            messages,
            moves: Vec::new(),
            state: Vec::new(),
            done: now,
            sentence: String::new(),
        }
    };
    (0..evidence.run.len()).map(entry).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagram::chart::{Chart, Frame, Status, chart};
    use crate::diagram::sample;
    use crate::view::SystemEvidenceView;

    /// The first scenario of the coffee room, as if its lifelines were objects, after so many messages.
    fn drawn(done: &[usize]) -> Chart {
        let analysis = Arc::new(sample::coffee());
        let (mut check, mut outcome) = (analysis.checks[0].clone(), sample::outcome());
        check.lifelines.clear();
        outcome.trace.clear();
        outcome.system = Some(SystemEvidenceView {
            run: vec![Default::default(); 6],
            done: done.to_vec(),
            ..SystemEvidenceView::default()
        });
        let (check, outcome) = played(&analysis, &check, Some(&outcome)).expect("a scenario");
        chart(&analysis, &check, outcome.as_ref())
    }

    #[test]
    fn messages_stand_at_the_steps_that_send_them() {
        let chart = drawn(&[0, 0, 1, 3, 3, 4]);
        let steps: Vec<_> = chart.rows.iter().map(|it| it.step).collect();
        assert_eq!(steps, [Some(2), Some(3), Some(3), Some(5), None, None]);
        assert_eq!(chart.frame, Frame::Desired);
        assert_eq!(chart.lifelines.len(), 4);
        let at = |step| -> Vec<_> { (0..6).map(|row| chart.status(row, step)).collect() };
        use Status::{Current, Done, Later, Next, Open, Stops};
        assert_eq!(at(0), [Next, Later, Later, Later, Stops, Open]);
        assert_eq!(at(3), [Done, Current, Current, Next, Stops, Open]);
        assert_eq!(at(4), [Done, Done, Done, Next, Stops, Open]);
        assert_eq!(at(5), [Done, Done, Done, Current, Stops, Open]);
    }

    #[test]
    fn what_is_not_known_of_a_run_is_not_drawn() {
        let chart = drawn(&[]);
        assert!(chart.rows.iter().all(|it| it.step.is_none()));
        let chart = drawn(&[0, 99]);
        let steps: Vec<_> = chart.rows.iter().map(|it| it.step).collect();
        assert_eq!(steps, [Some(1); 6]);
        assert_eq!(chart.stop, None);
    }

    #[test]
    fn other_checks_have_no_diagram() {
        let analysis = sample::coffee();
        let mut check = analysis.checks[0].clone();
        let (as_written, answer) = played(&analysis, &check, None).expect("a scenario");
        assert_eq!((as_written.lifelines.len(), answer), (4, None));
        check.scenario = Some(99);
        assert_eq!(played(&analysis, &check, None), None);
        check.scenario = None;
        assert_eq!(played(&analysis, &check, None), None);
    }
}
