//! Steps in words: "`m` sends `done` to `cm`; `cm` leaves `maintenance`, ready to send `repaired`".

use crate::language::machines::{Half, MessageSet, Transaction, Transition};
use crate::language::{Lifeline, LifelineId, Model};

/// One sentence for a transaction: its messages first, then the moves without messages.
#[must_use]
pub fn narrate(model: &Model, lifelines: &[Lifeline], step: &Transaction) -> String {
    let teller = Teller { model, lifelines };
    let (loud, silent): (Vec<_>, Vec<_>) = step.iter().partition(|set| !set.deliveries.is_empty());
    let loud = loud.into_iter().map(|set| teller.exchange(set));
    let silent = silent.into_iter().map(|set| teller.silent(set));
    let parts: Vec<_> = loud.chain(silent).collect();
    format!("{}.", parts.join("; "))
}

struct Teller<'m> {
    model: &'m Model,
    lifelines: &'m [Lifeline],
}

impl Teller<'_> {
    fn name(&self, lifeline: LifelineId) -> String {
        format!("`{}`", self.lifelines[lifeline].name)
    }

    fn transition(&self, lifeline: LifelineId, index: usize) -> &Transition {
        &self.model.machines[self.lifelines[lifeline].machine].transitions[index]
    }

    fn state(&self, lifeline: LifelineId, state: usize) -> String {
        let machine = &self.model.machines[self.lifelines[lifeline].machine];
        format!("`{}`", machine.states[state].name)
    }

    fn exchange(&self, set: &MessageSet) -> String {
        let sent: Vec<_> = set
            .deliveries
            .iter()
            .map(|d| {
                let symbol = &self.model.symbols[d.symbol];
                format!("`{symbol}` to {}", self.name(d.receiver))
            })
            .collect();
        let mut text = format!("{} sends {}", self.name(set.sender), sent.join(" and "));
        if let Half::Finish(index) = set.half {
            let target = self.transition(set.sender, index).target;
            text += &format!(" and is in {}", self.state(set.sender, target));
        }
        for delivery in &set.deliveries {
            text += "; ";
            text += &self.leaves(delivery.receiver, delivery.transition);
        }
        text
    }

    fn silent(&self, set: &MessageSet) -> String {
        match set.half {
            Half::Begin(index) => self.leaves(set.sender, index),
            Half::Finish(index) => {
                let target = self.transition(set.sender, index).target;
                let target = self.state(set.sender, target);
                format!("{} arrives in {target}", self.name(set.sender))
            }
        }
    }

    /// A transition begins: from where, and what is left to do.
    fn leaves(&self, lifeline: LifelineId, index: usize) -> String {
        let transition = self.transition(lifeline, index);
        let name = self.name(lifeline);
        let source = self.state(lifeline, transition.source);
        if transition.effects.is_empty() {
            let target = self.state(lifeline, transition.target);
            return format!("{name} leaves {source} for {target}");
        }
        let effects: Vec<_> = transition
            .effects
            .iter()
            .map(|&symbol| format!("`{}`", self.model.symbols[symbol]))
            .collect();
        let effects = effects.join(" and ");
        format!("{name} leaves {source}, ready to send {effects}")
    }
}
