//! From a text and the number of a check to an answer with its evidence.

use std::cell::Cell;

use super::formulas::Encoded;
use super::{analysis, blame, invariant, run};
use crate::api::check::{Host, Refusal};
use crate::api::host_watch::HostWatch;
use crate::api::report::stop_view;
use crate::api::search_options::SearchOptions;
use crate::engine::portfolio::Choice as Asked;
use crate::engine::systems::{self, Budget, Choice, Engine, Evidence, Finding, Way};
use crate::engine::{Coverage, Stop};
use crate::expression::Value;
use crate::language::transitions::{Settings, Subject, TransitionModel, read};
use crate::question::systems::SystemSpace;
use crate::system::Trace;
use crate::text::Severity;
use crate::view::{
    CertificateView, Expected, Extent, Options, Outcome, SystemEvidenceView, Verdict, Work,
};
use crate::wording::systems as wording;

/// Answers one check of the text of a transition system.
///
/// # Errors
/// As [`crate::api::check`].
pub fn check_system(
    text: &str,
    index: usize,
    options: &Options,
    host: &mut dyn Host,
) -> Result<Outcome, Refusal> {
    let (model, diagnostics) = read(text);
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(Refusal::Errors);
    }
    let property = model.properties.get(index).ok_or(Refusal::NoSuchCheck)?;
    let means = host.capabilities();
    let chosen = SearchOptions::new(options, means.solvers)?;
    let gate = HostWatch::new(host, options.timeout_ms);
    let missed = Cell::new(false);
    let missing = || missed.set(!means.complete);
    let settings = Settings::default();
    let space = SystemSpace::new(&model, &property.subject, settings);
    let formulas = Encoded::new(&model, &property.subject, settings, &missing);
    let budget = Budget {
        choice: match chosen.engine {
            Asked::Auto => Choice::Auto,
            Asked::Explicit => Choice::Explicit,
            Asked::Sat => Choice::Sat,
        },
        within: property.within,
        limits: chosen.limits,
    };
    let stop = || gate.should_stop() || missed.get();
    let started = gate.now_ms();
    let found = systems::search(
        &space,
        &formulas,
        &budget,
        &|stop| chosen.solver.create(Some(stop)),
        &stop,
        &mut gate.watch(),
    );
    if missed.get() {
        return Err(Refusal::Capabilities);
    }
    let finding =
        found.map_err(|error| Refusal::Defect(format!("a proof did not hold: {error:?}")))?;
    let by_formulas = finding.engine != Engine::Explicit;
    let mut outcome = Outcome {
        bound: property.within,
        expected: property
            .expected
            .map(analysis::expected)
            .or(default_of(&property.subject)),
        work: Work {
            engine: finding.engine.name().into(),
            states: (finding.reached.states > 0).then_some(finding.reached.states),
            clauses: (finding.reached.clauses > 0).then_some(finding.reached.clauses),
            solver: by_formulas.then(|| chosen.solver.name.into()),
            encoding: by_formulas.then(|| "bits".into()),
            ..Work::default()
        },
        ..Outcome::unanswered(index, analysis::kind(&property.subject))
    };
    answer(&mut outcome, &space, &formulas, &model, finding, &gate)?;
    if options.blame
        && let (Verdict::Absent(_), Some(evidence)) = (outcome.verdict, &mut outcome.system)
    {
        let means = (chosen.solver, chosen.limits);
        let proved = outcome.certificate.clone();
        evidence.blame = blame::blame(text, &model, property, means, proved, &gate);
    }
    outcome.work.solve_ms = gate.now_ms() - started;
    outcome.sentence = wording::answer(&property.subject, &outcome);
    Ok(outcome)
}

/// What is expected where the text does not say: whoever states a property means it, and nobody wants to get
/// stuck.
fn default_of(subject: &Subject) -> Option<Expected> {
    match subject {
        Subject::Always(_) | Subject::Deadlock => Some(Expected::Absent),
        Subject::Reach(_) => None,
    }
}

/// Makes a finding sure, and an answer of it.
fn answer(
    outcome: &mut Outcome,
    space: &SystemSpace<'_>,
    formulas: &Encoded<'_>,
    model: &TransitionModel,
    finding: Finding,
    gate: &HostWatch<'_>,
) -> Result<(), Refusal> {
    let names = model.variables[..model.globals].iter();
    let mut evidence = SystemEvidenceView {
        variables: names.map(|it| it.name.clone()).collect(),
        ..SystemEvidenceView::default()
    };
    if let Some(way) = &finding.way {
        let trace = trace(space, formulas, way)
            .filter(|trace| space.confirms(trace))
            .ok_or_else(|| Refusal::Defect("a run did not replay".into()))?;
        outcome.verdict = Verdict::Found {
            depth: finding.depth,
        };
        outcome.certificate = CertificateView::Replayed;
        evidence.run = run::steps(space.system(), &trace);
        evidence.may_be_shorter = !finding.shortest;
        outcome.system = Some(evidence);
        return Ok(());
    }
    let extent = match finding.coverage {
        Coverage::Every => Extent::Every,
        Coverage::Bound | Coverage::Open(_) => Extent::Bound,
    };
    let open = |stop: Stop| {
        let stop = gate.why(stop);
        let reached = wording::reached(stop, finding.reached);
        let verdict = Verdict::Unknown(stop_view(stop));
        (verdict, CertificateView::Open { reached })
    };
    let absent = Verdict::Absent(extent);
    (outcome.verdict, outcome.certificate) =
        match (finding.coverage, certificate(&finding.evidence)) {
            (Coverage::Open(stop), _) => open(stop),
            (_, Some(certificate)) => (absent, certificate),
            (_, None) => open(Stop::Size),
        };
    if let Evidence::Proof {
        width,
        invariant: Some(invariant),
        ..
    } = &finding.evidence
        && matches!(outcome.verdict, Verdict::Absent(_))
    {
        let written = formulas.with(*width, |it| invariant::conditions(model, it, invariant));
        evidence.invariant = written.unwrap_or_default();
    }
    outcome.system = Some(evidence);
    Ok(())
}

/// Why a "no" is one, as it is shown.
pub(super) fn certificate(evidence: &Evidence) -> Option<CertificateView> {
    match *evidence {
        Evidence::None => None,
        Evidence::Visited(states) => Some(CertificateView::Exhausted { states }),
        Evidence::Proof { lemmas, .. } => Some(CertificateView::Proof { lemmas }),
    }
}

/// The run of the definitions that a way stands for.
pub(super) fn trace(space: &SystemSpace<'_>, formulas: &Encoded<'_>, way: &Way) -> Option<Trace> {
    match way {
        Way::States(states) => space.run_along(states),
        Way::Bits(width, run) => {
            let read = |it: &crate::encode::transitions::Encoding| {
                let stable = run.states.iter().map(|state| it.values(state));
                let stable: Option<Vec<Vec<Value>>> = stable.collect();
                let (first, steps) = run.choices.split_first()?;
                let steps = steps.iter().map(|it_| it.step_values(it_));
                let chosen = [it.start_values(first)].into_iter().chain(steps);
                let chosen: Option<Vec<Vec<Value>>> = chosen.collect();
                Some((stable?, chosen?))
            };
            let (stable, chosen) = formulas.with(*width, read)??;
            space.run_through(&stable, &chosen)
        }
    }
}
