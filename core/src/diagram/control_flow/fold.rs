//! How a relation is folded, so that it has the shape of its pane: alternatives in columns, a long sequence in rows.

use super::{ControlFlow, columns, control_flow, rows};
use crate::diagram::viewport::LARGEST;
use crate::view::SystemView;

/// How much larger a picture has to be seen that is folded once more.
const LARGER: f64 = 1.05;

/// How a relation is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Not at all: alternatives stand below one another, and a sequence in a row.
    Flat,
    /// Several alternatives in so many columns.
    Columns(usize),
    /// A single sequence in so many rows.
    Rows(usize),
}

/// The picture of the alternatives of a relation, folded as this room shows it largest. `None` where the system is too large for one.
#[must_use]
pub fn control_flow_in(
    system: &SystemView,
    alternatives: &[usize],
    room: (f64, f64),
) -> Option<ControlFlow> {
    let mut best = control_flow(system, alternatives, Fold::Flat)?;
    if room.0 <= 0.0 || room.1 <= 0.0 {
        return Some(best);
    }
    let scale = |it: &ControlFlow| {
        let scale = (room.0 / it.width).min(room.1 / it.height);
        scale.min(LARGEST)
    };
    let folds: Vec<_> = match alternatives {
        [_] => (2..=rows::MOST).map(Fold::Rows).collect(),
        several => {
            let most = columns::MOST.min(several.len() / columns::LEAST);
            (2..=most).map(Fold::Columns).collect()
        }
    };
    for fold in folds {
        let more = control_flow(system, alternatives, fold)?;
        if scale(&more) > scale(&best) * LARGER {
            best = more;
        }
    }
    Some(best)
}

/// Parts in the order of the text in so many groups of about the same size: each in the one in which its middle is, where all
/// of them stand behind one another. Without empty groups.
pub(super) fn shared<T>(parts: Vec<T>, groups: usize, size: impl Fn(&T) -> f64) -> Vec<Vec<T>> {
    let whole: f64 = parts.iter().map(&size).sum();
    let mut shared: Vec<Vec<T>> = vec![Vec::new()];
    let mut before = 0.0;
    for part in parts {
        let own = size(&part);
        // A handful of groups.
        #[allow(clippy::cast_precision_loss)]
        let ends = whole * shared.len() as f64 / groups as f64;
        let is_full = before + own / 2.0 > ends && shared.last().is_some_and(|it| !it.is_empty());
        if is_full && shared.len() < groups {
            shared.push(Vec::new());
        }
        before += own;
        if let Some(last) = shared.last_mut() {
            last.push(part);
        }
    }
    shared.retain(|it| !it.is_empty());
    shared
}
