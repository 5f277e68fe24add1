//! Many alternatives side by side: columns between two decisions, so that a relation has the shape of its pane.
//!
//! A line from the first decision runs above all columns to those behind the first one, and a line below all of them comes back
//! from those before the last.

use super::fold::shared;
use super::part::{Part, leaf};
use super::{DIAMOND, Drawer, FlowShape, GAP, SPACE, Way};

/// Columns at most.
pub(super) const MOST: usize = 3;
/// Alternatives that a column has at least.
pub(super) const LEAST: usize = 3;
/// From the line above all columns, and the one below, to them.
const OVER: f64 = 14.0;
impl Drawer<'_> {
    /// Alternatives in columns, behind one decision and together again.
    pub(super) fn in_columns(&self, alternatives: &[usize], columns: usize) -> Part {
        let all: Vec<_> = (alternatives.iter())
            .map(|&it| (self.part(it), Way::Into(it)))
            .collect();
        let columns = shared(all, columns, |it| it.0.height + SPACE);
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
