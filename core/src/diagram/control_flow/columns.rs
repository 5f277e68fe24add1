//! Many alternatives side by side: columns between two decisions, so that a relation has the shape of its pane.
//!
//! A line from the first decision runs above all columns to those behind the first one, and a line below all of them comes back
//! from those before the last.

use super::part::{Part, leaf};
use super::{ControlFlow, DIAMOND, Drawer, FlowShape, Fold, GAP, SPACE, Way, control_flow, rows};
use crate::diagram::viewport::LARGEST;
use crate::view::SystemView;

/// Columns at most.
const MOST: usize = 3;
/// Alternatives that a column has at least.
const LEAST: usize = 3;
/// From the line above all columns, and the one below, to them.
const OVER: f64 = 14.0;
/// How much larger more columns have to be seen.
const LARGER: f64 = 1.05;

/// The picture of the alternatives of a relation in as many columns, or of a sequence in as many rows, as this room shows largest.
/// `None` where the system is too large for one.
#[must_use]
pub fn control_flow_in(
    system: &SystemView,
    alternatives: &[usize],
    room: (f64, f64),
) -> Option<ControlFlow> {
    let mut best = control_flow(system, alternatives, Fold::NONE)?;
    let scale = |it: &ControlFlow| {
        let scale = (room.0 / it.width).min(room.1 / it.height);
        scale.min(LARGEST)
    };
    if room.0 <= 0.0 || room.1 <= 0.0 {
        return Some(best);
    }
    let columns = (2..=MOST.min(alternatives.len() / LEAST)).map(|columns| Fold {
        columns,
        ..Fold::NONE
    });
    let rows = (2..=rows::MOST).map(|rows| Fold { rows, ..Fold::NONE });
    for fold in columns.chain(rows.filter(|_| alternatives.len() == 1)) {
        let more = control_flow(system, alternatives, fold)?;
        if scale(&more) > scale(&best) * LARGER {
            best = more;
        }
    }
    Some(best)
}

impl Drawer<'_> {
    /// Alternatives in columns, behind one decision and together again.
    pub(super) fn in_columns(&self, alternatives: &[usize], columns: usize) -> Part {
        let all: Vec<_> = (alternatives.iter())
            .map(|&it| (self.part(it), Way::Into(it)))
            .collect();
        let columns = shared(all, columns);
        let high = |column: &[(Part, Way)]| {
            let sum: f64 = column.iter().map(|it| it.0.height + SPACE).sum();
            (sum - SPACE).max(0.0)
        };
        let inner = columns.iter().map(|it| high(it)).fold(0.0, f64::max);
        let height = inner + 2.0 * OVER;
        let port = height / 2.0;
        let last = columns.len() - 1;
        let mut part = Part {
            height,
            port,
            ..Part::default()
        };
        let small = |shape| leaf(shape, 2.0 * DIAMOND, 2.0 * DIAMOND, Vec::new());
        part.put(small(FlowShape::Decision), 0.0, port - DIAMOND);
        // Where the columns begin, and how wide each is.
        let mut left = 2.0 * DIAMOND + GAP;
        let mut places = Vec::new();
        for column in &columns {
            let widest = column.iter().map(|it| it.0.width).fold(0.0, f64::max);
            places.push((left, left + widest));
            left += widest + 2.0 * GAP;
        }
        let closes = places.last().map_or(left, |it| it.1 + GAP);
        for (number, column) in columns.into_iter().enumerate() {
            let (left, right) = places[number];
            let (turn, back) = (left - GAP / 2.0, right + GAP / 2.0);
            // A column that is lower than another stands in the middle.
            let mut y = OVER + (inner - high(&column)) / 2.0;
            for (it, way) in column {
                let (middle, end) = (y + it.port, left + it.width);
                let into = match number {
                    0 => vec![
                        (2.0 * DIAMOND, port),
                        (turn, port),
                        (turn, middle),
                        (left, middle),
                    ],
                    _ => vec![
                        (DIAMOND, port - DIAMOND),
                        (DIAMOND, 1.0),
                        (turn, 1.0),
                        (turn, middle),
                        (left, middle),
                    ],
                };
                part.join(&into, way);
                let out = if number == last {
                    vec![(end, middle), (back, middle), (back, port), (closes, port)]
                } else {
                    let (low, under) = (height - 1.0, closes + DIAMOND);
                    vec![
                        (end, middle),
                        (back, middle),
                        (back, low),
                        (under, low),
                        (under, port + DIAMOND),
                    ]
                };
                part.join(&out, way);
                let height = it.height;
                part.put(it, left, y);
                y += height + SPACE;
            }
        }
        part.put(small(FlowShape::Merge), closes, port - DIAMOND);
        part.width = closes + 2.0 * DIAMOND;
        part
    }
}

/// Parts in the order of the text in so many columns of about the same height: each in the one in which its middle is, where
/// all of them stand one below the other.
fn shared(parts: Vec<(Part, Way)>, columns: usize) -> Vec<Vec<(Part, Way)>> {
    let whole: f64 = parts.iter().map(|it| it.0.height + SPACE).sum();
    let mut shared: Vec<Vec<_>> = (0..columns).map(|_| Vec::new()).collect();
    let (mut above, mut column) = (0.0, 0);
    for it in parts {
        let tall = it.0.height + SPACE;
        // A handful of columns.
        #[allow(clippy::cast_precision_loss)]
        let ends = whole * (column + 1) as f64 / columns as f64;
        let is_full = above + tall / 2.0 > ends && !shared[column].is_empty();
        if is_full && column + 1 < columns {
            column += 1;
        }
        above += tall;
        shared[column].push(it);
    }
    shared.retain(|it| !it.is_empty());
    shared
}
