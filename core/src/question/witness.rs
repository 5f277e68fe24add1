//! From a finding to a run that the interpreter has replayed.

use crate::engine::Finding;
use crate::language::machines::scenario::semantics::plays;
use crate::language::machines::{
    Composition, Delivery, GlobalState, Grain, Half, MachineSystem, MessageSet, Place, Run,
    Transaction,
};
use crate::language::questions::Mode;
use crate::language::{Check, Lifeline, Model, Question};
use crate::network::{Firing, LocalPlace, Task, after, course, schedule, slim, step_between};
use crate::question::messages_of;
use crate::system::replay;

/// A run that has been replayed, with the scenario's progress along it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The run.
    pub trace: Run,
    /// The global state before the first step and after each.
    pub states: Vec<GlobalState>,
    /// How many messages of the scenario have been exchanged after each step.
    pub done: Vec<usize>,
    /// How many steps lead up to the scenario (strict), or all of them.
    pub path: usize,
}

/// Why a finding has no witness: always a defect of Lockstep, never of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWitness {
    /// Two consecutive states of the path are not one transaction apart.
    Gap {
        /// Index of the step.
        step: usize,
    },
    /// The local runs of a strict scenario do not fit together.
    Schedule,
    /// The interpreter does not allow a step.
    Replay {
        /// Index of the step.
        step: usize,
    },
    /// The run does not play what it should.
    Claim,
}

/// Builds the run of a finding and has the interpreter judge it.
///
/// # Errors
/// Says where the finding and the definitions disagree; callers report it as our defect.
pub fn witness(
    model: &Model,
    check: &Check,
    task: &Task,
    finding: &Finding,
) -> Result<Witness, NoWitness> {
    let path = slim(task, path_steps(task, finding)?, finding.value);
    if path.len() != finding.depth as usize {
        return Err(NoWitness::Claim);
    }
    along(model, check, task, path, finding.value)
}

/// Builds a run on these transactions, which lead to a state of this value, and has the interpreter
/// judge it. As [`witness`], but the messages on the way are not left to chance.
///
/// # Errors
/// Where the transactions and the definitions disagree.
pub fn witness_along(
    model: &Model,
    check: &Check,
    task: &Task,
    steps: Vec<Vec<Firing>>,
    value: u32,
) -> Result<Witness, NoWitness> {
    along(model, check, task, steps, value)
}

fn along(
    model: &Model,
    check: &Check,
    task: &Task,
    path: Vec<Vec<Firing>>,
    value: u32,
) -> Result<Witness, NoWitness> {
    let lifelines = model.lifelines_of(check);
    let convert =
        |firings: &[Firing], before: &[LocalPlace]| transaction(model, lifelines, firings, before);
    let course = course(task, &path);
    let mut done = course.seen[1..].to_vec();
    let mut steps: Vec<_> = path
        .iter()
        .zip(&course.places)
        .map(|(firings, before)| convert(firings, before))
        .collect();
    let path = steps.len();
    if let Question::Scenario {
        scenario,
        mode: Mode::Strict,
    } = check.question
    {
        let messages = messages_of(&model.scenarios[scenario].messages);
        let mut places = course.places[path].clone();
        let phase = schedule(&task.network, &places, &messages, value as usize)
            .ok_or(NoWitness::Schedule)?;
        for step in phase {
            steps.push(convert(&step.firings, &places));
            done.push(step.done);
            places = after(&places, &step.firings);
        }
    }
    let composition = Composition::new(model, lifelines, &check.from);
    let trace = Run {
        start: composition.initial(),
        steps,
    };
    let system = MachineSystem::new(composition.clone(), Grain::Transaction);
    let states = replay(&system, &system.trace(&trace))
        .map_err(|wrong| NoWitness::Replay { step: wrong.index })?;
    let states = states.iter().filter_map(|it| system.global_state(it));
    let states = states.collect();
    let witness = Witness {
        trace,
        states,
        done,
        path,
    };
    if shows(
        model,
        check,
        &composition,
        value,
        task.objective.is_met(value),
        &witness,
    ) {
        Ok(witness)
    } else {
        Err(NoWitness::Claim)
    }
}

/// The transactions between the states of a finding's path.
///
/// # Errors
/// Where two states that follow each other are not one transaction apart.
pub fn path_steps(task: &Task, finding: &Finding) -> Result<Vec<Vec<Firing>>, NoWitness> {
    let components = task.network.components.len();
    let seen = |state: &[LocalPlace]| state.get(components).copied().map_or(0, usize::from);
    let step = |(index, pair): (usize, &[Vec<LocalPlace>])| {
        let (before, after) = (&pair[0], &pair[1]);
        step_between(
            &task.network,
            &before[..components],
            &after[..components],
            &task.observed[seen(before)..seen(after)],
        )
        .ok_or(NoWitness::Gap { step: index })
    };
    finding.path.windows(2).enumerate().map(step).collect()
}

/// Whether a replayed run shows what is claimed, by the definitions.
fn shows(
    model: &Model,
    check: &Check,
    composition: &Composition<'_>,
    value: u32,
    full: bool,
    witness: &Witness,
) -> bool {
    let last = &witness.states[witness.states.len() - 1];
    match &check.question {
        Question::Scenario { scenario, mode } => {
            let messages = &model.scenarios[*scenario].messages;
            let claimed = witness.done.last().copied().unwrap_or(0);
            claimed == value as usize
                && plays(
                    messages,
                    *mode,
                    witness.path,
                    &witness.trace.steps,
                    &witness.done,
                )
                .is_ok()
        }
        Question::Reach { goal } => {
            !full
                || goal
                    .iter()
                    .all(|&(lifeline, place)| last[lifeline] == place)
        }
        Question::Always { condition } => !full || !condition.holds(last),
        Question::Deadlock => !full || composition.stuck(last) == Some(false),
    }
}

/// A transaction of the definitions from the firings of a network.
pub(super) fn transaction(
    model: &Model,
    lifelines: &[Lifeline],
    firings: &[Firing],
    before: &[LocalPlace],
) -> Transaction {
    let place = |lifeline: usize, number: LocalPlace| {
        model.machines[lifelines[lifeline].machine].place_at(usize::from(number))
    };
    firings
        .iter()
        .map(|firing| {
            let half = match (
                place(firing.actor, before[firing.actor]),
                place(firing.actor, firing.to),
            ) {
                (_, Place::Intermediate(transition)) => Half::Begin(transition),
                (Place::Intermediate(transition), Place::State(_)) => Half::Finish(transition),
                (Place::State(_), Place::State(_)) => {
                    unreachable!("a half-step begins or ends in an intermediate state")
                }
            };
            let mut deliveries: Vec<_> = firing
                .delivered
                .iter()
                .map(|delivered| {
                    let Place::Intermediate(transition) = place(delivered.receiver, delivered.to)
                    else {
                        unreachable!("receiving leads into an intermediate state")
                    };
                    Delivery {
                        symbol: delivered.symbol,
                        receiver: delivered.receiver,
                        transition,
                    }
                })
                .collect();
            if let Half::Finish(transition) = half {
                let effects = &model.machines[lifelines[firing.actor].machine].transitions
                    [transition]
                    .effects;
                deliveries.sort_by_key(|d| effects.iter().position(|&effect| effect == d.symbol));
            }
            MessageSet {
                sender: firing.actor,
                half,
                deliveries,
            }
        })
        .collect()
}
