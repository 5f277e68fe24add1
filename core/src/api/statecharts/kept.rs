//! What is written into a text to keep a run of statecharts that was made by hand: a scenario, or a question.
//!
//! Only what runs list is read here, so that a run is kept as it is shown. Whoever writes it into the text reads that again.

use std::fmt::Write;

use crate::language::statechart::print::name;
use crate::view::{
    Analysis, EMPTY, Event, ObjectView, Occurrence, Sender, StatechartView, SystemStepView,
    SystemView, VertexShape, step_numbers,
};

/// What to append to the text to have a run as a scenario with its check: all that is sent, in its order. `None` where
/// nothing is. Strict scenarios let everything else happen besides; `loose` ones other calls as well.
#[must_use]
pub fn chart_run_as_scenario(
    analysis: &Analysis,
    run: &[SystemStepView],
    loose: bool,
) -> Option<String> {
    let mut lines = String::new();
    for event in run.iter().flat_map(|it| &it.events) {
        let Event::Sent {
            from, to, event, ..
        } = event
        else {
            continue;
        };
        if *from == Sender::Hand {
            // Until the text's environment sends it the scenario cannot be played.
            lines += "  // sent by hand, not by the environment of the text\n";
        }
        let event = Occurrence {
            name: name(&event.name),
            ..event.clone()
        };
        let (from, to) = (name(&from.to_string()), name(to));
        let _ = writeln!(lines, "  {from} -> {to} : {event}");
    }
    if lines.is_empty() {
        return None;
    }
    let is_free = |name: &String| analysis.scenarios.iter().all(|it| it.name != *name);
    let numbered = (2..).map(|number: usize| format!("by hand {number}"));
    let called = std::iter::once("by hand".to_owned())
        .chain(numbered)
        .find(is_free)?;
    let called = name(&called);
    let mut text = format!("\nscenario {called} {{\n{lines}}}\n");
    // Where nothing is asked, every scenario is checked by itself, and read strictly.
    if loose || analysis.checks.iter().any(|it| !it.implicit) {
        text += &implicit(analysis);
        text += &format!("\ncheck {called}{}\n", if loose { " loose" } else { "" });
    }
    Some(text)
}

/// What to append to the text to ask whether the objects can be where they are after an entry of a run, with these values,
/// within as many steps. `None` where one of them is nowhere, since it has not begun: questions are about states in which no
/// step is running.
#[must_use]
pub fn chart_state_as_question(
    analysis: &Analysis,
    (objects, charts): (&[ObjectView], &[StatechartView]),
    run: &[SystemStepView],
) -> Option<String> {
    let entry = run.last()?;
    let mut parts = Vec::new();
    for it in objects {
        let chart = charts.get(it.chart)?;
        let places = places(it, chart, entry);
        if places.is_empty() {
            return None;
        }
        parts.extend(places);
        let system = analysis.structure.system()?;
        let values = it.attributes.iter();
        parts.extend(values.filter_map(|&number| value(system, entry, number)));
    }
    let number = step_numbers(run).pop()?;
    let steps = number.split('.').next()?;
    let asked = format!("\ncheck reach {} within {steps}\n", parts.join(" and "));
    Some(implicit(analysis) + &asked)
}

/// The innermost states in which an object is, as a condition names them.
fn places(it: &ObjectView, chart: &StatechartView, entry: &SystemStepView) -> Vec<String> {
    let at = |region: usize| {
        let value = entry.state.get(it.regions.get(region)?.entry)?;
        (!value.starts_with(EMPTY)).then_some(value)
    };
    let holds = |region: usize| {
        let inner = it.regions.iter().enumerate();
        let mut inner = inner.filter(|(number, _)| at(*number).is_some());
        inner.any(|(_, inner)| {
            let around = inner.around.as_ref();
            around.is_some_and(|(own, state)| *own == region && Some(state) == at(region))
        })
    };
    let mut found = Vec::new();
    for region in (0..it.regions.len()).filter(|&region| !holds(region)) {
        let Some(value) = at(region) else { continue };
        let mut inside = chart.regions[region].vertices.iter();
        let Some(&vertex) = inside.find(|&&it| chart.vertices[it].name == *value) else {
            continue;
        };
        found.extend(chart_state_term(&it.name, chart, vertex));
    }
    found.dedup();
    found
}

/// A state of an object as a condition names it: by as much of its path as tells it from others. `None` of what cannot be named there.
#[must_use]
pub fn chart_state_term(object: &str, chart: &StatechartView, vertex: usize) -> Option<String> {
    let own = name(object);
    let vertex = chart.vertices.get(vertex)?;
    let alike = chart.vertices.iter().filter(|it| it.name == vertex.name);
    let is_at_top = |region: usize| {
        chart
            .regions
            .get(region)
            .is_some_and(|it| it.owner.is_none())
    };
    match (vertex.shape, alike.count()) {
        (VertexShape::State, 1) => Some(format!("{own}.{}", name(&vertex.name))),
        (VertexShape::State, _) => Some(format!("{own}.{}", vertex.path)),
        (VertexShape::Final, _) if is_at_top(vertex.region) => Some(format!("{own}.ended")),
        _ => None,
    }
}

/// The value of a variable as a condition asks for it; references are left out.
fn value(system: &SystemView, entry: &SystemStepView, number: usize) -> Option<String> {
    let (variable, value) = (system.variables.get(number)?, entry.state.get(number)?);
    let is_plain = value == "true" || value == "false" || value.parse::<i64>().is_ok();
    is_plain.then(|| format!("{} == {value}", variable.name))
}

/// The checks that a text asks because it has none, written out: with another one they would not be asked any more.
fn implicit(analysis: &Analysis) -> String {
    let asked = analysis.checks.iter().filter(|it| it.implicit);
    let scenarios = asked.filter_map(|it| analysis.scenarios.get(it.scenario?));
    scenarios
        .map(|it| format!("\ncheck {}\n", name(&it.name)))
        .collect()
}
