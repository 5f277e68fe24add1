//! From a text and the number of a check to an answer with its evidence.

use std::collections::BTreeSet;

use super::{analysis, blame, compared, engines, played, run, stuck};
use crate::api::check::{Host, Refusal};
use crate::api::found;
use crate::api::host_watch::HostWatch;
use crate::api::property;
use crate::api::search_options::SearchOptions;
use crate::engine::systems::{Budget, Engine, Finding, Visit};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{ObjectId, Overflow, Property, Subject};
use crate::language::statechart::read;
use crate::language::statechart::semantics::Cut;
use crate::question::statecharts::ChartSpace;
use crate::sat::Backend;
use crate::system::{Trace, replay};
use crate::text::Severity;
use crate::view::{
    CertificateView, Options, Outcome, SystemBlameView, SystemEvidenceView, Verdict,
};
use crate::wording::statecharts as wording;

/// States that explicit search visits before formulas are written: they take longer than it does on what it can visit to the
/// end (two trains and a gate take them more than half a minute).
const HEAD_START: u64 = 2_000_000;
/// States that are visited behind a "no" of formulas about deadlocks, to see whether it rests on the environment.
const LOOKED_AT: u64 = 20_000;

/// Answers one check of the text of statecharts by visiting states alone, which needs neither formulas nor solvers.
///
/// # Errors
/// As [`crate::api::check`], and [`Refusal::Capabilities`] where the host has no formulas and they would take up what the
/// visit has not ended.
pub fn check_chart(
    text: &str,
    index: usize,
    options: &Options,
    host: &mut dyn Host,
) -> Result<Outcome, Refusal> {
    let means = (engines::by_visiting as Engines, Some(FULLY));
    answered(text, index, options, (host, HEAD_START), means)
}

/// The same without what says how far scenarios can be played and why not further, what is to blame, and what tells readings
/// apart.
///
/// # Errors
/// As [`check_chart`], and [`Refusal::Capabilities`] for scenarios, blame and readings that are compared.
pub fn check_chart_by_visiting(
    text: &str,
    index: usize,
    options: &Options,
    host: &mut dyn Host,
) -> Result<Outcome, Refusal> {
    let means = (engines::by_visiting as Engines, None);
    answered(text, index, options, (host, HEAD_START), means)
}

/// The same by all engines: formulas take turns with explicit search where the check can be written as such.
///
/// # Errors
/// As [`crate::api::check`].
pub fn check_chart_by_all(
    text: &str,
    index: usize,
    options: &Options,
    host: &mut dyn Host,
) -> Result<Outcome, Refusal> {
    let means = (engines::by_all as Engines, Some(FULLY));
    answered(text, index, options, (host, HEAD_START), means)
}

/// The same where [`check_chart_by_visiting`] was not enough: formulas have their turns from the first state on.
///
/// # Errors
/// As [`crate::api::check`], and [`Refusal::Capabilities`] for readings that are compared: that is
/// [`super::check_chart_comparison`].
pub fn check_chart_further(
    text: &str,
    index: usize,
    options: &Options,
    host: &mut dyn Host,
) -> Result<Outcome, Refusal> {
    let means = (engines::by_all as Engines, Some(FURTHER));
    answered(text, index, options, (host, 0), means)
}

/// A check that is to be answered, with what may be used.
pub(super) struct Asked<'q, 'h> {
    pub(super) model: &'q StatechartModel,
    pub(super) property: &'q Property,
    pub(super) budget: Budget,
    pub(super) solver: Backend,
    /// Whether everything there is may be used.
    pub(super) complete: bool,
    pub(super) gate: &'q HostWatch<'h>,
}

/// What was found: a run of the definitions where there is one.
pub(super) struct Found {
    pub(super) finding: Finding,
    pub(super) trace: Option<Trace>,
    /// The objects on whose queue's bound a "no" depends, or may.
    pub(super) beyond: Vec<ObjectId>,
    /// Whether some run ends, or may, since a value needs more than 64 bits.
    pub(super) exceeds_bits: bool,
    /// What was not followed, of which object and why.
    pub(super) cut: BTreeSet<(ObjectId, Cut)>,
}

