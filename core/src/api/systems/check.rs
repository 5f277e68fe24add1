//! From a text and the number of a check to an answer with its evidence.

use super::warning::warning;
use super::{engines, run, visiting};
use crate::api::check::{Host, Refusal};
use crate::api::found;
use crate::api::host_watch::HostWatch;
use crate::api::property;
use crate::api::search_options::SearchOptions;
use crate::budget::{Ended, Meter};
use crate::engine::systems::{Budget, Finding, HEAD_START};
use crate::engine::{Coverage, Stop};
use crate::language::transitions::{Missing, Property, Settings, Subject, TransitionModel, read};
use crate::question::systems::SystemSpace;
use crate::sat::Backend;
use crate::system::{Trace, replay};
use crate::text::Severity;
use crate::view::{
    CertificateView, Options, Outcome, StopView, SystemBlameView, SystemEvidenceView, VacuityView,
    Verdict,
};
use crate::wording::{stopped, systems as wording};

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
    let engines = Engines {
        find: engines::by_all,
        blame: engines::blamed,
    };
    answered(text, index, options, host, &engines)
}

/// The same by visiting states alone, which is enough for most questions and needs neither formulas nor solvers.
///
/// # Errors
/// As [`crate::api::check`], and [`Refusal::Capabilities`] where that is not enough.
pub fn check_system_by_visiting(
    text: &str,
    index: usize,
    options: &Options,
    host: &mut dyn Host,
) -> Result<Outcome, Refusal> {
    let engines = Engines {
        find: visiting::by_visiting,
        blame: |_, _| None,
    };
    if options.blame {
        return Err(Refusal::Capabilities);
    }
    answered(text, index, options, host, &engines)
}

/// A check that is to be answered, with what may be used.
pub(super) struct Asked<'q, 'h> {
    pub(super) text: &'q str,
    pub(super) model: &'q TransitionModel,
    pub(super) property: &'q Property,
    pub(super) settings: Settings,
    pub(super) budget: Budget,
    pub(super) solver: Backend,
    /// Whether everything there is may be used.
    pub(super) complete: bool,
    pub(super) gate: &'q HostWatch<'h>,
    /// Ends what is done with an answer, as limits and host demand.
    pub(super) meter: &'q Meter<'q>,
}

/// What was found: a run of the definitions where there is one, and what was found to hold always, in words.
pub(super) struct Found {
    pub(super) finding: Finding,
    pub(super) trace: Option<Trace>,
    pub(super) invariant: Vec<String>,
}

/// Who answers. Code that no value refers to is not in the program, so a part of it that only visits is without
/// formulas and solvers.
struct Engines {
    find: fn(&Asked<'_, '_>, &SystemSpace<'_>) -> Result<Found, Refusal>,
    blame: fn(&Asked<'_, '_>, CertificateView) -> Option<SystemBlameView>,
}

fn answered(
    text: &str,
    index: usize,
    options: &Options,
    host: &mut dyn Host,
    engines: &Engines,
) -> Result<Outcome, Refusal> {
    let (model, diagnostics) = read(text);
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(Refusal::Errors);
    }
    let property = model.properties.get(index).ok_or(Refusal::NoSuchCheck)?;
    let means = host.capabilities();
    let chosen = SearchOptions::new(options, means.solvers)?;
    let gate = HostWatch::new(host, options.timeout_ms);
    let settings = settings(property, options);
    let space = SystemSpace::new(&model, &property.subject, settings);
    let mut watch = gate.watch();
    let asked = Asked {
        text,
        model: &model,
        property,
        settings,
        budget: found::budget(&chosen, property.within, HEAD_START),
        solver: chosen.solver,
        complete: means.complete,
        gate: &gate,
        meter: &Meter::new(&mut watch, chosen.limits.memory),
    };
    let started = gate.now_ms();
    let found = (engines.find)(&asked, &space)?;
    let kind = property::kind(&property.subject);
    let mut outcome = Outcome {
        bound: property.within,
        expected: property::expectation(kind, property.expected),
        work: found::work(&found.finding, chosen.solver),
        ..Outcome::unanswered(index, kind)
    };
    let no_value = answer(&mut outcome, &space, found, &asked)?;
    if let (Verdict::Absent(_), Some(evidence)) = (outcome.verdict, &mut outcome.system)
        && let Some(warning) = warning(&asked, &space)
    {
        evidence.ends = warning.run;
        outcome.vacuity = Some(VacuityView {
            idle: Vec::new(),
            sentence: warning.sentence,
        });
    }
    if let (Verdict::Unknown(stop), CertificateView::Open { reached }) =
        (outcome.verdict, &mut outcome.certificate)
        && !matches!(stop, StopView::Asked | StopView::Late)
        && let Some(decides) = wording::what_decides(&model)
    {
        reached.push_str(&decides);
    }
    if options.blame
        && let (Verdict::Absent(_), Some(evidence)) = (outcome.verdict, &mut outcome.system)
    {
        let proved = outcome.certificate.clone();
        evidence.blame = (engines.blame)(&asked, proved);
    }
    outcome.work.solve_ms = gate.now_ms() - started;
    outcome.sentence = wording::answer(&model, property, settings, &outcome, no_value.as_deref());
    Ok(outcome)
}

