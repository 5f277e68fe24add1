//! Values that somebody names: also those that are not among the choices.
//!
//! Where any integer is possible only some are offered. A named one is tried as well; whether a step with it can be completed
//! the system says, and where none can, what stops it. Such a step is no number in a list: it is known again
//! by what it did.

use std::collections::BTreeSet;

use super::NoSimulation;
use super::hand::MOST_CHOICES;
use super::known::{Fit, fit, given, gives, integers};
use super::model::SimulatedModel;
use super::run::MOST_LOOKED_AT;
use crate::expression::Sort;
use crate::language::transitions::branches::Branch;
use crate::language::transitions::{Named, TransitionModel};
use crate::simulate::{Choice, Session};
use crate::system::{Flow, Status, Step, System, Valuation};
use crate::view::{KnownBy, NamedValue, RunChoice, StepAction};
use crate::wording::simulate as wording;

/// A step with its number among the choices.
type Numbered = (usize, Choice);

/// A start with what is chosen by it.
pub(super) type Start = (RunChoice, Valuation);

/// What came of a wish, if anything did, and what there is to say.
pub(super) type Wished<T> = Result<(Option<T>, Option<String>), NoSimulation>;

/// The start that was chosen: by its number or by the values that it gives; all can be
/// named where it is not known which of them are free.
pub(super) fn chosen_start(model: &dyn SimulatedModel, wanted: &RunChoice) -> Option<Start> {
    let values = gives(&wanted.known_by);
    if values.is_empty() {
        // A start without values and without a number is the only one there can be.
        let number = match wanted.number {
            usize::MAX => 0,
            number => number,
        };
        let most = number.saturating_add(1).min(MOST_LOOKED_AT);
        let (starts, _) = Session::starts(model.system(), most);
        let start = starts.get(number).cloned()?;
        return Some((wanted.clone(), start));
    }
    let numbers = numbers(&integers(values.iter().copied()));
    let has = |start: &Valuation| {
        let own = model.values(start);
        let names = model.names().iter().map(|it| &**it);
        let all: Vec<_> = names.zip(own.iter().map(|it| &**it)).collect();
        values.iter().all(|it| all.contains(it))
    };
    let start = starts_with(model, &numbers).into_iter().find(has)?;
    Some(start_choice(model, start))
}

/// A start as a choice: one that is offered by its number, others by what they give to the variables.
pub(super) fn start_choice(model: &dyn SimulatedModel, start: Valuation) -> Start {
    let (starts, _) = Session::starts(model.system(), MOST_CHOICES);
    let choice = match starts.iter().position(|it| *it == start) {
        Some(number) => RunChoice::numbered(number),
        None => RunChoice::unlisted(start_action(model, &start)),
    };
    (choice, start)
}

/// The first start in which variables have these values, and what there is to say.
pub(super) fn start(model: &dyn SimulatedModel, values: &[NamedValue]) -> Wished<Start> {
    let wanted = read(values)?;
    let has = |start: &Valuation| {
        let action = start_action(model, start);
        let all = integers(given(&action));
        wanted.iter().all(|it| all.contains(it))
    };
    let mut starts = starts_with(model, &numbers(&wanted))
        .into_iter()
        .filter(has);
    let Some(first) = starts.next() else {
        let said = wording::named_is_no_start(&wanted);
        return Ok((None, Some(said)));
    };
    let others = starts.count();
    let said = (others > 0).then(|| wording::first_of_named_starts(&wanted, others + 1));
    Ok((Some(start_choice(model, first)), said))
}

/// What a start gives to the variables that can start with any value.
fn start_action(model: &dyn SimulatedModel, start: &Valuation) -> StepAction {
    let all = model.names().iter().cloned().zip(model.values(start));
    StepAction::start(all.filter(|(name, _)| model.free().contains(name)))
}

/// The integers alone.
fn numbers(values: &[(&str, i64)]) -> Vec<i64> {
    values.iter().map(|it| it.1).collect()
}

/// The starts in which variables have any of these integers, or any value that is tried; the first so many.
fn starts_with(model: &dyn SimulatedModel, numbers: &[i64]) -> Vec<Valuation> {
    let named = |only| {
        let numbers = numbers.to_vec();
        model.starts_with(Named { numbers, only })
    };
    let mut starts = named(true);
    starts.extend(named(false));
    let mut seen = BTreeSet::new();
    starts.retain(|it| seen.insert(it.clone()));
    starts
}

/// The integers that are named.
fn read(values: &[NamedValue]) -> Result<Vec<(&str, i64)>, NoSimulation> {
    let each = values.iter().map(|NamedValue { variable, value }| {
        let (variable, value) = (variable.trim(), value.trim());
        match value.parse() {
            Ok(number) => Ok((variable, number)),
            Err(_) => {
                let what = format!("`{value}` is no integer of 64 bits");
                Err(NoSimulation::Option(what))
            }
        }
    });
    each.collect()
}

