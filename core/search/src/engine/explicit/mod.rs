//! Explicit search: breadth first over packed global states, one layer per transaction.
//!
//! Layer d holds the states whose shortest path has d transactions, so the first state of a value
//! gives its minimal depth, and an empty layer means that every reachable state was visited.

/// Runs its body with the narrowest layout that fits: one word where that does, else the next.
macro_rules! widths {
    ($task:expr, |$layout:ident| $body:block) => {
        widths!(sizes $task.sizes(), |$layout| $body)
    };
    (sizes $sizes:expr, |$layout:ident| $body:block) => {
        widths!(@ $sizes, $layout, $body, 1 2 4 16)
    };
    (@ $sizes:expr, $layout:ident, $body:block, $($words:literal)*) => {{
        let sizes = $sizes;
        'fits: {
            $(if let Some($layout) = Layout::<$words>::new(&sizes) {
                $body
                break 'fits;
            })*
        }
    }};
}

mod expansion;
mod gauge;
mod greedy;
mod moves;
mod next_witness;
mod packed;
mod reach;
mod search;
mod symmetry;
mod table;

use std::borrow::Cow;

use super::{Coverage, Finding, Limits, Reached, Watch};
use crate::network::{Firing, LocalPlace, Messages, PlaceSet, Task};
use greedy::Greedy;
use next_witness::Shown;
use packed::Layout;
pub use search::Pace;
use search::Search;

/// Solves a task by explicit search.
#[must_use]
pub fn solve(task: &Task, limits: &Limits, watch: &mut dyn Watch) -> Finding {
    survey(task, limits, watch, &[]).0
}

/// Solves a task as [`solve`] does, but goes on beyond its bound while the limits allow: where every
/// state is visited, the finding covers every length, and is still the best within the bound.
#[must_use]
pub fn solve_beyond(task: &Task, limits: &Limits, watch: &mut dyn Watch) -> Finding {
    beyond_or_towards(task, None, limits, watch)
}

/// Solves a task within its bound, of which a run of this value is known: states from which nothing better can be
/// reached in time are not gone on from (`reach`). Value and shortest run are those of [`solve`].
#[must_use]
pub fn solve_towards(task: &Task, value: u32, limits: &Limits, watch: &mut dyn Watch) -> Finding {
    beyond_or_towards(task, Some(value), limits, watch)
}

