//! The messages of a run, as each component sees them: the sequence diagram that the run draws.
//!
//! Two runs have the same messages if every component sends the same message sets to the same
//! receivers, and receives the same symbols from the same senders, in the same order. Which message
//! sets of different components happen first or side by side does not matter, nor do ε-moves: the
//! same arrows stand on each lifeline from top to bottom. Because each component has its own list,
//! a run can be compared while it grows, one firing after the other in any order within a
//! transaction.

use super::{Delivered, Firing};

/// One entry of a component's list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Event {
    /// A message set that it sends: each symbol with its receiver, in ascending order.
    Sends(Vec<(usize, usize)>),
    /// A symbol that it receives, and from whom.
    Receives(usize, usize),
}

/// The messages of a run: a list for each component.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Messages {
    own: Vec<Vec<Event>>,
}

impl Messages {
    /// The messages of a run of so many components; a step is a set of disjoint firings.
    #[must_use]
    pub fn of(components: usize, steps: &[Vec<Firing>]) -> Self {
        let mut messages = Self {
            own: vec![Vec::new(); components],
        };
        for firing in steps.iter().flatten() {
            messages.send(
                firing.actor,
                firing.delivered.iter().map(|it| (it.symbol, it.receiver)),
            );
        }
        messages
    }

    /// Adds a message set: symbols with their receivers. An empty one is an ε-move and leaves no
    /// trace.
    pub fn send(&mut self, sender: usize, deliveries: impl Iterator<Item = (usize, usize)>) {
        let mut deliveries: Vec<_> = deliveries.collect();
        deliveries.sort();
        for &(symbol, receiver) in &deliveries {
            self.own[receiver].push(Event::Receives(symbol, sender));
        }
        if !deliveries.is_empty() {
            self.own[sender].push(Event::Sends(deliveries));
        }
    }

    /// How many points there are on a component's list: after each of its entries, before the
    /// first, and beside the list.
    #[must_use]
    pub fn points(&self, component: usize) -> usize {
        self.own[component].len() + 2
    }

    /// The last point of a component's list: all its entries have been.
    #[must_use]
    pub fn end(&self, component: usize) -> usize {
        self.own[component].len()
    }

    /// The point at which a component is that has done something else.
    #[must_use]
    pub fn beside(&self, component: usize) -> usize {
        self.own[component].len() + 1
    }

    /// The point of the sender after it sends a message set that is not empty.
    #[must_use]
    pub fn after_sending(&self, firing: &Firing, point: usize) -> usize {
        let mut deliveries: Vec<_> = firing
            .delivered
            .iter()
            .map(|it| (it.symbol, it.receiver))
            .collect();
        deliveries.sort();
        self.after(
            firing.actor,
            point,
            |event| matches!(event, Event::Sends(sends) if *sends == deliveries),
        )
    }

    /// The point of a receiver after it receives.
    #[must_use]
    pub fn after_receiving(&self, sender: usize, delivered: &Delivered, point: usize) -> usize {
        let received = Event::Receives(delivered.symbol, sender);
        self.after(delivered.receiver, point, |event| *event == received)
    }

    fn after(&self, component: usize, point: usize, is_it: impl Fn(&Event) -> bool) -> usize {
        match self.own[component].get(point) {
            Some(event) if is_it(event) => point + 1,
            _ => self.beside(component),
        }
    }
}
