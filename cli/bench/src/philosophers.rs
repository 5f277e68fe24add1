//! Dining philosophers: neighbours never eat together, whatever the number of steps.
//!
//! Proved by the closed set of pairs of places for all neighbours and every length at once, and
//! verified by the checker of such sets; both are in the time. A second engine must not contradict:
//! up to `VISITED` philosophers every state is visited, beyond that SAT looks for a table at which
//! two neighbours eat within `WITHIN` transactions.

use lockstep_core::bounds::{check, pairs};
use lockstep_core::engine::bmc::Bmc;
use lockstep_core::engine::{Coverage, Limits, Unwatched, explicit};
use lockstep_core::generate::philosophers::{Table, philosophers};
use lockstep_core::language::machines::Place;
use lockstep_core::language::{Check, Lifeline, Model, Question, read};
use lockstep_core::network::{LocalPlace, Network, compile, place_number};
use lockstep_core::question::task;

use crate::report::{Report, Sample};
use crate::{Disagreement, Measured, Measurement, Setting};

/// The entry in [`crate::ALL`].
pub const MEASUREMENT: Measurement = Measurement {
    name: "philosophers",
    about: "Dining philosophers: neighbours never eat together, for every length",
    run,
};

/// How many philosophers are measured; `--count` says up to how many.
const COUNTS: [usize; 9] = [2, 3, 4, 5, 6, 10, 20, 50, 100];
/// Up to so many every state is visited.
const VISITED: usize = 5;
/// Within so many transactions SAT looks for a counterexample.
const WITHIN: u32 = 4;
/// The number of the state `eat` in the generator's machines.
const EAT: Place = Place::State(2);

fn run(setting: &Setting<'_>) -> Measured {
    let mut report = Report::new("Philosophers, neighbours never eat together", setting.seed);
    let most = setting.count_or(100);
    for count in COUNTS.into_iter().filter(|&count| count as u64 <= most) {
        let group = format!("N = {count}");
        let (mut model, _) = read(&philosophers(count, Table::LeftFirst));
        // The language stops at 64 lifelines, bounds and formulas do not.
        model.system = (0..model.machines.len())
            .map(|machine| lifeline(&model, machine))
            .collect();
        let lifelines = model.lifelines_of(&neighbours(0, count));
        let network = compile(&model, lifelines, &[]);
        let eat = place_number(&model.machines[lifelines[0].machine], EAT);
        let (proved, total_ms) = setting.time(|| never(&network, eat, count));
        let Some(size) = proved else {
            return Err(Disagreement(format!("{group}: pairs do not prove it")));
        };
        report.add(
            &group,
            "closed set of pairs, checked",
            &[sample(total_ms, size)],
            false,
        );
        let (holds, by) = second(setting, &model, count);
        if !holds {
            return Err(Disagreement(format!(
                "{group}: contradicted by {}",
                by.engine
            )));
        }
        let method = if count <= VISITED {
            "every state visited (two neighbours)".to_string()
        } else {
            format!("SAT within {WITHIN} (two neighbours)")
        };
        report.add(&group, &method, &[by], false);
    }
    Ok(report)
}

/// The lifeline of a machine, named as it.
fn lifeline(model: &Model, machine: usize) -> Lifeline {
    Lifeline {
        name: model.machines[machine].name.clone(),
        machine,
        span: model.machines[machine].span,
    }
}

fn sample(total_ms: f64, pairs: u64) -> Sample {
    Sample {
        number: 0,
        answer: "never",
        value: 0,
        engine: "bounds",
        encode_ms: 0.0,
        total_ms,
        variables: 0,
        clauses: pairs,
    }
}

/// Whether the closed set of pairs, once checked, has no neighbours that eat; its size then.
fn never(network: &Network, eat: LocalPlace, count: usize) -> Option<u64> {
    let pairs = pairs(network, &mut Unwatched)?;
    check(network, &pairs).ok()?;
    // Philosophers and forks take turns among the lifelines.
    let apart = |one: usize| !pairs.together((2 * one, eat), (2 * ((one + 1) % count), eat));
    (0..count).all(apart).then(|| pairs.count())
}

/// The question whether two neighbours can eat together.
fn neighbours(one: usize, count: usize) -> Check {
    let goal = vec![(2 * one, EAT), (2 * ((one + 1) % count), EAT)];
    Check::asking(Question::Reach { goal }, None)
}

/// What another engine says about the first two neighbours.
fn second(setting: &Setting<'_>, model: &Model, count: usize) -> (bool, Sample) {
    let mut task = task(model, &neighbours(0, count));
    let mut watch = setting.watch();
    if count <= VISITED {
        let (found, total_ms) =
            setting.time_once(|| explicit::closure(&task, &Limits::default(), &mut watch));
        let by = Sample {
            engine: "explicit",
            ..sample(total_ms, found.reached.states)
        };
        return (found.value == 0 && found.coverage == Coverage::Every, by);
    }
    task.bound = Some(WITHIN);
    let mut bmc = Bmc::new(
        &task,
        &Limits::default(),
        setting.for_delivery().create(None),
    );
    let (found, total_ms) = setting.time_once(|| bmc.run(&mut watch));
    let by = Sample {
        answer: "not found",
        engine: "sat",
        encode_ms: bmc.encode_ms(),
        variables: bmc.formula().var_count() as u64,
        ..sample(total_ms, bmc.formula().clause_count() as u64)
    };
    (found.value == 0 && found.coverage == Coverage::Bound, by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::ticking;

    #[test]
    fn neighbours_never_eat_together() {
        let clock = ticking();
        let mut setting = Setting::new(&clock);
        setting.count = 6;
        let report = run(&setting).expect("the engines agree");
        assert_eq!(report.rows.len(), 2 * 5);
    }

    #[test]
    fn others_do() {
        let (model, _) = read(&philosophers(4, Table::LeftFirst));
        let network = compile(&model, &model.system, &[]);
        let eat = place_number(&model.machines[model.system[0].machine], EAT);
        let closed = pairs(&network, &mut Unwatched).expect("nobody stops it");
        assert!(closed.together((0, eat), (4, eat)));
        assert!(never(&network, eat, 4).is_some());
    }
}
