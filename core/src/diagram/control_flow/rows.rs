//! A long sequence in several rows, as a text has lines: from the end of a row a line leads back to the left, between the two,
//! to the beginning of the next.

use super::part::{Part, row};
use super::{GAP, SPACE, Way};

/// Rows at most.
pub(super) const MOST: usize = 3;

/// Parts one behind the other, in so many rows of about the same width; fewer where there are not as many parts.
pub(super) fn in_rows(parts: Vec<Part>, rows: usize, way: Way) -> Part {
    let mut rows = shared(parts, rows).into_iter().map(|it| row(it, way));
    let mut whole = rows.next().unwrap_or_default();
    let mut end = (whole.width, whole.port);
    for next in rows {
        let (turn, between) = (end.0 + GAP / 2.0, whole.height + SPACE);
        let (left, y) = (GAP, between + SPACE);
        let port = y + next.port;
        whole.join(
            &[
                end,
                (turn, end.1),
                (turn, between),
                (GAP / 2.0, between),
                (GAP / 2.0, port),
                (left, port),
            ],
            way,
        );
        end = (left + next.width, port);
        // The line turns beside the row before.
        whole.width = whole.width.max(turn + 1.0).max(end.0);
        whole.height = y + next.height;
        whole.put(next, left, y);
    }
    whole
}

/// Parts in the order of the text in so many rows of about the same width: each in the one in which its middle is, where all of them
/// stand behind one another.
fn shared(parts: Vec<Part>, rows: usize) -> Vec<Vec<Part>> {
    let width = |it: &Part| it.width + GAP;
    let whole: f64 = parts.iter().map(width).sum();
    // A handful of rows.
    #[allow(clippy::cast_precision_loss)]
    let fair = whole / rows.max(1) as f64;
    let mut shared: Vec<Vec<Part>> = vec![Vec::new()];
    let (mut before, mut filled) = (0.0, 0.0);
    for part in parts {
        let wide = width(&part);
        let is_full = filled > 0.0 && before + wide / 2.0 > fair * shared.len() as f64;
        if is_full && shared.len() < rows {
            shared.push(Vec::new());
            filled = 0.0;
        }
        before += wide;
        filled += wide;
        if let Some(last) = shared.last_mut() {
            last.push(part);
        }
    }
    shared
}
