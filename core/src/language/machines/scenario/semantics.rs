//! What it means that machines play a scenario: decisions 2, 4, 5 and 6, by exhaustive search.
//!
//! The judge of every fast answer about scenarios. Slow: it enumerates all transactions of all
//! reachable global states.

use std::collections::BTreeSet;

use super::model::{Message, Scenario};
use crate::language::machines::judge::explore;
use crate::language::machines::{Composition, GlobalState, MessageSet, Transaction};
use crate::language::questions::Mode;

/// What the definitions say about a scenario within a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The most messages that can be exchanged, over all paths within the bound (decision 6).
    pub prefix: usize,
    /// The fewest transactions with which that many can be: of the path before the first message
    /// (strict), of the whole path (loose).
    pub depth: usize,
}

/// How many further messages of the scenario a message set stands for, after `done` messages.
///
/// Decision 2: a message set of n messages stands for n consecutive messages, in any order among
/// themselves. Strict: all deliveries of the set are those n messages. Loose: at least one is, and
/// the others are ignored, like any other message in between.
#[must_use]
pub fn stands_for(
    set: &MessageSet,
    messages: &[Message],
    done: usize,
    mode: Mode,
) -> BTreeSet<usize> {
    let is_delivery = |message: &Message| {
        message.from == set.sender
            && set
                .deliveries
                .iter()
                .any(|d| d.symbol == message.symbol && d.receiver == message.to)
    };
    let rest = &messages[done..];
    (1..=set.deliveries.len().min(rest.len()))
        .filter(|&count| {
            let next = &rest[..count];
            let distinct = (0..count).all(|i| {
                (0..i).all(|j| (next[i].symbol, next[i].to) != (next[j].symbol, next[j].to))
            });
            let whole = mode == Mode::Loose || count == set.deliveries.len();
            distinct && whole && next.iter().all(is_delivery)
        })
        .collect()
}

/// Judges a scenario: all states within `bound` transactions, all ways to go on from them.
///
/// Complexity: exponential in the lifelines; for small models only.
#[must_use]
pub fn judge(
    composition: &Composition<'_>,
    scenario: &Scenario,
    mode: Mode,
    bound: usize,
) -> Judgement {
    match mode {
        Mode::Strict => judge_strict(composition, scenario, bound),
        Mode::Loose => judge_loose(composition, scenario, bound),
    }
}

/// Decision 4: at most `bound` transactions, then the messages with only ε-moves in between.
fn judge_strict(composition: &Composition<'_>, scenario: &Scenario, bound: usize) -> Judgement {
    let mut best = Judgement {
        prefix: 0,
        depth: 0,
    };
    explore(composition, bound, |state, depth| {
        let prefix = longest_from(composition, &scenario.messages, state);
        if prefix > best.prefix {
            best = Judgement { prefix, depth };
        }
        true
    });
    best
}

/// The longest prefix of the messages that can be exchanged from a state with only ε-moves
/// besides, one message set at a time.
#[must_use]
pub fn longest_from(
    composition: &Composition<'_>,
    messages: &[Message],
    state: &GlobalState,
) -> usize {
    let mut seen = BTreeSet::from([(state.clone(), 0)]);
    let mut open = vec![(state.clone(), 0)];
    let mut best = 0;
    while let Some((state, done)) = open.pop() {
        best = best.max(done);
        for set in composition.admissible(&state) {
            let counts = if set.deliveries.is_empty() {
                BTreeSet::from([0])
            } else {
                stands_for(&set, messages, done, Mode::Strict)
            };
            let after = composition
                .apply(&state, &vec![set])
                .expect("admissible sets can be applied");
            for count in counts {
                let entry = (after.clone(), done + count);
                if seen.insert(entry.clone()) {
                    open.push(entry);
                }
            }
        }
    }
    best
}

/// Decision 5: at most `bound` transactions in all, of which some carry the next messages.
fn judge_loose(composition: &Composition<'_>, scenario: &Scenario, bound: usize) -> Judgement {
    let messages = &scenario.messages;
    let mut best = Judgement {
        prefix: 0,
        depth: 0,
    };
    let mut seen = BTreeSet::from([(composition.initial(), 0)]);
    let mut layer: Vec<(GlobalState, usize)> = seen.iter().cloned().collect();
    for depth in 1..=bound {
        let mut next = Vec::new();
        for (state, done) in &layer {
            for step in composition.enabled(state) {
                let after = composition
                    .apply(state, &step)
                    .expect("enabled steps can be applied");
                for count in loose_counts(&step, messages, *done) {
                    let entry = (after.clone(), done + count);
                    if seen.insert(entry.clone()) {
                        if entry.1 > best.prefix {
                            best = Judgement {
                                prefix: entry.1,
                                depth,
                            };
                        }
                        next.push(entry);
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    best
}

fn loose_counts(step: &Transaction, messages: &[Message], done: usize) -> BTreeSet<usize> {
    let mut counts = BTreeSet::from([0]);
    for set in step {
        counts.extend(stands_for(set, messages, done, Mode::Loose));
    }
    counts
}

/// Why a run does not play a scenario as claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotPlayed {
    /// Index of the first step that breaks the rules.
    pub step: usize,
}

/// Checks that a run plays the scenario as `done` claims: `done[i]` messages after step `i`.
///
/// The run itself must already have been replayed. Strict: the first `path` steps may be anything
/// and exchange no message of the scenario; each later step is either made of ε-moves only, or of
/// one message set that stands for the next messages. Loose: each step may go on by what one of
/// its message sets stands for.
///
/// # Errors
/// Names the first step at which the claim is wrong.
pub fn plays(
    messages: &[Message],
    mode: Mode,
    path: usize,
    steps: &[Transaction],
    done: &[usize],
) -> Result<(), NotPlayed> {
    let mut before = 0;
    for (index, (step, &after)) in steps.iter().zip(done).enumerate() {
        let allowed = match mode {
            Mode::Strict if index < path => after == 0,
            Mode::Strict => match step.as_slice() {
                [set] if !set.deliveries.is_empty() => {
                    after > before
                        && stands_for(set, messages, before, mode).contains(&(after - before))
                }
                sets => after == before && sets.iter().all(|set| set.deliveries.is_empty()),
            },
            Mode::Loose => {
                after >= before && loose_counts(step, messages, before).contains(&(after - before))
            }
        };
        if !allowed {
            return Err(NotPlayed { step: index });
        }
        before = after;
    }
    if steps.len() == done.len() {
        Ok(())
    } else {
        Err(NotPlayed {
            step: steps.len().min(done.len()),
        })
    }
}
