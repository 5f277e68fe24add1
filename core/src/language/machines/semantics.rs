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

    /// As [`Self::admissible`], or `None` where too many ways of handing out effects would have to be gone
    /// through: at most so many as, for each sender, the product over its effects of the transitions
    /// that take them.
    #[must_use]
    pub fn admissible_if_few(&self, state: &GlobalState) -> Option<Vec<MessageSet>> {
        const MOST_WAYS: usize = 50_000;
        let senders = (0..state.len()).flat_map(|sender| {
            let spontaneous = self.spontaneous(sender, state[sender]);
            spontaneous
                .into_iter()
                .map(move |(_, effects)| (sender, effects))
        });
        let ways = senders.map(|(sender, effects)| {
            let takers = effects.iter().map(|&symbol| {
                let others = (0..state.len()).filter(|&it| it != sender);
                let takers = others.map(|it| self.receivable(it, state[it], symbol).len());
                takers.sum::<usize>().max(1)
            });
            takers.fold(1, usize::saturating_mul)
        });
        let ways = ways.fold(0, usize::saturating_add);
        (ways <= MOST_WAYS).then(|| self.admissible(state))
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
        self.is_admissible(state, set)
            .then(|| self.after(state, set))
    }

    /// Whether a message set is one of [`Self::admissible`]. Those are listed nowhere: a large effect
    /// set has more of them than fit any memory.
    #[must_use]
    pub fn is_admissible(&self, state: &GlobalState, set: &MessageSet) -> bool {
        let Some(&place) = state.get(set.sender) else {
            return false;
        };
        let spontaneous = self.spontaneous(set.sender, place);
        let half = spontaneous.into_iter().find(|(half, _)| *half == set.half);
        let sends = half.is_some_and(|(_, effects)| {
            let given = set.deliveries.iter().map(|it| it.symbol);
            given.eq(effects.iter().copied())
        });
        let mut deliveries = set.deliveries.iter().enumerate();
        sends
            && deliveries.all(|(index, it)| {
                let mut others = set.deliveries[..index].iter();
                let takes = |&place: &Place| {
                    let transitions = self.receivable(it.receiver, place, it.symbol);
                    transitions.contains(&it.transition)
                };
                it.receiver != set.sender
                    && others.all(|other| other.receiver != it.receiver)
                    && state.get(it.receiver).is_some_and(takes)
            })
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
        if (0..self.lifelines.len()).any(|lifeline| self.can_fire(state, lifeline)) {
            return None;
        }
        Some(state.iter().zip(self.lifelines).all(|(&place, lifeline)| {
            matches!(place, Place::State(s) if self.model.machines[lifeline.machine].states[s].is_final)
        }))
    }
}

impl Composition<'_> {
    /// Whether a lifeline has an admissible message set as its sender: whether its effects can be handed
    /// out so that no lifeline gets two. Effects are given one after the other; where nobody is free
    /// who could take the next one, those who have one and could take it pass theirs on.
    fn can_fire(&self, state: &GlobalState, sender: LifelineId) -> bool {
        let spontaneous = self.spontaneous(sender, state[sender]);
        spontaneous.into_iter().any(|(_, effects)| {
            let mut holds: Vec<Option<Symbol>> = vec![None; state.len()];
            effects.iter().all(|&symbol| {
                let mut asked = vec![false; state.len()];
                asked[sender] = true;
                self.give(state, symbol, &mut holds, &mut asked)
            })
        })
    }

    /// Gives a symbol to somebody who was not asked yet; says whether that works out.
    fn give(
        &self,
        state: &GlobalState,
        symbol: Symbol,
        holds: &mut [Option<Symbol>],
        asked: &mut [bool],
    ) -> bool {
        for receiver in 0..state.len() {
            let takes = || {
                !self
                    .receivable(receiver, state[receiver], symbol)
                    .is_empty()
            };
            if asked[receiver] || !takes() {
                continue;
            }
            asked[receiver] = true;
            let held = holds[receiver];
            if held.is_none_or(|other| self.give(state, other, holds, asked)) {
                holds[receiver] = Some(symbol);
                return true;
            }
        }
        false
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Random, Shape, model};

    #[test]
    fn what_is_judged_one_by_one_is_what_is_listed() {
        let shape = Shape {
            lifelines: (3, 6),
            states: (1, 2),
            transitions: (2, 6),
            effects: (1, 4),
            ..Shape::default()
        };
        let (mut admissible, mut refused, mut stuck) = (0, 0, 0);
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let model = model(&shape, &mut random);
            let composition = Composition::new(&model, &model.system, &[]);
            let mut draw = || -> GlobalState {
                let places = model.system.iter().map(|lifeline| {
                    let machine = &model.machines[lifeline.machine];
                    machine.place_at(random.between(0, machine.place_count() - 1))
                });
                places.collect()
            };
            let (state, other) = (draw(), draw());
            let listed = composition.admissible(&state);
            assert_eq!(listed.is_empty(), composition.stuck(&state).is_some());
            stuck += usize::from(listed.is_empty());
            for set in listed.iter().chain(&composition.admissible(&other)) {
                let mut swapped = set.clone();
                swapped.deliveries.reverse();
                for set in [set, &swapped] {
                    let expected = listed.contains(set);
                    assert_eq!(composition.is_admissible(&state, set), expected, "{seed}");
                    *(if expected {
                        &mut admissible
                    } else {
                        &mut refused
                    }) += 1;
                }
            }
        }
        assert!(admissible > 300 && refused > 300, "{admissible} {refused}");
        assert!(stuck > 10, "only {stuck} states are stuck");
    }

    #[test]
    fn ten_effects_are_judged_without_listing_what_they_can_do() {
        let effects = (0..10)
            .map(|it| format!("x{it}"))
            .collect::<Vec<_>>()
            .join(", ");
        let takes: String = (0..10).map(|it| format!("e --> e : x{it};")).collect();
        let text = format!(
            "machine A {{ [*] --> s; s --> t : / {effects} }} machine B {{ [*] --> e; {takes} }}
             system {{ a : A; b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10 : B }} check deadlock"
        );
        let (model, _) = crate::language::read(&text);
        let composition = Composition::new(&model, &model.system, &[]);
        let mut state = composition.initial();
        state[0] = Place::Intermediate(0);
        assert_eq!(composition.stuck(&state), None);
        let set = MessageSet {
            sender: 0,
            half: Half::Finish(0),
            deliveries: (0..10)
                .map(|it| Delivery {
                    symbol: model.machines[0].transitions[0].effects[it],
                    receiver: it + 1,
                    transition: it,
                })
                .collect(),
        };
        assert!(composition.is_admissible(&state, &set));
        assert!(composition.apply(&state, &vec![set]).is_some());
        // Two fewer receivers than effects: nothing can be sent.
        for inside in [3, 4] {
            state[inside] = Place::Intermediate(0);
        }
        let only_sender = |it: usize| composition.can_fire(&state, it);
        assert!(!only_sender(0));
    }
}
