//! Two readings of a model side by side: the shortest run that one of them admits and the other does not.

use super::run;
use super::search::limits;
use super::showing::{names, occurrence};
use crate::api::kind::Asked;
use crate::api::property;
use crate::api::report::stop_view;
use crate::api::request::{Host, HostWatch, Refusal, SearchOptions};
use crate::engine::systems::Engine;
use crate::engine::{Reached, Watch};
use crate::language::read_as;
use crate::language::statechart::StatechartModel;
use crate::language::statechart::Statecharts;
use crate::language::statechart::model::{ObjectId, Reading, Subject};
use crate::language::statechart::semantics::{Grain, ObjectStatus, StatechartSystem};
use crate::question::statecharts::apart::{
    Apart, Compared, Comparison, Seen, Sight, admits, compare, seen_so_far, shows,
};
use crate::question::statecharts::differing::differing;
use crate::text::Severity;
use crate::view::{
    BesideView, CertificateView, ComparedReadings, Extent, Kind, Options, Outcome,
    SystemEvidenceView, SystemStepView, Verdict, Work,
};
use crate::wording::statecharts::rule;
use crate::wording::systems::reached;

/// States that are met at most to find the rules by which two readings part: the answer is there without them.
const MOST_VISITED: u64 = 50_000;

/// Compares two readings of a text, by their words. The run that is found is replayed by the one that admits it, and looked for
/// in vain in the other once more.
///
/// # Errors
/// Refuses texts with errors, and words that are no readings.
pub fn compare_readings(
    text: &str,
    readings: [&str; 2],
    within: Option<u32>,
    options: &Options,
    host: &mut dyn Host,
) -> Result<ComparedReadings, Refusal> {
    let (model, diagnostics) = read_as::<Statecharts>(text);
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(Refusal::Errors);
    }
    let [one, other] = readings.map(named);
    let readings = [one?, other?];
    let chosen = SearchOptions::new(options, host.capabilities().solvers)?;
    let gate = HostWatch::new(host, options.timeout_ms);
    let found = compared(&model, (readings, within), chosen.limits.states, &gate);
    let answer = match found.compared {
        Compared::Apart(_) => "different",
        Compared::Same { .. } => "same",
        Compared::Open(_) => "unknown",
    };
    let mut view = ComparedReadings {
        readings: readings.map(|it| it.word().to_owned()),
        answer: answer.into(),
        admits: None,
        seen: Vec::new(),
        variables: Vec::new(),
        run: Vec::new(),
        states: found.states,
        rules: Vec::new(),
        sentence: sentence(&model, readings, within, &found),
    };
    if let Compared::Apart(apart) = &found.compared {
        let reading = readings[apart.admits];
        view.admits = Some(reading.word().into());
        let pair = [reading, readings[1 - apart.admits]];
        view.rules = rules(&model, pair, &apart.seen, (&gate, found.states));
        (view.variables, view.run) = shown(&model, text, readings, apart)?;
        let system = StatechartSystem::new(&model, reading, Grain::Step, false);
        view.seen = apart.seen.iter().map(|it| told(&system, it)).collect();
    }
    Ok(view)
}

