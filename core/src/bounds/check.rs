//! The checker of pair certificates: small, naive, and apart from the search that finds them.
//!
//! A set of pairs bounds the reachable states if it holds all pairs of the start and if no message
//! set leads out of it. The checker walks over every message set that the pairs allow and looks up
//! every pair that it would make.

use super::Pairs;
use crate::network::{LocalMoves, LocalPlace, Network};

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

/// Where a table of earliest steps promises too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateStep {
    /// The component.
    pub component: usize,
    /// The place that can be occupied before its step in the table.
    pub place: LocalPlace,
}

/// Verifies a table of earliest steps: the starts are at 0, and no move leads to a place more than
/// one step before its entry, whichever partners it takes.
///
/// # Errors
/// Names a place that can be occupied earlier.
pub fn check_steps(network: &Network, steps: &[Vec<u32>]) -> Result<(), LateStep> {
    let step = |component: usize, place: usize| steps[component][place];
    let sends = |row: &LocalMoves, symbol| {
        row.send
            .as_ref()
            .is_some_and(|s| s.effects.contains(&symbol))
    };
    let takes = |row: &LocalMoves, symbol| row.receive.iter().any(|&(taken, _)| taken == symbol);
    // The earliest step at which another component could do its part for a symbol.
    let partner = |component: usize, does: &dyn Fn(&LocalMoves) -> bool| {
        let others = network
            .components
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != component);
        let places = others.flat_map(|(other, c)| {
            c.places
                .iter()
                .enumerate()
                .map(move |(p, row)| (other, p, row))
        });
        places
            .filter(|(.., row)| does(row))
            .map(|(other, place, _)| step(other, place))
            .min()
    };
    for (component, &start) in network.start.iter().enumerate() {
        if step(component, usize::from(start)) != 0 {
            return Err(LateStep {
                component,
                place: start,
            });
        }
    }
    for (component, rows) in network.components.iter().enumerate() {
        for (place, row) in rows.places.iter().enumerate() {
            let here = step(component, place);
            let mut moves: Vec<(u32, LocalPlace)> =
                row.silent.iter().map(|&to| (here, to)).collect();
            for &(symbol, to) in &row.receive {
                if let Some(sender) = partner(component, &|row| sends(row, symbol)) {
                    moves.push((here.max(sender), to));
                }
            }
            if let Some(send) = &row.send {
                let takers = send
                    .effects
                    .iter()
                    .map(|&symbol| partner(component, &|row| takes(row, symbol)));
                if let Some(last) = takers
                    .collect::<Option<Vec<_>>>()
                    .and_then(|all| all.into_iter().max())
                {
                    moves.push((here.max(last), send.to));
                }
            }
            for (before, to) in moves {
                if before != u32::MAX && step(component, usize::from(to)) > before + 1 {
                    return Err(LateStep {
                        component,
                        place: to,
                    });
                }
            }
        }
    }
    Ok(())
}
