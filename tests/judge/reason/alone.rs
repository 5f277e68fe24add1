//! What one lifeline cannot do, by itself.

use std::collections::BTreeSet;

use lockstep_core::language::machines::{GlobalState, Place};
use lockstep_core::language::{LifelineId, Symbol};

use super::case::{Case, Form};
use crate::judge::words::{fits, items, name, names};

pub const FORMS: &[Form] = &[
    (
        "pending until",
        "{} always still has to send {}; until {} takes it, it cannot {}.",
        |case, gaps| case.pending(gaps, true),
    ),
    (
        "pending for nobody",
        "{} always still has to send {}, and nobody can take {} then, so it cannot {}.",
        |case, gaps| case.pending_for_nobody(gaps, true),
    ),
    (
        "pending",
        "{} always still has to send {}; before that it cannot {}.",
        |case, gaps| case.pending(gaps, true),
    ),
    (
        "comes to pending until",
        "{} always comes to where it has to send {}; until {} takes it, it cannot {}.",
        |case, gaps| case.pending(gaps, false),
    ),
    (
        "comes to pending for nobody",
        "{} always comes to where it has to send {}, and nobody can take {} then, so it cannot {}.",
        |case, gaps| case.pending_for_nobody(gaps, false),
    ),
    (
        "comes to pending",
        "{} always comes to where it has to send {}; before that it cannot {}.",
        |case, gaps| case.pending(gaps, false),
    ),
    (
        "waits",
        "{} always waits in {} for {}, so it cannot {}.",
        |case, gaps| case.waits(gaps, true),
    ),
    (
        "comes to wait",
        "{} always comes to wait in {} for {}, so it cannot {}.",
        |case, gaps| case.waits(gaps, false),
    ),
    (
        "never leaves",
        "{} always ends up in {}, which it never leaves, so it cannot {}.",
        |case, gaps| case.never_leaves(gaps),
    ),
    (
        "never inside",
        "{} is never inside {} that sends {}.",
        |case, gaps| case.never_inside(gaps),
    ),
    (
        "never inside",
        "{} is never inside {} that send {}.",
        |case, gaps| case.never_inside(gaps),
    ),
    (
        "places",
        "{} can be {}, but cannot {} there.",
        |case, gaps| case.in_places(gaps),
    ),
];

