//! The coffee room of the first paper: which combinations of states are possible at once?
//!
//! "Each possible combination of states for each state machine", with k = 3, 15, 100 as there, and
//! 1000. Every goal is answered by the portfolio and by SAT alone, which must agree on the answer
//! and on the depth.

use lockstep_core::engine::Limits;
use lockstep_core::engine::bmc::Bmc;
use lockstep_core::engine::portfolio::{self, Choice};
use lockstep_core::language::machines::Place;
use lockstep_core::language::{Check, Model, Question, read};
use lockstep_core::question::task;

use crate::report::{Report, Sample};
use crate::{Disagreement, Measured, Measurement, Setting};

/// The entry in [`crate::ALL`].
pub const MEASUREMENT: Measurement = Measurement {
    name: "coffee",
    about: "The first paper's coffee room: every combination of states, k = 3, 15, 100, 1000",
    run,
};

const ROOM: &str = include_str!("../../../static/examples/machines/coffee.lks");
const BOUNDS: [u32; 4] = [3, 15, 100, 1000];

fn run(setting: &Setting<'_>) -> Measured {
    let mut report = Report::new("Coffee room, every combination of states", setting.seed);
    let (model, _) = read(ROOM);
    let checks = |bound| {
        goals(&model)
            .into_iter()
            .map(move |goal| check(goal, bound))
    };
    let first = checks(1000).next().expect("the room has states");
    // Before anything is warm.
    let (_, first_ms) = setting.time_once(|| by_portfolio(setting, &model, &first, 0));
    report
        .notes
        .push(format!("First call (k = 1000, cold): {first_ms:.3} ms."));
    for bound in BOUNDS {
        let (mut many, mut sat) = (Vec::new(), Vec::new());
        for (number, check) in (0..).zip(checks(bound)) {
            let (one, total_ms) = setting.time(|| by_portfolio(setting, &model, &check, number));
            let (two, by_sat_ms) = setting.time_once(|| by_sat(setting, &model, &check, number));
            if (one.value, one.answer) != (two.value, two.answer) {
                let what = format!("{} within {bound}: two engines disagree", check.title);
                return Err(Disagreement(what));
            }
            many.push(Sample { total_ms, ..one });
            sat.push(Sample {
                total_ms: by_sat_ms,
                ..two
            });
        }
        let group = format!("k = {bound}");
        report.add(&group, "portfolio", &many, setting.each);
        report.add(&group, "delivery", &sat, setting.each);
        let sum: f64 = many.iter().map(|sample| sample.total_ms).sum();
        report.notes.push(format!(
            "All {} goals together within {bound}: {sum:.3} ms by the portfolio.",
            many.len()
        ));
    }
    Ok(report)
}

fn check(goal: Vec<(usize, Place)>, bound: u32) -> Check {
    Check::asking(Question::Reach { goal }, Some(bound))
}

/// Every full combination of states.
fn goals(model: &Model) -> Vec<Vec<(usize, Place)>> {
    let mut goals = vec![Vec::new()];
    for (lifeline, instance) in model.system.iter().enumerate() {
        let states = model.machines[instance.machine].states.len();
        let with = |goal: &Vec<(usize, Place)>, state| {
            let mut goal = goal.clone();
            goal.push((lifeline, Place::State(state)));
            goal
        };
        let longer = goals
            .iter()
            .flat_map(|goal| (0..states).map(move |state| with(goal, state)));
        goals = longer.collect();
    }
    goals
}

fn answer(value: u32) -> &'static str {
    if value == 1 {
        "reachable"
    } else {
        "unreachable"
    }
}

fn by_portfolio(setting: &Setting<'_>, model: &Model, check: &Check, number: u64) -> Sample {
    let limits = Limits::default();
    let mut task = task(model, check);
    let solver = setting.for_delivery();
    let solvers = || solver.create(None);
    let mut watch = setting.watch();
    let answered = portfolio::solve(&mut task, Choice::Auto, &limits, &solvers, &mut watch);
    Sample {
        number,
        answer: answer(answered.finding.value),
        // The depth of a goal that is reached says more than its value.
        value: answered.finding.depth * answered.finding.value,
        engine: answered.engine.name(),
        encode_ms: answered.encode_ms(),
        total_ms: 0.0,
        variables: 0,
        clauses: 0,
    }
}

fn by_sat(setting: &Setting<'_>, model: &Model, check: &Check, number: u64) -> Sample {
    let task = task(model, check);
    let solver = setting.for_delivery().create(None);
    let mut bmc = Bmc::new(&task, &Limits::default(), solver);
    let finding = bmc.run(&mut setting.watch());
    Sample {
        number,
        answer: answer(finding.value),
        value: finding.depth * finding.value,
        engine: "sat",
        encode_ms: bmc.encode_ms(),
        total_ms: 0.0,
        variables: bmc.formula().var_count() as u64,
        clauses: bmc.formula().clause_count() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_combinations_are_reachable_within_3_and_three_within_15() {
        let (model, _) = read(ROOM);
        let setting = Setting::new(&|| 0.0);
        for (bound, expected) in [(3, 2), (15, 3)] {
            let reached = goals(&model).into_iter().filter(|goal| {
                let check = check(goal.clone(), bound);
                let one = by_portfolio(&setting, &model, &check, 0);
                let two = by_sat(&setting, &model, &check, 0);
                assert_eq!((one.answer, one.value), (two.answer, two.value));
                one.answer == "reachable"
            });
            assert_eq!(reached.count(), expected);
        }
    }
}
