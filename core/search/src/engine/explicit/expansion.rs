//! Expansion: the steps from one state, one after the other.
//!
//! A step is a message set, or every *set* of pairwise disjoint ones, a transaction. Transactions are
//! enumerated by adding message sets in a fixed order, each at most once, so none is tried twice. The
//! enumeration can be left at any step and gone on with later, and takes hardly any memory: message sets
//! are listed where they are few and nobody is alike, else walked through once more at each level.
//!
//! **Twins.** Two alike components (see [`super::symmetry`]) in the same place are twins, and a twin
//! takes part in a transaction only if the one before it does. *Nothing is lost:* if j takes part and its
//! twin i < j does not, exchanging the two gives a transaction into the same orbit, and one that is met
//! earlier, because wherever j is chosen, i could have been. In the same way, of two twins that both move
//! silently the first never takes a later move than the second. So what is left out would only have led
//! to orbits that were visited, and the first way into an orbit is never left out.

use std::borrow::Cow;

use super::moves::{Here, MessageSet, Moves, Walk, flip};
use super::next_witness::Shown;
use super::packed::{Layout, Packed};
use super::symmetry::Symmetry;
use crate::budget::bytes_of;
use crate::network::{Firing, LocalPlace, Task, played};

/// So many message sets of a state are listed at most; more are walked through at each level.
const MOST_LISTED: usize = 1_000;

/// What can happen in a state.
pub(super) struct Steps<'t, const W: usize> {
    pub(super) task: Cow<'t, Task>,
    pub(super) layout: Layout<W>,
    pub(super) moves: Moves<W>,
    /// Whether a step is a whole transaction, not a single message set.
    pub(super) are_transactions: bool,
    /// Runs that are not looked for.
    pub(super) shown: Shown<'t>,
    pub(super) symmetry: Symmetry,
}

/// A message set, and how far it takes the observer.
#[derive(Clone, Copy)]
struct Candidate<const W: usize> {
    set: MessageSet<W>,
    seen: LocalPlace,
}

/// A step under construction.
#[derive(Clone, Copy)]
pub(super) struct Partial<const W: usize> {
    /// The state that it leads to so far.
    pub(super) state: Packed<W>,
    used: u64,
    observed: LocalPlace,
}

/// An enumeration of the steps from one state.
pub(super) struct Expansion<const W: usize> {
    from: Packed<W>,
    places: Vec<LocalPlace>,
    twins: Vec<u64>,
    observed: LocalPlace,
    listed: Vec<Candidate<W>>,
    is_listed: bool,
    /// Where there is a list: the steps that are added to, each with the next one in the list.
    parts: Vec<(Partial<W>, usize)>,
    /// One level for each message set of the step at hand, and one more; the others rest.
    levels: Vec<Level<W>>,
    open: usize,
}

/// The message sets that can come next in a step.
struct Level<const W: usize> {
    partial: Partial<W>,
    /// The next one in the list.
    next: usize,
    /// Where there is no list.
    walk: Walk<W>,
    /// What the walk met last, and the number of the move if that is a silent one.
    chosen: Option<(MessageSet<W>, Option<usize>)>,
}

impl<const W: usize> Steps<'_, W> {
    /// The state that stands for one that a step leads to.
    #[inline]
    pub(super) fn settled(&self, state: Packed<W>) -> Packed<W> {
        let state = self.shown.together(&self.layout, state);
        self.symmetry.representative(&self.layout, state)
    }

    /// How many of the messages to observe have been, in an unpacked state.
    #[inline]
    fn observed(&self, places: &[LocalPlace]) -> LocalPlace {
        if self.task.observed.is_empty() {
            0
        } else {
            places[self.task.network.components.len()]
        }
    }

    /// Whether a step leads to nothing but the places of its message sets.
    #[inline]
    fn are_plain(&self) -> bool {
        !self.are_watched() && self.symmetry.is_trivial()
    }

    /// Whether it matters which messages there are.
    #[inline]
    fn are_watched(&self) -> bool {
        !self.task.observed.is_empty() || !self.shown.is_empty()
    }

    /// A message set of a state with all that it changes.
    #[inline]
    fn candidate(&self, walk: &Walk<W>, set: MessageSet<W>, from: &Expansion<W>) -> Candidate<W> {
        if !self.are_watched() || walk.silent().is_some() {
            let seen = from.observed;
            return Candidate { set, seen };
        }
        let after = flip(from.from, &set.flips);
        let firing = walk.firing(&self.moves, &self.layout, from.here(), &after);
        let next = &self.task.observed[usize::from(from.observed)..];
        // The language limits messages to fewer than 2^16.
        let seen = from.observed + played(next, &firing) as LocalPlace;
        let mut flips = set.flips;
        if !self.shown.is_empty() {
            let mut after = from.places.clone();
            firing.apply(&mut after);
            self.shown.follow(&firing, &mut after);
            flips = flip(from.from, &self.layout.pack(&after));
        }
        let set = MessageSet { flips, ..set };
        Candidate { set, seen }
    }

    /// Adds a message set; what is observed goes on as far as one message set of the transaction
    /// can take it. Taking it further is never worse: fewer messages are left.
    #[inline]
    fn with(&self, mut partial: Partial<W>, option: &Candidate<W>) -> Partial<W> {
        partial.used |= option.set.mask;
        partial.state = flip(partial.state, &option.set.flips);
        if option.seen > partial.observed {
            partial.observed = option.seen;
            let coordinate = self.task.network.components.len();
            self.layout.set(&mut partial.state, coordinate, option.seen);
        }
        partial
    }
}