/// The first step in which variables get these values, and what there is to say.
pub(super) fn step(
    model: &dyn SimulatedModel,
    session: &Session<'_>,
    values: &[NamedValue],
) -> Wished<Numbered> {
    let wanted = read(values)?;
    let gives = |action: &StepAction| {
        let done = integers(given(action));
        wanted.iter().all(|it| done.contains(it))
    };
    let mut ways = all(model, session.state(), &numbers(&wanted), &gives).into_iter();
    let Some(first) = ways.next() else {
        let stopped = wanted.iter().flat_map(|&(variable, number)| {
            model
                .refused(session.state(), variable, &[number])
                .into_iter()
        });
        let mut reasons: Vec<String> = stopped
            .flat_map(|it| it.reasons)
            .map(|it| format!("{} (line {})", it.what, it.range.line))
            .collect();
        reasons.sort();
        reasons.dedup();
        return Ok((
            None,
            Some(wording::named_is_not_possible(&wanted, &reasons)),
        ));
    };
    let others = ways.count();
    let listed = session.choices(MOST_LOOKED_AT).all;
    let number = listed.iter().position(|it| it.step == first.step);
    let said = (others > 0).then(|| wording::first_of_named(&wanted, others + 1));
    Ok((Some((number.unwrap_or(usize::MAX), first)), said))
}

/// A step that is not among the choices, known by what it does.
pub(super) fn unlisted(
    model: &dyn SimulatedModel,
    at: &Valuation,
    known_by: &KnownBy,
) -> Option<Step> {
    let numbers = numbers(&integers(gives(known_by)));
    if numbers.is_empty() {
        return None;
    }
    let is_it = |action: &StepAction| fit(action, known_by) == Some(Fit::Exact);
    let mut ways = all(model, at, &numbers, &is_it).into_iter();
    ways.next().map(|it| it.step)
}

/// The steps of a state in which integers that are free get these, then those in which others get any that is tried.
pub(super) fn steps_with(model: &dyn SimulatedModel, at: &Valuation, numbers: &[i64]) -> Vec<Step> {
    let named = |only| {
        let numbers = numbers.to_vec();
        model.steps_with(at, Named { numbers, only })
    };
    let mut steps = named(true);
    steps.extend(named(false));
    steps
}

/// Whether another run may have this state, and lists these values of it.
pub(super) fn shows(model: &dyn SimulatedModel, at: &Valuation, wanted: &[String]) -> bool {
    let is_whole = model.passes_over_states() || model.system().status(at) != Status::Inside;
    is_whole && *model.values(at) == *wanted
}

/// A step to a state with these values that is not listed.
pub(super) fn step_to(
    model: &dyn SimulatedModel,
    session: &Session<'_>,
    wanted: &[String],
) -> Option<Choice> {
    let at = session.state();
    let mut steps = model.nearby(at, wanted).into_iter();
    steps.find_map(|step| {
        let after = model.system().apply(at, &step)?;
        shows(model, &after, wanted).then(|| Choice {
            events: model.system().narrate(at, &step),
            after,
            step,
        })
    })
}

/// The steps with named values that do what is wanted.
fn all(
    model: &dyn SimulatedModel,
    at: &Valuation,
    numbers: &[i64],
    wanted: &dyn Fn(&StepAction) -> bool,
) -> Vec<Choice> {
    let numbers = numbers.to_vec();
    let only = false;
    let steps = model.steps_with(at, Named { numbers, only }).into_iter();
    let choices = steps.filter_map(|step| {
        let after = model.system().apply(at, &step)?;
        wanted(&model.action(at, &step)).then(|| Choice {
            events: model.system().narrate(at, &step),
            after,
            step,
        })
    });
    choices.collect()
}

/// Whether something gives a variable any value.
pub(super) fn frees(model: &TransitionModel, branch: &Branch, variable: &str) -> bool {
    let mut freed = branch.frees.iter();
    freed.any(|&it| model.variables[it].name == variable)
}

/// The declared variables that some of this gives any integer, by name.
pub(super) fn freed(model: &TransitionModel, branches: &[Branch]) -> Vec<String> {
    let freed: BTreeSet<_> = branches.iter().flat_map(|it| &it.frees).collect();
    let freed = freed.into_iter().filter(|&&it| it < model.globals);
    let freed = freed.map(|&it| &model.variables[it]);
    let wide = freed.filter(|it| matches!(it.sort, Sort::Integer { .. }));
    let mut names: Vec<_> = wide.map(|it| it.name.clone()).collect();
    names.sort_unstable();
    names
}

/// Steps and starts that are looked through at most for named values.
const MOST_STEPS: usize = 10_000;

/// The starts of a system, the first so many.
pub(super) fn first_starts(system: &dyn System) -> Vec<Valuation> {
    Session::starts(system, MOST_STEPS).0
}

/// The steps of a system, the first so many.
pub(super) fn first_steps(system: &dyn System, at: &Valuation) -> Vec<Step> {
    let mut steps = Vec::new();
    system.steps(at, &mut |step| {
        steps.push(step);
        match steps.len() < MOST_STEPS {
            true => Flow::Continue(()),
            false => Flow::Break(()),
        }
    });
    steps
}
