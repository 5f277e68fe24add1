//! The tables behind the moves: what each place of each component flips, in a few flat lists.
//!
//! They are made once for every question, and a small question is answered in microseconds. So a place has no lists of its
//! own: what belongs to it is a [`Run`] of a list that all places share. Where what belongs to whom is the same at every width of
//! states; only what flips is not.

use super::super::packed::{Layout, Packed};
use crate::budget::bytes_of;
use crate::network::{LocalMoves, LocalPlace, Network};

/// The moves of all components by place.
pub(in super::super) struct Moves<const W: usize> {
    tables: Tables,
    /// What each change flips.
    flips: Vec<Packed<W>>,
}

/// Which changes belong to whom.
struct Tables {
    /// The number of each component's first place among the places of all.
    first: Vec<usize>,
    /// What can be started in each place.
    rows: Vec<Row>,
    /// For each symbol who can ever take it.
    takers: Vec<Vec<Taker>>,
    /// For each taker and each of its places the ways to take the symbol.
    ways: Vec<Run>,
    effects: Vec<usize>,
}

/// What a component can start in one place.
struct Row {
    silent: Run,
    /// The effects that it sends, and the number of the change that comes of it.
    send: Option<(Run, usize)>,
}

/// A component that can take a symbol.
pub(super) struct Taker {
    pub(super) component: usize,
    /// The number of the ways from its first place.
    first: usize,
}

/// A component that goes from one place to another.
struct Change {
    component: usize,
    from: LocalPlace,
    to: LocalPlace,
}

/// A part of a list that all places share. Lists are shorter than 2^32: the language limits the transitions of a model.
#[derive(Clone, Copy, Default)]
struct Run {
    from: u32,
    to: u32,
}

impl Run {
    fn new(from: usize, to: usize) -> Self {
        Self {
            from: from as u32,
            to: to as u32,
        }
    }

    #[inline]
    fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.from as usize..self.to as usize]
    }
}

impl Tables {
    /// The tables of a network, and its changes in the order of their numbers. O(m log m) in its moves.
    fn new(network: &Network) -> (Self, Vec<Change>) {
        let places = network.components.iter().map(|it| it.places.len()).sum();
        let mut tables = Self {
            first: Vec::with_capacity(network.components.len()),
            rows: Vec::with_capacity(places),
            takers: Vec::new(),
            ways: Vec::with_capacity(places * 2),
            effects: Vec::with_capacity(places),
        };
        tables.takers.resize_with(symbols(network), Vec::new);
        let mut changes: Vec<Change> = Vec::with_capacity(places * 2);
        let mut receive = Vec::new();
        for (index, component) in network.components.iter().enumerate() {
            tables.first.push(tables.rows.len());
            for (place, row) in component.places.iter().enumerate() {
                let change = |to: LocalPlace| Change {
                    component: index,
                    // A place fits a `LocalPlace`.
                    from: place as LocalPlace,
                    to,
                };
                let from = changes.len();
                changes.extend(row.silent.iter().map(|&to| change(to)));
                let silent = Run::new(from, changes.len());
                let send = row.send.as_ref().map(|send| {
                    let from = tables.effects.len();
                    tables.effects.extend_from_slice(&send.effects);
                    changes.push(change(send.to));
                    (Run::new(from, tables.effects.len()), changes.len() - 1)
                });
                tables.rows.push(Row { silent, send });
                by_symbol(row, &mut receive);
                for ways in receive.chunk_by(|one, next| one.0 == next.0) {
                    let from = changes.len();
                    changes.extend(ways.iter().map(|&(_, to)| change(to)));
                    let first = tables.taker(ways[0].0, index, component.places.len());
                    tables.ways[first + place] = Run::new(from, changes.len());
                }
            }
        }
        (tables, changes)
    }

    /// The number of a taker's first ways; it is entered where it is new. Components come one after the other.
    fn taker(&mut self, symbol: usize, component: usize, places: usize) -> usize {
        let list = &mut self.takers[symbol];
        match list.last() {
            Some(taker) if taker.component == component => taker.first,
            _ => {
                let first = self.ways.len();
                self.ways.resize(first + places, Run::default());
                list.push(Taker { component, first });
                first
            }
        }
    }

    /// The bytes that they take.
    fn bytes(&self) -> u64 {
        let takers = self.takers.iter().map(bytes_of).sum::<u64>();
        let lists = bytes_of(&self.first) + bytes_of(&self.rows) + bytes_of(&self.ways);
        lists + bytes_of(&self.effects) + bytes_of(&self.takers) + takers
    }

    #[inline]
    fn row(&self, component: usize, place: LocalPlace) -> &Row {
        &self.rows[self.first[component] + usize::from(place)]
    }
}

impl<const W: usize> Moves<W> {
    /// The moves of a network whose states are packed like this.
    pub(in super::super) fn new(network: &Network, layout: &Layout<W>) -> Self {
        let (tables, changes) = Tables::new(network);
        let flips = changes.iter();
        let flips = flips.map(|it| layout.flips(it.component, it.from, it.to));
        Self {
            tables,
            flips: flips.collect(),
        }
    }

    /// The bytes that the tables take.
    pub(in super::super) fn bytes(&self) -> u64 {
        self.tables.bytes() + bytes_of(&self.flips)
    }

    /// How many components there are.
    #[inline]
    pub(super) fn components(&self) -> usize {
        self.tables.first.len()
    }

    /// What the silent moves of a component flip in a place.
    #[inline]
    pub(super) fn silent(&self, component: usize, place: LocalPlace) -> &[Packed<W>] {
        self.tables.row(component, place).silent.of(&self.flips)
    }

    /// The pending effects of a component in a place, and what it flips once they are sent.
    #[inline]
    pub(super) fn send(
        &self,
        component: usize,
        place: LocalPlace,
    ) -> Option<(&[usize], &Packed<W>)> {
        let (effects, change) = self.tables.row(component, place).send?;
        Some((effects.of(&self.tables.effects), &self.flips[change]))
    }

    /// Who can ever take a symbol.
    #[inline]
    pub(super) fn takers(&self, symbol: usize) -> &[Taker] {
        let takers = self.tables.takers.get(symbol);
        takers.map_or(&[], Vec::as_slice)
    }

    /// What a taker flips in its place of a state, one for each way to take the symbol there.
    #[inline]
    pub(super) fn ways(&self, taker: &Taker, places: &[LocalPlace]) -> &[Packed<W>] {
        let place = usize::from(places[taker.component]);
        self.tables.ways[taker.first + place].of(&self.flips)
    }
}

/// The number of the greatest symbol that anybody can take, and one more.
fn symbols(network: &Network) -> usize {
    let rows = network.components.iter().flat_map(|it| &it.places);
    let symbols = rows.flat_map(|row| &row.receive).map(|&(symbol, _)| symbol);
    symbols.max().map_or(0, |last| last + 1)
}

/// What a place can take, with the ways to take one symbol together, in the order of the text.
fn by_symbol(row: &LocalMoves, into: &mut Vec<(usize, LocalPlace)>) {
    into.clear();
    into.extend_from_slice(&row.receive);
    into.sort_by_key(|&(symbol, _)| symbol);
}
