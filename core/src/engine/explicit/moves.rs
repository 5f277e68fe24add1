//! Moves of packed states: every message set as the bits that it flips.
//!
//! A participant's place goes from one number to another, so its bits change by their exclusive
//! or; participants lie in different bits, so a message set is one word to flip, and disjoint
//! message sets are flipped one after the other in any order. Everything is looked up in flat
//! tables that are made once. The order of the moves is that of [`crate::network::firings`].

use super::packed::{Layout, Packed};
use crate::network::{LocalPlace, Network};

/// The moves of all components by place.
pub(super) struct Moves<const W: usize> {
    components: Vec<Vec<Row<W>>>,
    /// For each symbol who can ever take it.
    takers: Vec<Vec<Taker<W>>>,
}

/// What a component can start in one place.
struct Row<const W: usize> {
    silent: Vec<Packed<W>>,
    send: Option<(Vec<usize>, Packed<W>)>,
}

/// A component that can take a symbol, with what it then flips, by place.
struct Taker<const W: usize> {
    component: usize,
    by_place: Vec<Vec<Packed<W>>>,
}

impl<const W: usize> Moves<W> {
    pub(super) fn new(network: &Network, layout: &Layout<W>) -> Self {
        let flips = |component: usize, from: usize, to: LocalPlace| {
            // A place fits a `LocalPlace`.
            layout.flips(component, from as LocalPlace, to)
        };
        let symbols = network.components.iter().flat_map(|c| &c.places);
        let symbols = symbols.flat_map(|row| &row.receive).map(|&(s, _)| s + 1);
        let mut takers: Vec<Vec<Taker<W>>> = Vec::new();
        takers.resize_with(symbols.max().unwrap_or(0), Vec::new);
        let mut components = Vec::with_capacity(network.components.len());
        for (index, component) in network.components.iter().enumerate() {
            let mut rows = Vec::with_capacity(component.places.len());
            for (place, row) in component.places.iter().enumerate() {
                let silent = row.silent.iter().map(|&to| flips(index, place, to));
                let send = row.send.as_ref();
                rows.push(Row {
                    silent: silent.collect(),
                    send: send.map(|send| (send.effects.clone(), flips(index, place, send.to))),
                });
                for &(symbol, to) in &row.receive {
                    let list = &mut takers[symbol];
                    if list.last().is_none_or(|taker| taker.component != index) {
                        list.push(Taker {
                            component: index,
                            by_place: vec![Vec::new(); component.places.len()],
                        });
                    }
                    if let Some(taker) = list.last_mut() {
                        taker.by_place[place].push(flips(index, place, to));
                    }
                }
            }
            components.push(rows);
        }
        Self { components, takers }
    }

    /// Tells every message set of a state, which is given by its places: the components that take
    /// part, as bits, and the bits of the state that flip.
    pub(super) fn list(&self, places: &[LocalPlace], mut tell: impl FnMut(u64, Packed<W>)) {
        for (actor, rows) in self.components.iter().enumerate() {
            let row = &rows[usize::from(places[actor])];
            let mask = 1 << actor;
            for &flips in &row.silent {
                tell(mask, flips);
            }
            if let Some((effects, flips)) = &row.send {
                self.deliver(places, effects, (mask, *flips), &mut tell);
            }
        }
    }

    /// Hands the remaining effects to components that are free and can take them, in every way.
    fn deliver(
        &self,
        places: &[LocalPlace],
        effects: &[usize],
        (mask, flips): (u64, Packed<W>),
        tell: &mut impl FnMut(u64, Packed<W>),
    ) {
        let Some((&symbol, rest)) = effects.split_first() else {
            return tell(mask, flips);
        };
        for taker in self.takers.get(symbol).into_iter().flatten() {
            let bit = 1 << taker.component;
            if mask & bit != 0 {
                continue;
            }
            for more in &taker.by_place[usize::from(places[taker.component])] {
                self.deliver(places, rest, (mask | bit, flip(flips, more)), tell);
            }
        }
    }
}

/// A state after bits have flipped.
pub(super) fn flip<const W: usize>(mut state: Packed<W>, flips: &Packed<W>) -> Packed<W> {
    for (word, flips) in state.iter_mut().zip(flips) {
        *word ^= flips;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Random, Shape, model};
    use crate::network::{compile, firings};

    #[test]
    fn flips_are_the_firings_in_their_order() {
        let mut compared = 0;
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let model = model(&Shape::default(), &mut random);
            let mut network = compile(&model, &model.system, &[]);
            for (component, start) in network.components.iter().zip(&mut network.start) {
                *start = random.between(0, component.places.len() - 1) as LocalPlace;
            }
            let sizes: Vec<_> = network.components.iter().map(|c| c.places.len()).collect();
            let layout = Layout::<2>::new(&sizes).expect("small networks fit");
            let state = layout.pack(&network.start);
            let (mut moves, mut expected) = (Vec::new(), Vec::new());
            Moves::new(&network, &layout).list(&network.start, |mask, flips| {
                moves.push((mask, flips));
            });
            firings(&network, &network.start, &mut expected);
            assert_eq!(moves.len(), expected.len(), "seed {seed}");
            for ((mask, flips), firing) in moves.iter().zip(&expected) {
                let mut places = network.start.clone();
                firing.apply(&mut places);
                assert_eq!(*mask, firing.mask(), "seed {seed}");
                assert_eq!(flip(state, flips), layout.pack(&places));
                compared += 1;
            }
        }
        assert!(compared > 200, "only {compared} moves");
    }
}
