//! Components: what one lifeline can do in each of its places.
//!
//! There is a table for every lifeline in every question, and a small question is answered in microseconds. Nearly every
//! place has few moves, so a place holds them itself and takes no memory of its own.

use smallvec::SmallVec;

use super::LocalPlace;

/// One component of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// What can happen in each place.
    pub places: Vec<LocalMoves>,
}

/// What a component can do in one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalMoves {
    /// Places reached without any message: ε-triggered beginnings, completions without effect.
    pub silent: SmallVec<[LocalPlace; 4]>,
    /// The pending effects, if this is an intermediate state with effects.
    pub send: Option<Send>,
    /// Symbols that can be received, each with the place it leads to.
    pub receive: SmallVec<[(usize, LocalPlace); 3]>,
    /// Whether it is fine to end here.
    pub is_final: bool,
}

/// Effects that are to be delivered at once, to pairwise different components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Send {
    /// The symbols, in the order of the text.
    pub effects: SmallVec<[usize; 2]>,
    /// The place after sending them.
    pub to: LocalPlace,
}

impl Component {
    /// A component of so many places in which nothing can happen.
    #[must_use]
    pub fn idle(places: usize) -> Self {
        let mut component = Self { places: Vec::new() };
        component.places.resize_with(places, LocalMoves::default);
        component
    }

    /// Enters the two halves of a transition (definition 2) from a state over an intermediate one to a state: a silent
    /// move or a reception, then a silent move or the sending.
    pub fn enter(
        &mut self,
        [source, inside, target]: [LocalPlace; 3],
        trigger: Option<usize>,
        effects: &[usize],
    ) {
        let row = &mut self.places[usize::from(source)];
        match trigger {
            None => row.silent.push(inside),
            Some(symbol) => row.receive.push((symbol, inside)),
        }
        let row = &mut self.places[usize::from(inside)];
        if effects.is_empty() {
            row.silent.push(target);
        } else {
            row.send = Some(Send {
                effects: SmallVec::from_slice(effects),
                to: target,
            });
        }
    }
}
