//! What is shown of a model that is run: what is tracked, values, and choices with what they change.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{SimulatedModel, Tracked};
use super::{NoSimulation, SimulatedKind};
use crate::expression::{Term, Value, evaluate};
use crate::language::transitions::{TransitionModel, watch};
use crate::simulate::Choice;
use crate::system::{Role, Schema, Step, Valuation, Variable};
use crate::view::{ShownValue, SimulationChoice, SimulationOptions};

impl dyn SimulatedModel + '_ {
    /// The names of what is shown.
    pub(super) fn tracked_names(&self) -> Vec<String> {
        let names: Vec<_> = self.tracked().iter().map(|it| it.name.clone()).collect();
        match self.columns() {
            Some(columns) => columns.names(&names),
            None => names,
        }
    }

    /// The values of what is tracked; nothing where it has none.
    pub(super) fn tracked_values(&self, at: &Valuation) -> Box<[Option<Value>]> {
        let values = self.system().schema().values(at);
        let values = values.expect("a state of this system");
        let each = self.tracked().iter();
        each.map(|it| evaluate(&it.term, &values).ok()).collect()
    }

    /// A value in words.
    pub(super) fn show(&self, tracked: usize, value: Option<&Value>, changed: bool) -> ShownValue {
        let it = &self.tracked()[tracked];
        ShownValue {
            name: it.name.clone(),
            value: self.written(it, value),
            changed,
        }
    }

    /// What is shown of a state, given the one before.
    pub(super) fn shown(&self, at: &Valuation, before: Option<&Valuation>) -> Vec<ShownValue> {
        let values = self.tracked_values(at);
        let before = before.map(|it| self.tracked_values(it));
        let changed = |it: usize| before.as_ref().is_some_and(|all| all[it] != values[it]);
        let all = values.iter().enumerate();
        let all = all.map(|(number, it)| self.show(number, it.as_ref(), changed(number)));
        let all: Vec<_> = all.collect();
        match self.columns() {
            Some(columns) => columns.shown(&all),
            None => all,
        }
    }

    /// A step in words, with what it changes.
    pub(super) fn choice(
        &self,
        at: &Valuation,
        step: &Step,
        after: &Valuation,
    ) -> SimulationChoice {
        let action = self.action(at, step);
        SimulationChoice {
            what: action.to_string(),
            action,
            changes: self.changes(at, after, |it| it.changed),
        }
    }

    /// What is shown of a step; what it is to the steps that a check asks for is said first.
    fn changes(
        &self,
        at: &Valuation,
        after: &Valuation,
        is_shown: impl Fn(&ShownValue) -> bool,
    ) -> Vec<ShownValue> {
        let variables = &self.system().schema().variables;
        let order = self.in_order(at, after);
        let (counter, remark) = order.unzip();
        let counter = counter.and_then(|it: usize| variables.get(it));
        let values = self.shown(after, Some(at)).into_iter();
        let values = values.filter(|it| counter.is_none_or(|own| own.name != it.name));
        let remark = remark.map(ShownValue::remark);
        remark.into_iter().chain(values.filter(is_shown)).collect()
    }

    /// The choices of a state. Where the same step has several outcomes, each of them also lists what is as before, if another one
    /// changes that.
    pub(super) fn choices(&self, at: &Valuation, all: &[Choice]) -> Vec<SimulationChoice> {
        let each = all.iter().map(|it| self.choice(at, &it.step, &it.after));
        let mut choices: Vec<_> = each.collect();
        for twins in alike(&choices).into_values() {
            let changes = twins.iter().flat_map(|&it| &choices[it].changes);
            let names: BTreeSet<_> = changes.map(|it| it.name.clone()).collect();
            for it in twins {
                let is_shown = |it: &ShownValue| it.changed || names.contains(&it.name);
                choices[it].changes = self.changes(at, &all[it].after, is_shown);
            }
        }
        choices
    }
}

/// The numbers of those that are told alike, under what they are told as; only where there are several.
fn alike(all: &[SimulationChoice]) -> BTreeMap<String, Vec<usize>> {
    let mut alike: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (number, it) in all.iter().enumerate() {
        alike.entry(it.what.clone()).or_default().push(number);
    }
    alike.retain(|_, twins| twins.len() > 1);
    alike
}

/// Opens the model of a text and hands it on.
pub(super) fn with_model<R>(
    text: &str,
    kind: SimulatedKind,
    (options, all_runs): (&SimulationOptions, bool),
    act: impl FnOnce(&dyn SimulatedModel) -> Result<R, NoSimulation>,
) -> Result<R, NoSimulation> {
    let (mut act, mut done) = (Some(act), None);
    kind.simulate.open(text, options, all_runs, &mut |model| {
        done = act.take().map(|act| act(model));
    })?;
    done.expect("a model that is opened is handed on")
}

/// What is to be shown: variables by their names, or without any those of which `is_shown` says so. `unknown` says that there is no
/// variable of a name.
pub(super) fn tracked_variables(
    schema: &Schema,
    names: &[String],
    is_shown: impl Fn(&Variable) -> bool,
    unknown: impl Fn(&str) -> String,
) -> Result<Vec<Tracked>, NoSimulation> {
    let variable = |number: usize| {
        let it = &schema.variables[number];
        Tracked {
            name: it.name.clone(),
            term: Term::variable(number, it.sort.clone()),
        }
    };
    if names.is_empty() {
        let all = 0..schema.variables.len();
        let shown = all.filter(|&it| is_shown(&schema.variables[it]));
        return Ok(shown.map(variable).collect());
    }
    let find = |name: &String| {
        let number = schema.variable(name.trim());
        let what = || NoSimulation::Option(unknown(name.trim()));
        number.map(variable).ok_or_else(what)
    };
    names.iter().map(find).collect()
}

/// What is to be shown: expressions, or without any all variables of the model.
pub(super) fn tracked_expressions(
    model: &TransitionModel,
    schema: &Schema,
    track: &[String],
) -> Result<Vec<Tracked>, NoSimulation> {
    if track.is_empty() {
        return tracked_variables(schema, &[], is_of_model, |_| String::new());
    }
    let read = |text: &String| {
        let name = text.trim().to_string();
        let term = expression(model, &name)?;
        Ok(Tracked { name, term })
    };
    track.iter().map(read).collect()
}

/// An expression over the variables of a transition system.
pub(super) fn expression(model: &TransitionModel, text: &str) -> Result<Term, NoSimulation> {
    watch::expression(model, text).map_err(|findings| {
        let titles: Vec<_> = findings.iter().map(|it| it.title.as_str()).collect();
        let what = format!("`{text}` cannot be tracked: {}", titles.join("; "));
        NoSimulation::Option(what)
    })
}

/// Whether a variable is of the model, and does not only say how far a step is.
pub(super) fn is_of_model(it: &Variable) -> bool {
    it.role != Role::ProgramCounter
}

/// The names of variables, with commas between them.
pub(super) fn listed<'v>(variables: impl IntoIterator<Item = &'v Variable>) -> String {
    let names = variables.into_iter().map(|it| it.name.as_str());
    let names: Vec<_> = names.collect();
    names.join(", ")
}