/// Answers a check whether two readings admit the same. Needs neither formulas nor solvers.
///
/// # Errors
/// Refuses other checks, and to be answered by formulas.
pub(super) fn answered(it: Asked<'_>, host: &mut dyn Host) -> Result<Outcome, Refusal> {
    let (text, options) = (it.text, it.options);
    let model: &StatechartModel = it.model();
    let property = model.properties.get(it.check).ok_or(Refusal::NoSuchCheck)?;
    let Subject::Same(other) = property.subject else {
        return Err(Refusal::NoSuchCheck);
    };
    let chosen = SearchOptions::new(options, host.capabilities().solvers)?;
    if chosen.over_states.is_of_formulas() {
        return Err(Refusal::Option(
            "formulas are not written of two readings; explicit search answers this check".into(),
        ));
    }
    let gate = HostWatch::new(host, options.timeout_ms);
    let started = gate.now_ms();
    let within = property.within;
    let readings = [property.reading, other];
    let found = compared(model, (readings, within), chosen.limits.states, &gate);
    let states = found.states;
    let mut evidence = SystemEvidenceView::default();
    let (verdict, certificate) = match &found.compared {
        Compared::Apart(apart) => {
            (evidence.variables, evidence.run) = shown(model, text, readings, apart)?;
            let pair = [readings[apart.admits], readings[1 - apart.admits]];
            let [system, lacks] =
                pair.map(|it| StatechartSystem::new(model, it, Grain::Step, false));
            let seen = |reading, run| {
                let defect = || Refusal::Defect("a run did not replay".into());
                seen_so_far(model, reading, run).ok_or_else(defect)
            };
            evidence.beside = Some(Box::new(BesideView {
                readings: pair.map(|it| it.word().to_owned()),
                seen: apart.seen.iter().map(|it| told(&system, it)).collect(),
                run: run::steps(&lacks, text, &apart.beside),
                seen_so_far: [seen(pair[0], &apart.run)?, seen(pair[1], &apart.beside)?],
                rules: rules(model, pair, &apart.seen, (&gate, states)),
                refused: Vec::new(),
                breaking: None,
            }));
            let depth = u32::try_from(apart.run.steps.len()).unwrap_or(u32::MAX);
            (Verdict::Found { depth }, CertificateView::Replayed)
        }
        Compared::Same { every } => {
            let extent = match every {
                true => Extent::Every,
                false => Extent::Bound,
            };
            (
                Verdict::Absent(extent),
                CertificateView::Exhausted { states },
            )
        }
        Compared::Open(stop) => {
            let stop = gate.why(*stop);
            let met = Reached {
                states,
                ..Reached::default()
            };
            let reached = reached(stop, met);
            (
                Verdict::Unknown(stop_view(stop)),
                CertificateView::Open { reached },
            )
        }
    };
    Ok(Outcome {
        verdict,
        certificate,
        bound: within,
        expected: property::expectation(Kind::Same, property.expected),
        sentence: sentence(model, readings, within, &found),
        system: Some(evidence),
        work: Work {
            engine: Engine::Explicit.name().into(),
            states: Some(states),
            solve_ms: gate.now_ms() - started,
            ..Work::default()
        },
        ..Outcome::unanswered(it.check, Kind::Same)
    })
}

/// Compares two readings; the host hears how many states were met.
fn compared(
    model: &StatechartModel,
    (readings, within): ([Reading; 2], Option<u32>),
    most: u64,
    gate: &HostWatch<'_>,
) -> Comparison {
    let mut watch = gate.watch();
    compare(model, readings, within, most, &mut |states| {
        !watch.keep_going(Reached {
            states,
            ..Reached::default()
        })
    })
}

/// The run that tells two readings apart, with the names of its values. Both runs are replayed by their own readings and looked
/// at, and the other reading is searched for one that looks the same.
fn shown(
    model: &StatechartModel,
    text: &str,
    readings: [Reading; 2],
    apart: &Apart,
) -> Result<(Vec<String>, Vec<SystemStepView>), Refusal> {
    let (admitting, lacking) = (readings[apart.admits], readings[1 - apart.admits]);
    let common = &apart.seen[..apart.seen.len().saturating_sub(1)];
    let is_so = shows(model, admitting, &apart.run, &apart.seen)
        && shows(model, lacking, &apart.beside, common)
        // The comparison met all these states, so this ends.
        && admits(model, lacking, &apart.seen, &mut || true) == Some(false);
    if !is_so {
        return Err(Refusal::Defect("a run did not replay".into()));
    }
    let system = StatechartSystem::new(model, admitting, Grain::Step, false);
    Ok((names(&system), run::steps(&system, text, &apart.run)))
}

