//! Firings: message sets on the level of a network, and transactions between two states.

use super::{LocalPlace, Network, Places};
use crate::network::ScenarioMessage;

/// A symbol that a component receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Delivered {
    /// The symbol.
    pub symbol: usize,
    /// The component that receives it.
    pub receiver: usize,
    /// Where the receiver is afterwards.
    pub to: LocalPlace,
}

/// A message set: one component moves on its own or sends, others receive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Firing {
    /// The component that moves or sends.
    pub actor: usize,
    /// Where it is afterwards.
    pub to: LocalPlace,
    /// What it delivers; empty for a silent move.
    pub delivered: Vec<Delivered>,
}

impl Firing {
    /// The components that take part, as bits.
    #[must_use]
    pub fn mask(&self) -> u64 {
        self.delivered
            .iter()
            .fold(1 << self.actor, |mask, d| mask | 1 << d.receiver)
    }

    /// Writes the places after the firing into a state.
    pub fn apply(&self, places: &mut [LocalPlace]) {
        places[self.actor] = self.to;
        for delivered in &self.delivered {
            places[delivered.receiver] = delivered.to;
        }
    }
}

/// The places that the participants of a firing must have afterwards; `None` where any will do.
type Target<'n> = Option<&'n [LocalPlace]>;

/// Appends the firings of one component in a state that lead to the target, in a fixed order.
fn fires(
    network: &Network,
    places: &[LocalPlace],
    actor: usize,
    target: Target<'_>,
    into: &mut Vec<Firing>,
) {
    let moves = &network.components[actor].places[usize::from(places[actor])];
    let wanted = |to: LocalPlace| target.is_none_or(|target| target[actor] == to);
    for &to in moves.silent.iter().filter(|&&to| wanted(to)) {
        into.push(Firing {
            actor,
            to,
            delivered: Vec::new(),
        });
    }
    if let Some(send) = moves.send.as_ref().filter(|send| wanted(send.to)) {
        let hands = Hands {
            network,
            places,
            target,
        };
        let mut firing = Firing {
            actor,
            to: send.to,
            delivered: Vec::new(),
        };
        hands.deliver(&send.effects, &mut firing, into);
    }
}

/// What effects are handed out in.
struct Hands<'n> {
    network: &'n Network,
    places: &'n [LocalPlace],
    target: Target<'n>,
}

impl Hands<'_> {
    /// Hands the remaining effects to components that are free and can take them, in every way.
    fn deliver(&self, effects: &[usize], given: &mut Firing, into: &mut Vec<Firing>) {
        let Some((&symbol, rest)) = effects.split_first() else {
            into.push(given.clone());
            return;
        };
        for receiver in 0..self.network.components.len() {
            if receiver == given.actor || given.delivered.iter().any(|d| d.receiver == receiver) {
                continue;
            }
            let row = &self.network.components[receiver].places[usize::from(self.places[receiver])];
            for &(taken, to) in &row.receive {
                if taken == symbol && self.target.is_none_or(|target| target[receiver] == to) {
                    given.delivered.push(Delivered {
                        symbol,
                        receiver,
                        to,
                    });
                    self.deliver(rest, given, into);
                    given.delivered.pop();
                }
            }
        }
    }
}

/// Appends every firing of a state to `into`, in a fixed order: as many as there are ways to hand out
/// effects, which are too many for large sets of them. Searches walk through them instead.
pub fn firings(network: &Network, places: &[LocalPlace], into: &mut Vec<Firing>) {
    into.clear();
    for actor in 0..network.components.len() {
        fires(network, places, actor, None, into);
    }
}

/// A set of pairwise disjoint firings that leads from one state exactly to another, and in which
/// one firing delivers all of `required` (messages of one sender, possibly none).
///
/// Every half-step changes the place of its component, so the components that differ are exactly
/// those that take part. Depth-first over them; the answer is the first in a fixed order.
#[must_use]
pub fn step_between(
    network: &Network,
    before: &[LocalPlace],
    after: &[LocalPlace],
    required: &[ScenarioMessage],
) -> Option<Vec<Firing>> {
    let mut fitting = Vec::new();
    for actor in 0..network.components.len() {
        fires(network, before, actor, Some(after), &mut fitting);
    }
    fitting.retain(|firing| {
        required.first().is_none_or(|m| m.from != firing.actor)
            || required.iter().all(|m| carries(firing, m))
    });
    let changed = (0..before.len())
        .filter(|&index| before[index] != after[index])
        .fold(0_u64, |mask, index| mask | 1 << index);
    if required.first().is_some_and(|m| changed >> m.from & 1 == 0) {
        return None;
    }
    let mut chosen = Vec::new();
    cover(&fitting, changed, &mut chosen).then(|| {
        chosen
            .into_iter()
            .map(|index| fitting[index].clone())
            .collect()
    })
}

/// Whether a firing exchanges a message.
#[must_use]
pub fn carries(firing: &Firing, message: &ScenarioMessage) -> bool {
    firing.actor == message.from
        && firing
            .delivered
            .iter()
            .any(|d| d.symbol == message.symbol && d.receiver == message.to)
}

/// Covers the components of `open` exactly by disjoint firings: always the lowest open one next.
fn cover(fitting: &[Firing], open: u64, chosen: &mut Vec<usize>) -> bool {
    if open == 0 {
        return true;
    }
    let lowest = open & open.wrapping_neg();
    for (index, firing) in fitting.iter().enumerate() {
        let mask = firing.mask();
        if mask & lowest != 0 && mask & !open == 0 {
            chosen.push(index);
            if cover(fitting, open & !mask, chosen) {
                return true;
            }
            chosen.pop();
        }
    }
    false
}

/// The state after disjoint firings.
#[must_use]
pub fn after(places: &[LocalPlace], step: &[Firing]) -> Places {
    let mut next = places.to_vec();
    for firing in step {
        firing.apply(&mut next);
    }
    next
}
