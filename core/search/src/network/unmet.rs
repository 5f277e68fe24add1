//! Unmet demands: triggers that nobody ever sends, and effects that nobody takes.
//!
//! A transition *demands* that its trigger is sent and that its effects are taken. A demand is *unmet* where
//!
//! - no other component has any transition with the symbol on the other side, as after a typing mistake; or
//! - its trigger is sent by others, but in no place that [`earliest`] leaves possible.
//!
//! Whoever could be in such a transition is judged by over-approximations only, so an unmet trigger is taken
//! in no run and an unmet effect is sent in none. A demand is *waived* where its transition may start without
//! the trigger, or may end without the effect. Waiving makes further places possible, and so fewer triggers
//! unmet; therefore what nobody mentions at all is waived first, then round by round what is still unmet where
//! a component can be. Runs are only ever added by that.

use super::relaxed::{NEVER, earliest};
use super::{LocalPlace, Network};

/// Rounds of waiving; what would take more stays as it is.
const MOST_ROUNDS: usize = 200;

/// A demand that no run meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// The component whose transition it is.
    pub component: usize,
    /// The place inside the transition.
    pub inside: LocalPlace,
    /// The symbol.
    pub symbol: usize,
    /// What is to be done with it.
    pub part: Part,
    /// Whether another component has a transition with the symbol on the other side.
    pub is_mentioned: bool,
    /// The move that becomes possible without any message, or with fewer, once it is waived.
    move_: (LocalPlace, LocalPlace),
}

/// What a transition demands of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// That it is sent: it is the trigger.
    Trigger,
    /// That it is taken: it is an effect.
    Effect,
}

impl Unmet {
    /// Whether a component's move needs the demand to be waived.
    #[must_use]
    pub fn allows(&self, component: usize, from: LocalPlace, to: LocalPlace) -> bool {
        self.component == component && self.move_ == (from, to)
    }
}

/// The unmet demands of a network, and the network in which all of them are waived.
///
/// O(rounds · moves · components).
#[must_use]
pub fn unmet(network: &Network) -> (Vec<Unmet>, Network) {
    let mut waived = network.clone();
    let mut found = Vec::new();
    let mentions = Mentions::new(network);
    for (component, rows) in network.components.iter().enumerate() {
        for (place, row) in rows.places.iter().enumerate() {
            let place = number(place);
            for &(symbol, inside) in &row.receive {
                if !mentions.sends.by_other(symbol, component) {
                    let is_mentioned = false;
                    let demand = trigger(component, (place, inside), symbol, is_mentioned);
                    start(&mut waived, &demand);
                    found.push(demand);
                }
            }
            let Some(send) = &row.send else { continue };
            let is_taken = |&symbol: &usize| mentions.takes.by_other(symbol, component);
            let missing = send.effects.iter().filter(|it| !is_taken(it));
            found.extend(missing.map(|&symbol| Unmet {
                component,
                inside: place,
                symbol,
                part: Part::Effect,
                is_mentioned: false,
                move_: (place, send.to),
            }));
            let row = &mut waived.components[component].places[usize::from(place)];
            if let Some(left) = &mut row.send {
                left.effects.retain(|it| is_taken(it));
                if left.effects.is_empty() {
                    row.silent.push(send.to);
                    row.send = None;
                }
            }
        }
    }
    for _ in 0..MOST_ROUNDS {
        let fresh = never_sent(network, &waived, &found);
        if fresh.is_empty() {
            break;
        }
        for demand in fresh {
            start(&mut waived, &demand);
            found.push(demand);
        }
    }
    (found, waived)
}

/// Triggers of possible places that others send, but in no possible place.
fn never_sent(network: &Network, waived: &Network, found: &[Unmet]) -> Vec<Unmet> {
    let steps = earliest(waived);
    let mut sends = Users::default();
    let rows = |component: usize| {
        let rows = network.components[component].places.iter().enumerate();
        rows.filter(|&(place, _)| steps[component][place] != NEVER)
            .map(|(place, row)| (number(place), row))
            .collect::<Vec<_>>()
    };
    for component in 0..network.components.len() {
        for (_, row) in rows(component) {
            let effects = row.send.iter().flat_map(|send| &send.effects);
            effects.for_each(|&symbol| sends.note(symbol, component));
        }
    }
    let mut fresh = Vec::new();
    for component in 0..network.components.len() {
        for (place, row) in rows(component) {
            for &(symbol, inside) in &row.receive {
                let demand = trigger(component, (place, inside), symbol, true);
                let is_known = found.iter().any(|it| it.allows(component, place, inside));
                if !is_known && !sends.by_other(symbol, component) {
                    fresh.push(demand);
                }
            }
        }
    }
    fresh
}

fn trigger(
    component: usize,
    move_: (LocalPlace, LocalPlace),
    symbol: usize,
    is_mentioned: bool,
) -> Unmet {
    Unmet {
        component,
        inside: move_.1,
        symbol,
        part: Part::Trigger,
        is_mentioned,
        move_,
    }
}

/// Lets a transition start by itself.
fn start(network: &mut Network, demand: &Unmet) {
    let (from, to) = demand.move_;
    let row = &mut network.components[demand.component].places[usize::from(from)];
    row.silent.push(to);
}

fn number(place: usize) -> LocalPlace {
    LocalPlace::try_from(place).expect("places fit 16 bits")
}

/// Who has a symbol as an effect, and who as a trigger.
struct Mentions {
    sends: Users,
    takes: Users,
}

impl Mentions {
    fn new(network: &Network) -> Self {
        let (mut sends, mut takes) = (Users::default(), Users::default());
        for (component, rows) in network.components.iter().enumerate() {
            for row in &rows.places {
                let effects = row.send.iter().flat_map(|send| &send.effects);
                effects.for_each(|&symbol| sends.note(symbol, component));
                let triggers = row.receive.iter();
                triggers.for_each(|&(symbol, _)| takes.note(symbol, component));
            }
        }
        Self { sends, takes }
    }
}

/// For each symbol whether somebody uses it, and who, while it is only one.
#[derive(Default)]
struct Users(Vec<Option<Option<usize>>>);

impl Users {
    fn note(&mut self, symbol: usize, component: usize) {
        if self.0.len() <= symbol {
            self.0.resize(symbol + 1, None);
        }
        let user = &mut self.0[symbol];
        *user = match *user {
            None => Some(Some(component)),
            Some(Some(only)) if only == component => *user,
            Some(_) => Some(None),
        };
    }

    /// Whether another component uses a symbol.
    fn by_other(&self, symbol: usize, component: usize) -> bool {
        match self.0.get(symbol).copied().flatten() {
            None => false,
            Some(only) => only != Some(component),
        }
    }
}
