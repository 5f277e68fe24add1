//! Moves of packed states: every message set as the bits that it flips.
//!
//! A participant's place goes from one number to another, so its bits change by their exclusive
//! or; participants lie in different bits, so a message set is one word to flip, and disjoint
//! message sets are flipped one after the other in any order. Everything is looked up in flat
//! tables that are made once.
//!
//! A sender with n effects and r receivers has up to r! / (r - n)! message sets, so they are never held
//! all at once: a [`Walk`] goes through them one at a time, in the order of [`crate::network::firings`].

mod tables;

use super::packed::{Layout, Packed};
use crate::budget::bytes_of;
use crate::network::{Delivered, Firing, LocalPlace, have_receivers};
pub(super) use tables::Moves;

/// From so many effects on a walk looks ahead whether the rest can be handed out at all.
const LOOK_AHEAD: usize = 3;

/// So many ways to hand out an effect are tried at most where message sets are listed.
const MOST_WAYS: usize = 1_000;

/// A message set of a state: the components that take part, as bits, and the bits of the state that
/// flip.
#[derive(Clone, Copy)]
pub(super) struct MessageSet<const W: usize> {
    pub(super) actor: usize,
    pub(super) mask: u64,
    pub(super) flips: Packed<W>,
}

/// The places of one state, and who counts as whose twin there.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) places: &'a [LocalPlace],
    /// For each component the bit of one that is alike, in the same place and before it, or 0. A twin
    /// takes part only after the one before it does: what it would do otherwise leads into an orbit
    /// that was met before.
    pub(super) twins: &'a [u64],
}

impl Here<'_> {
    /// Whether a component may take part where these already do.
    #[inline]
    fn is_free(&self, component: usize, taken: u64) -> bool {
        taken >> component & 1 == 0 && self.twins[component] & !taken == 0
    }
}

impl<const W: usize> Moves<W> {
    /// Tells the message sets of a state in the order of a [`Walk`], which is quicker where they are few;
    /// false where they are not, after some.
    #[inline]
    pub(super) fn list(&self, places: &[LocalPlace], tell: &mut impl FnMut(MessageSet<W>)) -> bool {
        let mut ways = MOST_WAYS;
        for (actor, &place) in places.iter().enumerate().take(self.components()) {
            let mask = 1 << actor;
            for &flips in self.silent(actor, place) {
                tell(MessageSet { actor, mask, flips });
            }
            if let Some((effects, &flips)) = self.send(actor, place) {
                let set = MessageSet { actor, mask, flips };
                if !self.hand_out(places, effects, set, &mut ways, tell) {
                    return false;
                }
            }
        }
        true
    }

