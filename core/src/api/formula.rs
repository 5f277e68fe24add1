//! The formula of a check, and the proof of its "no", for other people's tools.

use serde::{Deserialize, Serialize};

use super::Options;
use super::check::{Host, Refusal, checkable};
use super::chosen::Chosen;
use super::gate::Gate;
use crate::cnf::{ClauseSink, Formula, dimacs};
use crate::encode::Unrolling;
use crate::engine::bmc::Bmc;
use crate::engine::{Coverage, Stop};
use crate::question::task;
use crate::sat::{self, proof};

/// A formula as a DIMACS file, with its proof where it cannot be satisfied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FormulaFile {
    /// The clauses: "within the bound there is a path to this". Satisfiable exactly if there is.
    pub dimacs: String,
    /// A DRAT proof in text that the clauses cannot be satisfied; it was checked.
    pub drat: Option<String>,
}

/// Builds the formula that decides a check within its bound: for a goal or a deadlock, that it is
/// reached; for a scenario, that the failing message can be exchanged, or all of them where none
/// fails.
///
/// # Errors
/// Refuses what [`super::check`] refuses, and checks without a bound: there is no last frame.
pub fn formula(
    text: &str,
    index: usize,
    options: &Options,
    host: &mut dyn Host,
) -> Result<FormulaFile, Refusal> {
    let model = checkable(text)?;
    let check = model.checks.get(index).ok_or(Refusal::NoSuchCheck)?;
    let chosen = Chosen::new(options, host.means().solvers)?;
    let Some(bound) = check.bound else {
        return Err(Refusal::Option(format!(
            "`{}` has no bound, so it has no formula; write `within` a number of transactions",
            check.title
        )));
    };
    let gate = Gate::new(host, options.timeout_ms);
    let task = task(&model, check);
    let stop = || gate.should_stop();
    let limits = chosen.limits;
    let mut bmc = Bmc::new(&task, &limits, chosen.solver.create(Some(&stop)));
    let finding = bmc.run(&mut gate.watch());
    if let Coverage::Open(stop) = finding.coverage {
        return Err(Refusal::Option(unfinished(stop)));
    }
    let title = format!(
        "{} within {bound}: {} of {}",
        check.title,
        task.objective.max().min(finding.value + 1),
        task.objective.max()
    );
    if let Some(refuted) = bmc.refuted() {
        let proof = proof::prove(bmc.formula(), &[refuted], Some(&stop));
        return proved(proof, &title, &stop);
    }
    let too_large = |_| Refusal::Option(unfinished(Stop::Clauses));
    let mut unrolling = Unrolling::new(&task, limits.clauses);
    unrolling.extend_to(bound as usize).map_err(too_large)?;
    let demanded = unrolling
        .demand_value(bound as usize, task.objective.max())
        .map_err(too_large)?;
    let mut formula: Formula = unrolling.formula().clone();
    formula.add_clause(&[demanded]);
    Ok(FormulaFile {
        dimacs: dimacs::write(&formula, &title),
        drat: None,
    })
}

/// A formula with the proof that refutes it, which is checked first.
pub(super) fn proved(
    proof: Result<proof::Proof, proof::NoCertificate>,
    title: &str,
    stop: sat::Stop<'_>,
) -> Result<FormulaFile, Refusal> {
    let proof = proof.map_err(defect)?;
    proof.check(Some(stop)).map_err(defect)?;
    let drat = proof.drat_text();
    Ok(FormulaFile {
        dimacs: proof.dimacs(title),
        drat: Some(drat.map_err(|error| Refusal::Defect(format!("{error:?}")))?),
    })
}

/// Why there is no formula to write.
pub(super) fn unfinished(stop: Stop) -> String {
    match stop {
        Stop::Clauses => "the formula has more clauses than the limit allows".into(),
        _ => "the search was stopped before the formula was complete".into(),
    }
}

fn defect(error: proof::NoCertificate) -> Refusal {
    match error {
        proof::NoCertificate::Interrupted => Refusal::Option(unfinished(Stop::Asked)),
        error => Refusal::Defect(format!("a proof did not hold: {error:?}")),
    }
}