fn beyond_or_towards(
    task: &Task,
    value: Option<u32>,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Finding {
    let mut found = Finding::start(task);
    widths!(task, |layout| {
        let search = Search::new(Cow::Borrowed(task), Pace::Transactions, layout, limits);
        found = search.beyond().towards(value).run(watch).0;
    });
    found
}

/// Solves a task, and says for each region whether a visited state of greatest value lies in it.
///
/// A region is one set of places per coordinate. The search does not end early at the greatest
/// value: all states within the bound are visited.
#[must_use]
pub fn survey(
    task: &Task,
    limits: &Limits,
    watch: &mut dyn Watch,
    regions: &[Vec<PlaceSet>],
) -> (Finding, Vec<bool>) {
    let mut found = (Finding::start(task), vec![false; regions.len()]);
    widths!(task, |layout| {
        let search = Search::new(Cow::Borrowed(task), Pace::Transactions, layout, limits);
        found = search.surveying(regions).run(watch);
    });
    found
}

/// Somebody who is shown every global state once, those with fewer transactions first.
pub trait Visitor {
    /// A state, and the fewest transactions that lead to it. `true` asks for a run to it.
    fn visit(&mut self, state: &[LocalPlace], depth: u32) -> bool;

    /// After the search: one transaction of the runs that were asked for. Each is told once, those
    /// nearer to the start first, so that all that are told make up the runs.
    fn step(&mut self, before: &[LocalPlace], after: &[LocalPlace]);
}

/// Visits all states within the bound, whatever the objective; says how far it got.
pub fn tour(
    task: &Task,
    limits: &Limits,
    watch: &mut dyn Watch,
    visitor: &mut dyn Visitor,
) -> (Coverage, Reached) {
    let mut found = Finding::start(task);
    widths!(task, |layout| {
        let search = Search::new(Cow::Borrowed(task), Pace::Transactions, layout, limits);
        found = search.showing(visitor).run(watch).0;
    });
    (found.coverage, found.reached)
}

/// A shortest run to the objective's greatest value whose messages differ from those of every run
/// that was shown before: its transactions, if there is one. The finding's coverage says what is
/// known where there is none. See [`Messages`] for what makes runs differ.
///
/// The states of this search are global states, each with how far the run has kept to each of the
/// shown ones: in the worst case the product of all that, in practice a few more than there are
/// global states, because a run that has left a shown one stays away from it for good.
pub fn next_witness(
    task: &Task,
    shown: &[Messages],
    limits: &Limits,
    watch: &mut dyn Watch,
) -> (Option<Vec<Vec<Firing>>>, Finding) {
    let shown = Shown::new(task, shown);
    let mut found = (None, Finding::start(task));
    let sizes: Vec<_> = task.sizes().into_iter().chain(shown.sizes()).collect();
    widths!(sizes sizes, |layout| {
        let search = Search::new(Cow::Borrowed(task), Pace::Transactions, layout, limits);
        let mut search = search.avoiding(shown);
        let finding = search.search(watch);
        found = (finding.met.then(|| search.transactions()), finding);
    });
    found
}

/// Visits every state that any number of message sets can reach, one message set at a time, until
/// enough is found: the same states as [`solve`] without a bound, far sooner, but the run is not a
/// shortest one. Where messages are observed, a transaction may skip over some that its message sets one
/// after the other do not; no more is ever observed for that, so the greatest value is the same.
#[must_use]
pub fn closure(task: &Task, limits: &Limits, watch: &mut dyn Watch) -> Finding {
    debug_assert!(task.bound.is_none());
    let mut found = Finding::start(task);
    widths!(task, |layout| {
        let search = Search::new(Cow::Borrowed(task), Pace::MessageSets, layout, limits);
        found = search.run(watch).0;
    });
    found
}

/// A visit of states that can be left at any step and gone on with, for those who let several searches
/// take turns.
pub trait Visit {
    /// Goes on for so many steps, in so many bytes; says what is known of what it has not found once it is
    /// over.
    fn go_on(&mut self, steps: u64, memory: u64, watch: &mut dyn Watch) -> Option<Coverage>;

    /// The steps that were tried so far.
    fn tried(&self) -> u64;

    /// The bytes that it takes.
    fn bytes(&self) -> u64;

    /// How far it got.
    fn reached(&self) -> Reached;

    /// Whether it has seen every path within the bound, and only goes on to see those beyond it.
    fn is_beyond(&self) -> bool;

    /// The steps that are still before it up to the bound, if its layers go on growing as they did; 0
    /// where nothing can be said.
    fn outlook(&self) -> u64;

    /// What it has found, given what is known of the rest.
    fn finding(&mut self, coverage: Coverage) -> Finding;
}

impl<const W: usize> Visit for Search<'_, '_, W> {
    fn go_on(&mut self, steps: u64, memory: u64, watch: &mut dyn Watch) -> Option<Coverage> {
        self.advance(steps, memory, watch)
    }

    fn tried(&self) -> u64 {
        self.tried()
    }

    fn bytes(&self) -> u64 {
        self.bytes()
    }

    fn reached(&self) -> Reached {
        self.reached_now()
    }

    fn is_beyond(&self) -> bool {
        self.has_reached_bound()
    }

    fn outlook(&self) -> u64 {
        self.outlook()
    }

    fn finding(&mut self, coverage: Coverage) -> Finding {
        self.finish(coverage)
    }
}

/// A visit that has not begun, as [`solve_beyond`] makes it in transactions and [`closure`] one message set
/// at a time; with a value in transactions as [`solve_towards`].
#[must_use]
pub fn visit(
    task: &Task,
    pace: Pace,
    value: Option<u32>,
    limits: &Limits,
) -> Option<Box<dyn Visit>> {
    let mut visit: Option<Box<dyn Visit>> = None;
    widths!(task, |layout| {
        let search = Search::new(Cow::Owned(task.clone()), pace, layout, limits);
        visit = Some(Box::new(search.beyond().towards(value)));
    });
    visit
}

/// Greedy best-first search towards the greatest value that the bounds leave, see
/// `greedy`: a run and its value, never a statement about what there is not.
///
/// `None` for objectives that give no direction, and for tasks with messages to observe.
#[must_use]
pub fn greedy(task: &Task, states: u64, watch: &mut dyn Watch) -> Option<Finding> {
    let mut found = None;
    widths!(task, |layout| {
        found = Greedy::new(task, layout, states).map(|search| search.run(watch));
    });
    found
}

#[cfg(test)]
mod tests {
    use super::super::Unwatched;
    use super::*;
    use crate::sample::{is_witnessed, task};
    use lockstep_core::generate::{Random, Shape, goal, model};
    use lockstep_core::language::questions::Mode;
    use lockstep_core::language::{Check, Question};

    #[test]
    fn one_message_set_at_a_time_visits_the_same_states() {
        let (mut visited, mut shortened) = (0, 0);
        for seed in 0..400 {
            let mut random = Random::new(seed);
            let model = model(&Shape::default(), &mut random);
            let question = match seed % 3 {
                0 => Question::Deadlock,
                1 => Question::Reach {
                    goal: goal(&model, &mut random),
                },
                _ => Question::Scenario {
                    scenario: 0,
                    mode: Mode::Strict,
                },
            };
            let check = Check::asking(question, None);
            let task = task(&model, &check);
            let limits = Limits {
                states: 5_000,
                transactions: 100_000,
                ..Limits::default()
            };
            let expected = solve(&task, &limits, &mut Unwatched);
            if expected.coverage != Coverage::Every {
                continue;
            }
            let found = closure(&task, &limits, &mut Unwatched);
            assert_eq!(found.value, expected.value, "seed {seed}");
            assert!(found.depth >= expected.depth, "seed {seed}");
            assert!(is_witnessed(&model, &check, &found), "seed {seed}");
            if !found.met {
                assert_eq!(found.reached.states, expected.reached.states, "seed {seed}");
                visited += 1;
            }
            shortened += u32::from(found.depth > expected.depth);
        }
        assert!(visited > 50 && shortened > 5, "{visited}, {shortened}");
    }

    #[test]
    fn what_is_found_beyond_the_bound_does_not_count() {
        let (mut ended, mut later) = (0, 0);
        for seed in 0..400 {
            let mut random = Random::new(seed);
            let model = model(&Shape::default(), &mut random);
            let goal = goal(&model, &mut random);
            let bound = random.between(0, 4) as u32;
            let task = task(
                &model,
                &Check::asking(Question::Reach { goal }, Some(bound)),
            );
            let limits = Limits {
                states: 300,
                ..Limits::default()
            };
            let within = solve(&task, &limits, &mut Unwatched);
            if !matches!(within.coverage, Coverage::Open(_)) {
                let found = solve_beyond(&task, &limits, &mut Unwatched);
                assert_eq!((found.value, found.depth), (within.value, within.depth));
                assert!(matches!(found.coverage, Coverage::Every | Coverage::Bound));
                ended += u32::from(found.coverage == Coverage::Every && found.value == 0);
                let mut unbounded = task.clone();
                unbounded.bound = None;
                let whole = solve(&unbounded, &limits, &mut Unwatched);
                let is_later = whole.value > found.value;
                assert!(
                    !is_later || found.coverage == Coverage::Bound,
                    "seed {seed}"
                );
                later += u32::from(is_later);
            }
        }
        assert!(ended > 50 && later > 5, "{ended}, {later}");
    }

    #[test]
    fn what_greedy_search_finds_replays_and_is_in_time() {
        let (mut met, mut missed) = (0, 0);
        for seed in 0..600 {
            let mut random = Random::new(seed);
            let model = model(&Shape::default(), &mut random);
            let goal = goal(&model, &mut random);
            let bound = random.between(1, 6) as u32;
            let check = Check::asking(Question::Reach { goal }, Some(bound));
            let task = task(&model, &check);
            let expected = solve(&task, &Limits::default(), &mut Unwatched);
            let found = greedy(&task, 500, &mut Unwatched).expect("goals give a direction");
            assert!(found.value <= expected.value, "seed {seed}");
            assert!(found.depth <= bound, "seed {seed}");
            assert!(is_witnessed(&model, &check, &found), "seed {seed}");
            if expected.value == 1 {
                *(if found.value == 1 {
                    &mut met
                } else {
                    &mut missed
                }) += 1;
                assert!(found.value == 0 || found.depth >= expected.depth);
            }
        }
        assert!(met > 20 * missed.max(1), "met {met}, missed {missed}");
    }
}
