//! Whether two behaviours have the same runs, and may refuse the same after each: failures equivalence.
//!
//! A behaviour is a graph with named actions and silent moves. Both are followed side by side as sets of states, nearest first,
//! as determinisation does it (subset construction), so what tells them apart is a shortest run. After a run a behaviour may
//! refuse what none of the actions is that some state of it offers which has no silent move (Brookes, Hoare, Roscoe, *A theory
//! of communicating sequential processes*, JACM 1984). That it may end counts as an action. Silent moves without end are
//! not told from other ones.

mod machines;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::judgement::Difference;

pub use machines::{Alone, Together};

/// Pairs of sets that are followed at most.
const MOST_PAIRS: usize = 20_000;
/// Moves that are looked at at most.
const MOST_MOVES: usize = 2_000_000;

/// A graph with named actions.
pub trait Behaviour {
    /// A state of it.
    type State: Clone + Ord;

    /// Where it starts.
    fn start(&self) -> Self::State;

    /// The moves of a state: an action, or nothing for a silent one, and where it leads. `false` asks for no more.
    fn moves(&self, at: &Self::State, visit: &mut dyn FnMut(Option<String>, Self::State) -> bool);

    /// Whether it is fine to end in a state.
    fn may_end(&self, at: &Self::State) -> bool;
}

/// What a comparison came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// They are the same.
    Same,
    /// They are not.
    Differ(Difference),
    /// They are too large for that to be known.
    TooLarge,
}

/// The word for an end among the actions that a state offers. No action has this name: those of machines begin with a mark.
const END: &str = "end";

/// Compares yours with a reference: their runs, and with `refusals` what may be refused after each.
pub fn compare<A: Behaviour, B: Behaviour>(yours: &A, reference: &B, refusals: bool) -> Compared {
    let mut moves = MOST_MOVES;
    let found = Search {
        sides: (yours, reference),
        refusals,
        pairs: vec![],
        seen: BTreeSet::new(),
        todo: VecDeque::new(),
    }
    .run(&mut moves);
    match found {
        _ if moves == 0 => Compared::TooLarge,
        None => Compared::TooLarge,
        Some(None) => Compared::Same,
        Some(Some(difference)) => Compared::Differ(difference),
    }
}

/// What a set of states can do.
struct Offer<S> {
    /// Where each action leads.
    after: BTreeMap<String, BTreeSet<S>>,
    /// What each state offers that has no silent move.
    stable: BTreeSet<BTreeSet<String>>,
    /// Whether some state may end.
    may_end: bool,
}

type Sets<A, B> = (
    BTreeSet<<A as Behaviour>::State>,
    BTreeSet<<B as Behaviour>::State>,
);

struct Search<'s, A: Behaviour, B: Behaviour> {
    sides: (&'s A, &'s B),
    refusals: bool,
    /// The pairs in the order in which they were found: the one before, and the action that leads from it.
    pairs: Vec<(usize, String)>,
    seen: BTreeSet<Sets<A, B>>,
    todo: VecDeque<(usize, Sets<A, B>)>,
}

