//! The interpreter of communicating machines, by definitions 2 to 6 of the Global State Checker.
//!
//! Slow and obvious on purpose. It shares the resolved model with the encodings and nothing else.
//! Definition 4 is read with `0 <= k` (decision 1): a message set may be empty.

use super::model::{Place, TransitionId};
use crate::language::{Lifeline, LifelineId, Model, Symbol};

/// One place per lifeline (definition 4, there "global state").
pub type GlobalState = Vec<Place>;

/// A transition of the extended machine (definition 2): one half of an original transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Half {
    /// `(s, tr, ∅, int(t))`: the trigger is taken.
    Begin(TransitionId),
    /// `(int(t), ε, eff, s')`: the effects are sent.
    Finish(TransitionId),
}

/// One pair `(a, R)` of a message set, with the transition that R begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Delivery {
    /// The symbol a.
    pub symbol: Symbol,
    /// The receiver R.
    pub receiver: LifelineId,
    /// The receiver's transition, triggered by a.
    pub transition: TransitionId,
}

/// A message set `(σ, {(a_1, R_1), …})` (definition 3) with the half-transitions that it fires.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageSet {
    /// The sender σ, or the lifeline of an ε-move.
    pub sender: LifelineId,
    /// The half-transition that σ takes.
    pub half: Half,
    /// The deliveries, in the order of the effects; empty for an ε-move.
    pub deliveries: Vec<Delivery>,
}

/// A nonempty set of message sets over pairwise disjoint lifelines (definition 5).
pub type Transaction = Vec<MessageSet>;

/// Lifelines that run together, and where they start.
#[derive(Clone, Debug)]
pub struct Composition<'m> {
    model: &'m Model,
    lifelines: &'m [Lifeline],
    start: GlobalState,
}

impl<'m> Composition<'m> {
    /// Every lifeline starts in its machine's initial state, save those that `from` names.
    #[must_use]
    pub fn new(model: &'m Model, lifelines: &'m [Lifeline], from: &[(LifelineId, Place)]) -> Self {
        let mut start: GlobalState = lifelines
            .iter()
            .map(|lifeline| Place::State(model.machines[lifeline.machine].initial))
            .collect();
        for &(lifeline, place) in from {
            start[lifeline] = place;
        }
        Self {
            model,
            lifelines,
            start,
        }
    }

