//! Since when a run that gets stuck could not have come to anything else.
//!
//! A deadlock is seen at the end of a run and made before it: by the first step after which every run gets stuck. Before
//! that step some run goes on for ever or comes to an end that is fine. Both are decided by visiting everything that can
//! follow, within a budget.

use std::collections::BTreeSet;

use crate::system::{Flow, Status, Step, System, Valuation};

/// What can become of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Every run from there gets stuck.
    Sealed,
    /// Some run does not.
    Open,
    /// A limit kept that from being known.
    Unknown,
}

/// The first state of a run, by its number, from which every run gets stuck; `None` where its last one is not stuck, or where
/// so many states are not enough to know.
#[must_use]
pub fn sealed_after(system: &dyn System, states: &[Valuation], most: usize) -> Option<usize> {
    let mut sealed = BTreeSet::new();
    for (at, state) in states.iter().enumerate().rev() {
        match fate(system, state, &mut sealed, most) {
            Fate::Sealed => {}
            Fate::Open => return (at + 1 < states.len()).then_some(at + 1),
            Fate::Unknown => return None,
        }
    }
    Some(0)
}

/// Depth first: what is met again on the way closes a loop, which a run can go round for ever.
fn fate(
    system: &dyn System,
    from: &Valuation,
    sealed: &mut BTreeSet<Valuation>,
    most: usize,
) -> Fate {
    let mut way: Vec<(Valuation, std::vec::IntoIter<Step>)> = Vec::new();
    let mut on_way = BTreeSet::new();
    let mut next = Some(from.clone());
    loop {
        if let Some(state) = next.take() {
            if on_way.contains(&state) {
                return Fate::Open;
            }
            if !sealed.contains(&state) {
                if sealed.len() + way.len() >= most || !system.tells_every_step(&state) {
                    return Fate::Unknown;
                }
                let mut steps = Vec::new();
                system.steps(&state, &mut |step| {
                    steps.push(step);
                    Flow::Continue(())
                });
                match (steps.is_empty(), system.status(&state)) {
                    (true, Status::Terminated) => return Fate::Open,
                    (true, Status::Running | Status::Inside) => return Fate::Unknown,
                    _ => {}
                }
                on_way.insert(state.clone());
                way.push((state, steps.into_iter()));
            }
        }
        let Some((state, steps)) = way.last_mut() else {
            return Fate::Sealed;
        };
        match steps.next() {
            Some(step) => next = system.apply(state, &step),
            None => {
                let (state, _) = way.pop().expect("there is a last one");
                on_way.remove(&state);
                sealed.insert(state);
            }
        }
    }
}
