//! What a proof costs: the same formulas solved, solved with the proof kept in memory, and that
//! proof checked too.
//!
//! The formulas are those of the delivery encoding in which a longer prefix is refuted, for
//! inconsistent instances of the generator.

use lockstep_core::cnf::ClauseSink;
use lockstep_core::engine::bmc::Bmc;
use lockstep_core::engine::{Coverage, Limits};
use lockstep_core::generate::published::{Class, instance};
use lockstep_core::question::task;
use lockstep_core::sat::{self, Answer, proof};

use crate::report::{Report, Sample};
use crate::{Disagreement, Measured, Measurement, Setting};

/// The entry in [`crate::ALL`].
pub const MEASUREMENT: Measurement = Measurement {
    name: "proofs",
    about: "What it costs to keep a proof in memory, and to check it",
    run,
};

fn run(setting: &Setting<'_>) -> Measured {
    let mut report = Report::new("Proofs in memory", setting.seed);
    for class in [Class::ALL[1], Class::ALL[2]] {
        if setting
            .class
            .as_ref()
            .is_some_and(|name| name != class.name)
        {
            continue;
        }
        measure(setting, &class, &mut report)?;
    }
    Ok(report)
}

fn measure(setting: &Setting<'_>, class: &Class, report: &mut Report) -> Result<(), Disagreement> {
    let (mut plain, mut kept, mut checked) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..setting.count_or(100) {
        let model = instance(class, setting.seed, number);
        let task = task(&model, &model.checks[0]);
        // Only varisat writes proofs, so only its plain search can be compared.
        let solver = sat::ALL[0];
        let mut bmc = Bmc::new(&task, &Limits::default(), solver.create(None));
        let found = bmc.run(&mut setting.watch());
        let Some(refuted) = bmc.refuted().filter(|_| found.coverage == Coverage::Bound) else {
            continue;
        };
        let mut formula = bmc.formula().clone();
        formula.add_clause(&[refuted]);
        let (answer, plain_ms) = setting.time(|| {
            let mut solver = solver.create(None);
            solver.read_formula(&formula, &mut 0);
            solver.solve()
        });
        let (proof, kept_ms) = setting.time(|| proof::prove(&formula, &[], None));
        let proof = proof.map_err(|error| Disagreement(format!("{number}: {error:?}")))?;
        let (certificate, check_ms) = setting.time(|| proof.check(None));
        if !matches!(answer, Ok(Answer::Unsatisfiable(_))) || certificate.is_err() {
            let what = format!("{} {number}: a proof did not hold", class.name);
            return Err(Disagreement(what));
        }
        let sample = |total_ms| Sample {
            number,
            answer: "refuted",
            value: found.value,
            engine: "sat",
            encode_ms: 0.0,
            total_ms,
            variables: formula.var_count() as u64,
            clauses: formula.clause_count() as u64,
        };
        plain.push(sample(plain_ms));
        kept.push(sample(kept_ms));
        checked.push(sample(kept_ms + check_ms));
    }
    let sum = |samples: &[Sample]| samples.iter().map(|sample| sample.total_ms).sum::<f64>();
    let (base, log, all) = (sum(&plain), sum(&kept), sum(&checked));
    report.notes.push(format!(
        "{}: {:.2} times as long with the proof kept, {:.2} times with it checked too.",
        class.name,
        log / base,
        all / base
    ));
    for (method, samples) in [
        ("solved", plain),
        ("proof kept", kept),
        ("proof kept and checked", checked),
    ] {
        report.add(class.name, method, &samples, setting.each);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::ticking;

    #[test]
    fn proofs_are_kept_and_checked() {
        let clock = ticking();
        let mut setting = Setting::new(&clock);
        setting.count = 20;
        setting.class = Some("medium".into());
        let report = run(&setting).expect("the proofs hold");
        assert_eq!(report.rows.len(), 3);
        assert!(report.rows[0].instances > 3);
    }
}