impl<const W: usize> Expansion<W> {
    /// The enumeration of nothing.
    pub(super) fn new() -> Self {
        Self {
            from: [0; W],
            places: Vec::new(),
            twins: Vec::new(),
            observed: 0,
            listed: Vec::new(),
            is_listed: false,
            parts: Vec::new(),
            levels: Vec::new(),
            open: 0,
        }
    }

    /// Begins the enumeration of the steps from a state.
    pub(super) fn begin(&mut self, steps: &Steps<'_, W>, from: Packed<W>) {
        self.begin_walking(steps, from);
        let has_twins = || self.twins.iter().any(|&it| it != 0);
        self.is_listed = (steps.symmetry.is_trivial() || !has_twins()) && self.list(steps);
        self.parts.clear();
        let level = &self.levels[0];
        self.parts.push((level.partial, 0));
    }

    /// As [`Self::begin`], but tells [`Self::firings`] of each step.
    pub(super) fn begin_walking(&mut self, steps: &Steps<'_, W>, from: Packed<W>) {
        self.from = from;
        steps.layout.unpack(&from, &mut self.places);
        self.observed = steps.observed(&self.places);
        steps.symmetry.twins(&self.places, &mut self.twins);
        self.is_listed = false;
        self.open = 0;
        let partial = Partial {
            state: from,
            used: 0,
            observed: self.observed,
        };
        self.push(partial, 0, 0);
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        let levels = self.levels.iter().map(|it| it.walk.bytes());
        let own = bytes_of(&self.listed) + bytes_of(&self.parts) + bytes_of(&self.levels);
        own + levels.sum::<u64>()
    }