    /// Hands the remaining effects to components that are free and can take them, in every way; false
    /// where there are too many.
    #[inline]
    fn hand_out(
        &self,
        places: &[LocalPlace],
        effects: &[usize],
        set: MessageSet<W>,
        ways: &mut usize,
        tell: &mut impl FnMut(MessageSet<W>),
    ) -> bool {
        let Some((&symbol, rest)) = effects.split_first() else {
            tell(set);
            return true;
        };
        for taker in self.takers(symbol) {
            let bit = 1 << taker.component;
            if set.mask & bit != 0 {
                continue;
            }
            for more in self.ways(taker, places) {
                if *ways == 0 {
                    return false;
                }
                *ways -= 1;
                let next = MessageSet {
                    mask: set.mask | bit,
                    flips: flip(set.flips, more),
                    ..set
                };
                if !self.hand_out(places, rest, next, ways, tell) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether each of these effects can be handed to a component of its own that is not taken.
    fn can_deliver(&self, effects: &[usize], here: Here<'_>, taken: u64) -> bool {
        let able = |&symbol: &usize| {
            let takers = self.takers(symbol).iter();
            let able = takers
                .filter(|it| !self.ways(it, here.places).is_empty())
                .fold(0, |able, it| able | 1 << it.component);
            able & !taken
        };
        have_receivers(&effects.iter().map(able).collect::<Vec<_>>())
    }
}

/// Where an enumeration of the message sets of a state stands.
#[derive(Clone, Default)]
pub(super) struct Walk<const W: usize> {
    actor: usize,
    /// The next silent move of the actor; beyond them all once it has begun to send.
    silent: usize,
    /// Who takes the actor's effects, as far as they are handed out.
    receivers: Vec<Receiver<W>>,
}

/// A receiver that was chosen, with what was taken and flipped before.
#[derive(Clone, Copy)]
struct Receiver<const W: usize> {
    taker: usize,
    way: usize,
    mask: u64,
    flips: Packed<W>,
}

impl<const W: usize> Walk<W> {
    /// Begins again, at an actor.
    pub(super) fn start_at(&mut self, actor: usize) {
        self.actor = actor;
        self.silent = 0;
        self.receivers.clear();
    }

    /// The next message set in which nobody takes part who is taken.
    pub(super) fn next(
        &mut self,
        moves: &Moves<W>,
        here: Here<'_>,
        taken: u64,
    ) -> Option<MessageSet<W>> {
        while self.actor < moves.components() {
            if let Some((mask, flips)) = self.next_of_actor(moves, here, taken) {
                let actor = self.actor;
                return Some(MessageSet { actor, mask, flips });
            }
            self.start_at(self.actor + 1);
        }
        None
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        bytes_of(&self.receivers)
    }

    /// The number of the silent move that came last, if it was one.
    #[inline]
    pub(super) fn silent(&self) -> Option<usize> {
        self.receivers.is_empty().then(|| self.silent - 1)
    }

    fn next_of_actor(
        &mut self,
        moves: &Moves<W>,
        here: Here<'_>,
        taken: u64,
    ) -> Option<(u64, Packed<W>)> {
        let place = here.places[self.actor];
        if !self.receivers.is_empty() {
            let (effects, flips) = moves.send(self.actor, place)?;
            return self.deliver(effects, *flips, moves, here, taken);
        }
        if !here.is_free(self.actor, taken) {
            return None;
        }
        let silent = moves.silent(self.actor, place);
        if let Some(&flips) = silent.get(self.silent) {
            self.silent += 1;
            return Some((1 << self.actor, flips));
        }
        let (effects, flips) = moves.send(self.actor, place)?;
        if self.silent > silent.len() {
            return None;
        }
        self.silent += 1;
        let rest = taken | 1 << self.actor;
        if effects.len() >= LOOK_AHEAD && !moves.can_deliver(effects, here, rest) {
            return None;
        }
        self.deliver(effects, *flips, moves, here, taken)
    }

    /// Hands the effects to the next receivers in order: depth first, the first effect outermost.
    fn deliver(
        &mut self,
        effects: &[usize],
        own: Packed<W>,
        moves: &Moves<W>,
        here: Here<'_>,
        taken: u64,
    ) -> Option<(u64, Packed<W>)> {
        let mut next = match self.receivers.pop() {
            Some(last) => Receiver {
                way: last.way + 1,
                ..last
            },
            None => Receiver {
                taker: 0,
                way: 0,
                mask: 1 << self.actor,
                flips: own,
            },
        };
        loop {
            let (symbol, rest) = effects[self.receivers.len()..].split_first()?;
            let Some((receiver, flips)) = moves.receiver(*symbol, next, here, taken) else {
                let last = self.receivers.pop()?;
                next = Receiver {
                    way: last.way + 1,
                    ..last
                };
                continue;
            };
            let component = moves.takers(*symbol)[receiver.taker].component;
            let mask = receiver.mask | 1 << component;
            if rest.len() >= LOOK_AHEAD && !moves.can_deliver(rest, here, taken | mask) {
                next = Receiver {
                    way: receiver.way + 1,
                    ..receiver
                };
                continue;
            }
            self.receivers.push(receiver);
            let flips = flip(receiver.flips, &flips);
            if rest.is_empty() {
                return Some((mask, flips));
            }
            next = Receiver {
                taker: 0,
                way: 0,
                mask,
                flips,
            };
        }
    }

    /// The message set that came last, as a firing; `after` is the state that it leads to.
    pub(super) fn firing(
        &self,
        moves: &Moves<W>,
        layout: &Layout<W>,
        here: Here<'_>,
        after: &Packed<W>,
    ) -> Firing {
        let send = moves.send(self.actor, here.places[self.actor]);
        let effects = send.map_or(&[][..], |(effects, _)| effects);
        let delivered = effects.iter().zip(&self.receivers).map(|(&symbol, it)| {
            let receiver = moves.takers(symbol)[it.taker].component;
            Delivered {
                symbol,
                receiver,
                to: layout.get(after, receiver),
            }
        });
        Firing {
            actor: self.actor,
            to: layout.get(after, self.actor),
            delivered: delivered.collect(),
        }
    }
}

impl<const W: usize> Moves<W> {
    /// The first receiver of a symbol from a choice on, with what it flips.
    fn receiver(
        &self,
        symbol: usize,
        from: Receiver<W>,
        here: Here<'_>,
        taken: u64,
    ) -> Option<(Receiver<W>, Packed<W>)> {
        let mut way = from.way;
        for (index, taker) in self.takers(symbol).iter().enumerate().skip(from.taker) {
            let ways = self.ways(taker, here.places);
            if let Some(&flips) = ways.get(way)
                && here.is_free(taker.component, taken | from.mask)
            {
                let taker = index;
                return Some((Receiver { taker, way, ..from }, flips));
            }
            way = 0;
        }
        None
    }
}

/// A state with some bits flipped.
#[inline]
pub(super) fn flip<const W: usize>(mut state: Packed<W>, flips: &Packed<W>) -> Packed<W> {
    for (word, flip) in state.iter_mut().zip(flips) {
        *word ^= flip;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::firings;
    use crate::sample::compile;
    use lockstep_core::generate::{Random, Shape, model};

    #[test]
    fn a_walk_meets_the_firings_in_their_order() {
        let shape = Shape {
            lifelines: (3, 7),
            states: (1, 2),
            transitions: (2, 6),
            effects: (2, 4),
            ..Shape::default()
        };
        let (mut compared, mut sent, mut whole) = (0, 0, 0);
        for seed in 0..400 {
            let mut random = Random::new(seed);
            let model = model(&shape, &mut random);
            let mut network = compile(&model, &model.system, &[]);
            for (lifeline, start) in model.system.iter().zip(&mut network.start) {
                let machine = &model.machines[lifeline.machine];
                // Who is in a state can take something, who is inside a transition can send.
                let places = if random.percent(60) {
                    machine.states.len()
                } else {
                    machine.place_count()
                };
                *start = random.between(0, places - 1) as LocalPlace;
            }
            let sizes: Vec<_> = network.components.iter().map(|c| c.places.len()).collect();
            let layout = Layout::<2>::new(&sizes).expect("small networks fit");
            let state = layout.pack(&network.start);
            let moves = Moves::new(&network, &layout);
            let here = Here {
                places: &network.start,
                twins: &vec![0; sizes.len()],
            };
            let mut expected = Vec::new();
            firings(&network, &network.start, &mut expected);
            let mut listed = Vec::new();
            let is_whole = moves.list(&network.start, &mut |set| {
                listed.push((set.actor, set.mask, set.flips));
            });
            whole += usize::from(is_whole);
            let mut by_walking = Walk::default();
            for &told in &listed {
                let set = by_walking.next(&moves, here, 0).expect("it is listed");
                assert_eq!((set.actor, set.mask, set.flips), told, "seed {seed}");
            }
            assert!(!is_whole || by_walking.next(&moves, here, 0).is_none());
            for taken in [0, random.between(0, 7) as u64] {
                let mut walk = Walk::default();
                for firing in expected.iter().filter(|it| it.mask() & taken == 0) {
                    let set = walk.next(&moves, here, taken).expect("there is one more");
                    let mut places = network.start.clone();
                    firing.apply(&mut places);
                    let after = flip(state, &set.flips);
                    assert_eq!((set.actor, set.mask), (firing.actor, firing.mask()));
                    assert_eq!(after, layout.pack(&places), "seed {seed}");
                    assert_eq!(walk.firing(&moves, &layout, here, &after), *firing);
                    assert_eq!(walk.silent().is_some(), firing.delivered.is_empty());
                    compared += 1;
                    sent += usize::from(firing.delivered.len() >= LOOK_AHEAD);
                }
                assert!(walk.next(&moves, here, taken).is_none(), "seed {seed}");
            }
        }
        assert!(
            compared > 1_000 && sent > 50 && whole > 100,
            "{compared} moves, {sent} large, {whole} whole lists"
        );
    }

    #[test]
    fn many_ways_to_hand_out_are_no_trouble_for_who_takes_the_first() {
        let effects: Vec<_> = (0..16).map(|it| format!("x{it}")).collect();
        let takes = |it: &String| format!("e --> e : {it};");
        let takes: String = effects.iter().map(takes).collect();
        let receivers: Vec<_> = (0..20).map(|it| format!("b{it}")).collect();
        let text = format!(
            "machine A {{ [*] --> s; s --> t : / {} }} machine B {{ [*] --> e; {takes} }}
             system {{ a : A; {} : B }} check deadlock",
            effects.join(", "),
            receivers.join(", ")
        );
        let (model, _) = lockstep_core::language::read(&text);
        let mut network = compile(&model, &model.system, &[]);
        // Inside the transition, all effects pending.
        network.start[0] = 2;
        assert!(!network.is_stuck(&network.start));
        let sizes: Vec<_> = network.components.iter().map(|c| c.places.len()).collect();
        let layout = Layout::<2>::new(&sizes).expect("small networks fit");
        let moves = Moves::new(&network, &layout);
        let here = Here {
            places: &network.start,
            twins: &[0; 21],
        };
        let mut walk = Walk::default();
        assert!(walk.next(&moves, here, 0).is_some());
        // With too few receivers left there is no way, and no search for one.
        assert!(Walk::default().next(&moves, here, 0b111_1110).is_none());
    }
}
