//! The resolved model: what a text about machines means once all names are looked up.

mod machine;
mod question;

use super::scenario::Scenario;
use crate::text::Span;

pub use machine::{Machine, MachineId, Place, State, StateId, Transition, TransitionId};
pub use question::{Check, Question};

/// Index of a symbol in [`Model::symbols`].
pub type Symbol = usize;
/// Index of a lifeline in the list of lifelines at hand (a scenario's or the system's).
pub type LifelineId = usize;

/// An instance of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lifeline {
    /// The name, unique among the lifelines that play together.
    pub name: String,
    /// The machine it runs.
    pub machine: MachineId,
    /// Where it is declared.
    pub span: Span,
}

/// Machines, lifelines, scenarios and questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The alphabet A, in the order of first mention.
    pub symbols: Vec<String>,
    /// The machines in the order of the text.
    pub machines: Vec<Machine>,
    /// The lifelines of `reach`, `always` and `deadlock` checks: those of `system`, else one per machine.
    pub system: Vec<Lifeline>,
    /// The scenarios in the order of the text.
    pub scenarios: Vec<Scenario>,
    /// The checks in the order of the text; one per scenario where the text has none.
    pub checks: Vec<Check>,
}

impl Model {
    /// The lifelines on which a check is played.
    #[must_use]
    pub fn lifelines_of(&self, check: &Check) -> &[Lifeline] {
        match check.question {
            Question::Scenario { scenario, .. } => &self.scenarios[scenario].lifelines,
            Question::Reach { .. } | Question::Always { .. } | Question::Deadlock => &self.system,
        }
    }

    /// A transition in the words of the language: `wait --> go : trigger / effect, effect`.
    #[must_use]
    pub fn transition_text(&self, machine: &Machine, transition: &Transition) -> String {
        let state = |index: usize| &machine.states[index].name;
        let (source, target) = (state(transition.source), state(transition.target));
        let mut text = format!("{source} --> {target}");
        if transition.trigger.is_some() || !transition.effects.is_empty() {
            text += " :";
        }
        if let Some(trigger) = transition.trigger {
            text += &format!(" {}", self.symbols[trigger]);
        }
        if !transition.effects.is_empty() {
            let effects = transition.effects.iter();
            let effects: Vec<_> = effects.map(|&it| self.symbols[it].as_str()).collect();
            text += &format!(" / {}", effects.join(", "));
        }
        text
    }

    /// A place as the language writes it: `name`, or `<source/trigger/effects/target>`.
    #[must_use]
    pub fn place_name(&self, machine: MachineId, place: Place) -> String {
        let machine = &self.machines[machine];
        match place {
            Place::State(state) => machine.states[state].name.clone(),
            Place::Intermediate(transition) => {
                let transition = &machine.transitions[transition];
                let trigger = transition
                    .trigger
                    .map_or("", |symbol| &self.symbols[symbol]);
                let effects: Vec<_> = transition
                    .effects
                    .iter()
                    .map(|&symbol| self.symbols[symbol].as_str())
                    .collect();
                format!(
                    "<{}/{trigger}/{}/{}>",
                    machine.states[transition.source].name,
                    effects.join(","),
                    machine.states[transition.target].name
                )
            }
        }
    }
}
