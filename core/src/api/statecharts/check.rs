//! From a text and the number of a check to an answer with its evidence: explicit search over the definitions.

use super::{analysis, run};
use crate::api::check::{Host, Refusal};
use crate::api::host_watch::HostWatch;
use crate::api::report::stop_view;
use crate::api::search_options::SearchOptions;
use crate::engine::portfolio::Choice;
use crate::engine::systems::{Finding, Visit, Way};
use crate::engine::{Coverage, Stop};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{Overflow, Property, Subject};
use crate::language::statechart::read;
use crate::question::statecharts::ChartSpace;
use crate::system::replay;
use crate::text::Severity;
use crate::view::{
    CertificateView, Expected, Extent, Options, Outcome, SystemEvidenceView, Verdict, Work,
};
use crate::wording::{statecharts as wording, systems::reached};

/// Answers one check of the text of statecharts.
///
/// # Errors
/// As [`crate::api::check`].
pub fn check_chart(
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
    let chosen = SearchOptions::new(options, host.capabilities().solvers)?;
    if chosen.engine == Choice::Sat {
        return Err(Refusal::Option(
            "statecharts are answered by explicit search only".into(),
        ));
    }
    let gate = HostWatch::new(host, options.timeout_ms);
    let started = gate.now_ms();
    let space = ChartSpace::new(&model, property);
    let mut visit = Visit::new(&space, property.within);
    let mut watch = gate.watch();
    let finding = loop {
        if let Some(finding) = visit.go_on(u64::from(u32::MAX), &chosen.limits, &mut watch) {
            break finding;
        }
    };
    drop(watch);
    let mut outcome = Outcome {
        bound: property.within,
        expected: property
            .expected
            .map(analysis::expected)
            .or(default_of(&property.subject)),
        work: Work {
            engine: finding.engine.name().into(),
            states: (finding.reached.states > 0).then_some(finding.reached.states),
            ..Work::default()
        },
        ..Outcome::unanswered(index, analysis::kind(&property.subject))
    };
    let mut fault = None;
    let mut evidence = SystemEvidenceView {
        variables: analysis::analyse_charts(text)
            .system
            .variables
            .into_iter()
            .map(|it| it.name)
            .collect(),
        ..SystemEvidenceView::default()
    };
    match &finding.way {
        Some(way) => {
            let Way::States(rows) = way else {
                return Err(Refusal::Defect("a way without states".into()));
            };
            let trace = space.run_along(rows).filter(|it| space.confirms(it));
            let trace = trace.ok_or_else(|| Refusal::Defect("a run did not replay".into()))?;
            outcome.verdict = Verdict::Found {
                depth: finding.depth,
            };
            outcome.certificate = CertificateView::Replayed;
            evidence.run = run::steps(space.system(), text, &trace);
            evidence.may_be_shorter = !finding.shortest;
            let last = replay(space.system(), &trace)
                .ok()
                .and_then(|mut it| it.pop());
            fault = last.and_then(|it| run::fault(space.system(), &it));
        }
        None => (outcome.verdict, outcome.certificate) = absent(&finding, |stop| gate.why(stop)),
    }
    outcome.system = Some(evidence);
    outcome.work.solve_ms = gate.now_ms() - started;
    let bounds = queue_bounds(&model, &space.beyond(), property);
    outcome.sentence = wording::answer(
        &property.subject,
        &outcome,
        &bounds,
        fault.as_deref(),
        property.reading,
    );
    Ok(outcome)
}

fn absent(finding: &Finding, why: impl Fn(Stop) -> Stop) -> (Verdict, CertificateView) {
    let open = |stop: Stop| {
        let stop = why(stop);
        let reached = reached(stop, finding.reached);
        (
            Verdict::Unknown(stop_view(stop)),
            CertificateView::Open { reached },
        )
    };
    let extent = match finding.coverage {
        Coverage::Every => Extent::Every,
        Coverage::Bound => Extent::Bound,
        Coverage::Open(stop) => return open(stop),
    };
    let states = finding.reached.states;
    (
        Verdict::Absent(extent),
        CertificateView::Exhausted { states },
    )
}

/// What is expected where the text does not say.
fn default_of(subject: &Subject) -> Option<Expected> {
    match subject {
        Subject::Always(_) | Subject::Deadlock => Some(Expected::Absent),
        Subject::Reach(_) => None,
    }
}

/// The bounds of queues that an answer depends on: those that some run would have exceeded.
fn queue_bounds(model: &StatechartModel, beyond: &[usize], _: &Property) -> Vec<(String, usize)> {
    let bounded = beyond.iter().map(|&object| {
        (
            &model.objects[object],
            &model.charts[model.objects[object].chart],
        )
    });
    let bounded = bounded.filter(|(_, chart)| chart.overflow == Overflow::Bound);
    bounded
        .map(|(object, chart)| (object.name.clone(), chart.queue))
        .collect()
}
