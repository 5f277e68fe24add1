//! Which event is which: where each event that waits after a step comes from.
//!
//! Two events of one name are equal, so a pool does not tell them apart. What a step does with pools does: the head is
//! taken or deferred, a do behaviour takes one that was deferred, states that are left give back what they deferred, what
//! is sent goes to the end or into SCXML's internal queue, and an object that ends forgets all. Done with numbers instead
//! of events this says who is who. What is given back and what is raised keep their places whatever comes first: both are
//! put where the internal queue ends, and that is behind what was raised.

use super::super::model::ObjectId;
use super::moves::Move;
use super::state::{ObjectState, ObjectStatus, Put, Report};

/// For all that waits for an object after a step, pool before deferred, its number among what waited before it in the same
/// order, followed by what the step sends to the object. O(events²).
#[must_use]
pub fn whence(
    object: ObjectId,
    (before, after): (&ObjectState, &ObjectState),
    what: Move,
    report: &Report,
) -> Vec<usize> {
    if matches!(
        after.status,
        ObjectStatus::Terminated | ObjectStatus::Fault(_)
    ) {
        return Vec::new();
    }
    let waited = before.pool.len();
    let mut pool: Vec<usize> = (0..waited).collect();
    let mut deferred: Vec<usize> = (waited..waited + before.deferred.len()).collect();
    let mut internal = before.internal;
    if what == Move::Event(object) && !pool.is_empty() {
        let head = pool.remove(0);
        internal = internal.saturating_sub(1);
        if after.deferred.len() > before.deferred.len() {
            deferred.push(head);
        }
    }
    if what == Move::Activity(object)
        && let Some(number) = accepted(before, after)
    {
        deferred.remove(number);
    }
    for (_, vertex) in report.freed.iter().filter(|it| it.0 == object) {
        let is_its = |it: &usize| {
            let own = it
                .checked_sub(waited)
                .and_then(|it| before.deferred.get(it));
            own.is_some_and(|own| own.1 == *vertex)
        };
        let (freed, kept): (Vec<_>, _) = deferred.into_iter().partition(is_its);
        deferred = kept;
        pool.splice(internal..internal, freed);
    }
    let sent = report.sent.iter().filter(|it| it.to == object);
    for (number, it) in sent.enumerate() {
        let number = waited + before.deferred.len() + number;
        match it.put {
            Put::Nowhere => {}
            Put::Last => pool.push(number),
            Put::Internal => {
                pool.insert(internal, number);
                internal += 1;
            }
        }
    }
    if after.status == ObjectStatus::Final && after.pool.is_empty() {
        pool.clear();
    }
    pool.extend(deferred);
    pool
}

/// The deferred event that a do behaviour takes as it registers, if there is one: the first of those that may be it, since
/// a do behaviour takes the first that it accepts.
#[must_use]
pub fn accepted(before: &ObjectState, after: &ObjectState) -> Option<usize> {
    let one_less = after.deferred.len() + 1 == before.deferred.len();
    let is_alive = matches!(after.status, ObjectStatus::Run | ObjectStatus::Final);
    let mut pairs = before.deferred.iter().zip(&after.deferred);
    let first = pairs.position(|(old, new)| old != new);
    (one_less && is_alive).then(|| {
        let mut number = first.unwrap_or(after.deferred.len());
        while number > 0 && before.deferred[number - 1] == before.deferred[number] {
            number -= 1;
        }
        number
    })
}
