//! Explicit search: breadth first over packed global states, one layer per transaction.
//!
//! Layer d holds the states whose shortest path has d transactions, so the first state of a value
//! gives its minimal depth, and an empty layer means that every reachable state was visited.

mod packed;
mod search;
mod table;

use super::{Coverage, Finding, Limits, Reached, Stop, Watch};
use crate::network::{LocalPlace, PlaceSet, Task};
use packed::Layout;
use search::Search;

/// Solves a task by explicit search.
#[must_use]
pub fn solve(task: &Task, limits: &Limits, watch: &mut dyn Watch) -> Finding {
    dispatch(task, limits, watch, &[], None).0
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
    dispatch(task, limits, watch, regions, None)
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
    let finding = dispatch(task, limits, watch, &[], Some(visitor)).0;
    (finding.coverage, finding.reached)
}

/// Chooses the width of packed states: one word where it fits, else the next that does.
fn dispatch(
    task: &Task,
    limits: &Limits,
    watch: &mut dyn Watch,
    regions: &[Vec<PlaceSet>],
    visitor: Option<&mut dyn Visitor>,
) -> (Finding, Vec<bool>) {
    let sizes = task.sizes();
    macro_rules! widths {
        ($($words:literal)*) => {
            $(if let Some(layout) = Layout::<$words>::new(&sizes) {
                return Search::new(task, layout, limits, regions, visitor).run(watch);
            })*
        };
    }
    widths!(1 2 4 16);
    let start = task.start();
    let finding = Finding {
        value: 0,
        depth: 0,
        path: vec![start],
        coverage: Coverage::Open(Stop::Size),
        reached: Reached::default(),
    };
    (finding, vec![false; regions.len()])
}
