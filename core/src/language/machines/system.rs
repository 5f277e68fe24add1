//! Communicating machines as a [`System`]: one location for each lifeline, one step for each message set or
//! each transaction.
//!
//! The step relation is [`Composition`]'s, definitions 2 to 6 of the Global State Checker. A location is the dense
//! number of a place ([`super::Machine::place_index`]). A step is written as its message sets, one after the other: the
//! label of the first, then for each the number of its deliveries, the receiver and the transition of each, and the label of
//! the next. A label is a lifeline's half-transition, numbered lifeline by lifeline.

use std::sync::Arc;

use super::model::TransitionId;
use super::semantics::{Composition, Delivery, GlobalState, Half, MessageSet, Transaction};
use crate::expression::{Enumeration, Sort};
use crate::language::LifelineId;
use crate::system::{
    ElementId, ElementKind, Events, Fired, Flow, Group, LabelId, Phase, Role, Schema, Sent, Status,
    Step, System, Trace, Valuation, Variable,
};

/// How fine a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// One message set (definition 3).
    MessageSet,
    /// One transaction (definition 5): any number of message sets over disjoint lifelines.
    Transaction,
}

/// A run in the words of the definitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Where it starts.
    pub start: GlobalState,
    /// What happens, in order.
    pub steps: Vec<Transaction>,
}

/// Lifelines that run together, as a system.
#[derive(Clone, Debug)]
pub struct MachineSystem<'m> {
    composition: Composition<'m>,
    grain: Grain,
    schema: Schema,
    /// The first label of each lifeline, and the number of all.
    labels: Vec<LabelId>,
}

impl<'m> MachineSystem<'m> {
    /// The system of a composition. O(places of all lifelines).
    #[must_use]
    pub fn new(composition: Composition<'m>, grain: Grain) -> Self {
        let model = composition.model();
        let mut schema = Schema::default();
        let mut labels = vec![0];
        for (index, lifeline) in composition.lifelines().iter().enumerate() {
            let machine = &model.machines[lifeline.machine];
            let element = ElementId::new(ElementKind::Lifeline, ElementId::SYSTEM as usize, index);
            let places = machine.places();
            let literals = places.map(|place| model.place_name(lifeline.machine, place));
            schema.groups.push(Group {
                name: lifeline.name.clone(),
                element,
            });
            schema.variables.push(Variable {
                name: lifeline.name.clone(),
                sort: Sort::Enumeration(Arc::new(Enumeration {
                    name: machine.name.clone(),
                    literals: literals.collect(),
                })),
                role: Role::Location,
                group: Some(index),
                element,
            });
            let halves = LabelId::try_from(2 * machine.transitions.len());
            labels.push(labels[index] + halves.expect("the language limits transitions"));
        }
        Self {
            composition,
            grain,
            schema,
            labels,
        }
    }