impl Case<'_> {
    fn has_to_send(&self, who: LifelineId, set: &BTreeSet<Symbol>, place: Place) -> bool {
        let mut state: GlobalState = self
            .scene
            .composition()
            .lifelines()
            .iter()
            .map(|_| place)
            .collect();
        state[who] = place;
        self.scene.pending(who, &state) == *set
    }

    /// The symbols that are pending: one, or several "at once".
    fn pending_set(&self, text: &str) -> Option<BTreeSet<Symbol>> {
        match text.strip_suffix(" at once") {
            Some(several) => self.set(several, "and").filter(|set| set.len() > 1),
            None => self.set(text, "and").filter(|set| set.len() == 1),
        }
    }

    /// Who `who`, then `what` it has to send, then perhaps who takes it, then what it cannot do.
    fn pending(&self, gaps: &[&str], is_there: bool) -> Option<bool> {
        let who = self.who(gaps[0])?;
        let set = self.pending_set(gaps[1])?;
        let stays = self.always(who, is_there, |place| self.has_to_send(who, &set, place));
        let mut is_true = stays && self.cannot(who, gaps[gaps.len() - 1])?;
        if let [_, _, takers, _] = gaps {
            let takers: Option<BTreeSet<String>> = items(takers, "or")?
                .into_iter()
                .map(|it| Some(it.to_string()))
                .collect();
            let symbol = *set.first()?;
            is_true &= set.len() == 1 && takers? == self.takers(who, symbol);
        }
        Some(is_true)
    }

    /// Who can take what a lifeline has to send where it has to send it, as sentences name them.
    fn takers(&self, who: LifelineId, symbol: Symbol) -> BTreeSet<String> {
        let mut takers = BTreeSet::new();
        for state in self.states.keys() {
            if !self.scene.pending(who, state).contains(&symbol) {
                continue;
            }
            for other in (0..state.len()).filter(|&it| it != who) {
                if self.scene.takes(other, state[other]).contains(&symbol) {
                    takers.insert(self.described(other, state[other]));
                }
            }
        }
        takers
    }

    /// "a `PhD` in `desperate`" where several lifelines run that machine, else the lifeline.
    fn described(&self, who: LifelineId, place: Place) -> String {
        let machine = self.scene.lifelines[who].machine;
        let place = self.scene.model.place_name(machine, place);
        let lifelines = self.scene.lifelines.iter();
        if lifelines.filter(|it| it.machine == machine).count() == 1 {
            return format!("`{}` in `{place}`", self.scene.lifelines[who].name);
        }
        let machine = &self.scene.model.machines[machine].name;
        let vowel = machine.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
        let article = if vowel { "an" } else { "a" };
        format!("{article} `{machine}` in `{place}`")
    }

    fn pending_for_nobody(&self, gaps: &[&str], is_there: bool) -> Option<bool> {
        let [who, what, untaken, act] = gaps else {
            return None;
        };
        let set = self.pending_set(what)?;
        let untaken = match *untaken {
            "it" if set.len() == 1 => set.clone(),
            text => self
                .set(text, "or")
                .filter(|it| set.len() > 1 && it.is_subset(&set))?,
        };
        let who_id = self.who(who)?;
        let free = untaken.iter().all(|&it| self.takers(who_id, it).is_empty());
        Some(free && self.pending(&[who, what, act], is_there)?)
    }

    fn waits(&self, gaps: &[&str], is_there: bool) -> Option<bool> {
        let who = self.who(gaps[0])?;
        let named = name(gaps[1])?;
        let symbols = self.set(gaps[2], "or")?;
        let places = self.scene.places(who, named);
        let holds = |place: Place| {
            places.contains(&place)
                && self.scene.takes(who, place) == symbols
                && self.scene.alone(who, place).is_empty()
        };
        Some(self.always(who, is_there, holds) && self.cannot(who, gaps[3])?)
    }

    fn never_leaves(&self, gaps: &[&str]) -> Option<bool> {
        let who = self.who(gaps[0])?;
        let places = self.scene.places(who, name(gaps[1])?);
        let transitions = &self.scene.machine(who).transitions;
        let is_end = |place: Place| {
            let leaves = |state| transitions.iter().any(|it| it.source == state);
            places.contains(&place) && matches!(place, Place::State(state) if !leaves(state))
        };
        // Who is there already has come to it without a move.
        let stays = self.always(who, true, is_end) || self.always(who, false, is_end);
        Some(stays && self.cannot(who, gaps[2])?)
    }

    /// "`a --> b : / x`, the only transition", "`…` or `…`, the only transitions", "any of the 5 transitions".
    fn never_inside(&self, gaps: &[&str]) -> Option<bool> {
        let who = self.who(gaps[0])?;
        let symbol = self.scene.symbol(name(gaps[2])?)?;
        let machine = self.scene.machine(who);
        let sending: Vec<_> = (0..machine.transitions.len())
            .filter(|&it| machine.transitions[it].effects.contains(&symbol))
            .collect();
        let is_all = if let Some(gaps) = fits(gaps[1], "any of the {} transitions") {
            gaps[0].parse() == Ok(sending.len())
        } else {
            let one = fits(gaps[1], "{}, the only transition");
            let some = fits(gaps[1], "{}, the only transitions");
            let is_one = one.is_some();
            let listed: Option<BTreeSet<_>> = items(one.or(some)?[0], "or")?
                .into_iter()
                .map(|it| Some(name(it)?.to_string()))
                .collect();
            let written = sending
                .iter()
                .map(|&it| self.scene.written(machine, &machine.transitions[it]));
            is_one == (sending.len() == 1) && listed? == written.collect()
        };
        let failing = self.failing();
        let is_part = (who, symbol) == (failing.from, failing.symbol);
        let inside = |state: &GlobalState| matches!(state[who], Place::Intermediate(it) if sending.contains(&it));
        Some(is_all && is_part && !self.any(inside))
    }

    /// "in `a`, `b` or `c`", "in `a` or inside a transition", "in 7 places".
    fn in_places(&self, gaps: &[&str]) -> Option<bool> {
        let who = self.who(gaps[0])?;
        let found: BTreeSet<Place> = self.states.keys().map(|state| state[who]).collect();
        let machine = self.scene.lifelines[who].machine;
        let states = found.iter().filter(|it| matches!(it, Place::State(_)));
        let states: BTreeSet<_> = states
            .map(|&it| self.scene.model.place_name(machine, it))
            .collect();
        let is_inside = found.iter().any(|it| matches!(it, Place::Intermediate(_)));
        let is_so = if let Some(count) = fits(gaps[1], "in {} places") {
            count[0].parse() == Ok(found.len())
        } else if gaps[1] == "inside transitions only" {
            states.is_empty() && is_inside
        } else {
            let (listed, inside) = match gaps[1].strip_suffix(" or inside a transition") {
                Some(listed) => (listed, true),
                None => (gaps[1], false),
            };
            let listed = names(listed.strip_prefix("in ")?, if inside { "," } else { "or" });
            let listed: BTreeSet<String> = listed?.into_iter().map(str::to_string).collect();
            listed == states && inside == is_inside
        };
        Some(is_so && self.cannot(who, gaps[2])?)
    }
}
