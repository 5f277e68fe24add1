//! What an answer without a run shows of its model: the start, which every run of the check would begin with.

use super::{Means, Opened};
use crate::diagram::stops;
use crate::system::{Flow, Valuation};
use crate::view::SystemStepView;

/// Rows that are followed at most until the start is over: as many as objects can begin one after the other in a model that can be
/// looked at.
const MOST: usize = 24;

/// The entries of the first start in which nothing is seen but how the model begins: the declared values and what `init` makes of them, or
/// objects that begin. Nothing where the meter says that it is enough. Each row
/// is replayed with all before it: O([`MOST`]² steps).
pub(super) fn start(opened: &dyn Opened, means: &Means<'_, '_>) -> Vec<SystemStepView> {
    let (space, meter) = (opened.space(), means.meter);
    let mut rows: Vec<Valuation> = Vec::new();
    let mut entries = Vec::new();
    let mut next = first(|visit| space.starts(meter, visit));
    while let Some(row) = next {
        rows.push(row);
        let Some(trace) = opened.run_along(&rows, meter) else {
            break;
        };
        entries = opened.entries(&trace);
        let is_over = stops::start(&entries) + 1 < rows.len();
        if is_over || rows.len() == MOST {
            break;
        }
        next = first(|visit| space.steps(&rows[rows.len() - 1], meter, visit));
    }
    entries.truncate(stops::start(&entries) + 1);
    entries
}

/// The first row that is told.
fn first(tell: impl FnOnce(&mut dyn FnMut(&[i64]) -> Flow) -> bool) -> Option<Valuation> {
    let mut first = None;
    tell(&mut |row| {
        first = Some(Valuation::from(row));
        Flow::Break(())
    });
    first
}