/// What the text leaves open of a check, as its options decide it.
pub(super) fn settings(property: &Property, options: &Options) -> Settings {
    Settings {
        missing: match options.missing_default {
            true => Missing::Default,
            false => Missing::Free,
        },
        ..Settings::of(property)
    }
}

/// Why a meter has ended something.
pub(super) fn ended(meter: &Meter<'_>) -> Stop {
    match meter.ended() {
        Some(Ended::Stopped(stop)) => stop,
        Some(Ended::Turn) | None => Stop::Asked,
    }
}

/// Makes a finding sure, and an answer of it. Of a run at whose end a property has no value it says why.
fn answer(
    outcome: &mut Outcome,
    space: &SystemSpace<'_>,
    found: Found,
    asked: &Asked<'_, '_>,
) -> Result<Option<String>, Refusal> {
    let Found {
        finding,
        trace,
        invariant,
    } = found;
    let (model, gate) = (asked.model, asked.gate);
    let names = model.variables[..model.globals].iter();
    let mut evidence = SystemEvidenceView {
        variables: names.map(|it| it.name.clone()).collect(),
        ..SystemEvidenceView::default()
    };
    if finding.way.is_some() {
        let trace = trace.filter(|trace| space.confirms(trace, asked.meter));
        let trace = match (trace, asked.meter.ended()) {
            (Some(trace), _) => trace,
            (None, None) => return Err(Refusal::Defect("a run did not replay".into())),
            (None, Some(_)) => {
                let open = Finding {
                    way: None,
                    coverage: Coverage::Open(ended(asked.meter)),
                    ..finding
                };
                (outcome.verdict, outcome.certificate) = found::absent(&open, gate);
                outcome.system = Some(evidence);
                return Ok(None);
            }
        };
        outcome.verdict = Verdict::Found {
            depth: finding.depth,
        };
        outcome.certificate = CertificateView::Replayed;
        evidence.run = run::steps(space.system(), &trace);
        evidence.may_be_shorter = !finding.shortest;
        outcome.system = Some(evidence);
        return Ok(no_value(space, &trace, asked));
    }
    (outcome.verdict, outcome.certificate) = found::absent(&finding, gate);
    if matches!(outcome.verdict, Verdict::Absent(_)) {
        evidence.invariant = invariant;
    }
    outcome.system = Some(evidence);
    Ok(None)
}

/// Why a property has no value at the end of a run.
fn no_value(space: &SystemSpace<'_>, trace: &Trace, asked: &Asked<'_, '_>) -> Option<String> {
    let Subject::Always(term) = &asked.property.subject else {
        return None;
    };
    let last = replay(space.system(), trace).ok()?.pop()?;
    let why = space.system().truth(&last, term).err()?;
    Some(stopped::undefined(asked.text, why))
}
