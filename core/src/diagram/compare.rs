//! Two moments of a run compared, and two runs on the same lifelines.
//!
//! Runs are compared by their messages, as sequence diagrams are: a longest common subsequence is
//! what both exchange, the rest is new or gone. The comparison is a chart like any other, so it is
//! drawn and stepped through like one; rows that are gone have no step.

use super::chart::{Band, Change, Chart, Row};
use super::{table, words};
use crate::view::{Analysis, CheckView, StepView};

/// Something that differs between two steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The lifeline.
    pub who: String,
    /// Where it was at the first of the two.
    pub before: String,
    /// Where it was at the second.
    pub after: String,
}

/// What differs between two steps of a run: the lifelines in other places, then effects that are
/// pending at one of them only.
#[must_use]
pub fn steps(
    analysis: &Analysis,
    check: &CheckView,
    one: &StepView,
    other: &StepView,
) -> (Vec<Difference>, Vec<String>) {
    let mut differences = Vec::new();
    for (lifeline, view) in check.lifelines.iter().enumerate() {
        let places = (one.state.get(lifeline), other.state.get(lifeline));
        let (Some(&before), Some(&after)) = places else {
            continue;
        };
        let machine = analysis.machines.get(view.machine);
        if let (true, Some(machine)) = (before != after, machine) {
            differences.push(Difference {
                who: view.name.clone(),
                before: words::place(machine, before),
                after: words::place(machine, after),
            });
        }
    }
    let pending = |step| table::pending(analysis, check, step);
    let (old, new) = (pending(one), pending(other));
    let only = |these: &[String], those: &[String], word: &str| -> Vec<String> {
        let alone = these.iter().filter(|it| !those.contains(it));
        alone.map(|it| format!("{it}, {word}")).collect()
    };
    let gone = only(&old, &new, "no longer pending");
    let come = only(&new, &old, "now pending");
    (differences, [gone, come].concat())
}

/// The chart of the later of two runs, with the messages that only the earlier one exchanges among
/// its rows. `None` where the two are not on the same lifelines. O(messages²).
#[must_use]
pub fn runs(before: &Chart, after: &Chart) -> Option<Chart> {
    let names = |chart: &Chart| -> Vec<String> {
        chart.lifelines.iter().map(|it| it.name.clone()).collect()
    };
    if names(before) != names(after) {
        return None;
    }
    let is_played = |row: &&Row| row.step.is_some();
    let old: Vec<&Row> = before.rows.iter().filter(is_played).collect();
    let played = after.rows.iter().filter(is_played).count();
    let same =
        |old: &Row, new: &Row| (old.from, old.to, &old.symbol) == (new.from, new.to, &new.symbol);
    // longest[i][j]: of the messages from i on in the old run and from j on in the new one.
    let mut longest = vec![vec![0_usize; played + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..played).rev() {
            longest[i][j] = if same(old[i], &after.rows[j]) {
                longest[i + 1][j + 1] + 1
            } else {
                longest[i + 1][j].max(longest[i][j + 1])
            };
        }
    }
    let mut merged = after.clone();
    merged.rows.clear();
    merged.bands.clear();
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < played {
        let both = i < old.len() && j < played && same(old[i], &after.rows[j]);
        let goes =
            !both && i < old.len() && (j == played || longest[i + 1][j] >= longest[i][j + 1]);
        if goes {
            // The stretch before the next message of the new run stays with that message.
            merged.bands.push(Band { steps: 0..0 });
            merged.rows.push(Row {
                step: None,
                number: None,
                range: None,
                change: Some(Change::Gone),
                ..old[i].clone()
            });
            i += 1;
            continue;
        }
        merged.bands.push(after.bands[j].clone());
        merged.rows.push(Row {
            change: (!both).then_some(Change::Come),
            ..after.rows[j].clone()
        });
        i += usize::from(both);
        j += 1;
    }
    merged.bands.extend(after.bands[played..].iter().cloned());
    merged.rows.extend(after.rows[played..].iter().cloned());
    if let Some(stop) = &mut merged.stop {
        stop.row += merged.rows.len() - after.rows.len();
    }
    Some(merged)
}

