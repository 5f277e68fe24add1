//! Runs of objects of statecharts in other formats.
//!
//! A check of a scenario is its sequence diagram, as the page draws it beside the chart of events. Any other run is one, too:
//! what is sent, with where the objects come to be and the time that passes between.

use std::sync::Arc;

use super::charts::{DrawnObject, sheet};
use super::story::{Entry, Fate, story};
use super::{Format, animation, drawn as chart_of, events, mermaid, plantuml, svg, system};
use crate::diagram::chart::{Chart, chart};
use crate::diagram::events::{ENVIRONMENT, Fate as Sent, messages};
use crate::diagram::played::played;
use crate::diagram::sequence::scene;
use crate::diagram::text::{PILL, ellipsize};
use crate::view::{
    Analysis, CheckView, EMPTY, LifelineView, MessageView, ObjectView, Outcome, Range, RunRequest,
    StatechartView, StepView, SystemStepView, step_numbers,
};

/// The objects of a text as they are exported.
#[derive(Clone, Copy, Debug)]
pub struct ObjectScene<'a> {
    /// The objects.
    pub objects: &'a [ObjectView],
    /// Their statecharts.
    pub charts: &'a [StatechartView],
    /// The pictures that there are of them: what plays shows these.
    pub drawn: &'a [DrawnObject],
}

/// What is on the page for one check of statecharts, in another format; `None` where there is neither a run nor a scenario.
/// O(length of the result).
#[must_use]
pub fn export_of_objects(
    format: Format,
    of: ObjectScene,
    analysis: &Arc<Analysis>,
    check: &CheckView,
    outcome: Option<&Outcome>,
    by_hand: Option<&RunRequest>,
) -> Option<String> {
    let ObjectScene { objects, drawn, .. } = of;
    let values = analysis.structure.system()?;
    let run = run_of(outcome);
    if format == Format::Json {
        return run.and(system::json(analysis, check, outcome?, by_hand));
    }
    if format == Format::Svg && check.scenario.is_none() {
        return events_of_objects(of, check, outcome);
    }
    let (chart, played) = told(objects, analysis, check, outcome)?;
    let entries = || match check.scenario.is_some() {
        true => story(&chart),
        false => entries(&chart, objects, run.unwrap_or_default()),
    };
    Some(match format {
        Format::Mermaid => mermaid::write(&chart, entries()),
        Format::PlantUml => plantuml::write(&chart, entries()),
        Format::AnimatedSvg => {
            let run = run.unwrap_or_default();
            let numbers = step_numbers(run);
            let sheet = sheet(drawn, run);
            let told = animation::write(&chart, played.as_ref(), &numbers, &sheet.spans);
            match sheet.picture.is_empty() {
                true => told,
                false => sheet.above(&told, scene(&chart, svg::WIDTH).width),
            }
        }
        Format::Html if check.scenario.is_some() => {
            let scene = scene(&chart, svg::WIDTH);
            let height = |step| scene.cursor(&chart, step).unwrap_or_default();
            let picture = svg::draw(&chart, true);
            let objects = sheet(drawn, run.unwrap_or_default()).whole();
            let pictures = [("Statecharts", &*objects), ("Sequence diagram", &picture)];
            system::page(values, check, outcome?, &pictures, &height)
        }
        Format::Html => {
            let picture = events::draw(&check.title, of, run?, true);
            let objects = sheet(drawn, run?).whole();
            let pictures = [("Statecharts", &*objects), ("Chart of events", &picture)];
            system::page(values, check, outcome?, &pictures, &|_| 0.0)
        }
        Format::Svg | Format::Json => svg::write(&chart),
    })
}

/// The chart of events of a run as a picture; `None` where there is no run.
#[must_use]
pub fn events_of_objects(
    of: ObjectScene,
    check: &CheckView,
    outcome: Option<&Outcome>,
) -> Option<String> {
    let run = run_of(outcome)?;
    Some(events::draw(&check.title, of, run, false))
}

/// The run of an answer, if it has one.
fn run_of(outcome: Option<&Outcome>) -> Option<&[SystemStepView]> {
    let run = &outcome?.system.as_ref()?.run;
    (!run.is_empty()).then_some(run)
}

