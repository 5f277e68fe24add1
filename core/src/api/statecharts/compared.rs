//! Two readings of a model side by side: the shortest run that one of them admits and the other does not.

use super::check::queue_bounds;
use super::run;
use super::showing::{message, names};
use crate::api::check::{Host, Refusal};
use crate::api::host_watch::HostWatch;
use crate::api::search_options::SearchOptions;
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{ObjectId, Reading};
use crate::language::statechart::read;
use crate::language::statechart::semantics::{Grain, ObjectStatus, StatechartSystem};
use crate::question::statecharts::apart::{Apart, Compared, Seen, Sight, admits, compare};
use crate::system::replay;
use crate::text::Severity;
use crate::view::{ComparedReadings, Options};
use crate::wording::statecharts::depends;

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
    let (model, diagnostics) = read(text);
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(Refusal::Errors);
    }
    let [one, other] = readings.map(named);
    let readings = [one?, other?];
    let chosen = SearchOptions::new(options, host.capabilities().solvers)?;
    let gate = HostWatch::new(host, options.timeout_ms);
    let found = compare(&model, readings, within, chosen.limits.states, &mut |_| {
        gate.should_stop()
    });
    let mut view = ComparedReadings {
        readings: readings.map(|it| it.word().to_owned()),
        answer: String::new(),
        admits: None,
        seen: Vec::new(),
        variables: Vec::new(),
        run: Vec::new(),
        states: found.states,
        sentence: String::new(),
    };
    let bounds = depends(&queue_bounds(&model, &found.beyond));
    let [one, other] = &view.readings;
    match found.compared {
        Compared::Apart(apart) => {
            let reading = readings[apart.admits];
            let lacks = readings[1 - apart.admits];
            let system = StatechartSystem::new(&model, reading, Grain::Step, false);
            if replay(&system, &apart.run).is_err() || admits(&model, lacks, &apart.seen) {
                return Err(Refusal::Defect("a run did not replay".into()));
            }
            view.sentence = format!("{}{bounds}.", apart_in_words(&system, lacks, &apart));
            view.seen = apart.seen.iter().map(|it| told(&system, it)).collect();
            view.variables = names(&system);
            view.run = run::steps(&system, text, &apart.run);
            view.admits = Some(reading.word().into());
            view.answer = "different".into();
        }
        Compared::Same => {
            let within = match within {
                Some(1) => " within 1 step".to_owned(),
                Some(most) => format!(" within {most} steps"),
                None => String::new(),
            };
            view.sentence = format!("`{one}` and `{other}` admit the same{within}{bounds}.");
            view.answer = "same".into();
        }
        Compared::Open(_) => {
            view.sentence = "It was not decided.".into();
            view.answer = "unknown".into();
        }
    }
    Ok(view)
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
            message(system, it),
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
