//! Relaxed reachability: the earliest step at which a place could be occupied if nothing were ever
//! used up, as in planning.
//!
//! A move becomes possible once its place and a partner for each of its symbols are; a place stays
//! possible for ever. So every real path reaches a place no earlier, and a place that is never
//! possible here is unreachable.

use super::{LocalMoves, LocalPlace, Network, Objective};

/// A place that is never possible.
pub const NEVER: u32 = u32::MAX;

/// For each component and place a lower bound on the transactions after which it can be occupied;
/// [`NEVER`] where it cannot be at all.
///
/// O(steps · moves · components); at most as many steps as there are places.
#[must_use]
pub fn earliest(network: &Network) -> Vec<Vec<u32>> {
    let mut steps: Vec<Vec<u32>> = network
        .components
        .iter()
        .map(|component| vec![NEVER; component.places.len()])
        .collect();
    for (places, &start) in steps.iter_mut().zip(&network.start) {
        places[usize::from(start)] = 0;
    }
    for step in 0.. {
        let offers = Offers::new(network, &steps);
        let mut fresh = Vec::new();
        for (index, component) in network.components.iter().enumerate() {
            for (place, row) in component.places.iter().enumerate() {
                if steps[index][place] <= step {
                    let targets = offers.targets(index, row);
                    fresh.extend(targets.into_iter().map(|to| (index, usize::from(to))));
                }
            }
        }
        fresh.retain(|&(index, to)| steps[index][to] == NEVER);
        if fresh.is_empty() {
            break;
        }
        for (index, to) in fresh {
            steps[index][to] = step + 1;
        }
    }
    steps
}

/// A number of transactions below which no value of at least this is possible, for every component
/// must be in time for it; 0 for objectives that are not met place by place, [`NEVER`] where some
/// component cannot get there at all.
#[must_use]
pub fn soonest(objective: &Objective, earliest: &[Vec<u32>], value: u32) -> u32 {
    let Objective::Allowed { by_place, .. } = objective else {
        return 0;
    };
    let steps = by_place.iter().zip(earliest).map(|(places, steps)| {
        let rows = places.iter().zip(steps);
        let allowing = rows.filter(|(allowed, _)| allowed.last() >= Some(value as usize));
        allowing.map(|(_, &step)| step).min().unwrap_or(NEVER)
    });
    steps.max().unwrap_or(0)
}

/// Which components could send or take each symbol now.
struct Offers {
    senders: Vec<Vec<usize>>,
    receivers: Vec<Vec<usize>>,
}

impl Offers {
    fn new(network: &Network, steps: &[Vec<u32>]) -> Self {
        let mut offers = Self {
            senders: Vec::new(),
            receivers: Vec::new(),
        };
        for (index, component) in network.components.iter().enumerate() {
            for (row, &step) in component.places.iter().zip(&steps[index]) {
                if step == NEVER {
                    continue;
                }
                for &(symbol, _) in &row.receive {
                    note(&mut offers.receivers, symbol, index);
                }
                for &symbol in row.send.iter().flat_map(|send| &send.effects) {
                    note(&mut offers.senders, symbol, index);
                }
            }
        }
        offers
    }

    /// The places that a component can reach from a place with one move, partners given.
    fn targets(&self, index: usize, row: &LocalMoves) -> Vec<LocalPlace> {
        let mut targets = row.silent.clone();
        for &(symbol, to) in &row.receive {
            if other_than(&self.senders, symbol, index) {
                targets.push(to);
            }
        }
        if let Some(send) = &row.send {
            let taken = |&symbol: &usize| other_than(&self.receivers, symbol, index);
            if send.effects.iter().all(taken) {
                targets.push(send.to);
            }
        }
        targets
    }
}

fn note(lists: &mut Vec<Vec<usize>>, symbol: usize, index: usize) {
    if lists.len() <= symbol {
        lists.resize(symbol + 1, Vec::new());
    }
    if lists[symbol].last() != Some(&index) {
        lists[symbol].push(index);
    }
}

fn other_than(lists: &[Vec<usize>], symbol: usize, index: usize) -> bool {
    lists
        .get(symbol)
        .is_some_and(|components| components.iter().any(|&other| other != index))
}
