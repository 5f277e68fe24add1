//! What two or more lifelines cannot do in the same state.

use std::collections::BTreeSet;

use lockstep_core::language::Symbol;
use lockstep_core::language::machines::GlobalState;
use lockstep_core::language::machines::scenario::semantics::stands_for;

use super::case::{Act, Case, Form};
use super::no_transaction_left;
use crate::judge::words::{fits, name};

pub const FORMS: &[Form] = &[
    (
        "no transaction left",
        "message {} can follow, but not within {}: it takes {}.",
        |case, gaps| no_transaction_left(&case.scene, case.prefix, [gaps[0], gaps[1], gaps[2]]),
    ),
    (
        "never at the same time",
        "{} can be ready to send {} and {} can be ready to receive it, but never at the same time.",
        |case, gaps| case.never_at_once(gaps, false),
    ),
    (
        "never at the same time, alone",
        "{} can be ready to send {} alone and {} can be ready to receive it, but never at the same time.",
        |case, gaps| case.never_at_once(gaps, true),
    ),
    (
        "receivers never together",
        "{} can be ready to send {} at once, but never while all of them can be taken.",
        |case, gaps| case.never_all_taken(gaps),
    ),
    (
        "others never taken with it",
        "{} can be ready to send {} while {} is ready to receive it, but only together with {}, which nobody can take at the same time.",
        |case, gaps| case.others_never_taken(gaps),
    ),
    (
        "only together",
        "{} can be ready to send {}, but only together with {}, and that is not what the scenario has next.",
        |case, gaps| case.only_together(gaps),
    ),
];

impl Case<'_> {
    fn ready(&self, state: &GlobalState) -> (bool, bool) {
        let failing = self.failing();
        (
            self.can(failing.from, Act::Send(failing.symbol), state),
            self.can(failing.to, Act::Receive(failing.symbol), state),
        )
    }

    fn is_failing(&self, from: &str, symbol: &str, to: &str) -> Option<bool> {
        let failing = self.failing();
        let said = (
            self.who(from)?,
            self.scene.symbol(name(symbol)?)?,
            self.who(to)?,
        );
        Some(said == (failing.from, failing.symbol, failing.to))
    }

    fn never_at_once(&self, gaps: &[&str], alone: bool) -> Option<bool> {
        let is_it = self.is_failing(gaps[0], gaps[1], gaps[2])?;
        let ready = |state: &GlobalState| {
            let others = self.scene.pending(self.failing().from, state).len() > 1;
            let (sends, receives) = self.ready(state);
            (sends && !(alone && others), receives)
        };
        Some(
            is_it
                && self.any(|state| ready(state).0)
                && self.any(|state| ready(state).1)
                && !self.any(|state| ready(state) == (true, true)),
        )
    }

    /// Whether some admissible set carries the failing message.
    fn follows(&self, state: &GlobalState) -> bool {
        let sets = self.scene.composition().admissible(state);
        sets.iter()
            .any(|set| !stands_for(set, self.messages, self.prefix, self.mode).is_empty())
    }

    /// "`x` to `q` and `y` to `r`": a set of the next messages.
    fn never_all_taken(&self, gaps: &[&str]) -> Option<bool> {
        let who = self.who(gaps[0])?;
        let mut parts = Vec::new();
        for part in gaps[1].split(" and ") {
            let gaps = fits(part, "{} to {}")?;
            parts.push((self.scene.symbol(name(gaps[0])?)?, self.who(gaps[1])?));
        }
        let next = self.messages.get(self.prefix..self.prefix + parts.len())?;
        let next: BTreeSet<_> = next.iter().map(|it| (it.from, it.symbol, it.to)).collect();
        let said: BTreeSet<_> = parts
            .iter()
            .map(|&(symbol, to)| (who, symbol, to))
            .collect();
        let symbols: BTreeSet<_> = parts.iter().map(|it| it.0).collect();
        let is_ready = |state: &GlobalState| self.scene.pending(who, state) == symbols;
        let all_take = |state: &GlobalState| {
            parts
                .iter()
                .all(|&(symbol, to)| self.can(to, Act::Receive(symbol), state))
        };
        Some(
            parts.len() > 1
                && next == said
                && self.any(is_ready)
                && !self.any(|state| is_ready(state) && all_take(state)),
        )
    }

    /// Loose: with the failing message others have to go that nobody takes then.
    fn others_never_taken(&self, gaps: &[&str]) -> Option<bool> {
        let is_it = self.is_failing(gaps[0], gaps[1], gaps[2])?;
        let who = self.who(gaps[0])?;
        let both = |state: &GlobalState| self.ready(state) == (true, true);
        let others = |state: &GlobalState| {
            let mut set = self.scene.pending(who, state);
            set.remove(&self.failing().symbol);
            set
        };
        let named = match gaps[3] {
            "other symbols" => self.all(|state| !both(state) || !others(state).is_empty()),
            text => {
                let said = self.set(text, "and")?;
                self.all(|state| !both(state) || others(state) == said)
            }
        };
        Some(is_it && named && self.any(both) && !self.any(|state| self.follows(state)))
    }

    /// Strict: it can only be sent in a set that is not made of the next messages.
    fn only_together(&self, gaps: &[&str]) -> Option<bool> {
        let failing = self.failing();
        let who = self.who(gaps[0])?;
        let symbol = self.scene.symbol(name(gaps[1])?)?;
        let sets: BTreeSet<_> = self
            .states
            .keys()
            .map(|state| self.scene.pending(who, state))
            .filter(|set| set.contains(&symbol))
            .collect();
        let others = |set: &BTreeSet<Symbol>| -> BTreeSet<Symbol> {
            set.iter().copied().filter(|&it| it != symbol).collect()
        };
        let named = match gaps[2] {
            "other symbols" => sets.iter().all(|set| set.len() > 1),
            text => {
                let said = self.set(text, "and")?;
                sets.iter().all(|set| others(set) == said)
            }
        };
        // Exactly these from one sender, to pairwise different receivers.
        let is_next = |set: &BTreeSet<Symbol>| {
            let next = self.messages.get(self.prefix..self.prefix + set.len());
            next.is_some_and(|next| {
                let symbols: BTreeSet<_> = next.iter().map(|it| it.symbol).collect();
                let receivers: BTreeSet<_> = next.iter().map(|it| it.to).collect();
                next.iter().all(|it| it.from == who)
                    && symbols == *set
                    && receivers.len() == next.len()
            })
        };
        let is_it = (who, symbol) == (failing.from, failing.symbol);
        Some(is_it && named && !sets.is_empty() && !sets.iter().any(is_next))
    }
}