    /// What runs.
    #[must_use]
    pub fn composition(&self) -> &Composition<'m> {
        &self.composition
    }

    /// The state as a list of numbers.
    #[must_use]
    pub fn valuation(&self, state: &GlobalState) -> Valuation {
        let number = |(lifeline, &place)| number(self.machine(lifeline).place_index(place));
        state.iter().enumerate().map(number).collect()
    }

    /// The state that a list of numbers stands for, if each is a place.
    #[must_use]
    pub fn global_state(&self, at: &Valuation) -> Option<GlobalState> {
        let place = |(lifeline, &number): (usize, &i64)| {
            let machine = self.machine(lifeline);
            let index = usize::try_from(number).ok()?;
            (index < machine.place_count()).then(|| machine.place_at(index))
        };
        let fits = at.len() == self.composition.lifelines().len();
        at.iter().enumerate().filter(|_| fits).map(place).collect()
    }

    /// A run of the definitions as a trace.
    #[must_use]
    pub fn trace(&self, run: &Run) -> Trace {
        Trace {
            start: self.valuation(&run.start),
            steps: run.steps.iter().map(|step| self.step(step)).collect(),
        }
    }

    /// A transaction as a step.
    ///
    /// # Panics
    /// For a transaction without a message set, which is none (definition 5).
    #[must_use]
    pub fn step(&self, transaction: &[MessageSet]) -> Step {
        let (first, others) = transaction.split_first().expect("definition 5");
        let mut choice = Vec::new();
        write_deliveries(first, &mut choice);
        for set in others {
            choice.push(i64::from(self.label(set)));
            write_deliveries(set, &mut choice);
        }
        Step {
            label: self.label(first),
            choice: choice.into(),
        }
    }

    /// The transaction that a step stands for, if it stands for one.
    #[must_use]
    pub fn transaction(&self, step: &Step) -> Option<Transaction> {
        let mut rest = step.choice.iter().copied();
        let mut label = Some(i64::from(step.label));
        let mut sets = Vec::new();
        while let Some(now) = label {
            let (sender, half) = self.half(now)?;
            let mut set = MessageSet {
                sender,
                half,
                deliveries: Vec::new(),
            };
            let effects = match half {
                Half::Begin(_) => &[][..],
                Half::Finish(t) => &self.machine(sender).transitions.get(t)?.effects,
            };
            let count = usize::try_from(rest.next()?).ok()?;
            if count != effects.len() {
                return None;
            }
            for &symbol in effects {
                set.deliveries.push(Delivery {
                    symbol,
                    receiver: usize::try_from(rest.next()?).ok()?,
                    transition: usize::try_from(rest.next()?).ok()?,
                });
            }
            sets.push(set);
            label = rest.next();
        }
        Some(sets)
    }

    fn machine(&self, lifeline: LifelineId) -> &'m super::Machine {
        &self.composition.model().machines[self.composition.lifelines()[lifeline].machine]
    }

    fn label(&self, set: &MessageSet) -> LabelId {
        let (transition, second) = match set.half {
            Half::Begin(transition) => (transition, 0),
            Half::Finish(transition) => (transition, 1),
        };
        let within = LabelId::try_from(2 * transition + second);
        self.labels[set.sender] + within.expect("the language limits transitions")
    }

    fn half(&self, label: i64) -> Option<(LifelineId, Half)> {
        let label = LabelId::try_from(label).ok()?;
        let lifeline = self.labels.iter().rposition(|&first| first <= label)?;
        let within = (label - self.labels[lifeline]) as usize;
        let half = if within.is_multiple_of(2) {
            Half::Begin(within / 2)
        } else {
            Half::Finish(within / 2)
        };
        (label < *self.labels.last()?).then_some((lifeline, half))
    }

    /// Each message set that can follow, as it is found.
    fn sets(&self, state: &GlobalState, visit: &mut dyn FnMut(MessageSet) -> Flow) -> Flow {
        for sender in 0..state.len() {
            for (half, _) in self.composition.spontaneous(sender, state[sender]) {
                let mut set = MessageSet {
                    sender,
                    half,
                    deliveries: Vec::new(),
                };
                self.deliver(state, &mut set, visit)?;
            }
        }
        Flow::Continue(())
    }

    /// Each way to hand out the effects that a set still has, as definition 4 admits them.
    fn deliver(
        &self,
        state: &GlobalState,
        set: &mut MessageSet,
        visit: &mut dyn FnMut(MessageSet) -> Flow,
    ) -> Flow {
        let effects = self.composition.spontaneous(set.sender, state[set.sender]);
        let effects = effects.iter().find(|(half, _)| *half == set.half);
        let Some(&symbol) = effects.and_then(|(_, effects)| effects.get(set.deliveries.len()))
        else {
            return visit(set.clone());
        };
        for receiver in 0..state.len() {
            let taken = set.deliveries.iter().any(|it| it.receiver == receiver);
            if receiver == set.sender || taken {
                continue;
            }
            let takers = self
                .composition
                .receivable(receiver, state[receiver], symbol);
            for transition in takers {
                set.deliveries.push(Delivery {
                    symbol,
                    receiver,
                    transition,
                });
                let flow = self.deliver(state, set, visit);
                set.deliveries.pop();
                flow?;
            }
        }
        Flow::Continue(())
    }

    /// Each transaction whose message sets are among the admissible ones from an index on, added to
    /// those that were chosen before.
    fn transactions(
        sets: &[MessageSet],
        chosen: &mut Transaction,
        visit: &mut dyn FnMut(&Transaction) -> Flow,
    ) -> Flow {
        for (index, set) in sets.iter().enumerate() {
            if chosen.iter().all(|other| other.disjoint(set)) {
                chosen.push(set.clone());
                let flow = visit(chosen)
                    .is_continue()
                    .then(|| Self::transactions(&sets[index + 1..], chosen, visit));
                chosen.pop();
                flow.unwrap_or(Flow::Break(()))?;
            }
        }
        Flow::Continue(())
    }

    fn fired(&self, lifeline: LifelineId, transition: TransitionId, phase: Phase) -> Fired {
        let owner = self.composition.lifelines()[lifeline].machine;
        Fired {
            group: Some(lifeline),
            element: ElementId::new(ElementKind::Transition, owner, transition),
            phase,
        }
    }
}

