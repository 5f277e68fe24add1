//! The checker of pair certificates: small, naive, and apart from the search that finds them.
//!
//! A set of pairs bounds the reachable states if it holds all pairs of the start and if no message
//! set leads out of it. The checker walks over every message set that the pairs allow and looks up
//! every pair that it would make.

use super::Pairs;
use crate::network::{LocalPlace, Network};

/// Numbers for all places of all components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Space {
    /// The number of each component's first place.
    pub(super) first: Vec<usize>,
    /// How many places there are in all.
    pub(super) places: usize,
}

impl Space {
    pub(super) fn new(network: &Network) -> Self {
        let mut first = Vec::with_capacity(network.components.len());
        let mut places = 0;
        for component in &network.components {
            first.push(places);
            places += component.places.len();
        }
        Self { first, places }
    }

    pub(super) fn id(&self, component: usize, place: LocalPlace) -> usize {
        self.first[component] + usize::from(place)
    }

    /// The numbers of a component's places.
    pub(super) fn range(&self, component: usize) -> std::ops::Range<usize> {
        let end = self.first.get(component + 1).copied();
        self.first[component]..end.unwrap_or(self.places)
    }
}

/// Where a set of pairs fails to bound the reachable states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// A component with the place that it can reach.
    pub one: (usize, LocalPlace),
    /// Another component with its place, missing together with the first.
    pub other: (usize, LocalPlace),
}

/// A component, its place before and after.
type Move = (usize, LocalPlace, LocalPlace);

/// Verifies that every reachable state has only pairs of the set.
///
/// # Errors
/// Names a pair that can arise and is not in the set.
pub fn check(network: &Network, pairs: &Pairs) -> Result<(), Flaw> {
    let start = network.start.iter().copied().enumerate();
    for one in start.clone() {
        for other in start.clone() {
            demand(pairs, one, other)?;
        }
    }
    for (index, component) in network.components.iter().enumerate() {
        for (place, row) in component.places.iter().enumerate() {
            let place = LocalPlace::try_from(place).expect("places fit 16 bits");
            for &to in &row.silent {
                check_move(network, pairs, &[(index, place, to)])?;
            }
            if let Some(send) = &row.send {
                let sender = (index, place, send.to);
                check_sending(network, pairs, &send.effects, &mut vec![sender])?;
            }
        }
    }
    Ok(())
}

fn demand(pairs: &Pairs, one: (usize, LocalPlace), other: (usize, LocalPlace)) -> Result<(), Flaw> {
    if pairs.together(one, other) {
        Ok(())
    } else {
        Err(Flaw { one, other })
    }
}

fn check_sending(
    network: &Network,
    pairs: &Pairs,
    effects: &[usize],
    moves: &mut Vec<Move>,
) -> Result<(), Flaw> {
    let Some((symbol, rest)) = effects.split_first() else {
        return check_move(network, pairs, moves);
    };
    for (index, component) in network.components.iter().enumerate() {
        if moves.iter().any(|&(taken, ..)| taken == index) {
            continue;
        }
        for (place, row) in component.places.iter().enumerate() {
            let place = LocalPlace::try_from(place).expect("places fit 16 bits");
            for &(taken, to) in &row.receive {
                if taken == *symbol {
                    moves.push((index, place, to));
                    check_sending(network, pairs, rest, moves)?;
                    moves.pop();
                }
            }
        }
    }
    Ok(())
}

/// If the set allows the message set, it must hold all pairs afterwards.
fn check_move(network: &Network, pairs: &Pairs, moves: &[Move]) -> Result<(), Flaw> {
    let before = |&(index, place, _): &Move| (index, place);
    let after = |&(index, _, place): &Move| (index, place);
    let allowed = moves.iter().all(|one| {
        moves
            .iter()
            .all(|other| pairs.together(before(one), before(other)))
    });
    if !allowed {
        return Ok(());
    }
    for one in moves {
        for other in moves {
            demand(pairs, after(one), after(other))?;
        }
    }
    for (index, component) in network.components.iter().enumerate() {
        if moves.iter().any(|&(moved, ..)| moved == index) {
            continue;
        }
        for place in 0..component.places.len() {
            let bystander = (
                index,
                LocalPlace::try_from(place).expect("places fit 16 bits"),
            );
            if moves
                .iter()
                .all(|one| pairs.together(before(one), bystander))
            {
                for one in moves {
                    demand(pairs, after(one), bystander)?;
                }
            }
        }
    }
    Ok(())
}