impl<A: Behaviour, B: Behaviour> Search<'_, A, B> {
    /// The first difference, if there is one; `None` where there are too many pairs.
    fn run(mut self, moves: &mut usize) -> Option<Option<Difference>> {
        let start = (
            closed(self.sides.0, [self.sides.0.start()].into(), moves),
            closed(self.sides.1, [self.sides.1.start()].into(), moves),
        );
        self.add(0, String::new(), start)?;
        while let Some((pair, (own, theirs))) = self.todo.pop_front() {
            if *moves == 0 {
                return None;
            }
            let own = offer(self.sides.0, &own, moves);
            let theirs = offer(self.sides.1, &theirs, moves);
            if let Some(sentence) = self.refusal(pair, &own, &theirs) {
                return Some(Some(self.difference(pair, None, sentence)));
            }
            let actions: BTreeSet<_> = own.after.keys().chain(theirs.after.keys()).collect();
            for action in actions {
                let (one, other) = (own.after.get(action), theirs.after.get(action));
                let (Some(one), Some(other)) = (one, other) else {
                    let [has, lacks] = who(one.is_some());
                    let sentence = format!("This run is possible in {has} and not in {lacks}.");
                    return Some(Some(self.difference(pair, Some(action), sentence)));
                };
                let next = (
                    closed(self.sides.0, one.clone(), moves),
                    closed(self.sides.1, other.clone(), moves),
                );
                self.add(pair, action.clone(), next)?;
            }
        }
        Some(None)
    }

    /// Adds a pair, if it is new; `None` where there are too many.
    fn add(&mut self, before: usize, action: String, sets: Sets<A, B>) -> Option<()> {
        if self.seen.insert(sets.clone()) {
            if self.pairs.len() == MOST_PAIRS {
                return None;
            }
            self.todo.push_back((self.pairs.len(), sets));
            self.pairs.push((before, action));
        }
        Some(())
    }

    /// What one of them may refuse at a pair, or that it may end, where the other one never does.
    fn refusal(
        &self,
        pair: usize,
        own: &Offer<A::State>,
        theirs: &Offer<B::State>,
    ) -> Option<String> {
        if !self.refusals {
            return None;
        }
        let after = self.after(pair);
        if own.may_end != theirs.may_end {
            let [has, lacks] = who(own.may_end);
            return Some(format!("{after} {has} may end, and {lacks} may not."));
        }
        let both = [
            (&own.stable, &theirs.stable, true),
            (&theirs.stable, &own.stable, false),
        ];
        both.into_iter().find_map(|(one, other, is_own)| {
            let [has, lacks] = who(is_own);
            let mut offers = one.iter();
            let less = offers.find(|it| !other.iter().any(|other| other.is_subset(it)))?;
            let refused = refused(less, other);
            Some(match refused.is_empty() {
                true => format!("{after} {has} may wait, and {lacks} goes on by itself for ever."),
                false => format!("{after} {has} may refuse {refused}, and {lacks} never does."),
            })
        })
    }

    fn difference(&self, pair: usize, last: Option<&String>, sentence: String) -> Difference {
        let mut run = self.run_to(pair);
        run.extend(last.cloned());
        Difference { run, sentence }
    }

    fn run_to(&self, mut pair: usize) -> Vec<String> {
        let mut run = Vec::new();
        while pair > 0 {
            let (before, action) = &self.pairs[pair];
            run.push(action.clone());
            pair = *before;
        }
        run.reverse();
        run
    }

    /// How a sentence about a pair begins.
    fn after(&self, pair: usize) -> String {
        let run = self.run_to(pair);
        match run.as_slice() {
            [] => "At the start".into(),
            run => {
                let run: Vec<_> = run.iter().map(|it| shown(it)).collect();
                format!("After {}", run.join(", "))
            }
        }
    }
}

fn who(is_own: bool) -> [&'static str; 2] {
    match is_own {
        true => ["yours", "the reference"],
        false => ["the reference", "yours"],
    }
}

/// What a state may refuse that offers `less`, and no state of the others refuses all of: what each of them offers besides.
fn refused(less: &BTreeSet<String>, others: &BTreeSet<BTreeSet<String>>) -> String {
    let besides = others.iter().map(|it| it - less);
    let besides: Vec<BTreeSet<String>> = besides.collect();
    let common = besides.iter().cloned().reduce(|all, it| &all & &it);
    let common = common.unwrap_or_default();
    let refused = match common.is_empty() {
        false => common,
        true => besides
            .into_iter()
            .filter_map(|it| it.into_iter().next())
            .collect(),
    };
    let refused: Vec<_> = refused.iter().map(|it| shown(it)).collect();
    refused.join(" and ")
}

/// An action in a sentence.
fn shown(action: &str) -> String {
    match (action.strip_prefix('?'), action.strip_prefix("!{")) {
        _ if action == END => "to end".into(),
        (Some(taken), _) => format!("`{taken}`"),
        (_, Some(sent)) => format!("to send `{}`", sent.trim_end_matches('}')),
        _ => format!("`{action}`"),
    }
}

/// A set of states with all that silent moves lead to.
fn closed<B: Behaviour>(
    behaviour: &B,
    mut states: BTreeSet<B::State>,
    moves: &mut usize,
) -> BTreeSet<B::State> {
    let mut todo: Vec<_> = states.iter().cloned().collect();
    while let Some(at) = todo.pop() {
        behaviour.moves(&at, &mut |action, next| {
            *moves = moves.saturating_sub(1);
            if action.is_none() && states.insert(next.clone()) {
                todo.push(next);
            }
            *moves > 0
        });
    }
    states
}

/// What a set of states can do.
fn offer<B: Behaviour>(
    behaviour: &B,
    states: &BTreeSet<B::State>,
    moves: &mut usize,
) -> Offer<B::State> {
    let mut offer = Offer {
        after: BTreeMap::new(),
        stable: BTreeSet::new(),
        may_end: false,
    };
    for at in states {
        let (mut actions, mut is_stable) = (BTreeSet::new(), true);
        behaviour.moves(at, &mut |action, next| {
            *moves = moves.saturating_sub(1);
            match action {
                None => is_stable = false,
                Some(action) => {
                    actions.insert(action.clone());
                    offer.after.entry(action).or_default().insert(next);
                }
            }
            *moves > 0
        });
        if behaviour.may_end(at) {
            offer.may_end = true;
            actions.insert(END.into());
        }
        if is_stable {
            offer.stable.insert(actions);
        }
    }
    offer
}

#[cfg(test)]
mod tests;
