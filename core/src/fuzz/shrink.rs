//! From a model on which the answers differ to a smallest one.
//!
//! One thing is left out at a time, coarse things first; a smaller model is kept where the answers
//! still differ in the same way. Nothing is ever put in, so this ends, with a model from which
//! nothing can be left out alone. It need not be the smallest of all.

use super::examine::{Examined, examine};
use super::subject::Subject;
use crate::language::machines::Place;
use crate::language::{Lifeline, LifelineId, Model, Question};

/// Leaves out of a model with one check what is not needed for this difference.
///
/// Examines a quadratic number of models in the worst case.
#[must_use]
pub fn shrink(subject: &Subject, model: Model, examined: Examined) -> (Model, Examined) {
    let (mut model, mut examined) = (model, examined);
    loop {
        let smaller = cuts(&model)
            .into_iter()
            .filter_map(|cut| cut.applied_to(&model))
            .find_map(|smaller| {
                let again = examine(subject, &smaller)?;
                (again.difference == examined.difference).then_some((smaller, again))
            });
        match smaller {
            Some(smaller) => (model, examined) = smaller,
            None => return (model, examined),
        }
    }
}

/// Something that can be left out.
#[derive(Clone, Copy, Debug)]
enum Cut {
    Lifeline(LifelineId),
    State(usize, usize),
    Transition(usize, usize),
    Message(usize),
    GoalPlace(usize),
    Effect(usize, usize, usize),
    Trigger(usize, usize),
    Final(usize, usize),
    /// A transaction of the bound.
    Bound,
}

fn cuts(model: &Model) -> Vec<Cut> {
    let mut cuts: Vec<Cut> = (0..lifelines(model).len()).map(Cut::Lifeline).collect();
    for (index, machine) in model.machines.iter().enumerate() {
        cuts.extend((0..machine.states.len()).map(|state| Cut::State(index, state)));
    }
    for (index, machine) in model.machines.iter().enumerate() {
        cuts.extend((0..machine.transitions.len()).map(|t| Cut::Transition(index, t)));
    }
    let messages = model.scenarios.first().map_or(0, |it| it.messages.len());
    cuts.extend((0..messages).map(Cut::Message));
    if let Question::Reach { goal } = &model.checks[0].question {
        cuts.extend((0..goal.len()).map(Cut::GoalPlace));
    }
    for (index, machine) in model.machines.iter().enumerate() {
        for (t, transition) in machine.transitions.iter().enumerate() {
            let effects = 0..transition.effects.len();
            cuts.extend(effects.map(|effect| Cut::Effect(index, t, effect)));
            cuts.extend(transition.trigger.map(|_| Cut::Trigger(index, t)));
        }
        let finals = (0..machine.states.len()).filter(|&state| machine.states[state].is_final);
        cuts.extend(finals.map(|state| Cut::Final(index, state)));
    }
    cuts.push(Cut::Bound);
    cuts
}

/// The lifelines of the one check.
fn lifelines(model: &Model) -> &[Lifeline] {
    model.lifelines_of(&model.checks[0])
}

fn goal(model: &mut Model) -> Option<&mut Vec<(LifelineId, Place)>> {
    match &mut model.checks[0].question {
        Question::Reach { goal } => Some(goal),
        Question::Scenario { .. } | Question::Always { .. } | Question::Deadlock => None,
    }
}

impl Cut {
    /// The model without it; `None` where the question would lose its object.
    fn applied_to(self, model: &Model) -> Option<Model> {
        let names_places = matches!(model.checks[0].question, Question::Always { .. });
        if names_places
            && matches!(
                self,
                Self::Lifeline(_) | Self::State(..) | Self::Transition(..)
            )
        {
            // The places of a condition would have other numbers.
            return None;
        }
        let mut model = model.clone();
        match self {
            Self::Lifeline(lifeline) => drop_lifeline(&mut model, lifeline)?,
            Self::State(machine, state) => drop_state(&mut model, machine, state)?,
            Self::Transition(machine, transition) => {
                drop_transition(&mut model, machine, transition)?;
            }
            Self::Message(message) => {
                model.scenarios[0].messages.remove(message);
            }
            Self::GoalPlace(place) => drop(goal(&mut model)?.remove(place)),
            Self::Effect(machine, t, effect) => {
                model.machines[machine].transitions[t]
                    .effects
                    .remove(effect);
            }
            Self::Trigger(machine, t) => model.machines[machine].transitions[t].trigger = None,
            Self::Final(machine, state) => model.machines[machine].states[state].is_final = false,
            Self::Bound => {
                let bound = model.checks[0].bound?;
                model.checks[0].bound = Some(bound.checked_sub(1)?);
            }
        }
        let empty_goal = goal(&mut model).is_some_and(|goal| goal.is_empty());
        let empty_scenario = model.scenarios.iter().any(|it| it.messages.is_empty());
        let nobody = lifelines(&model).is_empty();
        if empty_goal || empty_scenario || nobody {
            return None;
        }
        tidied(model)
    }
}

