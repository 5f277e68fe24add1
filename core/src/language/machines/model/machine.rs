//! Resolved machines: names are looked up, every reference is an index.
//!
//! A machine is definition 1 of the Global State Checker, `M = (S, ι, A_tr, A_eff, T)` with
//! `T ⊆ S × (A_tr ∪ {ε}) × P(A_eff) × S`. The extended machine of definition 2 is not stored: its
//! intermediate state `int(t)` *is* the transition `t`, see [`Place`].

use super::Symbol;
use crate::text::Span;

/// Index of a machine in [`super::Model::machines`].
pub type MachineId = usize;
/// Index of a state in [`Machine::states`].
pub type StateId = usize;
/// Index of a transition in [`Machine::transitions`].
pub type TransitionId = usize;

/// A state machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The name as written.
    pub name: String,
    /// States in the order of their first mention.
    pub states: Vec<State>,
    /// The state ι in which every lifeline of the machine starts.
    pub initial: StateId,
    /// Transitions in the order of the text.
    pub transitions: Vec<Transition>,
    /// Where the name is declared.
    pub span: Span,
}

/// An original state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The name that messages and goals use.
    pub name: String,
    /// A longer name for diagrams, from `state name as "…"`.
    pub label: Option<String>,
    /// Whether it is fine to end here (`name --> [*]`).
    pub is_final: bool,
    /// Where the state is mentioned first.
    pub span: Span,
}

/// A transition `source --trigger/effects--> target`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The state it leaves.
    pub source: StateId,
    /// The symbol that starts it; `None` is ε, it starts by itself.
    pub trigger: Option<Symbol>,
    /// The symbols it sends, all at once to pairwise different receivers; distinct, as written.
    pub effects: Vec<Symbol>,
    /// The state it leads to.
    pub target: StateId,
    /// The whole line in the text.
    pub span: Span,
}

/// Where one lifeline can be: a state of the extended machine (definition 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// An original state.
    State(StateId),
    /// The intermediate state `int(t)`: the trigger is taken, the effects are still to be sent.
    Intermediate(TransitionId),
}

impl Machine {
    /// All places: the original states, then one intermediate state for each transition.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let states = (0..self.states.len()).map(Place::State);
        states.chain((0..self.transitions.len()).map(Place::Intermediate))
    }

    /// Number of places: states and transitions together.
    #[must_use]
    pub fn place_count(&self) -> usize {
        self.states.len() + self.transitions.len()
    }

    /// The dense number of a place, in the order of [`Self::places`].
    #[must_use]
    pub fn place_index(&self, place: Place) -> usize {
        match place {
            Place::State(state) => state,
            Place::Intermediate(transition) => self.states.len() + transition,
        }
    }

    /// The place with a dense number.
    #[must_use]
    pub fn place_at(&self, index: usize) -> Place {
        match index.checked_sub(self.states.len()) {
            None => Place::State(index),
            Some(transition) => Place::Intermediate(transition),
        }
    }
}
