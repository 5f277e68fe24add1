//! From a text and the number of a check to an answer with its evidence.

use std::cell::Cell;

use super::report::{Evidence, Report};
use super::request::{Host, KindValue, Refusal, Session};
use super::vacuity::vacuity;
use crate::engine::portfolio::{Answered, Engine};
use crate::engine::survey::survey;
use crate::engine::{Coverage, Limits, Stop};
use crate::explain;
use crate::network::PlaceSet;
use crate::question::witness;
use crate::sat::{self, proof};
use crate::view::{Options, Outcome};

/// How often a solver may ask whether to stop while a reason is looked for.
const MOST_QUESTIONS: u32 = 300;

/// Answers one check of a text.
///
/// # Errors
/// Refuses a text with errors, a check that does not exist and unknown options, and withholds an
/// answer whose evidence does not hold. Limits are no errors: they give the answer `unknown`.
pub fn check(
    text: &str,
    index: usize,
    options: &Options,
    host: &mut dyn Host,
) -> Result<Outcome, Refusal> {
    let session = Session::open(text, index, options, host)?;
    let means = session.gate.capabilities();
    if options.blame && !means.complete {
        return Err(Refusal::Capabilities(KindValue::Prove));
    }
    session.solve(session.task(), |answered| {
        let (model, check) = (&session.model, session.check());
        let mut report = Report::new(model, check, index);
        report.solver(&answered, session.options.solver.name);
        report.choice(session.options.engine, answered.task());
        evidence(&session, &answered, &mut report)?;
        let (task, finding) = (answered.task(), answered.finding.clone());
        let reason = reason(&session, answered);
        report.vacuity(vacuity(&session, &finding));
        if session.gate.missed() {
            return Err(Refusal::Capabilities(KindValue::Prove));
        }
        if options.blame {
            let (asked, solver) = ((model, check, task), session.options.solver);
            let reason = reason.as_ref();
            let blamed = (means.blame)(text, asked, &finding, reason, solver, &session.gate);
            report.blame(blamed);
        }
        report.reason(reason);
        Ok(report.finish(session.elapsed_ms()))
    })
}

/// Makes an answer sure: replays its witness, has the proof of its "no" checked.
fn evidence(
    session: &Session<'_>,
    answered: &Answered<'_, '_>,
    report: &mut Report<'_>,
) -> Result<(), Refusal> {
    let (finding, gate) = (&answered.finding, &session.gate);
    let unproved = |stop| Evidence::Open(gate.why(stop));
    let witness = witness(&session.model, session.check(), answered.task(), finding)
        .map_err(|error| Refusal::Defect(format!("a run did not replay: {error:?}")))?;
    let evidence = if finding.met {
        Evidence::Replayed
    } else if let Coverage::Open(stop) = finding.coverage {
        Evidence::Open(gate.why(stop))
    } else if answered.is_bounded() {
        Evidence::Bound(finding.coverage, answered.ceilings.and_then(|c| c.pairs))
    } else if answered.engine == Engine::Explicit {
        Evidence::Exhausted(finding.reached.states)
    } else {
        gate.proving(finding.reached);
        let stop = || gate.should_stop();
        match (gate.capabilities().prove)(answered, &stop) {
            Some(Ok(lemmas)) => Evidence::Proof(lemmas),
            // An answer without a checked proof is not given.
            Some(Err(proof::NoCertificate::Interrupted)) | None => unproved(Stop::Asked),
            Some(Err(proof::NoCertificate::Memory)) => unproved(Stop::Memory),
            Some(Err(error)) => {
                return Err(Refusal::Defect(format!("a proof did not hold: {error:?}")));
            }
        }
    };
    report.answer(finding, &witness, evidence);
    Ok(())
}

/// Has the proofs of an answer checked, that of the induction step included; the number of lemmas.
pub(super) fn prove(
    answered: &Answered<'_, '_>,
    stop: sat::Stop<'_>,
) -> Option<Result<u64, proof::NoCertificate>> {
    let (formula, refuted) = answered.formula()?;
    let step = answered.induction();
    let memory = answered.memory_left();
    let mut lemmas = 0;
    for (formula, refuted) in [(formula, refuted?)].into_iter().chain(step) {
        match proof::certify_within(memory, formula, &[refuted], Some(stop)) {
            Ok(certificate) => lemmas += certificate.lemmas as u64,
            Err(error) => return Some(Err(error)),
        }
    }
    Some(Ok(lemmas))
}

