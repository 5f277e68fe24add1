//! Slimming: a run without the moves that its end does not need.
//!
//! Engines minimise the number of transactions, not what happens beside each other in them: a
//! lifeline may wander about while others make the point. Here every firing is dropped, with
//! whatever depends on it, if the rest still ends with the same value.

use super::{Firing, LocalPlace, Places, ScenarioMessage, Task, carries};

/// The state before each step and at the end, with how many messages were observed by then.
pub struct Course {
    /// The components' places.
    pub places: Vec<Places>,
    /// The number of observed messages.
    pub seen: Vec<usize>,
}

/// How far one transaction takes the observer on: as far as one of its message sets can.
///
/// Taking it further is never worse, because fewer messages are left.
#[must_use]
pub fn observe(messages: &[ScenarioMessage], seen: usize, step: &[Firing]) -> usize {
    let furthest = step
        .iter()
        .map(|firing| played(&messages[seen..], firing))
        .max();
    seen + furthest.unwrap_or(0)
}

/// How many of the next messages one firing plays: the longest run of distinct messages that it
/// carries.
#[must_use]
pub fn played(next: &[ScenarioMessage], firing: &Firing) -> usize {
    let fits =
        |index: usize| !next[..index].contains(&next[index]) && carries(firing, &next[index]);
    (0..next.len()).take_while(|&index| fits(index)).count()
}

/// The course of steps that are known to be possible.
#[must_use]
pub fn course(task: &Task, steps: &[Vec<Firing>]) -> Course {
    let mut places = vec![task.network.start.clone()];
    let mut seen = vec![0];
    for (index, step) in steps.iter().enumerate() {
        seen.push(observe(&task.observed, seen[index], step));
        places.push(super::after(&places[index], step));
    }
    Course { places, seen }
}

/// Drops every firing that the value at the end of the run does not need. No step becomes empty,
/// so the number of transactions stays.
///
/// O(n²) for a run with n firings.
#[must_use]
pub fn slim(task: &Task, steps: Vec<Vec<Firing>>, value: u32) -> Vec<Vec<Firing>> {
    slim_while(task, steps, |slimmer| ends_with(task, slimmer, value))
}

/// Most places of components that are gone through. Where a run is so long that more would be, it keeps
/// what is left of its other moves.
const MOST_WORK: usize = 200_000_000;

/// Drops every firing without which the run still is as wanted, as far as that takes no longer than a
/// moment. No step becomes empty.
pub fn slim_while(
    task: &Task,
    mut steps: Vec<Vec<Firing>>,
    is_wanted: impl Fn(&[Vec<Firing>]) -> bool,
) -> Vec<Vec<Firing>> {
    let mut work = 0;
    for step in (0..steps.len()).rev() {
        let mut index = 0;
        while index < steps[step].len() {
            // Once to see what else depends on it, once to see where that leads.
            work += 2 * steps.len() * task.network.components.len();
            if work > MOST_WORK {
                return steps;
            }
            match without(task, &steps, step, index) {
                Some(slimmer) if is_wanted(&slimmer) => steps = slimmer,
                _ => index += 1,
            }
        }
    }
    steps
}

/// The steps without one firing and without all that is then no longer possible; `None` where a
/// step would be empty.
fn without(
    task: &Task,
    steps: &[Vec<Firing>],
    at: usize,
    index: usize,
) -> Option<Vec<Vec<Firing>>> {
    let mut places = task.network.start.clone();
    let mut kept = Vec::with_capacity(steps.len());
    for (number, step) in steps.iter().enumerate() {
        let mut rest = step.clone();
        if number == at {
            rest.remove(index);
        }
        rest.retain(|firing| is_possible(task, &places, firing));
        if rest.is_empty() {
            return None;
        }
        places = super::after(&places, &rest);
        kept.push(rest);
    }
    Some(kept)
}

fn is_possible(task: &Task, places: &[LocalPlace], firing: &Firing) -> bool {
    let row = |component: usize| {
        &task.network.components[component].places[usize::from(places[component])]
    };
    let actor = row(firing.actor);
    let acts = if firing.delivered.is_empty() {
        actor.silent.contains(&firing.to)
    } else {
        actor.send.as_ref().is_some_and(|send| {
            send.to == firing.to
                && send.effects.len() == firing.delivered.len()
                && firing
                    .delivered
                    .iter()
                    .all(|d| send.effects.contains(&d.symbol))
        })
    };
    acts && firing
        .delivered
        .iter()
        .all(|d| row(d.receiver).receive.contains(&(d.symbol, d.to)))
}

/// Whether steps that are known to be possible end in a state of at least this value.
#[must_use]
pub fn ends_with(task: &Task, steps: &[Vec<Firing>], value: u32) -> bool {
    let course = course(task, steps);
    let end = steps.len();
    let mut state = course.places[end].clone();
    if !task.observed.is_empty() {
        // The language limits messages to fewer than 2^16.
        state.push(LocalPlace::try_from(course.seen[end]).unwrap_or(LocalPlace::MAX));
    }
    task.objective.value(&task.network, &state) >= value
}
