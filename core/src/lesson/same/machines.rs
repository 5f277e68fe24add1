//! Machines as behaviours: one by itself, and all of a system together.

use super::Behaviour;
use crate::language::Model;
use crate::language::machines::{Composition, Grain, Machine, MachineSystem, Place};

use crate::system::{Flow, System, Valuation};

/// A machine by itself, with a partner that can do everything: `?a` takes a symbol, `!{a, b}` sends a set of effects.
pub struct Alone<'m> {
    /// The model of the machine.
    pub model: &'m Model,
    /// The machine.
    pub machine: &'m Machine,
}

impl Behaviour for Alone<'_> {
    type State = Place;

    fn start(&self) -> Place {
        Place::State(self.machine.initial)
    }

    fn moves(&self, at: &Place, visit: &mut dyn FnMut(Option<String>, Place) -> bool) {
        let name = |symbol: &usize| self.model.symbols[*symbol].as_str();
        match *at {
            Place::State(state) => {
                let transitions = self.machine.transitions.iter().enumerate();
                for (number, it) in transitions.filter(|(_, it)| it.source == state) {
                    let action = it.trigger.as_ref().map(|it| format!("?{}", name(it)));
                    if !visit(action, Place::Intermediate(number)) {
                        return;
                    }
                }
            }
            Place::Intermediate(transition) => {
                let it = &self.machine.transitions[transition];
                let mut effects: Vec<_> = it.effects.iter().map(name).collect();
                effects.sort_unstable();
                let effects = (!effects.is_empty()).then(|| format!("!{{{}}}", effects.join(", ")));
                visit(effects, Place::State(it.target));
            }
        }
    }

    fn may_end(&self, at: &Place) -> bool {
        matches!(at, Place::State(it) if self.machine.states[*it].is_final)
    }
}

/// The machines of a system together: an action is what is delivered at once, from whom to whom.
pub struct Together<'m> {
    system: MachineSystem<'m>,
}

impl<'m> Together<'m> {
    /// The system of a model.
    pub fn new(model: &'m Model) -> Self {
        let composition = Composition::new(model, &model.system, &[]);
        Self {
            system: MachineSystem::new(composition, Grain::MessageSet),
        }
    }

    fn name(&self, lifeline: usize) -> &str {
        &self.system.composition().lifelines()[lifeline].name
    }
}

impl Behaviour for Together<'_> {
    type State = Valuation;

    fn start(&self) -> Valuation {
        let system: &dyn System = &self.system;
        system.start().unwrap_or_default()
    }

    fn moves(&self, at: &Valuation, visit: &mut dyn FnMut(Option<String>, Valuation) -> bool) {
        self.system.steps(at, &mut |step| {
            let Some(next) = self.system.apply(at, &step) else {
                return Flow::Continue(());
            };
            let sent = self.system.narrate(at, &step).messages;
            let mut sent: Vec<_> = (sent.iter())
                .map(|it| {
                    let from = it.from.map_or("", |it| self.name(it));
                    format!("{from} -> {} : {}", self.name(it.to), it.what)
                })
                .collect();
            sent.sort_unstable();
            let action = (!sent.is_empty()).then(|| sent.join(", "));
            match visit(action, next) {
                true => Flow::Continue(()),
                false => Flow::Break(()),
            }
        });
    }

    fn may_end(&self, at: &Valuation) -> bool {
        let composition = self.system.composition();
        let machines = &composition.model().machines;
        let state = self.system.global_state(at);
        state.is_some_and(|state| {
            let mut places = state.iter().zip(composition.lifelines());
            places.all(|(place, lifeline)| {
                let machine = &machines[lifeline.machine];
                matches!(place, Place::State(it) if machine.states[*it].is_final)
            })
        })
    }
}
