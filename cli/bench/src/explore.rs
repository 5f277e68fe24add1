//! How many new states explicit search finds in a second.
//!
//! Philosophers, enough of them that their states do not fit, until so many are visited (`--count`,
//! else two million): one message set at a time, as for "never", and in transactions, as for the
//! shortest witness. Where few enough philosophers can be visited to the end, both must find the
//! same number of states.

use lockstep_core::engine::{Coverage, Finding, Limits, explicit};
use lockstep_core::generate::philosophers::{Table, philosophers};
use lockstep_core::language::{Check, Question, read};
use lockstep_core::network::Task;
use lockstep_core::question::task;

use crate::report::{Report, Sample};
use crate::{Disagreement, Measured, Measurement, Setting};

/// The entry in [`crate::ALL`].
pub const MEASUREMENT: Measurement = Measurement {
    name: "explore",
    about: "New states per second of explicit search",
    run,
};

/// Philosophers whose states are visited to the end.
const FEW: usize = 4;
/// Philosophers with more than 20 million states.
const MANY: usize = 9;

/// How many states are visited where nothing else is asked for, and at most in transactions.
const MILLIONS: u64 = 2_000_000;

fn run(setting: &Setting<'_>) -> Measured {
    let mut report = Report::new("Explicit search", setting.seed);
    let limits = |states| Limits {
        states,
        transactions: u64::MAX,
        ..Limits::default()
    };
    let few = never(FEW);
    let closed = explicit::closure(&few, &limits(u64::MAX), &mut setting.watch());
    let layered = explicit::solve(&few, &limits(u64::MAX), &mut setting.watch());
    if (closed.coverage, closed.reached.states) != (Coverage::Every, layered.reached.states) {
        return Err(Disagreement("two ways of visiting differ".into()));
    }
    let count = setting.count_or(MILLIONS);
    let many = never(MANY);
    // Far from the start a state has thousands of transactions, nearly all to known states.
    for (method, visit, most) in [
        (
            "one message set at a time",
            explicit::closure as Visit,
            count,
        ),
        (
            "transactions",
            explicit::solve as Visit,
            count.min(MILLIONS),
        ),
    ] {
        let wanted = limits(most);
        let (found, total_ms) = setting.time_once(|| visit(&many, &wanted, &mut setting.watch()));
        let states = found.reached.states;
        let sample = Sample {
            number: 0,
            answer: "visited",
            value: found.value,
            engine: "explicit",
            encode_ms: 0.0,
            total_ms,
            variables: 0,
            clauses: 0,
        };
        report.add(&format!("{states} states"), method, &[sample], false);
        let rate = states as f64 / total_ms / 1000.0;
        report.notes.push(format!(
            "{method}: {rate:.2} million new states per second."
        ));
    }
    Ok(report)
}

type Visit = fn(&Task, &Limits, &mut dyn lockstep_core::engine::Watch) -> Finding;

/// Two neighbours who eat together: never found, so that every state is visited.
fn never(count: usize) -> Task {
    let (model, _) = read(&philosophers(count, Table::LastReversed));
    let eat = lockstep_core::language::machines::Place::State(2);
    let goal = vec![(0, eat), (2, eat)];
    task(&model, &Check::asking(Question::Reach { goal }, None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::ticking;

    #[test]
    fn both_ways_are_measured() {
        let clock = ticking();
        let mut setting = Setting::new(&clock);
        setting.count = 3000;
        let report = run(&setting).expect("the ways agree");
        assert_eq!((report.rows.len(), report.notes.len()), (2, 2));
    }
}
