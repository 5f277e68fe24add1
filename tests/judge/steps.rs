//! Steps in words, judged against what the interpreter does in the state before.

use std::collections::BTreeSet;

use lockstep_core::language::machines::{GlobalState, Half, MessageSet, Transaction};

use super::scene::Scene;
use super::words::{fits, name};

/// A fact of a step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fact {
    /// Who sends what to whom.
    Sent(String, String, String),
    /// Who is in which state, after having sent.
    Is(String, String),
    /// Who arrives where, without having sent anything.
    Arrives(String, String),
    /// Who leaves which state on a transition without effects, for which.
    LeavesFor(String, String, String),
    /// Who leaves which state, ready to send what.
    ReadyToSend(String, String, BTreeSet<String>),
}

/// Whether a sentence says of a step what happens, all of it and nothing else. `None` where it has no
/// known form.
#[must_use]
pub fn is_told(scene: &Scene<'_>, step: &Transaction, sentence: &str) -> Option<bool> {
    let mut told = BTreeSet::new();
    for part in sentence.strip_suffix('.')?.split("; ") {
        told.extend(facts(part)?);
    }
    let happens: BTreeSet<_> = step.iter().flat_map(|set| happening(scene, set)).collect();
    Some(told == happens)
}

fn facts(part: &str) -> Option<Vec<Fact>> {
    let own = |text| name(text).map(str::to_string);
    if let Some(gaps) = fits(part, "{} leaves {}, ready to send {}") {
        let effects = gaps[2].split(" and ").map(own).collect::<Option<_>>()?;
        return Some(vec![Fact::ReadyToSend(
            own(gaps[0])?,
            own(gaps[1])?,
            effects,
        )]);
    }
    if let Some(gaps) = fits(part, "{} leaves {} for {}") {
        return Some(vec![Fact::LeavesFor(
            own(gaps[0])?,
            own(gaps[1])?,
            own(gaps[2])?,
        )]);
    }
    if let Some(gaps) = fits(part, "{} arrives in {}") {
        return Some(vec![Fact::Arrives(own(gaps[0])?, own(gaps[1])?)]);
    }
    let gaps = fits(part, "{} sends {} and is in {}")?;
    let sender = own(gaps[0])?;
    let mut facts = vec![Fact::Is(sender.clone(), own(gaps[2])?)];
    for message in gaps[1].split(" and ") {
        let gaps = fits(message, "{} to {}")?;
        facts.push(Fact::Sent(sender.clone(), own(gaps[0])?, own(gaps[1])?));
    }
    Some(facts)
}

fn happening(scene: &Scene<'_>, set: &MessageSet) -> Vec<Fact> {
    let who = |lifeline: usize| scene.lifelines[lifeline].name.clone();
    let state = |lifeline: usize, state: usize| scene.machine(lifeline).states[state].name.clone();
    let symbol = |symbol: usize| scene.model.symbols[symbol].clone();
    let begins = |lifeline: usize, transition: usize| {
        let it = &scene.machine(lifeline).transitions[transition];
        let source = state(lifeline, it.source);
        if it.effects.is_empty() {
            return Fact::LeavesFor(who(lifeline), source, state(lifeline, it.target));
        }
        let effects = it.effects.iter().map(|&it| symbol(it)).collect();
        Fact::ReadyToSend(who(lifeline), source, effects)
    };
    let sender = set.sender;
    let mut facts = match set.half {
        Half::Begin(transition) => vec![begins(sender, transition)],
        Half::Finish(transition) => {
            let target = scene.machine(sender).transitions[transition].target;
            let target = state(sender, target);
            if set.deliveries.is_empty() {
                vec![Fact::Arrives(who(sender), target)]
            } else {
                vec![Fact::Is(who(sender), target)]
            }
        }
    };
    for it in &set.deliveries {
        facts.push(Fact::Sent(who(sender), symbol(it.symbol), who(it.receiver)));
        facts.push(begins(it.receiver, it.transition));
    }
    facts
}

/// The transactions between two states of which a sentence may speak.
#[must_use]
pub fn between(scene: &Scene<'_>, before: &GlobalState, after: &GlobalState) -> Vec<Transaction> {
    let composition = scene.composition();
    let all = composition.enabled(before).into_iter();
    all.filter(|step| composition.apply(before, step).as_ref() == Some(after))
        .collect()
}