/// How many messages are gone and how many have come, in words.
#[must_use]
pub fn summary(chart: &Chart) -> String {
    let count = |change| {
        let all = chart.rows.iter();
        all.filter(|row| row.change == Some(change)).count()
    };
    let messages = |count: usize| match count {
        1 => "1 message".to_owned(),
        more => format!("{more} messages"),
    };
    match (count(Change::Gone), count(Change::Come)) {
        (0, 0) => "The same messages.".to_owned(),
        (0, come) => format!("{} more.", messages(come)),
        (gone, 0) => format!("{} fewer.", messages(gone)),
        (gone, come) => format!("{} gone, {} new.", messages(gone), messages(come)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{chart, sample};
    use std::sync::Arc;

    fn coffee(symbols: &[(usize, usize, &str)]) -> Chart {
        let analysis = Arc::new(sample::coffee());
        let mut outcome = sample::outcome();
        let template = outcome.trace[2].messages[0].clone();
        for step in &mut outcome.trace {
            step.messages.clear();
        }
        for (step, &(from, to, symbol)) in symbols.iter().enumerate() {
            let mut message = template.clone();
            (message.from, message.to, message.plays) = (from, to, None);
            message.symbol = symbol.to_owned();
            outcome.trace[step + 1].messages.push(message);
        }
        let check = CheckView {
            scenario: None,
            ..analysis.checks[0].clone()
        };
        chart::chart(&analysis, &check, Some(&outcome))
    }

    fn told(chart: &Chart) -> Vec<(String, Option<Change>)> {
        let rows = chart.rows.iter();
        rows.map(|row| (row.symbol.clone(), row.change)).collect()
    }

    #[test]
    fn what_both_runs_exchange_stands_once() {
        let before = coffee(&[(0, 2, "a"), (2, 0, "b"), (0, 2, "c")]);
        let after = coffee(&[(0, 2, "a"), (2, 1, "b"), (0, 2, "c"), (0, 2, "d")]);
        let merged = runs(&before, &after).expect("the lifelines are the same");
        let row = |symbol: &str, change| (symbol.to_owned(), change);
        assert_eq!(
            told(&merged),
            [
                row("a", None),
                row("b", Some(Change::Gone)),
                row("b", Some(Change::Come)),
                row("c", None),
                row("d", Some(Change::Come)),
            ]
        );
        assert_eq!(summary(&merged), "1 message gone, 2 messages new.");
        assert_eq!(merged.bands.len(), merged.rows.len() + 1);
        // Every step of the new run still lies in exactly one band.
        for step in 0..=10 {
            let around = merged
                .bands
                .iter()
                .filter(|band| band.steps.contains(&step));
            assert_eq!(around.count(), 1, "step {step}");
        }
    }

    #[test]
    fn a_run_compared_with_itself_has_nothing_to_say() {
        let run = coffee(&[(0, 2, "a"), (2, 0, "b")]);
        let merged = runs(&run, &run).expect("the lifelines are the same");
        assert_eq!(merged, run);
        assert_eq!(summary(&merged), "The same messages.");
    }

    #[test]
    fn a_message_that_stops_stays_where_it_is() {
        let analysis = Arc::new(sample::coffee());
        let failing = chart::chart(&analysis, &analysis.checks[0], Some(&sample::outcome()));
        let other = coffee(&[(0, 2, "x")]);
        let merged = runs(&other, &failing).expect("the lifelines are the same");
        let stop = merged.stop.clone().expect("it still stops");
        assert_eq!(merged.rows[stop.row].number, Some(5));
        assert_eq!(merged.rows.len(), failing.rows.len() + 1);
    }

    #[test]
    fn other_lifelines_are_not_compared() {
        let run = coffee(&[(0, 2, "a")]);
        let mut other = run.clone();
        other.lifelines.pop();
        assert_eq!(runs(&run, &other), None);
    }

    #[test]
    fn two_steps_differ_in_places_and_pending_effects() {
        let analysis = sample::coffee();
        let check = &analysis.checks[0];
        let trace = sample::outcome().trace;
        let (places, pending) = steps(&analysis, check, &trace[1], &trace[2]);
        let told: Vec<_> = places
            .iter()
            .map(|it| format!("{}: {} to {}", it.who, it.before, it.after))
            .collect();
        assert_eq!(
            told,
            [
                "alice: sending wantCoffee to waiting",
                "cm: idle to to preparing"
            ]
        );
        assert_eq!(pending, ["alice: wantCoffee, no longer pending"]);
        assert_eq!(
            steps(&analysis, check, &trace[2], &trace[2]),
            (vec![], vec![])
        );
    }
}
