//! The formula of a check, and the proof of its "no", for other people's tools.

use super::request::{Host, Refusal, Session};
use crate::cnf::dimacs;
use crate::encode::Unrolling;
use crate::engine::{Coverage, Stop, Watch};
use crate::language::questions::Mode;
use crate::language::{Check, Model, Question};
use crate::network::Task;
use crate::sat::{self, proof};
use crate::view::{FormulaFile, Options};

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
    formula_up_to(text, index, None, options, host)
}

/// As [`formula`]; with `far` a check without a bound is asked up to that many transactions.
pub(super) fn formula_up_to(
    text: &str,
    index: usize,
    far: Option<u32>,
    options: &Options,
    host: &mut dyn Host,
) -> Result<FormulaFile, Refusal> {
    let session = Session::open(text, index, options, host)?;
    let (check, limits) = (session.check(), &session.options.limits);
    let Some(bound) = check.bound.or(far) else {
        return Err(Refusal::Option(format!(
            "`{}` has no bound, so it has no formula; write `within` a number of transactions",
            check.title
        )));
    };
    let task = session.task();
    let demand = Demand::of(&session, &task, bound)?;
    let unrolling = Unrolling::new(&task, limits);
    let unrolling = demand.made(unrolling, &mut session.gate.watch());
    let unrolling = unrolling.map_err(|stop| Refusal::Option(unfinished(stop)))?;
    let title = format!(
        "{} within {bound}: {} of {}",
        check.title, demand.value, demand.max
    );
    let stop = || session.gate.should_stop();
    let memory = limits.memory.saturating_sub(unrolling.bytes());
    if demand.holds {
        return Ok(FormulaFile {
            dimacs: dimacs::write(unrolling.formula(), &title),
            drat: None,
        });
    }
    proved(
        proof::prove_within(memory, unrolling.formula(), &[], Some(&stop)),
        &title,
        &stop,
    )
}

/// What the formula of a check demands of its last frame.
pub(super) struct Demand {
    /// The number of that frame.
    pub(super) bound: u32,
    /// How much of what is asked for: messages of a scenario, or all of it.
    value: u32,
    /// All of it.
    max: u32,
    /// Whether that can be.
    holds: bool,
}

impl Demand {
    /// One more than what there is, or everything. Checks without a bound are asked up to `far`.
    pub(super) fn of(session: &Session<'_>, task: &Task, far: u32) -> Result<Self, Refusal> {
        let bound = session.check().bound.unwrap_or(far);
        let mut bounded = task.clone();
        bounded.bound = Some(bound);
        let finding = session.finding(bounded);
        let max = task.objective.max();
        if let (Coverage::Open(stop), true) = (finding.coverage, finding.value < max) {
            return Err(Refusal::Option(unfinished(stop)));
        }
        Ok(Self {
            bound,
            value: max.min(finding.value + 1),
            max,
            holds: finding.value >= max,
        })
    }

    /// The unrolling up to the last frame, of which this is demanded.
    pub(super) fn made<'t>(
        &self,
        mut unrolling: Unrolling<'t>,
        watch: &mut dyn Watch,
    ) -> Result<Unrolling<'t>, Stop> {
        unrolling.extend_to(self.bound as usize, watch)?;
        let demanded = unrolling.demand_value(self.bound as usize, self.value, watch)?;
        unrolling.ask(demanded);
        Ok(unrolling)
    }

    /// What the formula says, and whether it can be satisfied.
    pub(super) fn sentence(&self, check: &Check, model: &Model) -> String {
        let Self {
            bound, value, max, ..
        } = self;
        let within = format!(
            "{bound} {}",
            if *bound == 1 {
                "transaction"
            } else {
                "transactions"
            }
        );
        let asked = match &check.question {
            Question::Reach { .. } => format!("the goal is reached within {within}"),
            Question::Always { .. } => format!("it is false within {within}"),
            Question::Deadlock => format!("a deadlock is reached within {within}"),
            Question::Scenario { scenario, mode } => {
                let all = model.scenarios[*scenario].messages.len();
                let part = match value == max {
                    true if all == 1 => "the message".to_owned(),
                    true => format!("all {all} messages"),
                    false if *value == 1 => format!("the first of {all} messages"),
                    false => format!("the first {value} of {all} messages"),
                };
                match mode {
                    Mode::Strict => format!(
                        "{part} can be exchanged, with nothing in between, after at most {within}"
                    ),
                    Mode::Loose => format!("{part} can be exchanged within {within}"),
                }
            }
        };
        let can = match self.holds {
            true => "It can.",
            false => "It cannot.",
        };
        format!("It can be satisfied exactly if {asked}. {can}")
    }
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
        Stop::Solving => "the solver has done all the work that it may".into(),
        Stop::Memory => "the formula takes more memory than the limit allows".into(),
        _ => "the search was stopped before the formula was complete".into(),
    }
}

fn defect(error: proof::NoCertificate) -> Refusal {
    match error {
        proof::NoCertificate::Interrupted => Refusal::Option(unfinished(Stop::Asked)),
        proof::NoCertificate::Memory => Refusal::Option(unfinished(Stop::Memory)),
        error => Refusal::Defect(format!("a proof did not hold: {error:?}")),
    }
}