/// The rules by which two readings part, in words; none where that takes longer than can be waited for.
fn rules(
    model: &StatechartModel,
    pair: [Reading; 2],
    seen: &[Seen],
    (gate, states): (&HostWatch<'_>, u64),
) -> Vec<String> {
    let mut watch = gate.watch();
    let mut visited = 0;
    let found = differing(model, pair, seen, &mut || {
        visited += 1;
        let met = Reached {
            states: states + visited,
            ..Reached::default()
        };
        visited < MOST_VISITED && watch.keep_going(met)
    });
    found.into_iter().map(|it| rule(it, pair)).collect()
}

/// What came of a comparison, in words.
fn sentence(
    model: &StatechartModel,
    readings: [Reading; 2],
    within: Option<u32>,
    found: &Comparison,
) -> String {
    let bounds = limits(model, (&found.beyond, &found.cut), false).in_words();
    match (&found.compared, within) {
        (Compared::Apart(apart), _) => {
            let system = StatechartSystem::new(model, readings[apart.admits], Grain::Step, false);
            let lacks = readings[1 - apart.admits];
            format!("{}{bounds}.", apart_in_words(&system, lacks, apart))
        }
        (Compared::Same { every }, within) => {
            let within = match within.filter(|_| !every) {
                Some(1) => " within 1 step".to_owned(),
                Some(most) => format!(" within {most} steps"),
                None => String::new(),
            };
            let [one, other] = readings.map(Reading::word);
            format!("`{one}` and `{other}` admit the same{within}{bounds}.")
        }
        (Compared::Open(_), _) => "It was not decided.".into(),
    }
}

fn named(word: &str) -> Result<Reading, Refusal> {
    let found = Reading::ALL.into_iter().find(|it| it.word() == word);
    found.ok_or_else(|| {
        let all = Reading::ALL.map(Reading::word).join(", ");
        Refusal::Option(format!("there is no reading `{word}`; readings are {all}"))
    })
}

fn apart_in_words(system: &StatechartSystem<'_>, lacks: Reading, apart: &Apart) -> String {
    let admits = system.machine().reading.word();
    let after = match apart.seen.len() {
        0 | 1 => "from the start".to_owned(),
        2 => "after 1 step that both admit".into(),
        more => format!("after {} steps that both admit", more - 1),
    };
    let last = apart.seen.last().map(|it| told(system, it));
    format!(
        "Only `{admits}`, not `{}`, admits {after}: {}",
        lacks.word(),
        last.unwrap_or_default()
    )
}

/// What is seen, in words.
fn told(system: &StatechartSystem<'_>, seen: &Seen) -> String {
    let model = system.machine().model;
    let name = |object: ObjectId| &model.objects[object].name;
    match seen {
        Seen::Takes(object, it, at) => format!(
            "`{}` takes `{}` in {}",
            name(*object),
            occurrence(system, it),
            place(model, *object, at)
        ),
        Seen::Time(object, at) => format!(
            "the time of `{}` comes in {}",
            name(*object),
            place(model, *object, at)
        ),
        Seen::Rest(all) => {
            let each = all.iter().enumerate();
            let each: Vec<_> = each
                .map(|(object, at)| format!("`{}` in {}", name(object), place(model, object, at)))
                .collect();
            format!("all are at rest, {}", each.join(", "))
        }
    }
}

/// A configuration, in words.
fn place(model: &StatechartModel, object: ObjectId, at: &Sight) -> String {
    let chart = &model.charts[model.objects[object].chart];
    let is_leaf = |vertex: &&usize| {
        let regions = &chart.vertices[**vertex].regions;
        let mut inside = regions.iter().flat_map(|&it| &chart.regions[it].vertices);
        !inside.any(|it| at.active.contains(it))
    };
    let mut leaves: Vec<_> = at.active.iter().filter(is_leaf).copied().collect();
    leaves.sort_by_key(|&it| chart.vertices[it].region);
    let leaves: Vec<_> = leaves
        .into_iter()
        .map(|it| format!("`{}`", chart.path(it)))
        .collect();
    let mut words = match (leaves.is_empty(), at.status) {
        (_, ObjectStatus::Fault(_)) => "an error".to_owned(),
        (true, _) => "no state".to_owned(),
        (false, _) => leaves.join(" and "),
    };
    let values = chart.variables.iter().zip(&at.values);
    let values: Vec<_> = values
        .map(|(it, value)| format!("`{} = {}`", it.name, it.sort.show(*value)))
        .collect();
    if !values.is_empty() {
        words += &format!(" with {}", values.join(", "));
    }
    words
}
