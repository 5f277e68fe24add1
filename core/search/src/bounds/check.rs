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
    /// For each component its places as bits.
    own: Vec<Vec<u64>>,
}

impl Space {
    pub(super) fn new(network: &Network) -> Self {
        let mut first = Vec::with_capacity(network.components.len());
        let mut places = 0;
        for component in &network.components {
            first.push(places);
            places += component.places.len();
        }
        let own = network.components.iter().zip(&first);
        let own = own.map(|(component, &first)| {
            let mut words = vec![0; places.div_ceil(64)];
            for place in first..first + component.places.len() {
                words[place / 64] |= 1 << (place % 64);
            }
            words
        });
        Self {
            own: own.collect(),
            first,
            places,
        }
    }

    /// The numbers of a component's places.
    pub(super) fn range(&self, component: usize) -> std::ops::Range<usize> {
        let end = self.first.get(component + 1).copied();
        self.first[component]..end.unwrap_or(self.places)
    }

    /// A component's places, as bits.
    pub(super) fn own(&self, component: usize) -> &[u64] {
        &self.own[component]
    }

    /// The component and place of a number.
    fn named(&self, id: usize) -> (usize, LocalPlace) {
        let component = self.first.partition_point(|&first| first <= id) - 1;
        let place = id - self.first[component];
        let place = LocalPlace::try_from(place).expect("places fit 16 bits");
        (component, place)
    }

    pub(super) fn id(&self, component: usize, place: LocalPlace) -> usize {
        self.first[component] + usize::from(place)
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
                check_move(pairs, &[(index, place, to)])?;
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
        return check_move(pairs, moves);
    };
    // Who is not allowed to take part beside the others makes no message set.
    let allowed = |moves: &[Move], index: usize, place: LocalPlace| {
        let mut moves = moves.iter();
        moves.all(|&(other, before, _)| pairs.together((other, before), (index, place)))
    };
    for (index, component) in network.components.iter().enumerate() {
        if moves.iter().any(|&(taken, ..)| taken == index) {
            continue;
        }
        for (place, row) in component.places.iter().enumerate() {
            let place = LocalPlace::try_from(place).expect("places fit 16 bits");
            for &(taken, to) in &row.receive {
                if taken == *symbol && allowed(moves, index, place) {
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
fn check_move(pairs: &Pairs, moves: &[Move]) -> Result<(), Flaw> {
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
    // Whoever can stand by before must be allowed to stand by afterwards.
    let row = |(index, place): (usize, LocalPlace)| pairs.row(pairs.space.id(index, place));
    for word in 0..pairs.space.places.div_ceil(64) {
        let stands_by = moves.iter().fold(u64::MAX, |bits, one| {
            bits & row(before(one))[word] & !pairs.space.own(one.0)[word]
        });
        for one in moves {
            let missing = stands_by & !row(after(one))[word];
            if missing != 0 {
                let id = word * 64 + missing.trailing_zeros() as usize;
                return Err(Flaw {
                    one: after(one),
                    other: pairs.space.named(id),
                });
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
    let (senders, receivers) = partners(network, steps);
    // The earliest step at which another component could do its part for a symbol.
    let other = |component: usize, firsts: Option<&Vec<u32>>| {
        let firsts = firsts.into_iter().flatten().enumerate();
        let others = firsts.filter(|&(index, _)| index != component);
        others.map(|(_, &step)| step).min().unwrap_or(u32::MAX)
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
                let sender = other(component, senders.get(symbol));
                moves.push((here.max(sender), to));
            }
            if let Some(send) = &row.send {
                let last = send.effects.iter();
                let last = last.map(|&symbol| other(component, receivers.get(symbol)));
                moves.push((last.fold(here, u32::max), send.to));
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

/// For each symbol and component the earliest step at which it could send it, and take it.
fn partners(network: &Network, steps: &[Vec<u32>]) -> (Vec<Vec<u32>>, Vec<Vec<u32>>) {
    let (mut senders, mut receivers) = (Vec::new(), Vec::new());
    let none = vec![u32::MAX; network.components.len()];
    let note = |list: &mut Vec<Vec<u32>>, symbol: usize, component: usize, step: u32| {
        if list.len() <= symbol {
            list.resize(symbol + 1, none.clone());
        }
        let first = &mut list[symbol][component];
        *first = step.min(*first);
    };
    for (component, rows) in network.components.iter().enumerate() {
        for (row, &step) in rows.places.iter().zip(&steps[component]) {
            for &symbol in row.send.iter().flat_map(|send| &send.effects) {
                note(&mut senders, symbol, component, step);
            }
            for &(symbol, _) in &row.receive {
                note(&mut receivers, symbol, component, step);
            }
        }
    }
    (senders, receivers)
}