    /// The model that the lifelines run.
    #[must_use]
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The lifelines.
    #[must_use]
    pub fn lifelines(&self) -> &'m [Lifeline] {
        self.lifelines
    }

    /// The half-transitions that a lifeline can begin or finish without receiving anything, with
    /// the effects that they send.
    #[must_use]
    pub fn spontaneous(&self, lifeline: LifelineId, place: Place) -> Vec<(Half, &'m [Symbol])> {
        let machine = &self.model.machines[self.lifelines[lifeline].machine];
        match place {
            Place::State(state) => (0..machine.transitions.len())
                .filter(|&t| {
                    machine.transitions[t].source == state
                        && machine.transitions[t].trigger.is_none()
                })
                .map(|t| (Half::Begin(t), &[][..]))
                .collect(),
            Place::Intermediate(t) => {
                vec![(Half::Finish(t), machine.transitions[t].effects.as_slice())]
            }
        }
    }

    /// The transitions that a lifeline can begin in a place on receipt of a symbol.
    #[must_use]
    pub fn receivable(
        &self,
        lifeline: LifelineId,
        place: Place,
        symbol: Symbol,
    ) -> Vec<TransitionId> {
        let machine = &self.model.machines[self.lifelines[lifeline].machine];
        let Place::State(state) = place else {
            return Vec::new();
        };
        (0..machine.transitions.len())
            .filter(|&t| {
                machine.transitions[t].source == state
                    && machine.transitions[t].trigger == Some(symbol)
            })
            .collect()
    }

    /// All admissible message sets of a global state (definition 4), in a fixed order.
    #[must_use]
    pub fn admissible(&self, state: &GlobalState) -> Vec<MessageSet> {
        let mut sets = Vec::new();
        for sender in 0..self.lifelines.len() {
            for (half, effects) in self.spontaneous(sender, state[sender]) {
                for deliveries in self.deliveries(state, sender, effects) {
                    sets.push(MessageSet {
                        sender,
                        half,
                        deliveries,
                    });
                }
            }
        }
        sets
    }

    /// Every way to hand the effects to pairwise different lifelines other than the sender, each
    /// taking its symbol with one of its transitions.
    fn deliveries(
        &self,
        state: &GlobalState,
        sender: LifelineId,
        effects: &[Symbol],
    ) -> Vec<Vec<Delivery>> {
        let mut partial: Vec<Vec<Delivery>> = vec![Vec::new()];
        for &symbol in effects {
            let mut longer = Vec::new();
            for deliveries in &partial {
                for (receiver, &place) in state.iter().enumerate() {
                    let taken = deliveries.iter().any(|d| d.receiver == receiver);
                    if receiver == sender || taken {
                        continue;
                    }
                    for transition in self.receivable(receiver, place, symbol) {
                        let mut next = deliveries.clone();
                        next.push(Delivery {
                            symbol,
                            receiver,
                            transition,
                        });
                        longer.push(next);
                    }
                }
            }
            partial = longer;
        }
        partial
    }

    /// The global successor state after one message set, or `None` where it is not admissible.
    fn apply_set(&self, state: &GlobalState, set: &MessageSet) -> Option<GlobalState> {
        if !self.admissible(state).contains(set) {
            return None;
        }
        Some(self.after(state, set))
    }

    /// The global successor state after a message set that is admissible.
    #[must_use]
    pub fn after(&self, state: &GlobalState, set: &MessageSet) -> GlobalState {
        let machine = &self.model.machines[self.lifelines[set.sender].machine];
        let mut next = state.clone();
        next[set.sender] = match set.half {
            Half::Begin(t) => Place::Intermediate(t),
            Half::Finish(t) => Place::State(machine.transitions[t].target),
        };
        for delivery in &set.deliveries {
            next[delivery.receiver] = Place::Intermediate(delivery.transition);
        }
        next
    }

    /// Whether nothing can happen in a state, and whether every lifeline may end there
    /// (decision 8): `Some(false)` is a deadlock, `Some(true)` is termination.
    #[must_use]
    pub fn stuck(&self, state: &GlobalState) -> Option<bool> {
        if !self.admissible(state).is_empty() {
            return None;
        }
        Some(state.iter().zip(self.lifelines).all(|(&place, lifeline)| {
            matches!(place, Place::State(s) if self.model.machines[lifeline.machine].states[s].is_final)
        }))
    }
}

impl MessageSet {
    /// The lifelines that take part.
    pub fn participants(&self) -> impl Iterator<Item = LifelineId> + '_ {
        std::iter::once(self.sender).chain(self.deliveries.iter().map(|d| d.receiver))
    }

    /// Whether two message sets share no lifeline.
    #[must_use]
    pub fn disjoint(&self, other: &Self) -> bool {
        self.participants()
            .all(|lifeline| other.participants().all(|another| another != lifeline))
    }
}

impl Composition<'_> {
    /// The start state.
    #[must_use]
    pub fn initial(&self) -> GlobalState {
        self.start.clone()
    }

    /// Every transaction: exponential in the number of message sets that can happen side by side.
    #[must_use]
    pub fn enabled(&self, state: &GlobalState) -> Vec<Transaction> {
        let mut transactions: Vec<Transaction> = vec![Vec::new()];
        for set in self.admissible(state) {
            for index in 0..transactions.len() {
                if transactions[index].iter().all(|other| other.disjoint(&set)) {
                    let mut larger = transactions[index].clone();
                    larger.push(set.clone());
                    transactions.push(larger);
                }
            }
        }
        transactions.remove(0);
        transactions
    }

    /// The state after a transaction, or `None` where it is not admissible.
    #[must_use]
    pub fn apply(&self, state: &GlobalState, step: &Transaction) -> Option<GlobalState> {
        let disjoint = step
            .iter()
            .enumerate()
            .all(|(index, set)| step[..index].iter().all(|other| other.disjoint(set)));
        if step.is_empty() || !disjoint {
            return None;
        }
        step.iter()
            .try_fold(state.clone(), |state, set| self.apply_set(&state, set))
    }
}