impl System for MachineSystem<'_> {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn initial(&self, visit: &mut dyn FnMut(Valuation) -> Flow) {
        // There is one start state, so it does not matter whether more are wanted.
        let _ = visit(self.valuation(&self.composition.initial()));
    }

    fn steps(&self, at: &Valuation, visit: &mut dyn FnMut(Step) -> Flow) {
        let Some(state) = self.global_state(at) else {
            return;
        };
        let mut told = |sets: &[MessageSet]| visit(self.step(sets));
        // Both end where they are told to; nothing comes after them.
        let _ = match self.grain {
            Grain::MessageSet => self.sets(&state, &mut |set| told(&[set])),
            Grain::Transaction => {
                let sets = self.composition.admissible(&state);
                Self::transactions(&sets, &mut Vec::new(), &mut |chosen| told(chosen))
            }
        };
    }

    fn apply(&self, at: &Valuation, step: &Step) -> Option<Valuation> {
        let transaction = self.transaction(step)?;
        if self.grain == Grain::MessageSet && transaction.len() != 1 {
            return None;
        }
        let after = self
            .composition
            .apply(&self.global_state(at)?, &transaction)?;
        Some(self.valuation(&after))
    }

    fn status(&self, at: &Valuation) -> Status {
        let stuck = self.global_state(at).map(|it| self.composition.stuck(&it));
        match stuck {
            Some(None) => Status::Running,
            Some(Some(true)) => Status::Terminated,
            Some(Some(false)) | None => Status::Stuck,
        }
    }

    fn narrate(&self, _at: &Valuation, step: &Step) -> Events {
        let mut events = Events::default();
        for set in self.transaction(step).unwrap_or_default() {
            events.fired.push(match set.half {
                Half::Begin(transition) => self.fired(set.sender, transition, Phase::Begins),
                Half::Finish(transition) => self.fired(set.sender, transition, Phase::Ends),
            });
            for delivery in set.deliveries {
                events.messages.push(Sent {
                    from: Some(set.sender),
                    to: delivery.receiver,
                    what: self.composition.model().symbols[delivery.symbol].clone(),
                });
                let begins = self.fired(delivery.receiver, delivery.transition, Phase::Begins);
                events.fired.push(begins);
            }
        }
        events
    }
}

fn number(index: usize) -> i64 {
    i64::try_from(index).expect("the language limits places")
}

fn write_deliveries(set: &MessageSet, choice: &mut Vec<i64>) {
    choice.push(number(set.deliveries.len()));
    for delivery in &set.deliveries {
        choice.push(number(delivery.receiver));
        choice.push(number(delivery.transition));
    }
}
