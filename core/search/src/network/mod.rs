//! Networks: composed machines compiled into dense tables, and the tasks that engines solve.
//!
//! A component stands for one lifeline; its places are numbered from 0 (states, then intermediate
//! states). A place says all there is to know about what its component can do next, so tables are indexed by it. Engines
//! and encodings work on networks and know no language; replay does not know networks.

mod component;
pub mod distance;
mod firing;
mod layers;
mod matching;
mod messages;
mod objective;
mod places;
pub mod relaxation;
pub mod relaxed;
mod scenario_ranks;
mod schedule;
mod slim;
mod unmet;

pub use component::{Component, LocalMoves, Send};
pub use firing::{Delivered, Firing, after, carries, firings, step_between};
pub use layers::{in_parallel, in_parallel_observing};
pub use matching::have_receivers;
pub use messages::Messages;
pub use objective::Objective;
pub use places::PlaceSet;
pub use scenario_ranks::{LocalRuns, ScenarioMessage};
pub use schedule::{ScenarioStep, schedule};
pub use slim::{course, ends_with, observe, played, slim, slim_while};
pub use unmet::{Part, Unmet, unmet};

/// A place of one component.
pub type LocalPlace = u16;
/// One place per component.
pub type Places = Vec<LocalPlace>;

/// Components that run together from a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The components, one per lifeline.
    pub components: Vec<Component>,
    /// Where each component starts.
    pub start: Places,
}

/// A question to an engine: how much of the objective can be had within the bound?
#[derive(Clone, Debug)]
pub struct Task {
    /// The network to run.
    pub network: Network,
    /// Messages to be observed in their order while the network runs (loose scenarios). The number
    /// observed so far is a further coordinate of the state, after the components' places.
    pub observed: Vec<ScenarioMessage>,
    /// What to maximise.
    pub objective: Objective,
    /// Engines need not look for more than this: the objective's greatest value, or less where a
    /// bound has shown that no more is possible.
    pub enough: u32,
    /// Most transactions of a path; `None` for every length.
    pub bound: Option<u32>,
}

impl Network {
    /// The most effects that any component sends at once.
    #[must_use]
    pub fn largest_set(&self) -> usize {
        let places = self.components.iter().flat_map(|it| &it.places);
        let sends = places.filter_map(|it| it.send.as_ref());
        sends.map(|send| send.effects.len()).max().unwrap_or(0)
    }

    /// Whether nothing can happen in a state.
    #[must_use]
    pub fn is_stuck(&self, places: &[LocalPlace]) -> bool {
        (0..self.components.len()).all(|index| !self.can_fire(places, index))
    }

    /// Whether a component can move on its own or send.
    fn can_fire(&self, places: &[LocalPlace], index: usize) -> bool {
        let row = &self.components[index].places[usize::from(places[index])];
        if !row.silent.is_empty() {
            return true;
        }
        let Some(send) = &row.send else {
            return false;
        };
        let takers = send.effects.iter().map(|&effect| {
            let components = self.components.iter().zip(places).enumerate();
            let takes = components.filter(|&(other, (component, &place))| {
                let receive = &component.places[usize::from(place)].receive;
                other != index && receive.iter().any(|&(symbol, _)| symbol == effect)
            });
            takes.fold(0, |takers, (other, _)| takers | 1 << other)
        });
        have_receivers(&takers.collect::<Vec<_>>())
    }

    /// Whether every component may end in its place.
    #[must_use]
    pub fn all_final(&self, places: &[LocalPlace]) -> bool {
        self.components
            .iter()
            .zip(places)
            .all(|(component, &place)| component.places[usize::from(place)].is_final)
    }
}