/// Who answers. Code that no value refers to is not in the program, so a part of it that only visits is without formulas.
type Engines = fn(&Asked<'_, '_>, &ChartSpace<'_>) -> Result<Found, Refusal>;
/// Who says more than an answer, for the same reason.
#[derive(Clone, Copy)]
struct Further {
    /// How far a scenario can be played, and why not further.
    explain: Explain,
    /// What rules out what was looked for.
    blame: fn(&str, &Asked<'_, '_>, CertificateView) -> Option<SystemBlameView>,
    /// Whether two readings admit the same, where it is not asked elsewhere.
    compare: Option<Compare>,
}

/// All of it.
const FULLY: Further = Further {
    explain: played::explain,
    blame: blame::blame,
    compare: Some(compared::check_chart_comparison),
};

/// The same without comparisons, which need nothing of it.
const FURTHER: Further = Further {
    compare: None,
    ..FULLY
};

type Compare = fn(&str, usize, &Options, &mut dyn Host) -> Result<Outcome, Refusal>;

type Explain = fn(
    &Asked<'_, '_>,
    &ChartSpace<'_>,
    &str,
    Found,
    (&mut Outcome, &mut SystemEvidenceView),
) -> Result<(), Refusal>;

fn answered(
    text: &str,
    index: usize,
    options: &Options,
    (host, head_start): (&mut dyn Host, u64),
    (engines, further): (Engines, Option<Further>),
) -> Result<Outcome, Refusal> {
    let (model, diagnostics) = read(text);
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(Refusal::Errors);
    }
    let property = model.properties.get(index).ok_or(Refusal::NoSuchCheck)?;
    let is_scenario = matches!(property.subject, Subject::Scenario(..));
    if (is_scenario || options.blame) && further.is_none() {
        return Err(Refusal::Capabilities);
    }
    if let Subject::Same(_) = property.subject {
        let compare = further.and_then(|it| it.compare);
        let compare = compare.ok_or(Refusal::Capabilities)?;
        return compare(text, index, options, host);
    }
    let means = host.capabilities();
    let chosen = SearchOptions::new(options, means.solvers)?;
    let gate = HostWatch::new(host, options.timeout_ms);
    let started = gate.now_ms();
    let asked = Asked {
        model: &model,
        property,
        budget: found::budget(&chosen, property.within, head_start),
        solver: chosen.solver,
        complete: means.complete,
        gate: &gate,
    };
    let space = ChartSpace::new(&model, property);
    let Found {
        finding,
        trace,
        beyond,
        exceeds_bits,
        cut,
    } = engines(&asked, &space)?;
    let limits = limits(&model, (&beyond, &cut), exceeds_bits);
    let kind = played::kind(&property.subject);
    let mut outcome = Outcome {
        bound: property.within,
        expected: property::expectation(kind, property.expected),
        work: found::work(&finding, chosen.solver),
        ..Outcome::unanswered(index, kind)
    };
    let mut fault = None;
    let variables = analysis::analyse_charts(text).system.variables.into_iter();
    let mut evidence = SystemEvidenceView {
        variables: variables.map(|it| it.name).collect(),
        ..SystemEvidenceView::default()
    };
    match finding.way {
        Some(_) => {
            let trace = trace.as_ref().filter(|it| space.confirms(it));
            let trace = trace.ok_or_else(|| Refusal::Defect("a run did not replay".into()))?;
            outcome.verdict = Verdict::Found {
                depth: finding.depth,
            };
            outcome.certificate = CertificateView::Replayed;
            evidence.run = run::steps(space.system(), text, trace);
            evidence.may_be_shorter = !finding.shortest;
            let last = replay(space.system(), trace)
                .ok()
                .and_then(|mut it| it.pop());
            let said = |it: &_| match &property.subject {
                subject if subject.seeks_ends() => {
                    let alone = *subject == Subject::DeadlockAlone;
                    stuck::stuck(space.system(), text, &evidence.run, it, alone)
                }
                Subject::Always(query) => stuck::seen(space.system(), query, it),
                _ => None,
            };
            fault = last.and_then(|it| run::fault(space.system(), &it).or_else(|| said(&it)));
        }
        None => {
            (outcome.verdict, outcome.certificate) = found::absent(&finding, &gate);
            evidence.needs_environment =
                outcome.verdict.is_absent() && needs_environment(&asked, &space, &finding);
        }
    }
    if let Some(further) = further {
        if is_scenario {
            let found = Found {
                finding,
                trace,
                beyond,
                exceeds_bits,
                cut,
            };
            (further.explain)(&asked, &space, text, found, (&mut outcome, &mut evidence))?;
        } else if options.blame && outcome.verdict.is_absent() {
            evidence.blame = (further.blame)(text, &asked, outcome.certificate.clone());
        }
    }
    outcome.system = Some(evidence);
    outcome.work.solve_ms = gate.now_ms() - started;
    outcome.sentence = wording::answer(
        &model,
        &property.subject,
        &outcome,
        &limits,
        fault.as_deref(),
        property.reading,
    );
    Ok(outcome)
}

/// Whether there is no deadlock only because something can come from outside. Where formulas have answered, some states are
/// visited for it.
fn needs_environment(asked: &Asked<'_, '_>, space: &ChartSpace<'_>, finding: &Finding) -> bool {
    if asked.property.subject != Subject::Deadlock {
        return false;
    }
    if finding.engine != Engine::Explicit && !space.needs_environment() {
        let mut visit = Visit::new(space, asked.budget.within);
        let _ = visit.go_on(LOOKED_AT, &asked.budget.limits, &mut asked.gate.watch());
    }
    space.needs_environment()
}

/// What an answer depends on: bounds of queues that some run would have exceeded, steps that were not followed, and how
/// large integers can be.
pub(super) fn limits(
    model: &StatechartModel,
    (beyond, cut): (&[ObjectId], &BTreeSet<(ObjectId, Cut)>),
    bits: bool,
) -> wording::Limits {
    let bounded = beyond.iter().map(|&object| {
        (
            &model.objects[object],
            &model.charts[model.objects[object].chart],
        )
    });
    let bounded = bounded.filter(|(_, chart)| chart.overflow == Overflow::Bound);
    let name = |object: ObjectId| model.objects[object].name.clone();
    wording::Limits {
        bits,
        queues: bounded
            .map(|(object, chart)| (object.name.clone(), chart.queue))
            .collect(),
        cut: cut.iter().map(|&(it, why)| (name(it), why)).collect(),
    }
}