/// The reason for a failing message, where there is one and the time allows it.
pub(super) fn reason(
    session: &Session<'_>,
    mut answered: Answered<'_, '_>,
) -> Option<explain::Reason> {
    let (task, gate) = (answered.task(), &session.gate);
    let finding = &answered.finding;
    if finding.met || matches!(finding.coverage, Coverage::Open(_)) {
        return None;
    }
    let prefix = finding.value as usize;
    let finding = finding.clone();
    let limits = Limits::default();
    // Solvers ask in regular intervals whether to stop, so this limits their work, not the time:
    // the same check has a reason on every machine or on none.
    let asked = Cell::new(0_u32);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > MOST_QUESTIONS || gate.should_stop()
    };
    let solvers = || gate.solver(session.options.solver, &stop);
    let mut survey = |regions: &[Vec<PlaceSet>], needed: usize| {
        let mut watch = gate.watch();
        match answered.survey(regions, &mut watch) {
            Some(met) => met.into_iter().map(Some).collect(),
            None => survey(
                task, &finding, regions, needed, &limits, &solvers, &mut watch,
            ),
        }
    };
    let (model, check) = (&session.model, session.check());
    explain::reason(model, check, task, prefix, &mut survey)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{CauseView, CertificateView, Clockless, Extent, Progress, StopView, Verdict};
    use crate::language::Answer;

    const COFFEE: &str = include_str!("../../../static/examples/machines/coffee-for-two.lks");

    fn answer(index: usize, engine: &str) -> Outcome {
        let options = Options {
            engine: engine.into(),
            ..Options::default()
        };
        check(COFFEE, index, &options, &mut Clockless).expect("the example can be checked")
    }

    #[test]
    fn coffee_for_two_fails_at_its_fifth_message() {
        for engine in ["auto", "explicit", "sat"] {
            let outcome = answer(0, engine);
            assert_eq!(outcome.answer(), Answer::Inconsistent);
            assert_eq!((outcome.prefix(), outcome.failing()), (Some(4), Some(4)));
            let reason = outcome
                .reason()
                .expect("an inconsistent scenario has a reason");
            assert_eq!(reason.cause, CauseView::NeverTaken);
            assert_eq!(
                reason.sentence,
                "After message 4, `cm` always still has to send `repaired`; until a `PhD` in \
                 `desperate` takes it, it cannot receive `wantCoffee`."
            );
            let done: Vec<_> = outcome.trace.iter().map(|step| step.done).collect();
            assert_eq!(done.last(), Some(&4));
        }
    }

    #[test]
    fn a_forbidden_scenario_is_absent_at_every_length() {
        let outcome = answer(1, "auto");
        assert_eq!(outcome.answer(), Answer::Inconsistent);
        assert_eq!(outcome.as_expected(), Some(true));
        assert_eq!(outcome.verdict, Verdict::Absent(Extent::Every));
        assert_eq!(outcome.bound, None);
        assert!(matches!(
            outcome.certificate,
            CertificateView::Exhausted { .. }
        ));
    }

    #[test]
    fn unsatisfiable_answers_have_their_proof_checked() {
        let outcome = answer(2, "sat");
        assert_eq!(outcome.answer(), Answer::Unreachable);
        assert!(matches!(outcome.certificate, CertificateView::Proof { .. }));
        // A bounded proof says nothing about longer paths.
        assert_eq!(outcome.verdict, Verdict::Absent(Extent::Bound));
    }

    #[test]
    fn a_stopped_search_answers_unknown() {
        struct Impatient;
        impl Host for Impatient {
            fn now_ms(&self) -> f64 {
                0.0
            }
            fn progress(&mut self, _progress: &Progress) -> bool {
                false
            }

            fn capabilities(&self) -> crate::api::Capabilities {
                crate::api::Capabilities::ALL
            }
        }
        for engine in ["auto", "explicit", "sat"] {
            let options = Options {
                engine: engine.into(),
                ..Options::default()
            };
            let outcome = check(COFFEE, 0, &options, &mut Impatient).expect("limits are no errors");
            assert_eq!(outcome.verdict, Verdict::Unknown(StopView::Asked));
            assert_eq!(outcome.as_expected(), Some(false));
            assert!(matches!(outcome.certificate, CertificateView::Open { .. }));
        }
    }

    #[test]
    fn a_search_that_had_no_time_left_says_so() {
        for engine in ["auto", "explicit", "sat"] {
            let options = Options {
                engine: engine.into(),
                timeout_ms: Some(0.0),
                ..Options::default()
            };
            let outcome = check(COFFEE, 0, &options, &mut Clockless).expect("limits are no errors");
            assert_eq!(outcome.verdict, Verdict::Unknown(StopView::Late));
            let CertificateView::Open { reached } = outcome.certificate else {
                panic!("nothing can be certified");
            };
            assert!(reached.starts_with("The time was over after"));
        }
    }

    #[test]
    fn unknown_options_name_the_known_ones() {
        let options = Options {
            solver: "oracle".into(),
            ..Options::default()
        };
        let refused = check(COFFEE, 0, &options, &mut Clockless);
        assert_eq!(
            refused,
            Err(Refusal::Option(
                "there is no solver `oracle`; solvers are varisat, batsat".into()
            ))
        );
    }
}
