//! Table 2 of the sequence checker: generated instances of three classes.
//!
//! Three methods: the portfolio; the delivery encoding alone, one solver for all lengths and
//! prefixes; and, where asked for, the printed encoding with its unsound points mended, as the paper
//! uses it: solve, and while there is no model remove the last message and solve again. The first two
//! answer by the definitions and must agree. The printed one is stricter (it never accepts more), so
//! its prefix may only be shorter. Every time includes the failing message.

use lockstep_core::cnf::dimacs;
use lockstep_core::encode::paper::{Instance, Printed, Repairs, Style};
use lockstep_core::engine::bmc::Bmc;
use lockstep_core::engine::portfolio::{self, Choice};
use lockstep_core::engine::{Coverage, Finding, Limits};
use lockstep_core::generate::published::{Class, instance};
use lockstep_core::language::Model;
use lockstep_core::network::Task;
use lockstep_core::question::task;
use lockstep_core::sat::{Answer, Backend};

use crate::report::{Report, Sample};
use crate::{Disagreement, Measured, Measurement, Setting};

/// The entry in [`crate::ALL`].
pub const MEASUREMENT: Measurement = Measurement {
    name: "table2",
    about: "Table 2 of the sequence checker: generated instances of three classes",
    run,
};

fn run(setting: &Setting<'_>) -> Measured {
    let mut report = Report::new("Table 2, failing message included", setting.seed);
    for class in classes(setting)? {
        measure(setting, &class, &mut report)?;
    }
    let solvers = (setting.for_delivery().name, setting.for_printed().name);
    report.notes.push(format!(
        "Solvers: {} for the delivery encoding, {} for the printed one.",
        solvers.0, solvers.1
    ));
    Ok(report)
}

/// The classes that are asked for.
fn classes(setting: &Setting<'_>) -> Result<Vec<Class>, Disagreement> {
    let Some(name) = &setting.class else {
        return Ok(Class::ALL.to_vec());
    };
    let unknown = || format!("there is no class `{name}`; classes are small, medium and large");
    let class = Class::named(name).ok_or_else(|| Disagreement(unknown()))?;
    Ok(vec![class])
}

fn measure(setting: &Setting<'_>, class: &Class, report: &mut Report) -> Result<(), Disagreement> {
    let mut methods = [
        ("portfolio", Vec::new()),
        ("delivery", Vec::new()),
        ("printed", Vec::new()),
    ];
    let count = setting.count_or(100);
    setting.warm(|round| {
        let number = round % count;
        let model = instance(class, setting.seed, number);
        portfolio(setting, &model, setting.for_delivery(), number);
        delivery(setting, &model, number);
    });
    for number in 0..count {
        let model = instance(class, setting.seed, number);
        let one = by_portfolio(setting, &model, number);
        let two = by_delivery(setting, &model, number);
        let failed = |what: &str| Disagreement(format!("{} {number}: {what}", class.name));
        let (Some(one), Some(two)) = (one, two) else {
            return Err(failed("a limit was hit"));
        };
        if one.value != two.value {
            return Err(failed("two engines disagree"));
        }
        if setting.printed {
            let three = by_print(setting, &model, class, number);
            let three = three.ok_or_else(|| failed("the printed encoding gave up"))?;
            if three.value > one.value {
                return Err(failed("the printed encoding accepts too much"));
            }
            methods[2].1.push(three);
        }
        methods[0].1.push(one);
        methods[1].1.push(two);
    }
    for (method, samples) in &methods {
        report.add(class.name, method, samples, setting.each);
    }
    Ok(())
}

fn sample(task: &Task, finding: &Finding, number: u64) -> Option<Sample> {
    (!matches!(finding.coverage, Coverage::Open(_))).then(|| Sample {
        number,
        answer: answer(finding.value == task.objective.max()),
        value: finding.value,
        engine: "sat",
        encode_ms: 0.0,
        total_ms: 0.0,
        variables: 0,
        clauses: 0,
    })
}

fn answer(consistent: bool) -> &'static str {
    if consistent {
        "consistent"
    } else {
        "inconsistent"
    }
}

/// The whole question by the portfolio: from the model to the prefix with its run.
pub(crate) fn by_portfolio(setting: &Setting<'_>, model: &Model, number: u64) -> Option<Sample> {
    let solver = setting.for_delivery();
    let (sampled, total_ms) = setting.time(|| portfolio(setting, model, solver, number));
    Some(Sample {
        total_ms,
        ..sampled?
    })
}

