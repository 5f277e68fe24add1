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

/// The firings of one component in a state, in a fixed order.
pub(super) fn fires<'n>(
    network: &'n Network,
    places: &'n [LocalPlace],
    actor: usize,
) -> impl Iterator<Item = Firing> + 'n {
    let moves = &network.components[actor].places[usize::from(places[actor])];
    let silent = moves.silent.iter().map(move |&to| Firing {
        actor,
        to,
        delivered: Vec::new(),
    });
    let sends = moves.send.iter().flat_map(move |send| {
        let mut found = Vec::new();
        deliver(
            network,
            places,
            actor,
            &send.effects,
            &mut Vec::new(),
            &mut found,
        );
        found.into_iter().map(move |delivered| Firing {
            actor,
            to: send.to,
            delivered,
        })
    });
    silent.chain(sends)
}

/// Hands the remaining effects to components that are free and can take them, in every way.
fn deliver(
    network: &Network,
    places: &[LocalPlace],
    actor: usize,
    effects: &[usize],
    given: &mut Vec<Delivered>,
    found: &mut Vec<Vec<Delivered>>,
) {
    let Some((&symbol, rest)) = effects.split_first() else {
        found.push(given.clone());
        return;
    };
    for receiver in 0..network.components.len() {
        if receiver == actor || given.iter().any(|d| d.receiver == receiver) {
            continue;
        }
        let row = &network.components[receiver].places[usize::from(places[receiver])];
        for &(taken, to) in &row.receive {
            if taken == symbol {
                given.push(Delivered {
                    symbol,
                    receiver,
                    to,
                });
                deliver(network, places, actor, rest, given, found);
                given.pop();
            }
        }
    }
}

/// Appends every firing of a state to `into`, in a fixed order.
pub fn firings(network: &Network, places: &[LocalPlace], into: &mut Vec<Firing>) {
    into.clear();
    for actor in 0..network.components.len() {
        into.extend(fires(network, places, actor));
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
    firings(network, before, &mut fitting);
    fitting.retain(|firing| {
        firing.to == after[firing.actor]
            && firing.delivered.iter().all(|d| d.to == after[d.receiver])
            && (required.first().is_none_or(|m| m.from != firing.actor)
                || required.iter().all(|m| carries(firing, m)))
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