    #[inline]
    fn here(&self) -> Here<'_> {
        Here {
            places: &self.places,
            twins: &self.twins,
        }
    }

    /// Lists the message sets of the state; false where they are too many.
    #[inline]
    fn list(&mut self, steps: &Steps<'_, W>) -> bool {
        self.listed.clear();
        if !steps.are_watched() {
            let (listed, seen) = (&mut self.listed, self.observed);
            let tell = &mut |set| listed.push(Candidate { set, seen });
            return steps.moves.list(&self.places, tell);
        }
        let mut listed = std::mem::take(&mut self.listed);
        let mut walk = std::mem::take(&mut self.levels[0].walk);
        let mut is_whole = true;
        while let Some(set) = walk.next(&steps.moves, self.here(), 0) {
            if listed.len() == MOST_LISTED {
                is_whole = false;
                break;
            }
            listed.push(steps.candidate(&walk, set, self));
        }
        walk.start_at(0);
        self.levels[0].walk = walk;
        self.listed = listed;
        is_whole
    }

    /// Opens a level whose message sets come from a place of the list or from an actor on.
    #[inline]
    fn push(&mut self, partial: Partial<W>, next: usize, actor: usize) {
        if self.open == self.levels.len() {
            self.levels.push(Level {
                partial,
                next,
                walk: Walk::default(),
                chosen: None,
            });
        }
        let level = &mut self.levels[self.open];
        level.partial = partial;
        level.next = next;
        level.walk.start_at(actor);
        self.open += 1;
    }

    /// Adds the states that stand for those the next steps lead to, up to so many in all; false once there
    /// are no more steps. After [`Self::begin`], and never mixed with [`Self::next_if`].
    #[inline]
    pub(super) fn fill(
        &mut self,
        steps: &Steps<'_, W>,
        into: &mut Vec<Packed<W>>,
        most: usize,
    ) -> bool {
        if self.is_listed && !steps.are_transactions {
            return self.fill_with_sets(steps, into, most);
        }
        while into.len() < most {
            if !self.is_listed {
                let Some(next) = self.next_if(steps, |_, _| true) else {
                    return false;
                };
                into.push(steps.settled(next.state));
                continue;
            }
            let Some((part, from)) = self.parts.last_mut() else {
                return false;
            };
            let mut rest = self.listed[*from..].iter();
            let Some(option) = rest.find(|it| it.set.mask & part.used == 0) else {
                self.parts.pop();
                continue;
            };
            *from = self.listed.len() - rest.len();
            let next = (steps.with(*part, option), *from);
            if steps.are_transactions && !rest.as_slice().is_empty() {
                self.parts.push(next);
            }
            into.push(steps.settled(next.0.state));
        }
        true
    }

    /// The same where each step is one message set of the list.
    fn fill_with_sets(
        &mut self,
        steps: &Steps<'_, W>,
        into: &mut Vec<Packed<W>>,
        most: usize,
    ) -> bool {
        let Some((part, from)) = self.parts.last_mut() else {
            return false;
        };
        let rest = &self.listed[*from..];
        let now = &rest[..rest.len().min(most.saturating_sub(into.len()))];
        *from += now.len();
        if steps.are_plain() {
            into.extend(now.iter().map(|it| flip(part.state, &it.set.flips)));
        } else {
            into.extend(
                now.iter()
                    .map(|it| steps.settled(steps.with(*part, it).state)),
            );
        }
        now.len() < rest.len()
    }

    /// The next step that can be had from parts that all fit; a part is given by the components that
    /// have taken part so far and the state that it leads to. Steps with a part that does not are
    /// passed over together.
    pub(super) fn next_if(
        &mut self,
        steps: &Steps<'_, W>,
        fits: impl Fn(u64, &Packed<W>) -> bool,
    ) -> Option<Partial<W>> {
        while self.open > 0 {
            let level = self.open - 1;
            let option = if self.is_listed {
                self.next_listed(level)
            } else {
                self.next_walked(steps, level)
            };
            let Some(option) = option else {
                self.open -= 1;
                continue;
            };
            let next = steps.with(self.levels[level].partial, &option);
            if !fits(next.used, &next.state) {
                continue;
            }
            if steps.are_transactions {
                let from = self.levels[level].next;
                self.push(next, from, option.set.actor + 1);
            }
            return Some(next);
        }
        None
    }

    fn next_listed(&mut self, level: usize) -> Option<Candidate<W>> {
        let level = &mut self.levels[level];
        while let Some(option) = self.listed.get(level.next) {
            level.next += 1;
            if option.set.mask & level.partial.used == 0 {
                return Some(*option);
            }
        }
        None
    }

    fn next_walked(&mut self, steps: &Steps<'_, W>, level: usize) -> Option<Candidate<W>> {
        let mut walk = std::mem::take(&mut self.levels[level].walk);
        let used = self.levels[level].partial.used;
        let found = loop {
            let Some(set) = walk.next(&steps.moves, self.here(), used) else {
                break None;
            };
            if walk
                .silent()
                .is_some_and(|it| self.is_too_early(level, set.actor, it))
            {
                continue;
            }
            self.levels[level].chosen = Some((set, walk.silent()));
            break Some(steps.candidate(&walk, set, self));
        };
        self.levels[level].walk = walk;
        found
    }

    /// Whether the twin of a component has taken a later silent move than this one in the step at hand.
    #[inline]
    fn is_too_early(&self, level: usize, actor: usize, silent: usize) -> bool {
        let twin = self.twins[actor];
        let mut chosen = self.levels[..level].iter().filter_map(|it| it.chosen);
        twin != 0 && chosen.any(|(set, by)| twin >> set.actor & 1 == 1 && by > Some(silent))
    }

    /// The message sets of the step that came last. Only after [`Self::begin_walking`].
    pub(super) fn firings(&self, steps: &Steps<'_, W>) -> Vec<Firing> {
        let last = self.open - usize::from(steps.are_transactions);
        let firing = |level: &Level<W>| {
            let (set, _) = level.chosen?;
            let after = flip(self.from, &set.flips);
            let here = self.here();
            Some(level.walk.firing(&steps.moves, &steps.layout, here, &after))
        };
        self.levels[..last].iter().filter_map(firing).collect()
    }
}