/// The sequence diagram: of the scenario, with the answer as machines have it, else of what the run sends.
fn told(
    objects: &[ObjectView],
    analysis: &Arc<Analysis>,
    check: &CheckView,
    outcome: Option<&Outcome>,
) -> Option<(Chart, Option<Outcome>)> {
    if let Some((check, outcome)) = played(analysis, check, outcome) {
        let chart = chart_of(analysis, &check, outcome.as_ref())?;
        return Some((chart, outcome));
    }
    let run = run_of(outcome)?;
    let names: Vec<_> = objects.iter().map(|it| it.name.clone()).collect();
    let all = messages(&names, run).all;
    // The environment stands first, where it sends anything.
    let first = usize::from(all.iter().any(|it| it.from == objects.len()));
    let lifeline = |name: String| LifelineView {
        name,
        machine: usize::MAX,
        range: Range::default(),
    };
    let outside = (0..first).map(|_| lifeline(ENVIRONMENT.to_owned()));
    let own = objects.iter();
    let own = own.map(|it| lifeline(format!("{} : {}", it.name, it.chart_name)));
    let at = |it: usize| if it == objects.len() { 0 } else { it + first };
    let entry = |step: usize| {
        let sent = all.iter().filter(|it| it.sent == step && !it.aside);
        let sent = sent.map(|it| MessageView {
            from: at(it.from),
            to: at(it.to),
            symbol: match it.fate {
                Sent::Lost => format!("{} (lost)", it.event),
                _ => it.event.clone(),
            },
            range: None,
            plays: None,
        });
        StepView {
            messages: sent.collect(),
            moves: Vec::new(),
            state: Vec::new(),
            done: 0,
            sentence: String::new(),
        }
    };
    let check = CheckView {
        lifelines: outside.chain(own).collect(),
        ..check.clone()
    };
    let outcome = Outcome {
        trace: (0..run.len()).map(entry).collect(),
        ..Outcome::unanswered(check.index, check.kind)
    };
    let chart = chart(analysis, &check, Some(&outcome));
    Some((chart, Some(outcome)))
}

/// A run from top to bottom: what each step sends, where objects come to be, how much time passes.
fn entries<'a>(chart: &'a Chart, objects: &[ObjectView], run: &[SystemStepView]) -> Vec<Entry<'a>> {
    let names: Vec<_> = objects.iter().map(|it| it.name.clone()).collect();
    let passed = messages(&names, run).passed;
    let first = chart.lifelines.len() - objects.len();
    let mut entries = Vec::new();
    for (step, (entry, passed)) in run.iter().zip(passed).enumerate() {
        if passed > 0 {
            entries.push(Entry::Time(passed));
        }
        let sent = chart.rows.iter().filter(|it| it.step == Some(step));
        entries.extend(sent.map(|it| Entry::Message(it, Fate::Happens)));
        let entered = objects.iter().enumerate();
        let entered = entered.filter_map(|(object, it)| Some((object, entered_by(it, entry)?)));
        entries.extend(
            entered
                .enumerate()
                .map(|(number, (object, words))| Entry::Place {
                    lifeline: object + first,
                    words,
                    beside: number > 0,
                }),
        );
    }
    entries
}

/// Where an object is after an entry, if that is elsewhere than before: the innermost states that it has entered.
fn entered_by(object: &ObjectView, entry: &SystemStepView) -> Option<String> {
    let at = |region: usize| entry.state.get(object.regions[region].entry);
    let moved = |region: usize| {
        let own = object.regions[region].entry;
        at(region).is_some_and(|it| !it.starts_with(EMPTY)) && entry.changed.contains(&own)
    };
    let holds = |region: usize| {
        let mut inner = object.regions.iter().enumerate();
        inner.any(|(inner, it)| {
            let is_here =
                |(own, state): &(usize, String)| *own == region && Some(state) == at(region);
            moved(inner) && it.around.as_ref().is_some_and(is_here)
        })
    };
    let all = (0..object.regions.len()).filter(|&it| moved(it) && !holds(it));
    let all: Vec<_> = all.filter_map(at).map(String::as_str).collect();
    (!all.is_empty()).then(|| ellipsize(&all.join(", "), PILL, WIDEST))
}

/// The widest list of states.
const WIDEST: f64 = 130.0;