fn portfolio(setting: &Setting<'_>, model: &Model, solver: Backend, number: u64) -> Option<Sample> {
    let limits = Limits::default();
    let mut task = task(model, &model.checks[0]);
    let solvers = || solver.create(None);
    let mut watch = setting.watch();
    let answered = portfolio::solve(&mut task, Choice::Auto, &limits, &solvers, &mut watch);
    let (variables, clauses) = answered.formula().map_or((0, 0), |(formula, _)| {
        (formula.var_count() as u64, formula.clause_count() as u64)
    });
    let sampled = sample(answered.task(), &answered.finding, number)?;
    Some(Sample {
        engine: answered.engine.name(),
        encode_ms: answered.encode_ms(),
        variables,
        clauses,
        ..sampled
    })
}

/// The delivery encoding alone, one incremental solver for all lengths and prefixes.
pub(crate) fn by_delivery(setting: &Setting<'_>, model: &Model, number: u64) -> Option<Sample> {
    let (sampled, total_ms) = setting.time(|| delivery(setting, model, number));
    Some(Sample {
        total_ms,
        ..sampled?
    })
}

fn delivery(setting: &Setting<'_>, model: &Model, number: u64) -> Option<Sample> {
    let task = task(model, &model.checks[0]);
    let solver = setting.for_delivery().create(None);
    let mut bmc = Bmc::new(&task, &Limits::default(), solver);
    let finding = bmc.run(&mut setting.watch());
    Some(Sample {
        encode_ms: bmc.encode_ms(),
        variables: bmc.formula().var_count() as u64,
        clauses: bmc.formula().clause_count() as u64,
        ..sample(&task, &finding, number)?
    })
}

/// The printed encoding, with the paper's procedure.
fn by_print(setting: &Setting<'_>, model: &Model, class: &Class, number: u64) -> Option<Sample> {
    let style = Style::with(Repairs::ALL);
    let solver = setting.for_printed();
    let (mut encode_ms, mut total_ms) = (0.0, 0.0);
    let mut size = None;
    let count = model.scenarios[0].messages.len();
    for prefix in (0..=count).rev() {
        let mut cropped = model.clone();
        cropped.scenarios[0].messages.truncate(prefix);
        let Ok(instance) = Instance::new(&cropped, &cropped.checks[0]) else {
            // Without messages there is no formula and nothing to solve.
            return printed_sample(number, 0, count, (encode_ms, total_ms), size?);
        };
        let bound = class.bound() as usize;
        let (printed, spent) = setting.time(|| Printed::new(&instance, bound, &style));
        let printed = printed.ok()?;
        let formula = printed.formula();
        let (answer, solved) = setting.time(|| {
            let mut solver = solver.create(None);
            solver.read_formula(formula, &mut 0);
            solver.solve()
        });
        encode_ms += spent;
        total_ms += spent + solved;
        let size = *size.get_or_insert((formula.var_count(), formula.clause_count()));
        if let Some(keep) = setting.keep {
            let name = format!("{}-{number:04}-{prefix:02}", class.name);
            keep(&name, &dimacs::write(formula, &name));
        }
        if matches!(answer.ok()?, Answer::Satisfiable(_)) {
            return printed_sample(number, prefix, count, (encode_ms, total_ms), size);
        }
    }
    None
}

fn printed_sample(
    number: u64,
    prefix: usize,
    count: usize,
    (encode_ms, total_ms): (f64, f64),
    (variables, clauses): (usize, usize),
) -> Option<Sample> {
    Some(Sample {
        number,
        answer: answer(prefix == count),
        value: u32::try_from(prefix).ok()?,
        engine: "sat",
        encode_ms,
        total_ms,
        variables: variables as u64,
        clauses: clauses as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_is_answered_twice() {
        let clock = crate::tests::ticking();
        let mut setting = Setting::new(&clock);
        setting.count = 6;
        setting.printed = true;
        setting.class = Some("small".into());
        let report = run(&setting).expect("the engines agree");
        let methods: Vec<_> = report.rows.iter().map(|row| &*row.method).collect();
        for method in ["portfolio", "delivery", "printed"] {
            assert!(methods.contains(&method), "{methods:?}");
        }
        setting.class = Some("tiny".into());
        assert!(run(&setting).is_err());
    }
}
