//! Conditions from outside of a text, over the objects of its system: what somebody waits for, or watches along a run.

use super::objects::objects;
use crate::api::systems::Watched;
use crate::expression::{Sort, Value, truth};
use crate::language::read_as;
use crate::language::statechart::Statecharts;
use crate::language::statechart::model::{Atom, Query, StatechartModel, Subject, VertexKind};
use crate::text::Severity;
use crate::view::{ObjectView, SystemStepView};

/// A condition over the objects of a text, as its checks write them.
///
/// # Errors
/// One sentence that says what is wrong with it.
pub(in crate::api) fn condition(
    text: &str,
    written: &str,
) -> Result<(StatechartModel, Query), String> {
    let written = written.trim();
    let wrong = |why: &str| format!("`{written}` cannot be read: {why}.");
    if written.contains(['\n', ';', '{', '}']) || written.contains("//") {
        return Err(wrong("it is not one condition"));
    }
    // Names mean what they mean in a check.
    let (mut model, findings) = read_as::<Statecharts>(&format!("{text}\ncheck reach {written}\n"));
    let error = findings.iter().find(|it| it.severity == Severity::Error);
    if let Some(error) = error {
        return Err(wrong(&error.title));
    }
    let asked = model.properties.pop();
    let bare = asked.filter(|it| it.within.is_none() && it.expected.is_none());
    match bare.map(|it| it.subject) {
        Some(Subject::Reach(mut goals)) if goals.len() == 1 => Ok((model, goals.remove(0))),
        _ => Err(wrong("it is not one condition")),
    }
}

/// Whether a condition is true along a run of the objects. Linear in the run.
///
/// # Errors
/// One sentence that says what is wrong with the condition, or with the run: it may be of another text.
pub fn watched_chart(text: &str, written: &str, run: &[SystemStepView]) -> Result<Watched, String> {
    let (model, query) = condition(text, written)?;
    let objects = objects(text, &model);
    let value = |step: &SystemStepView| {
        let atoms = query.atoms.iter();
        let values: Option<Vec<_>> = atoms
            .map(|it| atom(&model, &objects, it, step).map(Value::Number))
            .collect();
        Some((truth(&query.term, &values?) == Ok(true)).to_string())
    };
    let values: Option<Vec<_>> = run.iter().map(value).collect();
    Ok(Watched {
        sort: Sort::Boolean.name(),
        values: values
            .ok_or_else(|| format!("`{written}` cannot be read off the states of this run."))?,
    })
}

/// What is seen of an object after a step.
fn atom(
    model: &StatechartModel,
    objects: &[ObjectView],
    atom: &Atom,
    step: &SystemStepView,
) -> Option<i64> {
    let state = &step.state;
    match *atom {
        Atom::In(object, vertex) => {
            let it = &model.charts[model.objects[object].chart].vertices[vertex];
            let place = objects[object].regions.get(it.region)?;
            let now = state.get(place.entry)?;
            let ended = it.kind == VertexKind::Final && now == "[end]";
            Some(i64::from(*now == it.name || ended))
        }
        Atom::Variable(object, variable) => {
            let shown = state.get(*objects[object].attributes.get(variable)?)?;
            let chart = &model.charts[model.objects[object].chart];
            match &chart.variables[variable].sort {
                Sort::Boolean => Some(i64::from(shown == "true")),
                Sort::Enumeration(it) => {
                    let at = it.literals.iter().position(|it| it == shown)?;
                    i64::try_from(at).ok()
                }
                Sort::Integer { .. } | Sort::Array { .. } => shown.parse().ok(),
            }
        }
        Atom::QueueSize(object) => i64::try_from(step.waiting.get(object)?.pool.len()).ok(),
        Atom::Overflows(_) | Atom::Ended(_) => None,
    }
}
