//! What the interpreter knows of a lifeline in a global state, asked by the names that sentences use.

use std::collections::BTreeSet;

use lockstep_core::language::machines::{Composition, GlobalState, Machine, Place, Transition};
use lockstep_core::language::{Check, Lifeline, LifelineId, Model, Symbol};

/// A model with the lifelines of one of its checks.
#[derive(Clone, Copy)]
pub struct Scene<'m> {
    /// The model.
    pub model: &'m Model,
    /// The check.
    pub check: &'m Check,
    /// Its lifelines.
    pub lifelines: &'m [Lifeline],
}

impl<'m> Scene<'m> {
    /// The scene of a check.
    #[must_use]
    pub fn new(model: &'m Model, check: &'m Check) -> Self {
        Self {
            model,
            check,
            lifelines: model.lifelines_of(check),
        }
    }

    /// The interpreter.
    #[must_use]
    pub fn composition(&self) -> Composition<'m> {
        Composition::new(self.model, self.lifelines, &self.check.from)
    }

    /// The lifeline of a name.
    #[must_use]
    pub fn lifeline(&self, name: &str) -> Option<LifelineId> {
        self.lifelines.iter().position(|it| it.name == name)
    }

    /// The symbol of a name.
    #[must_use]
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.model.symbols.iter().position(|it| it == name)
    }

    /// The symbols of names.
    #[must_use]
    pub fn symbols(&self, names: &[&str]) -> Option<BTreeSet<Symbol>> {
        names.iter().map(|name| self.symbol(name)).collect()
    }

    /// The machine of a lifeline.
    #[must_use]
    pub fn machine(&self, lifeline: LifelineId) -> &'m Machine {
        &self.model.machines[self.lifelines[lifeline].machine]
    }

    /// The places of a lifeline's machine that have a name: different ones may share it.
    #[must_use]
    pub fn places(&self, lifeline: LifelineId, name: &str) -> Vec<Place> {
        let machine = self.lifelines[lifeline].machine;
        let places = self.machine(lifeline).places();
        let named = places.filter(|&place| self.model.place_name(machine, place) == name);
        named.collect()
    }

    /// A transition as a model text has it: `a --> b : trigger / effect, effect`.
    #[must_use]
    pub fn written(&self, machine: &Machine, transition: &Transition) -> String {
        let state = |index: usize| &machine.states[index].name;
        let (source, target) = (state(transition.source), state(transition.target));
        let mut text = format!("{source} --> {target}");
        if transition.trigger.is_some() || !transition.effects.is_empty() {
            text += " :";
        }
        if let Some(trigger) = transition.trigger {
            text += &format!(" {}", self.model.symbols[trigger]);
        }
        if !transition.effects.is_empty() {
            let effects = transition.effects.iter();
            let effects: Vec<_> = effects.map(|&it| &*self.model.symbols[it]).collect();
            text += &format!(" / {}", effects.join(", "));
        }
        text
    }

    /// The effects that a lifeline still has to send: empty where it is inside no transition with any.
    #[must_use]
    pub fn pending(&self, lifeline: LifelineId, state: &GlobalState) -> BTreeSet<Symbol> {
        match state[lifeline] {
            Place::State(_) => BTreeSet::new(),
            Place::Intermediate(index) => {
                let effects = &self.machine(lifeline).transitions[index].effects;
                effects.iter().copied().collect()
            }
        }
    }

    /// The symbols that a lifeline can take at once.
    #[must_use]
    pub fn takes(&self, lifeline: LifelineId, place: Place) -> BTreeSet<Symbol> {
        let Place::State(state) = place else {
            return BTreeSet::new();
        };
        let transitions = self.machine(lifeline).transitions.iter();
        let here = transitions.filter(|it| it.source == state);
        here.filter_map(|it| it.trigger).collect()
    }

    /// Where a lifeline can go from a place without any message.
    #[must_use]
    pub fn alone(&self, lifeline: LifelineId, place: Place) -> Vec<Place> {
        let transitions = &self.machine(lifeline).transitions;
        match place {
            Place::State(state) => {
                let all = transitions.iter().enumerate();
                let own = all.filter(|(_, it)| it.source == state && it.trigger.is_none());
                own.map(|(index, _)| Place::Intermediate(index)).collect()
            }
            Place::Intermediate(index) if transitions[index].effects.is_empty() => {
                vec![Place::State(transitions[index].target)]
            }
            Place::Intermediate(_) => Vec::new(),
        }
    }

    /// The places in which a lifeline's moves without messages end, from a place; `None` where they
    /// need not end.
    #[must_use]
    pub fn ends(&self, lifeline: LifelineId, from: Place) -> Option<BTreeSet<Place>> {
        let mut on_the_way = Vec::new();
        let mut ends = BTreeSet::new();
        self.walk(lifeline, from, &mut on_the_way, &mut ends)
            .then_some(ends)
    }

    fn walk(
        &self,
        lifeline: LifelineId,
        place: Place,
        on_the_way: &mut Vec<Place>,
        ends: &mut BTreeSet<Place>,
    ) -> bool {
        if on_the_way.contains(&place) {
            return false;
        }
        let next = self.alone(lifeline, place);
        if next.is_empty() {
            ends.insert(place);
            return true;
        }
        on_the_way.push(place);
        let all = next
            .into_iter()
            .all(|place| self.walk(lifeline, place, on_the_way, ends));
        on_the_way.pop();
        all
    }
}
