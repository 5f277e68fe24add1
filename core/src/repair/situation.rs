//! The situation that is to be mended: what was asked, what was wanted, and why it is not so.

use crate::explain::Reason;
use crate::language::machines::scenario::Scenario;
use crate::language::machines::{MachineId, Place, StateId, Transition, TransitionId};
use crate::language::questions::Mode;
use crate::language::{Answer, Check, LifelineId, Model, Question, Symbol};
use crate::network::LocalPlace;
use crate::text::Span;

/// A check with an answer that was not wanted.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'m> {
    /// The model as it is.
    pub model: &'m Model,
    /// The check.
    pub check: &'m Check,
    /// Its index.
    pub index: usize,
    /// The answer that is wanted.
    pub wanted: Answer,
    /// How much of the objective can be had now: for a scenario its longest prefix.
    pub value: u32,
    /// Why the failing message of a scenario fails.
    pub reason: Option<&'m Reason>,
    /// The states that would have to be final for every deadlock to be an end; empty where some deadlock
    /// does not look like one.
    pub ends: &'m [(MachineId, StateId)],
}

impl<'m> Situation<'m> {
    /// Whether runs are missing; where this is false, there is a run too many.
    #[must_use]
    pub fn wants_more(&self) -> bool {
        matches!(
            self.wanted,
            Answer::Consistent | Answer::Reachable | Answer::Violated | Answer::Deadlock
        )
    }

    /// Whether new transitions could help: they only ever add runs, so they cannot take away a
    /// run of a forbidden scenario or to an unwanted goal. A deadlock can go either way.
    #[must_use]
    pub fn wants_transitions(&self) -> bool {
        self.wants_more() || self.check.question == Question::Deadlock
    }

    /// The desired scenario that cannot be played, with its index and mode. A forbidden scenario
    /// is not edited: it would only be forbidden no longer.
    #[must_use]
    pub fn scenario(&self) -> Option<(usize, &'m Scenario, Mode)> {
        match self.check.question {
            Question::Scenario { scenario, mode } if self.wants_more() => {
                Some((scenario, &self.model.scenarios[scenario], mode))
            }
            _ => None,
        }
    }

    /// The machines that take part, each once.
    #[must_use]
    pub fn machines(&self) -> Vec<MachineId> {
        let lifelines = self.model.lifelines_of(self.check);
        let mut machines: Vec<_> = lifelines.iter().map(|it| it.machine).collect();
        machines.sort();
        machines.dedup();
        machines
    }

    /// All transitions of the machines that take part.
    pub fn transitions(
        self,
    ) -> impl Iterator<Item = (MachineId, TransitionId, &'m Transition)> + 'm {
        self.machines().into_iter().flat_map(move |machine| {
            let all = self.model.machines[machine].transitions.iter().enumerate();
            all.map(move |(index, transition)| (machine, index, transition))
        })
    }

    /// The machine of a lifeline of the check.
    #[must_use]
    pub fn machine_of(&self, lifeline: LifelineId) -> MachineId {
        self.model.lifelines_of(self.check)[lifeline].machine
    }

    /// Whether a machine has a transition that sends a symbol.
    #[must_use]
    pub fn sends(&self, lifeline: LifelineId, symbol: Symbol) -> bool {
        let machine = &self.model.machines[self.machine_of(lifeline)];
        machine
            .transitions
            .iter()
            .any(|it| it.effects.contains(&symbol))
    }

    /// Whether a machine has a transition that takes a symbol.
    #[must_use]
    pub fn takes(&self, lifeline: LifelineId, symbol: Symbol) -> bool {
        let machine = &self.model.machines[self.machine_of(lifeline)];
        machine
            .transitions
            .iter()
            .any(|it| it.trigger == Some(symbol))
    }

    /// The place of a lifeline by its number in the network.
    #[must_use]
    pub fn place(&self, lifeline: LifelineId, place: LocalPlace) -> Place {
        self.model.machines[self.machine_of(lifeline)].place_at(usize::from(place))
    }

    /// Whether the reason mentions a transition: some lifeline waits inside it, or could take part
    /// from its source.
    #[must_use]
    pub fn is_suspect(&self, machine: MachineId, transition: TransitionId) -> bool {
        let source = self.model.machines[machine].transitions[transition].source;
        let waits = self.reason.iter().flat_map(|reason| &reason.waits);
        waits
            .flat_map(|wait| {
                std::iter::once((wait.lifeline, wait.place)).chain(wait.candidates.clone())
            })
            .any(|(lifeline, place)| {
                self.machine_of(lifeline) == machine
                    && match self.place(lifeline, place) {
                        Place::Intermediate(inside) => inside == transition,
                        Place::State(state) => state == source,
                    }
            })
    }

    /// The last message that a longer prefix may depend on: the failing one, and those that could
    /// belong to its message set.
    #[must_use]
    pub fn last_relevant(&self, scenario: &Scenario) -> usize {
        let failing = self.value as usize;
        let Some(first) = scenario.messages.get(failing) else {
            return scenario.messages.len().saturating_sub(1);
        };
        let same = scenario.messages[failing..]
            .iter()
            .take_while(|message| message.from == first.from);
        failing + same.count() - 1
    }

    /// `wait --> go : trigger / effects`, for titles.
    #[must_use]
    pub fn transition_text(&self, machine: MachineId, transition: TransitionId) -> String {
        let it = &self.model.machines[machine].transitions[transition];
        self.arrow_text(machine, it.source, it.target, it.trigger, &it.effects)
    }

    /// A transition in the words of the language.
    #[must_use]
    pub fn arrow_text(
        &self,
        machine: MachineId,
        source: StateId,
        target: StateId,
        trigger: Option<Symbol>,
        effects: &[Symbol],
    ) -> String {
        let transition = Transition {
            source,
            trigger,
            effects: effects.to_vec(),
            target,
            span: Span::default(),
        };
        let machine = &self.model.machines[machine];
        format!("`{}`", self.model.transition_text(machine, &transition))
    }

    /// Symbols with commas between them.
    #[must_use]
    pub fn symbols(&self, symbols: &[Symbol]) -> String {
        let names: Vec<_> = symbols
            .iter()
            .map(|&it| self.model.symbols[it].as_str())
            .collect();
        names.join(", ")
    }

    /// A lifeline's name in backticks.
    #[must_use]
    pub fn lifeline(&self, lifeline: LifelineId) -> String {
        format!("`{}`", self.model.lifelines_of(self.check)[lifeline].name)
    }
}