/// Messages to and from the lifeline and its place in the goal go with it.
fn drop_lifeline(model: &mut Model, lifeline: LifelineId) -> Option<()> {
    let renumbered = |other: LifelineId| other - usize::from(other > lifeline);
    if let Some(scenario) = model.scenarios.first_mut() {
        scenario.lifelines.remove(lifeline);
        let concerns = |from, to| from == lifeline || to == lifeline;
        scenario.messages.retain(|it| !concerns(it.from, it.to));
        for message in &mut scenario.messages {
            message.from = renumbered(message.from);
            message.to = renumbered(message.to);
        }
    } else {
        model.system.remove(lifeline);
    }
    if let Some(goal) = goal(model) {
        goal.retain(|&(other, _)| other != lifeline);
        for (other, _) in goal {
            *other = renumbered(*other);
        }
    }
    Some(())
}

/// A state that is neither initial nor in the goal goes with its transitions.
fn drop_state(model: &mut Model, machine: usize, state: usize) -> Option<()> {
    if model.machines[machine].initial == state {
        return None;
    }
    for transition in (0..model.machines[machine].transitions.len()).rev() {
        let it = &model.machines[machine].transitions[transition];
        if it.source == state || it.target == state {
            drop_transition(model, machine, transition)?;
        }
    }
    rename_places(model, machine, |place| match place {
        Place::State(other) if other == state => None,
        Place::State(other) => Some(Place::State(other - usize::from(other > state))),
        Place::Intermediate(_) => Some(place),
    })?;
    let renumbered = |other: usize| other - usize::from(other > state);
    let machine = &mut model.machines[machine];
    machine.states.remove(state);
    machine.initial = renumbered(machine.initial);
    for transition in &mut machine.transitions {
        transition.source = renumbered(transition.source);
        transition.target = renumbered(transition.target);
    }
    Some(())
}

fn drop_transition(model: &mut Model, machine: usize, transition: usize) -> Option<()> {
    rename_places(model, machine, |place| match place {
        Place::Intermediate(other) if other == transition => None,
        Place::Intermediate(other) => {
            let after = usize::from(other > transition);
            Some(Place::Intermediate(other - after))
        }
        Place::State(_) => Some(place),
    })?;
    model.machines[machine].transitions.remove(transition);
    Some(())
}

/// Gives the goal's places in a machine their new numbers; `None` where one is lost.
fn rename_places(
    model: &mut Model,
    machine: usize,
    rename: impl Fn(Place) -> Option<Place>,
) -> Option<()> {
    let concerned: Vec<bool> = lifelines(model)
        .iter()
        .map(|lifeline| lifeline.machine == machine)
        .collect();
    if let Some(goal) = goal(model) {
        for (lifeline, place) in goal {
            if concerned[*lifeline] {
                *place = rename(*place)?;
            }
        }
    }
    Some(())
}

/// The model without machines that no lifeline runs; `None` where a message then has a symbol that
/// no machine knows, which no text may say.
pub(super) fn tidied(mut model: Model) -> Option<Model> {
    let used: Vec<bool> = (0..model.machines.len())
        .map(|index| lifelines(&model).iter().any(|it| it.machine == index))
        .collect();
    let renumbered = |index: usize| used[..index].iter().filter(|&&used| used).count();
    let scenarios = model.scenarios.iter_mut();
    let lifelines = scenarios.flat_map(|scenario| &mut scenario.lifelines);
    for lifeline in lifelines.chain(&mut model.system) {
        lifeline.machine = renumbered(lifeline.machine);
    }
    let mut index = 0;
    model.machines.retain(|_| {
        index += 1;
        used[index - 1]
    });
    let transitions = || model.machines.iter().flat_map(|it| &it.transitions);
    let known =
        |symbol| transitions().any(|it| it.trigger == Some(symbol) || it.effects.contains(&symbol));
    let mut messages = model.scenarios.iter().flat_map(|it| &it.messages);
    messages.all(|it| known(it.symbol)).then_some(model)
}
