//! One visit of the global states, nearest first, which notes every combination that it meets.

use std::cell::Cell;

use super::{Group, Known, Means, Replay, Unsound};
use crate::engine::explicit::{self, Visitor};
use crate::engine::{Coverage, Reached, Watch};
use crate::network::{LocalPlace, Task};

/// Visits states until everything open was met, all states were seen, or a limit is hit. What is
/// still open then is noted as far as the visit went.
pub(super) fn tour(
    task: &Task,
    replay: &Replay<'_>,
    groups: &mut Vec<Group>,
    means: &mut Means<'_>,
) -> Result<(Coverage, Reached), Unsound> {
    let open = groups.iter().flat_map(Group::known);
    let open = Cell::new(open.filter(|it| **it == Known::Open).count());
    let mut notes = Notes {
        replay,
        groups,
        open: &open,
        is_sound: true,
    };
    let mut watch = UntilMet {
        open: &open,
        watch: means.watch,
    };
    let (coverage, reached) = explicit::tour(task, means.limits, &mut watch, &mut notes);
    if !notes.is_sound {
        return Err(Unsound);
    }
    let rest = match coverage {
        Coverage::Every => Known::Never,
        Coverage::Bound => Known::NotWithin,
        Coverage::Open(_) => Known::Open,
    };
    for known in groups.iter_mut().flat_map(|group| &mut group.known) {
        if *known == Known::Open {
            *known = rest;
        }
    }
    Ok((coverage, reached))
}

/// Ends the visit once nothing is open.
struct UntilMet<'a> {
    open: &'a Cell<usize>,
    watch: &'a mut dyn Watch,
}

impl Watch for UntilMet<'_> {
    fn keep_going(&mut self, reached: Reached) -> bool {
        self.open.get() > 0 && self.watch.keep_going(reached)
    }

    fn now_ms(&self) -> f64 {
        self.watch.now_ms()
    }
}

/// Who looks on while the states are visited.
struct Notes<'a> {
    replay: &'a Replay<'a>,
    groups: &'a mut Vec<Group>,
    open: &'a Cell<usize>,
    is_sound: bool,
}

impl Visitor for Notes<'_> {
    fn visit(&mut self, state: &[LocalPlace], depth: u32) -> bool {
        let mut is_first = false;
        for group in self.groups.iter_mut() {
            let Some(index) = group.index(state) else {
                continue;
            };
            let known = &mut group.known[index];
            // What the pairs exclude and a run reaches nevertheless would be a defect.
            self.is_sound = self.is_sound && *known != Known::Never;
            if *known == Known::Open {
                *known = Known::After(depth);
                self.open.set(self.open.get() - 1);
                is_first = true;
            }
        }
        is_first
    }

    fn step(&mut self, before: &[LocalPlace], after: &[LocalPlace]) {
        self.is_sound = self.is_sound && self.replay.admits(before, after);
    }
}
