//! Relaxations: a question in which demands of the model can be waived one by one.
//!
//! A *demand* is something that the model asks for and that can stand in the way: that a transition
//! starts only on its trigger, that it completes only with its effects delivered, that a scenario's
//! message is exchanged. Waiving a demand only ever adds runs, so "impossible" is monotone: what is
//! impossible under some demands is impossible under more.

use super::{LocalPlace, Network, PlaceSet, ScenarioMessage};

/// A silent move that a component may take where a demand is waived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiver {
    /// The component.
    pub component: usize,
    /// Where it is.
    pub from: LocalPlace,
    /// Where it gets without any message.
    pub to: LocalPlace,
    /// The demand that forbids it.
    pub demand: usize,
}

/// What is to be had.
#[derive(Clone, Debug)]
pub enum Aim {
    /// Every component in its set of places, those of one of these regions.
    OneOf(Vec<Vec<PlaceSet>>),
    /// These messages in their order, each with the demand that it is exchanged; without that
    /// demand it may be skipped.
    Play {
        /// The messages.
        messages: Vec<(ScenarioMessage, usize)>,
        /// Strict: the transactions of the path, after which nothing but the messages is
        /// delivered. `None` for loose.
        path: Option<u32>,
    },
}

/// A question with its demands.
#[derive(Clone, Debug)]
pub struct Relaxation {
    /// Number of demands; they are counted from 0.
    pub demands: usize,
    /// The moves that waiving adds.
    pub waivers: Vec<Waiver>,
    /// What is to be had.
    pub aim: Aim,
    /// Most transactions of a run, those of the scenario phase included.
    pub steps: u32,
}

/// The network with every waiver taken.
#[must_use]
pub fn waived(network: &Network, waivers: &[Waiver]) -> Network {
    let mut network = network.clone();
    for waiver in waivers {
        let row = &mut network.components[waiver.component].places[usize::from(waiver.from)];
        if !row.silent.contains(&waiver.to) {
            row.silent.push(waiver.to);
        }
    }
    network
}

/// The most silent moves that any component ever needs to get from one of its places to another.
///
/// O(components · places · moves).
#[must_use]
pub fn silent_diameter(network: &Network) -> u32 {
    let components = network.components.iter();
    let longest = components.map(|component| {
        let starts = 0..component.places.len();
        let depths = starts.map(|start| {
            let mut seen = PlaceSet::empty(component.places.len());
            seen.insert(start);
            let mut layer = vec![start];
            let mut depth = 0;
            loop {
                let mut next = Vec::new();
                for &place in &layer {
                    for &to in &component.places[place].silent {
                        if seen.insert(usize::from(to)) {
                            next.push(usize::from(to));
                        }
                    }
                }
                if next.is_empty() {
                    return depth;
                }
                depth += 1;
                layer = next;
            }
        });
        depths.max().unwrap_or(0)
    });
    longest.max().unwrap_or(0)
}
