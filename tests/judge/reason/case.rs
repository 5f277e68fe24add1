//! What can be asked about the situation after the prefix.

use std::collections::{BTreeMap, BTreeSet};

use lockstep_core::language::machines::scenario::Message;
use lockstep_core::language::machines::{GlobalState, Place};
use lockstep_core::language::questions::Mode;
use lockstep_core::language::{LifelineId, Symbol};

use crate::judge::scene::Scene;
use crate::judge::words::{name, names};

/// A failing message, with all states after the messages before it.
pub struct Case<'m> {
    pub scene: Scene<'m>,
    pub mode: Mode,
    pub messages: &'m [Message],
    pub prefix: usize,
    /// After the prefix, with the fewest transactions.
    pub states: BTreeMap<GlobalState, usize>,
}

/// What a lifeline cannot do.
#[derive(Clone, Copy)]
pub enum Act {
    Send(Symbol),
    Receive(Symbol),
}

/// A form of a sentence: its name, its words, and whether it is true with what stands in the gaps.
pub type Form = (
    &'static str,
    &'static str,
    fn(&Case<'_>, &[&str]) -> Option<bool>,
);

impl Case<'_> {
    pub fn failing(&self) -> &Message {
        &self.messages[self.prefix]
    }

    pub fn who(&self, text: &str) -> Option<LifelineId> {
        self.scene.lifeline(name(text)?)
    }

    pub fn set(&self, text: &str, word: &str) -> Option<BTreeSet<Symbol>> {
        self.scene.symbols(&names(text, word)?)
    }

    pub fn act(&self, text: &str) -> Option<Act> {
        if let Some(symbol) = text.strip_prefix("receive ") {
            return Some(Act::Receive(self.scene.symbol(name(symbol)?)?));
        }
        let symbol = text.strip_prefix("send ")?;
        Some(Act::Send(self.scene.symbol(name(symbol)?)?))
    }

    /// Whether a lifeline can do its part in a state, whatever others do.
    pub fn can(&self, who: LifelineId, act: Act, state: &GlobalState) -> bool {
        match act {
            Act::Send(symbol) => self.scene.pending(who, state).contains(&symbol),
            Act::Receive(symbol) => self.scene.takes(who, state[who]).contains(&symbol),
        }
    }

    /// Whether this is the lifeline's part of the failing message, and none that it can do.
    pub fn cannot(&self, who: LifelineId, text: &str) -> Option<bool> {
        let act = self.act(text)?;
        let failing = self.failing();
        let is_part = match act {
            Act::Send(symbol) => (who, symbol) == (failing.from, failing.symbol),
            Act::Receive(symbol) => (who, symbol) == (failing.to, failing.symbol),
        };
        Some(is_part && !self.any(|state| self.can(who, act, state)))
    }

    pub fn any(&self, mut holds: impl FnMut(&GlobalState) -> bool) -> bool {
        self.states.keys().any(&mut holds)
    }

    pub fn all(&self, mut holds: impl FnMut(&GlobalState) -> bool) -> bool {
        self.states.keys().all(&mut holds)
    }

    /// Whether a lifeline is always in one of some places, or always comes to one of them by itself.
    pub fn always(&self, who: LifelineId, is_there: bool, holds: impl Fn(Place) -> bool) -> bool {
        self.all(|state| {
            if is_there {
                return holds(state[who]) && self.scene.alone(who, state[who]).is_empty();
            }
            let ends = self.scene.ends(who, state[who]);
            self.mode == Mode::Strict && ends.is_some_and(|ends| ends.into_iter().all(&holds))
        })
    }
}
