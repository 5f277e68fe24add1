//! The operations as the thesis defines them (2.2.4.1): each takes a set of concrete states to a set of
//! concrete states.
//!
//! This is the judge: slow, obvious, word for word. What cannot be completed has no successors, so a
//! branch of a choice that fails, there or later in its transition, has never been there. Only the
//! parallel is executed in substeps, as its definition speaks of them.
//!
//! An expression without a value blocks like an assumption that fails, and so does a value outside the
//! range of its variable; the thesis knows neither.

use std::collections::BTreeSet;

use super::configuration::Encounter;
use super::execution::Machine;
use super::model::{Initial, OperationId, OperationKind, TransitionModel, VariableId};
use super::settings::{Missing, Settings};
use crate::expression::{Term, Value, evaluate, truth};
use crate::system::Flow;

/// A concrete state: the values of all variables.
pub type ConcreteState = Box<[Value]>;
/// An abstract state: the concrete states that it covers.
pub type AbstractState = BTreeSet<ConcreteState>;

/// The definitions for one model.
#[derive(Clone, Debug)]
pub struct Definitions<'m> {
    machine: Machine<'m>,
}

impl<'m> Definitions<'m> {
    /// The definitions for a model.
    #[must_use]
    pub fn new(model: &'m TransitionModel, settings: Settings) -> Self {
        Self {
            machine: Machine::new(model, settings),
        }
    }

    /// The successors of concrete states of the system's variables by one transition of a relation.
    #[must_use]
    pub fn successors(
        &self,
        alternatives: &[OperationId],
        states: &BTreeSet<Box<[Value]>>,
    ) -> BTreeSet<Box<[Value]>> {
        let whole: AbstractState = states
            .iter()
            .map(|it| self.machine.with_locals(it))
            .collect();
        let each = alternatives.iter().map(|&it| self.execute(it, &whole));
        let globals = self.machine.model().globals;
        each.flatten().map(|it| it[..globals].into()).collect()
    }

    /// t(s): the successor of an abstract state by an operation.
    #[must_use]
    pub fn execute(&self, operation: OperationId, states: &AbstractState) -> AbstractState {
        let model = self.machine.model();
        match &model.operations[operation].kind {
            OperationKind::Assign(variable, term)
            | OperationKind::Declare(variable, Initial::Term(term)) => self.each(states, |state| {
                self.assigned(state, *variable, term).into_iter().collect()
            }),
            OperationKind::Assume(condition) => {
                let holds = |state: &&ConcreteState| truth(condition, state) == Ok(true);
                states.iter().filter(holds).cloned().collect()
            }
            OperationKind::Havoc(variable) => self.havoc(operation, *variable, states),
            OperationKind::Declare(variable, initial) => {
                let settings = self.machine.settings();
                if *initial == Initial::Missing && settings.missing == Missing::Free {
                    return self.havoc(operation, *variable, states);
                }
                let value = &self.machine.defaults()[*variable];
                self.each(states, |state| vec![with(state, *variable, value.clone())])
            }
            OperationKind::Sequence(steps, locals) => {
                let mut now = states.clone();
                for &step in steps {
                    now = self.execute(step, &now);
                }
                self.each(&now, |state| {
                    let mut state = state.clone();
                    for &local in locals {
                        state[local] = self.machine.defaults()[local].clone();
                    }
                    vec![state]
                })
            }
            OperationKind::Choice(parts) => parts
                .iter()
                .flat_map(|&it| self.execute(it, states))
                .collect(),
            OperationKind::If(condition, then, otherwise) => {
                let where_it_is = |wanted| {
                    let decided = |state: &&ConcreteState| truth(condition, state) == Ok(wanted);
                    states
                        .iter()
                        .filter(decided)
                        .cloned()
                        .collect::<AbstractState>()
                };
                let mut after = self.execute(*then, &where_it_is(true));
                after.extend(match otherwise {
                    Some(otherwise) => self.execute(*otherwise, &where_it_is(false)),
                    None => where_it_is(false),
                });
                after
            }
            OperationKind::For {
                counter,
                from,
                to,
                body,
            } => self.each(states, |state| {
                let bounds = (evaluate(from, state), evaluate(to, state));
                let (Ok(Value::Number(from)), Ok(Value::Number(to))) = bounds else {
                    return Vec::new();
                };
                let mut now = AbstractState::from([state.clone()]);
                for round in from..to {
                    let counted = Value::Number(round);
                    let begun =
                        |state: &ConcreteState| vec![with(state, *counter, counted.clone())];
                    now = self.execute(*body, &self.each(&now, begun));
                }
                let ended = self.machine.defaults()[*counter].clone();
                let now = now.iter().map(|state| with(state, *counter, ended.clone()));
                now.collect()
            }),
            OperationKind::Parallel(_) => self.each(states, |state| {
                let mut after = Vec::new();
                let mut encounter = Encounter::default();
                let flow = self.machine.outcomes(
                    operation,
                    state.clone(),
                    &mut encounter,
                    &mut |values, _| {
                        after.push(values.into());
                        Flow::Continue(())
                    },
                );
                debug_assert!(flow.is_continue(), "nobody breaks off");
                after
            }),
        }
    }

    fn each(
        &self,
        states: &AbstractState,
        successors: impl Fn(&ConcreteState) -> Vec<ConcreteState>,
    ) -> AbstractState {
        states.iter().flat_map(successors).collect()
    }

    fn assigned(
        &self,
        state: &ConcreteState,
        variable: VariableId,
        term: &Term,
    ) -> Option<ConcreteState> {
        let value = evaluate(term, state).ok()?;
        let fits = value.fits(&self.machine.model().variables[variable].sort);
        fits.then(|| with(state, variable, value))
    }

    fn havoc(
        &self,
        operation: OperationId,
        variable: VariableId,
        states: &AbstractState,
    ) -> AbstractState {
        let tried = self.machine.tried(operation, variable);
        self.each(states, |state| {
            let values = tried.values.iter();
            values
                .map(|value| with(state, variable, value.clone()))
                .collect()
        })
    }
}

fn with(state: &ConcreteState, variable: VariableId, value: Value) -> ConcreteState {
    let mut state = state.clone();
    state[variable] = value;
    state
}
